import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { parseId } from '#common/ids.js';
import { LongJobs } from '#common/jobs/index.js';
import { Approvals, Proposals } from '#people/approvals/index.js';
import { CommissionRun, RUNS_QUEUE } from '../runs/index.js';
import { CorrectionApproval, findCorrection } from './correction-approval.action.js';
import { CommissionCorrection } from './correction.entity.js';
import { OVER } from './corrections.failures.js';
import { CORRECT } from './corrections.job.js';
import { LOCK } from './corrections.queries.js';
import { Corrections } from './corrections.service.js';
import type { ApprovedCorrectionView, CorrectionView } from './corrections.dto.js';

/** Approves corrections, which posts their differences, or calculates what they lack. See docs/spec/commissions.md#2. */
@Injectable()
export class Approving {
  constructor(
    private readonly db: Database,
    private readonly corrections: Corrections,
    private readonly approvals: Approvals,
    private readonly action: CorrectionApproval,
    private readonly proposals: Proposals,
    private readonly jobs: LongJobs,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Posts the differences as adjustments of the open period, once, or proposes to; audited.
   * @throws AppError NOT_FOUND; PERMISSION_DENIED for who cannot approve it; CONFLICT for one that is not calculated, has an
   *   older one before it, or where a period was posted since
   */
  async approve(caller: Caller, id: string): Promise<ApprovedCorrectionView> {
    await this.corrections.settle();
    const subject = { correction_id: parseId(id) ?? 0 };
    const { approval } = await this.approvals.transaction(caller, (tx) =>
      this.approvals.ask(tx, this.action, subject, caller),
    );
    return { ...(await this.corrections.read(id)), approval };
  }

  /**
   * Calculates what is missing: periods that were posted since, and those after a failure. Audited.
   * @throws AppError NOT_FOUND; CONFLICT for one that goes on, is approved or discarded
   */
  async recalculate(caller: Caller, id: string): Promise<CorrectionView> {
    await this.corrections.settle();
    await this.db.transaction(async (tx) => {
      await this.db.query(tx, LOCK);
      const { id: correctionId, status, uid, tree } = await findCorrection(tx, parseId(id) ?? 0);
      if (status !== 'calculated' && status !== 'failed') throw AppError.of(OVER, { id: correctionId, status });
      await this.proposals.changed(tx, caller, this.action.kind, String(correctionId));
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
    return this.corrections.read(id);
  }
}
