import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { LongJobs } from '#common/jobs/index.js';
import { PastCorrections, type PastMove, type TouchedPeriod } from '#network/members/index.js';
import { CommissionRun, PostedRuns, RUNS_QUEUE } from '../runs/index.js';
import { CommissionCorrection } from './correction.entity.js';
import { CORRECT } from './correcting.service.js';

/** Starts the correction of posted periods when a move is dated back. See docs/spec/commissions.md#2, decision 75. */
@Injectable()
export class CorrectionStart extends PastCorrections {
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
