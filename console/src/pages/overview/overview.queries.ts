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

/** Polled every 30 seconds while the page is visible. */
const POLLED = { refetchInterval: 30_000 } as const;

/** Number of orders with a status. */
export const orderCountQuery = (status: OrderStatus) =>
  queryOptions({
    queryKey: ['orders', 'count', status],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/admin/api/orders/', { params: { query: { status, limit: 1 } }, signal }))).count,
    ...POLLED,
  });

/** Number of applications with a status. */
export const applicationCountQuery = (status: ApplicationStatus) =>
  queryOptions({
    queryKey: ['applications', 'count', status],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET('/admin/api/applications/', { params: { query: { status, limit: 1 } }, signal }))).count,
    ...POLLED,
  });

/** The newest orders. */
export const latestOrdersQuery = queryOptions({
  queryKey: ['orders', 'latest'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/orders/', { params: { query: { limit: LATEST } }, signal })),
  ...POLLED,
});

/** The latest audit log entries. */
export const latestAuditQuery = queryOptions({
  queryKey: ['audit', 'latest'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/audit/', { params: { query: { limit: LATEST } }, signal })),
  ...POLLED,
});

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** 24 hours before a time, rounded to the minute, so that a count and its list start at the same time. */
export function dayBefore(now: number): string {
  return new Date(Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS).toISOString();
}

/** Number of deliveries that finally failed in the last 24 hours. */
export const failedCountQuery = queryOptions({
  queryKey: ['deliveries', 'count', 'failed'],
  queryFn: async ({ signal }) => {
    const query = { status: 'failed', since: dayBefore(Date.now()), limit: 1 } as const;
    return (await dataOf(api.GET('/admin/api/deliveries/', { params: { query }, signal }))).count;
  },
  ...POLLED,
});

/** The newest finally failed deliveries of all applications. */
export const failedDeliveriesQuery = queryOptions({
  queryKey: ['deliveries', 'latest', 'failed'],
  queryFn: ({ signal }) =>
    dataOf(
      api.GET('/admin/api/deliveries/', { params: { query: { status: 'failed', limit: LATEST_FAILED } }, signal }),
    ),
  ...POLLED,
});

/**
 * Requests, errors and response times over a period.
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
    ...POLLED,
  });
