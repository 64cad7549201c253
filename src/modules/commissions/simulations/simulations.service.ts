import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ADVISORY_LOCK_FAMILIES } from '#common/database/advisory-locks.js';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, isOlderThan, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { newId } from '#common/ids.js';
import { isOpen, LongJobs, Retention, type LongJob, workStatusOf } from '#common/jobs/index.js';
import { Currency } from '#common/money/currency.js';
import { InstalledBonuses } from '../plans/index.js';
import { CommissionRun } from '../runs/index.js';
import { SIMULATE } from './simulating.service.js';
import { acceptRequest, assertFit } from './simulations.rules.js';
import { CommissionSimulation } from './simulation.entity.js';
import type { SimulationResultView, SimulationView } from './simulations.dto.js';

/** Of all simulations, one is calculated at a time, beside runs: who tries plans waits for the answer. */
const QUEUE = 'commissions.simulations';

/** Simulations of one admin that may go on at a time. */
const MAX_GOING = 3;

const POLL_MS = 200;

export const NOT_POSTED = failure(COMMISSIONS.run_not_posted, { field: 'period' });
export const TOO_MANY = {
  code: 'CONFLICT',
  message: `${MAX_GOING} of your simulations are going on; wait for one`,
} as const;

/** One admin starts one simulation at a time, so that what is counted stays so. `$1` is the admin. */
const LOCK = statement(
  'simulations.lock',
  `SELECT pg_advisory_xact_lock(${ADVISORY_LOCK_FAMILIES.simulations}, $1::bigint::integer)`,
);

/** Tries plans that are not saved on posted periods. See docs/spec/commissions.md#4, decision 73. */
@Injectable()
export class Simulations {
  constructor(
    private readonly db: Database,
    private readonly jobs: LongJobs,
    private readonly audit: AuditLog,
    private readonly currency: Currency,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /**
   * Begins a simulation, and waits for it; audited.
   * @param seconds how long it waits at most; under an `Idempotency-Key` not at all, since nothing begins before the answer
   * @throws AppError VALIDATION for what is no plan, or has other periods than the run; CONFLICT for a period that is not
   * posted, and while too many of the caller's go on
   */
  async start(caller: Caller, body: object, seconds: number): Promise<SimulationView> {
    const request = acceptRequest(body, { currencyDigits: this.currency.digits, types: this.bonuses.types });
    const made = await this.db.transaction(async (tx) => {
      await this.db.query(tx, LOCK, [caller.uid % 2 ** 31]);
      const run = await tx.findOneBy(CommissionRun, { period: request.period, status: 'posted' });
      if (run === null) throw AppError.of(NOT_POSTED);
      assertFit(request, run.document.period);
      if ((await this.going(caller.uid)) >= MAX_GOING) throw AppError.of(TOO_MANY);
      const id = newId();
      const jobId = await this.jobs.add(tx, SIMULATE, { payload: { simulationId: id }, queue: QUEUE });
      const { plans, period } = request;
      await tx.insert(CommissionSimulation, { id, runId: run.id, plans, jobId, createdByUid: caller.uid });
      const act = { action: 'commission_simulation.start', entityType: 'commission_simulation', entityId: id };
      await this.audit.record(tx, caller, { ...act, after: { period, plans: plans.map(({ name }) => name) } });
      return { id, jobId };
    });
    if (!this.db.isAmbient) await this.wait(made.jobId, seconds);
    return this.read(made.id);
  }

  /**
   * One simulation.
   * @throws AppError NOT_FOUND also after 30 days
   */
  async read(id: string): Promise<SimulationView> {
    const found = await this.db.manager.findOneBy(CommissionSimulation, { id });
    if (found === null) throw AppError.notFound('simulation');
    const run = await this.db.manager.findOneByOrFail(CommissionRun, { id: found.runId });
    const job = found.result === null ? await this.jobs.find(found.jobId) : undefined;
    return { ...toView(found, job), period: run.period, currency_code: this.currency.code };
  }

  /** Forgets simulations after 30 days. */
  @Retention('simulations of commission plans 30 days after they were begun')
  async forget(): Promise<void> {
    await this.db.manager.delete(CommissionSimulation, { createdAt: isOlderThan(30) });
  }

  private async going(uid: number): Promise<number> {
    const open = await this.db.manager
      .createQueryBuilder(CommissionSimulation, 's')
      .select(['s.id', 's.jobId'])
      .where('s.created_by_uid = :uid AND s.result IS NULL', { uid })
      .getMany();
    const jobs = await this.jobs.findAll(open.map(({ jobId }) => jobId));
    return jobs.filter(({ state }) => isOpen(state)).length;
  }

  private async wait(jobId: string, seconds: number): Promise<void> {
    for (let waited = 0; waited < seconds * 1_000; waited += POLL_MS) {
      if (!isOpen((await this.jobs.find(jobId))?.state)) return;
      await sleep(POLL_MS);
    }
  }
}

function toView(
  simulation: CommissionSimulation,
  job: LongJob | undefined,
): Omit<SimulationView, 'period' | 'currency_code'> {
  const { id, runId, result, createdAt, createdByUid } = simulation;
  const stopped = result !== null && 'error' in result ? String(result.error) : null;
  const ofJob = workStatusOf(job?.state);
  // A job that is done would have left a result.
  const withoutResult = ofJob === 'done' ? 'failed' : ofJob;
  const status = result === null ? withoutResult : stopped === null ? 'done' : 'failed';
  const isDone = status === 'done';
  return {
    id,
    status,
    run_id: runId,
    created_at: createdAt.toISOString(),
    created_by_uid: createdByUid,
    progress: isDone ? 1 : job?.total ? job.done / job.total : 0,
    error: status === 'failed' ? (stopped ?? 'it was stopped; begin it again') : null,
    result: isDone ? (result as SimulationResultView) : null,
  };
}
