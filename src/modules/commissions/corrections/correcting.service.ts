import { Injectable } from '@nestjs/common';
import { In, MoreThan, type EntityManager } from 'typeorm';
import { LongJobType, HandlesLongJob, LongJobs, type LongJobContext } from '#common/jobs/index.js';
import { Database } from '#common/database/index.js';
import {
  PastCorrections,
  type PastMove,
  type TouchedPeriod,
  SuccessionEffects,
  type Succeeded,
} from '#network/members/index.js';
import { VolumeLedger } from '#network/volumes/index.js';
import { Calculation, CommissionRun, PostedRuns, RUNS_QUEUE } from '../runs/index.js';
import { CommissionCorrection } from './correction.entity.js';
import { LOCK, PERIODS, TAKE_TIME, type PeriodRow } from './corrections.queries.js';
import { OpenPeriods } from '../plans/index.js';

/** Calculates posted periods again, in a process of its own. */
export const CORRECT = new LongJobType<{ correctionId: number }>('commissions.correct', {
  ownProcess: true,
  retries: 2,
});

/** Steps of progress for each period. */
const STEPS = 100;

/** Calculates posted periods again, one after the other. See docs/spec/commissions.md#2, decision 75. */
@Injectable()
export class Correcting {
  constructor(
    private readonly db: Database,
    private readonly calculation: Calculation,
  ) {}

  /** Whoever begins it again goes on with the first period that is not calculated. */
  @HandlesLongJob(CORRECT)
  async correct({ correctionId: id }: { correctionId: number }, context: LongJobContext): Promise<void> {
    const { manager } = this.db;
    const begun = await manager.update(
      CommissionCorrection,
      { id, status: In(['queued', 'running']) },
      { status: 'running' },
    );
    if (begun.affected === 0) return;
    const correction = await manager.findOneByOrFail(CommissionCorrection, { id });
    const periods = await this.db.query<PeriodRow>(null, PERIODS, [id, correction.fromAt]);
    for (const [at, period] of periods.entries()) {
      const progress = (done: number): void => context.progress(at * STEPS + done, periods.length * STEPS);
      const runId = period.correction_run_id ?? (await this.add(correction, period.run_id));
      if (runId === undefined) return;
      await this.calculation.calculate({ runId }, { ...context, progress });
      context.signal.throwIfAborted();
      const { status, error } = await manager.findOneByOrFail(CommissionRun, { id: runId });
      if (status !== 'calculated') return this.fail(id, `${period.period}: ${error ?? 'it was stopped'}`);
    }
    await manager.update(
      CommissionCorrection,
      { id, status: 'running' },
      { status: 'calculated', calculatedAt: () => 'clock_timestamp()' },
    );
  }

  /** Adds the run that calculates a posted one again, by the plan of that; undefined if the correction has ended meanwhile. */
  private add({ id, jobId, createdByUid }: CommissionCorrection, runId: number): Promise<number | undefined> {
    return this.db.transaction(async (tx) => {
      // Who discards the correction discards its runs: none may come after that.
      await this.db.query(tx, TAKE_TIME);
      await this.db.query(tx, LOCK);
      if (!(await tx.existsBy(CommissionCorrection, { id, status: 'running' }))) return undefined;
      const { period, fromAt, toAt, planId, document } = await tx.findOneByOrFail(CommissionRun, { id: runId });
      const { identifiers } = await tx.insert(CommissionRun, {
        kind: 'correction' as const,
        period,
        fromAt,
        toAt,
        planId,
        document,
        jobId,
        createdByUid,
        correctsRunId: runId,
        correctionId: id,
      });
      return identifiers[0]!.id as number;
    });
  }

  private async fail(id: number, error: string): Promise<void> {
    const change = { status: 'failed' as const, error: error.slice(0, 500), endedAt: () => 'clock_timestamp()' };
    await this.db.manager.update(CommissionCorrection, { id, status: 'running' }, change);
  }
}

/** Begins corrections of posted periods, where a move is dated back. See docs/spec/commissions.md#2, decision 75. */
@Injectable()
export class PastCalculation extends PastCorrections {
  constructor(
    private readonly posted: PostedRuns,
    private readonly jobs: LongJobs,
  ) {
    super();
  }

  async hold(tx: EntityManager): Promise<void> {
    await this.posted.span(tx);
  }

  async touched(tx: EntityManager, from: Date): Promise<readonly TouchedPeriod[]> {
    const runs = await tx.find(CommissionRun, {
      select: { id: true, period: true },
      where: { status: 'posted', toAt: MoreThan(from) },
      order: { fromAt: 'ASC' },
    });
    return runs.map(({ id: runId, period }) => ({ runId, period }));
  }

  async begin(tx: EntityManager, move: PastMove, periods: readonly TouchedPeriod[]): Promise<number> {
    const { uid, tree, from, to, superseded, edgeId, reason, byUid } = move;
    const last = await tx.findOneByOrFail(CommissionRun, { id: periods.at(-1)!.runId });
    const { identifiers } = await tx.insert(CommissionCorrection, {
      uid,
      tree,
      fromAt: from,
      reason,
      edgeId,
      createdByUid: byUid,
      change: { positions: [...superseded], to },
      fourEyes: last.document.four_eyes,
    });
    const id = identifiers[0]!.id as number;
    const jobId = await this.jobs.add(tx, CORRECT, { payload: { correctionId: id }, queue: RUNS_QUEUE });
    await tx.update(CommissionCorrection, id, { jobId });
    return id;
  }
}

/** What a succession does to volumes and titles, as plans see them. See docs/spec/commissions.md#2, decision 75. */
@Injectable()
export class SuccessionInPlans extends SuccessionEffects {
  constructor(
    private readonly periods: OpenPeriods,
    private readonly posted: PostedRuns,
    private readonly ledger: VolumeLedger,
  ) {
    super();
  }

  async moveVolumes(tx: EntityManager, succeeded: Succeeded): Promise<number> {
    const now = new Date();
    // Without a plan, the calendar month in UTC, as the live network has it.
    const begins = (await this.periods.at(now))?.from ?? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
    const ended = (await this.posted.span(tx))?.to;
    const since = ended !== undefined && ended > begins ? ended : begins;
    return this.ledger.succeed(tx, { ...succeeded, since });
  }

  async higherTitle(one: string | null, other: string | null): Promise<string | null> {
    const ranks = (await this.periods.at(new Date()))?.plan.ranks.map(({ name }) => name) ?? [];
    if (one === null || other === null) return one ?? other;
    return ranks.indexOf(other) > ranks.indexOf(one) ? other : one;
  }
}
