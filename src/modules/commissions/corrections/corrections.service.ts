import { Injectable } from '@nestjs/common';
import { In, MoreThan, type EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { LongJobs } from '#common/jobs/index.js';
import { PostponedMoves } from '#network/members/index.js';
import { CommissionRun, PostedRuns, ResultsDropping, RUNS_QUEUE } from '../runs/index.js';
import { CORRECT } from './correcting.service.js';
import { CorrectionApproval, OPEN } from './correction-approval.action.js';
import { CommissionCorrection } from './correction.entity.js';
import type { CorrectionView } from './corrections.dto.js';
import { CANNOT_DISCARD, MOVED_LATER, OVER } from './corrections.failures.js';
import { CorrectionsReader, findCorrection } from './corrections.reader.js';

/**
 * Has corrections calculated again, or discards them. Where one is discarded, posted periods stay as they were, also for
 * corrections that follow: the past is given back to the member, and the move holds from the end of what is posted on.
 * See docs/spec/commissions.md#2.
 */
@Injectable()
export class CorrectionsService {
  constructor(
    private readonly db: Database,
    private readonly reader: CorrectionsReader,
    private readonly posted: PostedRuns,
    private readonly moves: PostponedMoves,
    private readonly jobs: LongJobs,
    private readonly dropping: ResultsDropping,
    private readonly approval: CorrectionApproval,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Calculates what is missing: periods that were posted since, and those after a failure. Audited.
   * @throws AppError NOT_FOUND; CONFLICT for one that goes on, is approved or discarded
   */
  async recalculate(caller: Caller, id: number): Promise<CorrectionView> {
    await this.reader.settle();
    await this.db.transaction(async (tx) => {
      await this.db.lock(tx, 'corrections');
      const { id: correctionId, status, uid, tree } = await findCorrection(tx, id);
      if (status !== 'calculated' && status !== 'failed') throw AppError.of(OVER, { id: correctionId, status });
      await this.approval.lapse(tx, caller, correctionId);
      const jobId = await this.jobs.add(tx, CORRECT, { payload: { correctionId }, queue: RUNS_QUEUE });
      const queued = { status: 'queued' as const, jobId, error: null, endedAt: null };
      await tx.update(
        CommissionRun,
        { correctionId, status: In(['queued', 'failed', 'cancelled', 'running']) },
        queued,
      );
      await tx.update(CommissionCorrection, correctionId, { ...queued, calculatedAt: null });
      await this.audit.record(tx, caller, {
        action: 'commission_correction.recalculate',
        entityType: 'commission_correction',
        entityId: correctionId,
        before: { uid, tree, status },
        after: { uid, tree, status: 'queued' },
      });
    });
    return this.reader.read(id);
  }

  /**
   * Ends a correction without posting anything; audited.
   * @throws AppError NOT_FOUND; CONFLICT for one that is approved or discarded, and where the past cannot be given back
   */
  async discard(caller: Caller, id: number): Promise<CorrectionView> {
    await this.reader.settle();
    await this.db.transaction(async (tx) => {
      await this.db.lock(tx, 'corrections');
      const found = await findCorrection(tx, id);
      const { id: correctionId, jobId, status, uid, tree } = found;
      if (status === 'approved' || status === 'discarded') throw AppError.of(OVER, { id: correctionId, status });
      await this.approval.lapse(tx, caller, correctionId);
      if (jobId !== null) this.db.afterCommit(tx, () => this.jobs.cancel(jobId));
      const holdsFrom = await this.giveBack(tx, found);
      // Their results are dropped as those of other runs that are discarded.
      const end = { status: 'discarded' as const, endedAt: () => 'clock_timestamp()' };
      await tx.update(CommissionRun, { correctionId }, end);
      await tx.update(CommissionCorrection, correctionId, { ...end, holdsFrom });
      await this.beginAgain(tx, caller, correctionId);
      await this.audit.record(tx, caller, {
        action: 'commission_correction.discard',
        entityType: 'commission_correction',
        entityId: correctionId,
        before: { uid, tree, status },
        after: { uid, tree, status: 'discarded', holds_from: holdsFrom?.toISOString() ?? null },
      });
    });
    return this.reader.read(id);
  }

  /** @returns from when on the move holds; null of one whose edge was not kept, which goes on holding */
  private async giveBack(tx: EntityManager, one: CommissionCorrection): Promise<Date | null> {
    const { id, uid, tree, fromAt: from, edgeId, change } = one;
    const same = await tx.findOneBy(CommissionCorrection, { id: MoreThan(id), uid, tree, status: In(OPEN) });
    if (same !== null) throw AppError.of(MOVED_LATER, { id: same.id });
    const holdsFrom = (await this.posted.span(tx))?.to;
    if (edgeId === null || holdsFrom === undefined) return null;
    const move = { uid, tree, from, edgeId, superseded: change.positions };
    await this.moves.holdFrom(tx, move, holdsFrom).catch((error: unknown) => {
      throw error instanceof AppError ? AppError.of(CANNOT_DISCARD, { problem: error.message }) : error;
    });
    return holdsFrom;
  }

  /** What was calculated after the move has its effect in it. */
  private async beginAgain(tx: EntityManager, caller: Caller, id: number): Promise<void> {
    const later = await tx.findBy(CommissionCorrection, { id: MoreThan(id), status: In(OPEN) });
    for (const { id: correctionId, jobId: former } of later) {
      await this.approval.lapse(tx, caller, correctionId);
      if (former !== null) this.db.afterCommit(tx, () => this.jobs.cancel(former));
      for (const run of await tx.findBy(CommissionRun, { correctionId })) await this.dropping.request(tx, run.id);
      await tx.delete(CommissionRun, { correctionId });
      const jobId = await this.jobs.add(tx, CORRECT, { payload: { correctionId }, queue: RUNS_QUEUE });
      const queued = { status: 'queued' as const, jobId, error: null, endedAt: null, calculatedAt: null };
      await tx.update(CommissionCorrection, correctionId, queued);
    }
  }
}
