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

/** What an event happened to; events of one aggregate keep their order. */
export interface Aggregate {
  type: 'cart' | 'wishlist' | 'bundle' | 'order' | 'user' | 'session' | 'application';
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
