import type { InputDigest } from '../reading/input-digest.js';

export const CHANGED_SINCE = {
  code: 'CONFLICT',
  message: 'the input of run {id} has changed since: {what}; discard it and start another',
  example: { id: 12, what: 'rows of the volume ledger' },
} as const;
export const OUT_OF_ORDER = {
  code: 'CONFLICT',
  message:
    'run {id} begins at {from}, but the last posted period ended at {to}; periods are posted one after the other',
  example: { id: 12, from: '2026-11-01T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' },
} as const;
export const OTHER_PLAN_NOW = {
  code: 'CONFLICT',
  message: 'another plan was published for {period} since; discard run {id} and start another',
  example: { id: 12, period: '2026-10' },
} as const;
export const LEDGER_BUSY = {
  code: 'CONFLICT',
  message: 'the volume ledger is being written to, for example by an import; post run {id} again when that is over',
  example: { id: 12 },
} as const;

/** What is compared; `lastUid` is a part of the members. */
type Part = Exclude<keyof InputDigest, 'lastUid'>;

const PARTS: Readonly<Record<Part, string>> = {
  rows: 'rows of the volume ledger',
  members: 'members',
  titles: 'title ranks',
  states: 'kinds or statuses of members',
  edges: 'places in the network',
  posted: 'posted periods',
  inputs: 'inputs of bonuses',
  plan: 'the plan',
};

/** What of a run's input is another than it was, in words; undefined if it is the same. */
export function changedSince(read: InputDigest, now: InputDigest): string | undefined {
  const changed = (Object.keys(PARTS) as Part[]).filter((part) => read[part] !== now[part]);
  return changed.length === 0 ? undefined : changed.map((part) => PARTS[part]).join(', ');
}
