import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

type OrderStatus = Schemas['AdminOrderView']['status'];
type ApplicationStatus = Schemas['ApplicationView']['status'];

/** Rows of the short lists. */
const LATEST = 6;

/** What is on the way: read again every half minute while somebody looks. */
const FRESH = { refetchInterval: 30_000 } as const;

/** How many orders are in a state. */
export const orderCountQuery = (status: OrderStatus) =>
  queryOptions({
    queryKey: ['orders', 'count', status],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/admin/api/orders/', { params: { query: { status, limit: 1 } }, signal }))).count,
    ...FRESH,
  });

/** How many applications are in a state. */
export const applicationCountQuery = (status: ApplicationStatus) =>
  queryOptions({
    queryKey: ['applications', 'count', status],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/admin/api/applications/', { params: { query: { status, limit: 1 } }, signal }))).count,
    ...FRESH,
  });

/** The newest orders. */
export const latestOrdersQuery = queryOptions({
  queryKey: ['orders', 'latest'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/orders/', { params: { query: { limit: LATEST } }, signal })),
  ...FRESH,
});

/** What super admins did last. */
export const latestActsQuery = queryOptions({
  queryKey: ['audit', 'latest'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/audit/', { params: { query: { limit: LATEST } }, signal })),
  ...FRESH,
});
