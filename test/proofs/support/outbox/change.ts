import type { EventType } from '#common/events/event-types.js';

/** What became of a change, as far as the client that asked for it can know. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** A change that a client asked for. */
export interface Change {
  /** The type of the event that it makes. */
  type: EventType;
  /** What its event is told by (see {@link labelOf}); undefined while only an answer could have said it. */
  label: string | undefined;
  /** Changes whose events are counted together (see {@link groupOf}). */
  group: string;
  outcome: Outcome;
  /** The status of the answer, if there was one. */
  status?: number;
}

/** What both a stored and a delivered event have. */
export interface LabelledEvent {
  type: string;
  data: Readonly<Record<string, unknown>>;
}

/** The one thing that an event of the run has for itself alone. */
export function labelOf({ type, data }: LabelledEvent): string {
  switch (type) {
    case 'bundle.created':
    case 'bundle.deleted':
      return text(type, data.bundle_id);
    case 'bundle.updated':
      return text(type, data.name);
    case 'user.created':
      return text(type, data.username);
    case 'member.enrolled':
      return text(type, data.uid);
    case 'cart.updated':
      return text(type, data.uid, data.version);
    case 'wishlist.updated':
      return text(type, data.uid, data.change, data.product_id);
    default:
      return text(type, data.id ?? data.application_id);
  }
}

/** Changes of one user are counted together, those that belong to no user by their type. */
export function groupOf({ type, data }: LabelledEvent): string {
  return type.startsWith('bundle.') || type === 'user.created' ? type : text(type, data.uid ?? data.application_id);
}

function text(...parts: unknown[]): string {
  return parts.map(String).join(' ');
}
