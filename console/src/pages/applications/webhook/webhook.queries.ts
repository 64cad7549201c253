import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '#console/api/client';
import type { DeliveryType } from '#console/api/events';

export type Webhook = NonNullable<Schemas['ApplicationView']['webhook']>;
export type Delivery = Schemas['DeliveryView'];
export type DeliveryStatus = Delivery['status'];
export type Attempt = Schemas['AttemptView'];

interface DeliveriesQuery {
  limit: number;
  offset: number;
  search?: string;
  status?: DeliveryStatus;
  event_type?: DeliveryType;
}

/** Attempts scheduled within this time are polled often. */
const NEAR_MS = 30_000;
/** Poll intervals for imminent and for later attempts, in milliseconds. */
const SOON_MS = 1_000;
const LATER_MS = 15_000;
/** How long lists are polled after something was resent. */
const WATCHED_MS = 30 * 60_000;

/** When deliveries were resent last, in milliseconds since 1970. */
let resentAt = 0;

/** Lists go on asking for a while: what was resent may be filtered away while it is pending, and come back. */
export function watchResent<Sent>(sent: Sent): Sent {
  resentAt = Date.now();
  return sent;
}

/** The poll interval for deliveries in milliseconds; false if none is pending. */
function pollInterval(deliveries: readonly Delivery[]): number | false {
  const pending = deliveries.filter(({ status }) => status === 'pending');
  if (pending.length === 0) return false;
  const end = Date.now() + NEAR_MS;
  return pending.some(({ next_attempt_at: at }) => at === null || Date.parse(at) < end) ? SOON_MS : LATER_MS;
}

/** The poll interval for a list of deliveries, which may lack what was resent. */
export function listPollInterval(deliveries: readonly Delivery[]): number | false {
  const elapsed = Date.now() - resentAt;
  if (elapsed < NEAR_MS) return SOON_MS;
  return pollInterval(deliveries) || (elapsed < WATCHED_MS && LATER_MS);
}

/** The delivery log of an application, newest first; polled while any of them is pending, and after a resend. */
export const deliveriesQuery = (id: string, query: DeliveriesQuery) =>
  queryOptions({
    queryKey: ['applications', 'deliveries', id, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/applications/{id}/deliveries/', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => listPollInterval(state.data?.results ?? []),
  });

/** One delivery with its payload and attempts; polled while it is pending. */
export const deliveryQuery = (id: string, delivery_id: string) =>
  queryOptions({
    queryKey: ['applications', 'delivery', id, delivery_id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/applications/{id}/deliveries/{delivery_id}/', {
          params: { path: { id, delivery_id } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => pollInterval(state.data === undefined ? [] : [state.data]),
  });
