import { isDeepStrictEqual } from 'node:util';
import { groupOf, labelOf } from './change.js';
import type { Evidence, StoredEvent } from './evidence.js';
import type { Subscriber } from './shop.js';

/** What can go wrong, in words for the report. */
export const FAILURES = {
  lost: 'committed events that were not delivered',
  ghost: 'delivered events that were not committed',
  stranger: 'deliveries to an application that does not hear of the event',
  altered: 'deliveries that say something else than the event',
  vanished: 'acknowledged changes that were not committed',
  resurrected: 'refused changes that were committed, or changes that nobody asked for',
  silent: 'committed changes without an event',
  hollow: 'events of changes that were not committed',
} as const;

/** Something that went wrong, and what it went wrong with. */
export interface Failure {
  kind: keyof typeof FAILURES;
  what: string;
}

/** Types that only the application hears of that they are about. See docs/spec/service.md#7. */
const PERSONAL = new Set(['session.ended', 'application.updated']);

/** Types whose changes the tables of bundles, users, members, orders and carts show too. */
const SHOWN = new Set([
  'bundle.created',
  'bundle.deleted',
  'user.created',
  'member.enrolled',
  'order.placed',
  'cart.updated',
]);

/** Types that come with an event of another type, for which no client asks by itself. */
const CONSEQUENCES = new Set(['member.enrolled']);

/**
 * Checks a run: what was committed must have been delivered at least once, and nothing else; what was acknowledged must
 * have been committed, and nothing that was refused; and each event must have been committed with its change.
 */
export function check(evidence: Evidence): Failure[] {
  return [
    ...checkDeliveries(evidence),
    ...checkReceipts(evidence),
    ...checkAnswers(evidence),
    ...checkTables(evidence),
  ];
}

/** Whether an application has to hear of an event. */
export function hears({ id, events }: Subscriber, { type, data }: StoredEvent): boolean {
  return events.some((known) => known === type) && (!PERSONAL.has(type) || data.application_id === id);
}

function* checkDeliveries({ subscribers, events, receipts }: Evidence): Generator<Failure> {
  const delivered = new Set(receipts.filter(({ accepted }) => accepted).map(({ application, id }) => application + id));
  for (const subscriber of subscribers) {
    for (const event of events) {
      if (!hears(subscriber, event) || delivered.has(subscriber.id + event.id)) continue;
      yield { kind: 'lost', what: `${labelOf(event)}, ${event.id}, to ${subscriber.name}` };
    }
  }
}

function* checkReceipts({ subscribers, events, earlier, receipts }: Evidence): Generator<Failure> {
  const committed = new Map(events.map((event) => [event.id, event]));
  const known = new Map(subscribers.map((subscriber) => [subscriber.id, subscriber]));
  for (const { id, application, body } of receipts) {
    if (earlier.has(id)) continue;
    const event = committed.get(id);
    const what = `${id} ${body.slice(0, 300)}`;
    if (event === undefined) {
      yield { kind: 'ghost', what };
      continue;
    }
    if (!hears(known.get(application)!, event)) yield { kind: 'stranger', what };
    const { timestamp, ...said } = JSON.parse(body) as { timestamp: string };
    const { type, data, at } = event;
    const isTrue = isDeepStrictEqual(said, { id, type, data }) && Date.parse(timestamp) === at;
    if (!isTrue) yield { kind: 'altered', what };
  }
}

/** What clients were told, against what was committed. */
function* checkAnswers({ events, changes }: Evidence): Generator<Failure> {
  const labels = new Set(events.map(labelOf));
  for (const { label, outcome } of changes) {
    if (label === undefined) continue;
    if (outcome === 'acknowledged' && !labels.has(label)) yield { kind: 'vanished', what: label };
    if (outcome === 'refused' && labels.has(label)) yield { kind: 'resurrected', what: label };
  }
  for (const [group, { committed, acknowledged, unknown }] of countByGroup({ events, changes })) {
    const what = `${group}: ${committed} committed, ${acknowledged} acknowledged, ${unknown} unknown`;
    if (committed < acknowledged) yield { kind: 'vanished', what };
    if (committed > acknowledged + unknown) yield { kind: 'resurrected', what };
  }
}

/** What the tables hold, against the events. */
function* checkTables({ events, stored }: Evidence): Generator<Failure> {
  const told = new Set(events.filter(({ type }) => SHOWN.has(type)).map(labelOf));
  for (const what of stored) if (!told.has(what)) yield { kind: 'silent', what };
  for (const what of told) if (!stored.has(what)) yield { kind: 'hollow', what };
}

/** How many changes of one group were committed, and what clients were told of them. */
export interface GroupCount {
  committed: number;
  acknowledged: number;
  refused: number;
  unknown: number;
}

/** Counts changes by group: of a cart's change that was cut off, nobody can say which one it was, but how many were made. */
export function countByGroup({ events, changes }: Pick<Evidence, 'events' | 'changes'>): Map<string, GroupCount> {
  const groups = new Map<string, GroupCount>();
  const count = (group: string, what: keyof GroupCount): void => {
    const counted = groups.get(group) ?? { committed: 0, acknowledged: 0, refused: 0, unknown: 0 };
    counted[what] += 1;
    groups.set(group, counted);
  };
  for (const event of events) if (!CONSEQUENCES.has(event.type)) count(groupOf(event), 'committed');
  for (const { group, outcome } of changes) count(group, outcome);
  return groups;
}
