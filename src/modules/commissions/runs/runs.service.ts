import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, Not, type EntityManager, type QueryDeepPartialEntity } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { ADVISORY_LOCKS } from '#common/database/advisory-locks.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { isLockedByOthers } from '@commerce/postgres';
import { LongJobs } from '#common/jobs/index.js';
import type { Plan } from '@commerce/commission-engine';
import { PublishedPlans, periodOf, startOfDay, type Period } from '../plans/index.js';
import { RunApproval } from './run-approval.action.js';
import { lastPosted } from './results/results.queries.js';
import { CommissionRun, type RunKind, type RunStatus } from './run.entity.js';
import { ResultsDropping } from './writing/result-partitions.js';
import { toAuditedRun, type StartRunDto, type RunView } from './runs.dto.js';
import { CALCULATE, PREVIEWS_QUEUE, RUNS_QUEUE } from './calculation/calculation.service.js';
import { RunsReader } from './runs.reader.js';
import {
  assertStatus,
  BUSY,
  ENDED,
  FIRST_OPEN,
  HAS_FINAL,
  MAX_PREVIEWS,
  NO_PLAN,
  NOT_ENDED,
  NOT_NEXT,
  OF_CORRECTION,
  OTHER_PLAN,
  TOO_MANY_PREVIEWS,
} from './runs.rules.js';

/** One run is started at a time, so that what is counted stays so. */
const LOCK = statement(
  'runs.lock-starting',
  `SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.startingRuns}), clock_timestamp() AS now`,
);

/** What a run calculates: a period by a plan. */
interface Calculated {
  readonly planId: number;
  readonly plan: Plan;
  readonly from: Date;
  readonly to: Date;
}

/** What an admin does to a run, in which statuses. */
interface Act {
  readonly name: 'cancel' | 'discard';
  readonly from: readonly RunStatus[];
  /** What changes; it may refuse. */
  readonly change: (tx: EntityManager, run: CommissionRun) => Promise<QueryDeepPartialEntity<CommissionRun>>;
}

/**
 * Starts runs, and leads them from one status to the next, but for the steps that have files of their own: they are calculated
 * by a job, approved by an action and posted in one transaction. See docs/spec/commissions.md#4.
 */
@Injectable()
export class RunsService {
  constructor(
    private readonly db: Database,
    private readonly runs: RunsReader,
    private readonly published: PublishedPlans,
    private readonly jobs: LongJobs,
    private readonly approval: RunApproval,
    private readonly dropping: ResultsDropping,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Starts a run, which goes on in the background; audited.
   * @throws AppError VALIDATION for what is no period, no plan, or does not fit the plan; CONFLICT for a period that has no
   * plan, too many previews of the caller's, and for a final run of a period that has not ended, has one already, or does not
   * follow the last one that is posted, or comes after the first of all while that is open
   */
  async start(caller: Caller, dto: StartRunDto): Promise<RunView> {
    await this.runs.settle();
    return this.db.transaction(async (tx) => {
      const now = await this.lockStarting(tx);
      const calculated = await (dto.kind === 'final' ? this.ofFinal(tx, dto) : this.ofPreview(tx, dto));
      await (dto.kind === 'final' ? assertCanFollow(tx, dto.period, calculated, now) : assertHasRoom(tx, caller.uid));
      const run = await this.add(tx, dto, calculated, caller.uid);
      const act = { action: 'commission_run.start', entityType: 'commission_run', entityId: run.id };
      await this.audit.record(tx, caller, { ...act, after: toAuditedRun(run) });
      return this.runs.view(tx, run);
    });
  }

  /**
   * Lets nobody else start a run, or publish a plan, until the transaction ends.
   * @returns the instant
   */
  async lockStarting(tx: EntityManager): Promise<Date> {
    await this.published.hold(tx);
    return (await this.db.queryOne<{ now: Date }>(tx, LOCK))!.now;
  }

  /**
   * Starts a preview of the service's own; starting must be locked.
   * @param period that has begun, and has a plan in force
   */
  async startOwn(tx: EntityManager, period: string): Promise<void> {
    const calculated = await this.ofPreview(tx, { period });
    await this.add(tx, { period, kind: 'preview' }, calculated, null);
  }

  /**
   * Discards a run with its results; audited.
   * @throws AppError NOT_FOUND; CONFLICT for one that is neither calculated nor approved
   */
  discard(caller: Caller, id: number): Promise<RunView> {
    return this.act(caller, id, {
      name: 'discard',
      from: ['calculated', 'approved'],
      change: async (tx, run) => {
        await this.dropping.request(tx, run.id);
        await this.approval.lapse(tx, caller, run.id);
        return { status: 'discarded' as const, endedAt: () => 'clock_timestamp()' };
      },
    });
  }

  /**
   * Cancels a run that is being calculated, or waits for it; audited. Whatever its job goes on to do is not kept.
   * @throws AppError NOT_FOUND; CONFLICT for one that is neither queued nor running
   */
  async cancel(caller: Caller, id: number): Promise<RunView> {
    return this.act(caller, id, {
      name: 'cancel',
      from: ['queued', 'running'],
      change: (tx, { jobId }) => {
        this.db.afterCommit(tx, () => this.jobs.cancel(jobId!));
        return Promise.resolve({ status: 'cancelled' as const, endedAt: () => 'clock_timestamp()' });
      },
    });
  }

  /**
   * A run, locked until the transaction ends.
   * @throws AppError NOT_FOUND; CONFLICT if somebody else is changing it, and goes on to
   */
  async lock(tx: EntityManager, id: number): Promise<CommissionRun> {
    return this.runs.lock(tx, id).catch((error: unknown) => {
      throw isLockedByOthers(error) ? AppError.of(BUSY, { id }) : error;
    });
  }

  private async act(caller: Caller, id: number, { name, from, change }: Act): Promise<RunView> {
    await this.runs.settle();
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, id);
      if (before.kind === 'correction') throw AppError.of(OF_CORRECTION, { id: before.id });
      assertStatus(before, from);
      await tx.update(CommissionRun, before.id, await change(tx, before));
      const after = await tx.findOneByOrFail(CommissionRun, { id: before.id });
      const act = { action: `commission_run.${name}`, entityType: 'commission_run', entityId: before.id };
      await this.audit.record(tx, caller, { ...act, before: toAuditedRun(before), after: toAuditedRun(after) });
      return this.runs.view(tx, after);
    });
  }

  private async ofFinal(tx: EntityManager, { period, plan_id: planId }: StartRunDto): Promise<Calculated> {
    const found = await this.inForce(tx, period);
    if (planId !== undefined && planId !== found.planId) throw AppError.of(OTHER_PLAN, { id: found.planId, period });
    return found;
  }

  private async ofPreview(
    tx: EntityManager,
    { period: name, plan_id: planId }: Pick<StartRunDto, 'period' | 'plan_id'>,
  ): Promise<Calculated> {
    if (planId === undefined) return this.inForce(tx, name);
    const version = await this.published.version(tx, planId);
    if (version === undefined) throw AppError.ofField('VALIDATION', 'plan_id', 'is no plan');
    const plan = version.document;
    const period = calendarPeriod(name);
    if (period.kind !== plan.period)
      throw AppError.ofField('VALIDATION', 'period', `must be a ${plan.period}, as plan ${planId} has them`);
    // Where another version had another time zone, the first period of the next begins where the last one ended.
    const inForce = await this.published.inForce(tx, name);
    const isSameZone = inForce?.plan.time_zone === plan.time_zone;
    return {
      planId,
      plan,
      from: isSameZone ? inForce.from : startOfDay(period.firstDay, plan.time_zone),
      to: startOfDay(period.nextDay, plan.time_zone),
    };
  }

  private async inForce(tx: EntityManager, name: string): Promise<Calculated> {
    calendarPeriod(name);
    const found = await this.published.inForce(tx, name);
    if (found === undefined) throw AppError.of(NO_PLAN, { period: name });
    return { planId: found.id, plan: found.plan, from: found.from, to: found.to };
  }

  private async add(
    tx: EntityManager,
    { period, kind }: { period: string; kind: RunKind },
    { planId, plan, from, to }: Calculated,
    byUid: number | null,
  ): Promise<CommissionRun> {
    const values = { kind, period, fromAt: from, toAt: to, planId, document: plan };
    const isAutomatic = byUid === null;
    const { identifiers } = await tx.insert(CommissionRun, { ...values, isAutomatic, createdByUid: byUid });
    const id = identifiers[0]!.id as number;
    const queue = kind === 'final' ? RUNS_QUEUE : PREVIEWS_QUEUE;
    const jobId = await this.jobs.add(tx, CALCULATE, { payload: { runId: id }, queue });
    await tx.update(CommissionRun, id, { jobId });
    return tx.findOneByOrFail(CommissionRun, { id });
  }
}

async function assertCanFollow(tx: EntityManager, period: string, { from, to }: Calculated, now: Date): Promise<void> {
  if (to > now) throw AppError.of(NOT_ENDED, { at: to.toISOString() });
  const one = await tx.findOneBy(CommissionRun, { kind: 'final', period, status: Not(In(ENDED)) });
  if (one !== null) throw AppError.of(HAS_FINAL, { id: one.id, status: one.status });
  const last = await lastPosted(tx);
  if (last !== null && last.toAt.getTime() !== from.getTime())
    throw AppError.of(NOT_NEXT, { at: last.toAt.toISOString(), period: last.period });
  if (last !== null) return;
  const earlier = { kind: 'final' as const, status: Not(In(ENDED)), toAt: LessThanOrEqual(from) };
  const first = await tx.findOneBy(CommissionRun, earlier);
  if (first !== null) throw AppError.of(FIRST_OPEN, { period: first.period, id: first.id, status: first.status });
}

async function assertHasRoom(tx: EntityManager, createdByUid: number): Promise<void> {
  const count = await tx.countBy(CommissionRun, { kind: 'preview', createdByUid, status: Not(In(ENDED)) });
  if (count >= MAX_PREVIEWS) throw AppError.of(TOO_MANY_PREVIEWS, { count });
}

function calendarPeriod(name: string): Period {
  const period = periodOf(name);
  if (period !== undefined) return period;
  throw AppError.ofField('VALIDATION', 'period', 'must be a month such as 2026-10, or a week such as 2026-W43');
}
