import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type Home = Schemas['HomeView'];
export type Figures = Schemas['HomeFiguresView'];
export type OpenPeriod = Schemas['HomePeriodView'];

/** How the company stands and what waits, over some days; read again every minute while the page is visible. */
export const homeQuery = (range: { from?: string; to?: string }) =>
  queryOptions({
    queryKey: ['home', range],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/home/', { params: { query: range }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });

export type Setup = Schemas['SetupView'];

/** Which first steps of the company are done. */
export const setupQuery = queryOptions({
  queryKey: ['home', 'setup'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/home/setup/', { signal })),
  staleTime: 0,
});
