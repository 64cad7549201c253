import type { Plan } from '../../engine/index.js';
import type { RunStatus } from '../run.entity.js';

/** The states of a run in which its results are there. */
export const WITH_RESULTS: readonly RunStatus[] = ['calculated', 'approved', 'posted'];

/** For requests for the results of a run that has none, or no longer has any. */
export const NO_RESULTS = {
  code: 'CONFLICT',
  message: 'the run is {status}: only runs that are calculated, approved or posted have results',
  example: { status: 'discarded' },
} as const;

/** Lines that are of no bonus: their `bonus` is their type. */
const OTHER_TYPES: readonly string[] = ['cap', 'clawback'];

/** The types of lines by their `bonus`, in the order in which they are calculated. */
export function typesOf(plan: Plan): ReadonlyMap<string, string> {
  const types = plan.bonuses.map(({ id, type }): [string, string] => [id, type]);
  return new Map([...types, ...OTHER_TYPES.map((type): [string, string] => [type, type])]);
}
