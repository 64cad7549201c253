import type { Schemas } from './client';

/** An event type that an application can subscribe to, or `*`. */
export type EventType = Schemas['WebhookDto']['events'][number];

/** An event type in the log of deliveries. */
export type DeliveryType = Schemas['DeliveryView']['event_type'];

/** Defined in vite.config.ts. */
declare const DOCUMENTED_EVENTS: Readonly<Record<string, string>>;

/** The event types of the OpenAPI document with their summaries, including `webhook.test`. */
export const EVENTS = DOCUMENTED_EVENTS;
