import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client';

/** Where the service's API is, what it speaks, and the currency of its prices. */
export const serviceQuery = queryOptions({
  queryKey: ['service'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/service/', { signal })),
  staleTime: Infinity,
});
