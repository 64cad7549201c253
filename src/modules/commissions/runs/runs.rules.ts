import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import type { LongJob } from '#common/jobs/index.js';
import type { Plan } from '@commerce/commission-engine';
import type { CommissionRun, RunStatus } from './run.entity.js';

/** Previews that an admin keeps at a time. */
export const MAX_PREVIEWS = 100;

/** Statuses of runs that came to nothing. */
export const ENDED = ['failed', 'cancelled', 'discarded'] as const;

export const NO_PLAN = failure(COMMISSIONS.no_plan_published, { field: 'period', example: { period: '2026-10' } });
export const OTHER_PLAN = failure(COMMISSIONS.other_plan_published, {
  field: 'plan_id',
  example: { id: 3, period: '2026-10' },
});
export const NOT_ENDED = failure(COMMISSIONS.period_open, {
  field: 'period',
  example: { at: '2026-12-01T00:00:00.000Z' },
});
export const HAS_FINAL = failure(COMMISSIONS.has_final_run, {
  field: 'period',
  example: { id: 12, status: 'calculated' },
});
export const NOT_NEXT = failure(COMMISSIONS.gap_before_period, {
  field: 'period',
  example: { at: '2026-10-01T00:00:00.000Z', period: '2026-09' },
});
export const FIRST_OPEN = failure(COMMISSIONS.earlier_run_open, {
  field: 'period',
  example: { period: '2026-09', id: 12, status: 'calculated' },
});
export const TOO_MANY_PREVIEWS = failure(COMMISSIONS.too_many_previews, { example: { count: MAX_PREVIEWS } });
export const WRONG_STATUS = failure(COMMISSIONS.run_status, {
  example: { id: 12, status: 'running', needed: 'calculated' },
});
export const NO_FINAL = failure(COMMISSIONS.run_is_preview, { example: { id: 12 } });
export const OF_CORRECTION = failure(COMMISSIONS.run_of_correction, { example: { id: 12 } });
export const BUSY = failure(COMMISSIONS.run_busy, { example: { id: 12 } });
export const CHANGED_SINCE = failure(COMMISSIONS.input_changed, {
  example: { id: 12, what: 'rows of the volume ledger' },
});
export const LINES_CHANGED = failure(COMMISSIONS.lines_changed, {
  example: { id: 12, lines: '18421.5500', payout: '18420.5500', members: 1 },
});
export const OUT_OF_ORDER = failure(COMMISSIONS.periods_in_order, {
  example: { id: 12, from: '2026-11-01T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' },
});
export const OTHER_PLAN_NOW = failure(COMMISSIONS.plan_changed, { example: { id: 12, period: '2026-10' } });
export const LEDGER_BUSY = failure(COMMISSIONS.ledger_busy, { example: { id: 12 } });

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
export const NO_RESULTS = failure(COMMISSIONS.no_results, { example: { status: 'discarded' } });

/** What the `bonus` of lines is called that are of no bonus of the plan, which is their type as well. */
export const CAP_NAME = 'cap';
export const CLAWBACK_NAME = 'clawback';

/** The types of lines by their `bonus`, in the order in which they are calculated. */
export function typesOf(plan: Plan): ReadonlyMap<string, string> {
  const types = plan.bonuses.map(({ id, type }): [string, string] => [id, type]);
  return new Map([...types, [CAP_NAME, CAP_NAME], [CLAWBACK_NAME, CLAWBACK_NAME]]);
}
