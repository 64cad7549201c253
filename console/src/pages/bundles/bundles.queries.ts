import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type QueryOf, type Schemas } from '../../api/client';

export type Bundle = Schemas['AdminBundleView'];
export type CatalogueStatus = Bundle['status'];
export type DeleteImpact = Schemas['DeleteImpactView'];

export type BundlesQuery = QueryOf<'/admin/api/bundles/'>;

/** The list of bundles of all types. */
export const bundlesQuery = (query: BundlesQuery) =>
  queryOptions({
    queryKey: ['bundles', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/bundles/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** One bundle. */
export const bundleQuery = (bundle_id: string) =>
  queryOptions({
    queryKey: ['bundles', 'one', bundle_id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/bundles/{bundle_id}/', { params: { path: { bundle_id } }, signal })),
    // Applications change bundles too: always refetch, also when the window gets the focus.
    staleTime: 0,
  });

/** What a variant has cost and will cost, the latest first. */
export const pricesQuery = (bundle_id: string, product_sku: string) =>
  queryOptions({
    queryKey: ['bundles', 'prices', bundle_id, product_sku],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/bundles/{bundle_id}/prices/', {
          params: { path: { bundle_id }, query: { limit: 50, offset: 0, product_sku } },
          signal,
        }),
      ),
  });

/** What prevents deleting a bundle right now. */
export const deleteImpactQuery = (bundle_id: string) =>
  queryOptions({
    queryKey: ['bundles', 'delete-impact', bundle_id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/bundles/{bundle_id}/delete-impact/', { params: { path: { bundle_id } }, signal })),
    // Always read fresh, right before the decision.
    staleTime: 0,
    gcTime: 0,
  });

/** The path of a bundle's page; ids may contain any character. */
export function bundlePath(bundleId: string): string {
  return `/bundles/${encodeURIComponent(bundleId)}`;
}
