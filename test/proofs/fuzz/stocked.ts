import { CALLS } from '../support/calls/calls.js';
import type { Thing } from '../support/calls/things.js';

/** The things that are kept for requests, and which of their values requests name. */
export const STOCKED = {
  'run with results': ['id', 'uid', 'number'],
  'queued run': ['id'],
  'calculated final run': ['id'],
  'approved final run': ['id'],
  'plan of a run': ['plan_id'],
  'posted statement': ['uid', 'period'],
  'posted period': ['period'],
  correction: ['id'],
  'member and successor': ['uid', 'into_uid', 'to_uid'],
  payout: ['id'],
  'released payout': ['id', 'item'],
  leaver: ['uid'],
  hold: ['id'],
  approval: ['id'],
} as const satisfies Partial<Record<Thing, readonly string[]>>;

export type Stocked = keyof typeof STOCKED;

export function isStocked(thing: string): thing is Stocked {
  return Object.hasOwn(STOCKED, thing);
}

/** The slot of a parameter or field of an operation that is about a thing of the stock. */
export function stockedSlot(operationId: string, name: string, where: 'path' | 'other'): string | undefined {
  const of = CALLS[operationId]?.of;
  if (typeof of !== 'string' || !isStocked(of)) return undefined;
  // The items that are marked at once are named by their ids, in the path of which stands that of the payout.
  const value = of === 'released payout' && where === 'other' && name === 'id' ? 'item' : name;
  return (STOCKED[of] as readonly string[]).includes(value) ? `the ${of}: ${value}` : undefined;
}

/** The thing and the value that such a slot names. */
export function readStockedSlot(slot: string): { thing: Stocked; name: string } | undefined {
  const [, thing = '', name = ''] = /^the (.+): (\w+)$/.exec(slot) ?? [];
  return isStocked(thing) ? { thing, name } : undefined;
}
