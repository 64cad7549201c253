import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type QueryOf, type Schemas } from '../../api/client';

export type Traffic = Schemas['TrafficView'];
export type Period = Traffic['window'];

const POLL_MS = 5_000;

/**
 * Requests, errors and response times over a period; polled every 30 seconds while the page is visible.
 * @param application_id counts only one application
 */
export const trafficQuery = (window: Period, application_id: string | null) =>
  queryOptions({
    queryKey: ['traffic', window, application_id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/traffic/', {
          params: { query: { window, ...(application_id !== null && { application_id }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export type RefusedRequest = Schemas['RefusedRequestView'];
export type RefusedRequestsQuery = QueryOf<'/admin/api/requests/'>;

/** Requests that were refused or failed, newest first. */
export const refusedRequestsQuery = (query: RefusedRequestsQuery) =>
  queryOptions({
    queryKey: ['requests', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/requests/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    // A refused request is listed some seconds later.
    refetchInterval: POLL_MS,
  });
