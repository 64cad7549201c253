import type { Evidence } from './evidence.js';
import type { Receipt } from './receiver.js';
import { countByGroup, hears } from './verdict.js';

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
