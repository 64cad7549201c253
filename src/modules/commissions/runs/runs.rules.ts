import { AppError } from '#common/errors/app-error.js';
import type { LongJob } from '#common/jobs/index.js';
import type { Plan } from '@commerce/commission-engine';
import type { CommissionRun, RunStatus } from './run.entity.js';

/** Previews that an admin keeps at a time. */
export const MAX_PREVIEWS = 100;

/** Statuses of runs that came to nothing. */
export const ENDED = ['failed', 'cancelled', 'discarded'] as const;

export const NO_PLAN = {
  code: 'CONFLICT',
  field: 'period',
  message: 'no plan is published for {period}; publish one, or name one by plan_id for a preview',
  example: { period: '2026-10' },
} as const;
export const OTHER_PLAN = {
  code: 'CONFLICT',
  field: 'plan_id',
  message: 'must be {id}, the plan that is published for {period}',
  example: { id: 3, period: '2026-10' },
} as const;
export const NOT_ENDED = {
  code: 'CONFLICT',
  field: 'period',
  message: 'ends at {at}; until then only previews can be made',
  example: { at: '2026-12-01T00:00:00.000Z' },
} as const;
export const HAS_FINAL = {
  code: 'CONFLICT',
  field: 'period',
  message: 'has a final run already: {id}, which is {status}',
  example: { id: 12, status: 'calculated' },
} as const;
export const NOT_NEXT = {
  code: 'CONFLICT',
  field: 'period',
  message: 'must begin at {at}, where {period} ended: it is the last posted period',
  example: { at: '2026-10-01T00:00:00.000Z', period: '2026-09' },
} as const;
export const FIRST_OPEN = {
  code: 'CONFLICT',
  field: 'period',
  message: 'comes after {period}, whose final run {id} is {status}: post or end it first',
  example: { period: '2026-09', id: 12, status: 'calculated' },
} as const;
export const TOO_MANY_PREVIEWS = {
  code: 'CONFLICT',
  message: 'you have {count} previews; discard some first',
  example: { count: MAX_PREVIEWS },
} as const;
export const WRONG_STATUS = {
  code: 'CONFLICT',
  message: 'run {id} is {status}; it must be {needed}',
  example: { id: 12, status: 'running', needed: 'calculated' },
} as const;
export const NO_FINAL = {
  code: 'CONFLICT',
  message: 'run {id} is a preview; only final runs are approved and posted',
  example: { id: 12 },
} as const;
export const OF_CORRECTION = {
  code: 'CONFLICT',
  message: 'run {id} belongs to a correction: approve or discard the correction instead',
  example: { id: 12 },
} as const;
export const BUSY = {
  code: 'CONFLICT',
  message: 'run {id} is being changed by somebody else; try again',
  example: { id: 12 },
} as const;
export const CHANGED_SINCE = {
  code: 'CONFLICT',
  message: 'the input of run {id} has changed since: {what}; discard it and start another',
  example: { id: 12, what: 'rows of the volume ledger' },
} as const;
export const LINES_CHANGED = {
  code: 'CONFLICT',
  message:
    'the lines of run {id} are not what was calculated: they come to {lines} instead of {payout} (members with another amount than on their statements: {members}); discard it and start another',
  example: { id: 12, lines: '18421.5500', payout: '18420.5500', members: 1 },
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

/** @throws AppError CONFLICT for a run that is in another status */
export function assertStatus(
  { id, status }: Pick<CommissionRun, 'id' | 'status'>,
  allowed: readonly RunStatus[],
): void {
  if (!allowed.includes(status)) throw AppError.of(WRONG_STATUS, { id, status, needed: allowed.join(' or ') });
}

/** @throws AppError CONFLICT for a run of a correction, for a preview, and for a final run in another status */
export function assertFinal(run: Pick<CommissionRun, 'id' | 'kind' | 'status'>, status: RunStatus): void {
  const { id, kind } = run;
  if (kind === 'correction') throw AppError.of(OF_CORRECTION, { id });
  if (kind !== 'final') throw AppError.of(NO_FINAL, { id });
  assertStatus(run, [status]);
}

/** What a run was ended by, if its long job was. */
export interface RunEnd {
  readonly status: Extract<RunStatus, 'failed' | 'cancelled'>;
  readonly error: string | null;
  /** Null where the job is not known any more. */
  readonly endedAt: Date | null;
}

/**
 * What happened to a run whose status is queued or running; undefined while its job goes on.
 * @param job that calculates it; undefined if it ended long ago
 */
export function endOf(job: Pick<LongJob, 'state' | 'finishedAt'> | undefined): RunEnd | undefined {
  const endedAt = job?.finishedAt ?? null;
  switch (job?.state) {
    case 'waiting':
    case 'running':
      return undefined;
    case 'cancelled':
      return { status: 'cancelled', error: null, endedAt };
    default:
      // It would have a result. Why it has none may be told in words of the database, so the log alone has them.
      return { status: 'failed', error: 'its process failed several times; the log of the service says why', endedAt };
  }
}

/**
 * How far a run has come, from 0 to 1.
 * @param job that calculates it; undefined where it does not matter any more
 */
export function progressOf(
  { status }: Pick<CommissionRun, 'status'>,
  job: Pick<LongJob, 'done' | 'total'> | undefined,
): number {
  if (status === 'queued') return 0;
  if (status !== 'running') return status === 'failed' || status === 'cancelled' ? 0 : 1;
  const { done = 0, total = null } = job ?? {};
  return total === null || total === 0 ? 0 : Math.min(1, Math.floor((done / total) * 100) / 100);
}

/** The states of a run in which its results are there. */
export const WITH_RESULTS: readonly RunStatus[] = ['calculated', 'approved', 'posted'];

/** For requests for the results of a run that has none, or no longer has any. */
export const NO_RESULTS = {
  code: 'CONFLICT',
  message: 'the run is {status}: only runs that are calculated, approved or posted have results',
  example: { status: 'discarded' },
} as const;

/** What the `bonus` of lines is called that are of no bonus of the plan, which is their type as well. */
export const CAP_NAME = 'cap';
export const CLAWBACK_NAME = 'clawback';

/** The types of lines by their `bonus`, in the order in which they are calculated. */
export function typesOf(plan: Plan): ReadonlyMap<string, string> {
  const types = plan.bonuses.map(({ id, type }): [string, string] => [id, type]);
  return new Map([...types, [CAP_NAME, CAP_NAME], [CLAWBACK_NAME, CLAWBACK_NAME]]);
}
