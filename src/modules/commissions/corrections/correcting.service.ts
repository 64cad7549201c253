import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { LongJobType, HandlesLongJob, type LongJobContext } from '#common/jobs/index.js';
import { Database } from '#common/database/index.js';
import { Calculation, CommissionRun } from '../runs/index.js';
import { CommissionCorrection } from './correction.entity.js';
import { PERIODS, TAKE_TIME, type PeriodRow } from './corrections.queries.js';

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
      await this.db.lock(tx, 'corrections');
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
