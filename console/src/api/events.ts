import { useQuery } from '@tanstack/react-query';
import type { Schemas } from './client';
import { serviceQuery } from './service';
import { t } from '../i18n/t';

/** An event type that an application can subscribe to, or `*`. */
export type EventType = Schemas['WebhookDto']['events'][number];

/** An event type in the log of deliveries. */
export type DeliveryType = Schemas['DeliveryView']['event_type'];

/** Defined in vite.config.ts. */
declare const DOCUMENTED_EVENTS: Readonly<Record<string, string>>;

/** The service's own event types with their summaries, including `webhook.test`. */
export const EVENTS = DOCUMENTED_EVENTS;

/** All event types with their summaries: the service's own, and those of extensions. */
export function useEvents(): Readonly<Record<string, string>> {
  const more = useQuery(serviceQuery).data?.extension_events ?? [];
  const all = [...Object.entries(EVENTS), ...more.map(({ type, summary }): [string, string] => [type, summary])];
  return Object.fromEntries(all.map(([type, summary]) => [type, t(summary).replaceAll('`', '')]));
}
