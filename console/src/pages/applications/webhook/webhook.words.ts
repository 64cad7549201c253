import { formatNumber } from '../../../components/format';
import type { Delivery, DeliveryStatus, DeliveryType, Webhook } from './webhook.queries';

/** Where a delivery stands, for the filter. */
export const DELIVERY_STATUSES: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const TYPES: Readonly<Record<DeliveryType, true>> = {
  'order.placed': true,
  'order.paid': true,
  'order.completed': true,
  'order.cancelled': true,
  'cart.updated': true,
  'wishlist.updated': true,
  'bundle.created': true,
  'bundle.updated': true,
  'bundle.deleted': true,
  'product.deleted': true,
  'user.created': true,
  'session.ended': true,
  'application.updated': true,
  'webhook.test': true,
};

/** Every type of event that the log may hold, for the filter. */
export const DELIVERY_TYPES = Object.keys(TYPES) as DeliveryType[];

/** Whether a text from the address is a status of deliveries. */
export const isDeliveryStatus = (text: string | undefined): text is DeliveryStatus =>
  text !== undefined && Object.hasOwn(DELIVERY_STATUSES, text);

/** Whether a text from the address is a type that the log may hold. */
export const isDeliveryType = (text: string | undefined): text is DeliveryType =>
  text !== undefined && Object.hasOwn(TYPES, text);

/** What came of an attempt: `Status 503 after 184 ms`, or why there was no answer. */
export function outcomeOf(attempt: Delivery['last_attempt']): string {
  if (attempt === null) return 'not attempted yet';
  const { status_code, error, duration_ms } = attempt;
  const what = status_code === null ? (error ?? 'no answer') : `Status ${status_code}`;
  return `${what} after ${formatNumber(Math.round(duration_ms))} ms`;
}

/** How it stands with a webhook, in a sentence. */
export function meaningOf({ status, disabled_reason, events }: Webhook): string {
  if (status === 'active' && events.length === 0) return 'No events are chosen: nothing is sent but test events.';
  if (status === 'active') return 'Events are sent as they happen. What fails is tried again for about three days.';
  if (status === 'failing')
    return 'Every attempt fails for now. Events are tried again; after 5 days of nothing but failure the webhook is disabled.';
  if (disabled_reason === 'gone')
    return 'The address answered 410 Gone, which means: send nothing more. Nothing is sent until you enable it or save another address.';
  return 'Nothing but failure for 5 days. Nothing is sent until you enable it or save another address.';
}

/** When the log fills, while nothing is in it. */
export function whenLogged(webhook: Webhook | null): string {
  if (webhook === null) return 'Set up the webhook above, and what happens from then on stands here.';
  if (webhook.events.length === 0) return 'Choose events above, and what happens from then on stands here.';
  return 'What happens from now on is sent, and stands here. A test event shows how it looks.';
}

/** Where all that is known of a delivery stands: on its application's tab, in a dialog. */
export const deliveryAddress = (applicationId: string, id: string): string =>
  `/applications/${applicationId}/webhook?dialog=delivery:${id}`;
