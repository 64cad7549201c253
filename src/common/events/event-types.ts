/** Everything that applications can hear of. Section 7 of the decisions. */
export const EVENT_TYPES = [
  'cart.updated',
  'wishlist.updated',
  'bundle.created',
  'bundle.updated',
  'bundle.deleted',
  'product.deleted',
  'order.placed',
  'order.paid',
  'order.completed',
  'order.cancelled',
  'user.created',
  'session.ended',
  'application.updated',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Stands alone in place of types, for all of them: those of later versions and of extensions too. */
export const ALL_EVENTS = '*';
/** What a webhook may list. */
export type Subscription = EventType | typeof ALL_EVENTS;

/**
 * The type of an event that a super admin sends to try a webhook. Nobody can subscribe to it: it goes to the application
 * that it was made for, whatever that one listens to. Listeners do not hear of it.
 */
export const TEST_EVENT_TYPE = 'webhook.test';

/** Everything that a webhook may get. */
export type WebhookEventType = EventType | typeof TEST_EVENT_TYPE;

/**
 * What an event happened to; events of one aggregate keep their order. A cart is the order that it becomes: nobody hears of
 * the cart after the order.
 */
export interface Aggregate {
  type: 'wishlist' | 'bundle' | 'order' | 'user' | 'session' | 'application';
  id: string | number;
}

/** An event as listeners and webhooks get it. */
export interface CommerceEvent<Data = unknown> {
  id: string;
  type: EventType;
  /** ISO 8601, UTC. */
  timestamp: string;
  data: Data;
}
