import { formatNumber } from '#console/components/format';
import type { Delivery, DeliveryStatus, Webhook } from './webhook.queries';
import { t } from '#console/i18n/t';

/** Statuses of deliveries, for the filter. */
export const DELIVERY_STATUSES: Readonly<Record<DeliveryStatus, string>> = {
  pending: t('Pending or retrying'),
  delivered: t('Delivered'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
};

/** The status as shown: `retrying` for a pending delivery whose last attempt failed. */
export function shownStatus({ status, last_attempt: last }: Pick<Delivery, 'status' | 'last_attempt'>): string {
  const hasFailed = last !== null && Math.floor((last.status_code ?? 0) / 100) !== 2;
  return status === 'pending' && hasFailed ? 'retrying' : status;
}

/** The outcome of an attempt: `Status 503 after 184 ms`, or why there was no response. */
export function outcomeOf(attempt: Delivery['last_attempt']): string {
  if (attempt === null) return t('not attempted yet');
  const { status_code, error, duration_ms } = attempt;
  const outcome = status_code === null ? (error ?? t('no response')) : t('Status {{status_code}}', { status_code });
  return t('{{outcome}} ({{duration}} ms)', { outcome, duration: formatNumber(Math.round(duration_ms)) });
}

/** The status of a webhook, in a sentence. */
export function statusText({ status, disabled_reason, events }: Webhook): string {
  if (status === 'active' && events.length === 0) return t('No events are selected: only test events are sent.');
  if (status === 'active')
    return t('Events are sent as they happen. Failed deliveries are retried for about three days.');
  if (status === 'failing')
    return t(
      'All recent attempts have failed. Events are retried; after 5 days without a success the webhook is disabled.',
    );
  if (disabled_reason === 'gone')
    return t(
      'The URL responded 410 Gone, which means: stop sending. Nothing is sent until you enable it or save another URL.',
    );
  return t('All attempts failed for 5 days. Nothing is sent until you enable it or save another URL.');
}

/** Hint for an empty log. */
export function whenLogged(webhook: Webhook | null): string {
  if (webhook === null) return t('Set up the webhook above. Events from then on appear here.');
  if (webhook.events.length === 0) return t('Select events above. Events from then on appear here.');
  return t('Events from now on appear here. Send a test event to see one.');
}

/** The URL of a delivery: a dialog on its application's tab. */
export const deliveryAddress = (applicationId: string, id: string): string =>
  `/applications/${applicationId}/webhook?dialog=delivery:${id}`;
