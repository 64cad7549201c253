import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type Factor = Schemas['FactorView'];
export type OwnSession = Schemas['OwnSessionView'];

/** The user's second factors. */
export const factorsQuery = queryOptions({
  queryKey: ['account', 'factors'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/account/factors/', { signal })),
});

/** The user's sessions. */
export const sessionsQuery = (query: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ['account', 'sessions', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/sessions/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
