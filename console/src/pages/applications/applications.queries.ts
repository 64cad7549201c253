import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type Application = Schemas['ApplicationView'];
export type ApplicationStatus = Application['status'];
export type Platform = Schemas['IssueEncryptionKeyDto']['platform'];

interface PageQuery {
  limit: number;
  offset: number;
  search?: string;
}

/** The list of applications. */
export const applicationsQuery = (query: PageQuery & { status?: ApplicationStatus }) =>
  queryOptions({
    queryKey: ['applications', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/applications/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** One application. */
export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/applications/{id}/', { params: { path: { id } }, signal })),
  });

/** What deleting an application would affect right now. */
export const deleteImpactQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'delete-impact', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/applications/{id}/delete-impact/', { params: { path: { id } }, signal })),
    // Always read fresh, right before the decision.
    staleTime: 0,
    gcTime: 0,
  });
