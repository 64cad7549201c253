import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

type OrderStatus = Schemas['AdminOrderView']['status'];
type ApplicationStatus = Schemas['ApplicationView']['status'];

export type Traffic = Schemas['TrafficView'];
export type Period = Traffic['window'];
export type Delivery = Schemas['ApplicationDeliveryView'];

/** Rows of the short lists. */
const LATEST = 6;
const LATEST_FAILED = 5;

/** What is on the way: read again every half minute while somebody looks. */
const FRESH = { refetchInterval: 30_000 } as const;

/** How many orders have a status. */
export const orderCountQuery = (status: OrderStatus) =>
  queryOptions({
    queryKey: ['orders', 'count', status],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/admin/api/orders/', { params: { query: { status, limit: 1 } }, signal }))).count,
    ...FRESH,
  });

/** How many applications have a status. */
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

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A day before a time, to the minute, so that a figure and the list that it leads to begin at the same moment. */
export function dayBefore(now: number): string {
  return new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS).toISOString();
}

/** How many deliveries have failed for good in the last 24 hours. */
export const failedCountQuery = queryOptions({
  queryKey: ['deliveries', 'count', 'failed'],
  queryFn: async ({ signal }) => {
    const query = { status: 'failed', since: dayBefore(Date.now()), limit: 1 } as const;
    return (await dataOf(api.GET('/admin/api/deliveries/', { params: { query }, signal }))).count;
  },
  ...FRESH,
});

/** The newest deliveries that have failed for good, of any application. */
export const failedDeliveriesQuery = queryOptions({
  queryKey: ['deliveries', 'latest', 'failed'],
  queryFn: ({ signal }) =>
    dataOf(
      api.GET('/admin/api/deliveries/', { params: { query: { status: 'failed', limit: LATEST_FAILED } }, signal }),
    ),
  ...FRESH,
});

/**
 * Requests, errors and response times over a period.
 * @param application_id counts those of one application alone
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
    ...FRESH,
  });
