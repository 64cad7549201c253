import { isDeepStrictEqual } from 'node:util';
import { groupOf, labelOf } from './clients.js';
import type { Evidence, StoredEvent } from './scene.js';
import type { Receipt } from './receiver.js';
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
function hears({ id, events }: Subscriber, { type, data }: StoredEvent): boolean {
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
interface GroupCount {
  committed: number;
  acknowledged: number;
  refused: number;
  unknown: number;
}

/**
 * Counts changes by group: of a cart's change that was cut off, nobody can say which one it was, but how many were made.
 * Events of types for which no client asks, such as `member.enrolled`, come with others and do not count.
 */
function countByGroup({ events, changes }: Pick<Evidence, 'events' | 'changes'>): Map<string, GroupCount> {
  const groups = new Map<string, GroupCount>();
  const count = (group: string, what: keyof GroupCount): void => {
    const counted = groups.get(group) ?? { committed: 0, acknowledged: 0, refused: 0, unknown: 0 };
    counted[what] += 1;
    groups.set(group, counted);
  };
  const asked = new Set<string>(changes.map(({ type }) => type));
  for (const event of events) if (asked.has(event.type)) count(groupOf(event), 'committed');
  for (const { group, outcome } of changes) count(group, outcome);
  return groups;
}

/** What a run has to show. */
export interface Figures {
  acknowledged: number;
  refused: number;
  unknownCommitted: number;
  unknownRolledBack: number;
  /** Pairs of an event and an application that has to hear of it. */
  expected: number;
  accepted: number;
  /** Accepted deliveries beyond the first. */
  repeated: number;
  /** Attempts that the receiver failed on purpose. */
  failedOnPurpose: number;
  /** Of the events that never failed, those that a later one of the same aggregate overtook. */
  overtaken: number;
  /** Milliseconds from writing an event to its first delivery, where none failed, ascending. */
  delays: number[];
}

interface First {
  /** Its place among all receipts. */
  place: number;
  at: number;
}

/** In lines: what was acknowledged and delivered, and what is wrong with it. */
export function tell(evidence: Evidence): { lines: string[]; wrong: string[] } {
  const { acknowledged, refused, expected, accepted, repeated } = figuresOf(evidence);
  const wrong = check(evidence).map(({ kind, what }) => `${FAILURES[kind]}: ${what}`);
  const lines = [
    `${acknowledged} changes acknowledged, ${refused} refused by a rule, ${evidence.events.length} events committed`,
    `${expected} deliveries expected, ${accepted} received, of which ${repeated} again`,
    `${wrong.length} changes or deliveries lost, doubled or half done`,
  ];
  return { lines, wrong };
}

/** Counts what a run has to show. */
export function figuresOf(evidence: Evidence): Figures {
  const { receipts, subscribers, events } = evidence;
  const first = firstAccepted(receipts);
  const failed = new Set(receipts.filter(({ accepted }) => !accepted).map(keyOf));
  const lanes = new Map<string, number[]>();
  const delays: number[] = [];
  let expected = 0;
  for (const subscriber of subscribers) {
    for (const event of events.filter((event) => hears(subscriber, event))) {
      expected += 1;
      const key = keyOf({ application: subscriber.id, id: event.id });
      const arrival = first.get(key);
      if (arrival === undefined || failed.has(key)) continue;
      delays.push(arrival.at - event.at);
      const lane = `${subscriber.id} ${event.aggregate}`;
      lanes.set(lane, [...(lanes.get(lane) ?? []), arrival.place]);
    }
  }
  const accepted = receipts.length - receipts.filter((receipt) => !receipt.accepted).length;
  return {
    ...outcomesOf(evidence),
    expected,
    accepted,
    repeated: accepted - first.size,
    failedOnPurpose: receipts.length - accepted,
    overtaken: [...lanes.values()].reduce((sum, places) => sum + countOvertaken(places), 0),
    delays: delays.sort((a, b) => a - b),
  };
}

/**
 * How many were overtaken by a later one.
 * @param places where each of an aggregate's events arrived, in the order of the events
 */
export function countOvertaken(places: readonly number[]): number {
  let earliestLater = Infinity;
  let overtaken = 0;
  for (const place of places.toReversed()) {
    if (place > earliestLater) overtaken += 1;
    earliestLater = Math.min(earliestLater, place);
  }
  return overtaken;
}

function outcomesOf(
  evidence: Evidence,
): Pick<Figures, 'acknowledged' | 'refused' | 'unknownCommitted' | 'unknownRolledBack'> {
  const sums = { acknowledged: 0, refused: 0, unknownCommitted: 0, unknownRolledBack: 0 };
  for (const { acknowledged, refused, unknown, committed } of countByGroup(evidence).values()) {
    sums.acknowledged += acknowledged;
    sums.refused += refused;
    sums.unknownCommitted += committed - acknowledged;
    sums.unknownRolledBack += unknown - (committed - acknowledged);
  }
  return sums;
}

function firstAccepted(receipts: readonly Receipt[]): Map<string, First> {
  const first = new Map<string, First>();
  receipts.forEach((receipt, place) => {
    const key = keyOf(receipt);
    if (receipt.accepted && !first.has(key)) first.set(key, { place, at: receipt.at });
  });
  return first;
}

function keyOf({ application, id }: Pick<Receipt, 'application' | 'id'>): string {
  return `${application} ${id}`;
}
