import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client';

/** The service's API prefix and versions, and the currency of its prices. */
export const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/service/', { signal })),
  staleTime: Infinity,
});
