import { Injectable } from '@nestjs/common';
import { In, LessThan, type EntityManager } from 'typeorm';
import type { Caller } from '../../../common/access/index.js';
import { AuditLog } from '../../../common/audit/index.js';
import { Database, statement } from '../../../common/database/index.js';
import { AppError } from '../../../common/errors/app-error.js';
import { parseId } from '../../../common/ids.js';
import { LongJobs } from '../../../common/jobs/index.js';
import { ADJUST_PERIODS, EarningsLedger } from '../earnings/index.js';
import { CommissionRun, PostedRuns, RUNS_QUEUE } from '../runs/index.js';
import { CommissionCorrection, type CorrectionStatus } from './correction.entity.js';
import { FOUR_EYES, NOT_CALCULATED, OLDER_OPEN, OVER, POSTED_SINCE } from './corrections.failures.js';
import { CORRECT } from './corrections.job.js';
import { DIFFERENCES, LOCK, PERIODS, TAKE_TIME, type PeriodRow } from './corrections.queries.js';
import { Corrections, pairsOf } from './corrections.service.js';
import type { CorrectionView } from './corrections.view.js';

const OPEN = ['queued', 'running', 'calculated', 'failed'] as const;

/** Posts the differences between the runs $1 and $2 as adjustments: $3 is who, $4 the reason. */
const POST = statement(
  'corrections.post',
  `WITH given AS (
     SELECT d.uid, d.period, d.amount, $3::bigint AS by_uid, $4::text AS reason FROM (${DIFFERENCES}) AS d
   )
   ${ADJUST_PERIODS}`,
);

/** Approves corrections, which posts their differences, or ends them. Section 2 of the decisions on commissions. */
@Injectable()
export class Approving {
  constructor(
    private readonly db: Database,
    private readonly corrections: Corrections,
    private readonly posted: PostedRuns,
    private readonly ledger: EarningsLedger,
    private readonly jobs: LongJobs,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Posts the differences as adjustments of the open period, once; audited.
   * @throws AppError NOT_FOUND; PERMISSION_DENIED for who moved the member, if the plan asks for four eyes; CONFLICT for one that
   *   is not calculated, has an older one before it, or where a period was posted since
   */
  approve(caller: Caller, id: string): Promise<CorrectionView> {
    return this.act(caller, id, 'approve', async (tx, correction) => {
      const { status, fourEyes, createdByUid, fromAt, reason } = correction;
      if (status !== 'calculated') throw AppError.of(NOT_CALCULATED, { id: correction.id, status });
      if (fourEyes && createdByUid === caller.uid) throw AppError.of(FOUR_EYES);
      const older = await tx.findOne(CommissionCorrection, {
        where: { id: LessThan(correction.id), status: In(OPEN) },
        order: { id: 'ASC' },
      });
      if (older !== null) throw AppError.of(OLDER_OPEN, { id: older.id });
      // Nothing is posted until this transaction ends.
      await this.posted.span(tx);
      const periods = await this.db.query<PeriodRow>(tx, PERIODS, [correction.id, fromAt]);
      const missing = periods.find((period) => period.status !== 'calculated');
      if (missing !== undefined) throw AppError.of(POSTED_SINCE, { period: missing.period });
      await this.db.query(tx, TAKE_TIME);
      await this.ledger.hold(tx);
      await this.db.query(tx, POST, [
        ...pairsOf(periods),
        caller.uid,
        `correction ${correction.id}: ${reason}`.slice(0, 500),
      ]);
      const now = { approvedAt: () => 'clock_timestamp()', approvedByUid: caller.uid };
      await tx.update(CommissionRun, { correctionId: correction.id }, { status: 'approved', ...now });
      return { status: 'approved' as const, ...now };
    });
  }

  /**
   * Ends a correction without posting anything; the move stays. Audited.
   * @throws AppError NOT_FOUND; CONFLICT for one that is approved or discarded
   */
  discard(caller: Caller, id: string): Promise<CorrectionView> {
    return this.act(caller, id, 'discard', async (tx, { id: correctionId, jobId, status }) => {
      if (status === 'approved' || status === 'discarded') throw AppError.of(OVER, { id: correctionId, status });
      if (jobId !== null) this.db.afterCommit(tx, () => this.jobs.cancel(jobId));
      // Their results are dropped as those of other runs that are discarded.
      const end = { status: 'discarded' as const, endedAt: () => 'clock_timestamp()' };
      await tx.update(CommissionRun, { correctionId }, end);
      return end;
    });
  }

  /**
   * Calculates what is missing: periods that were posted since, and those after a failure. Audited.
   * @throws AppError NOT_FOUND; CONFLICT for one that goes on, is approved or discarded
   */
  recalculate(caller: Caller, id: string): Promise<CorrectionView> {
    return this.act(caller, id, 'recalculate', async (tx, { id: correctionId, status }) => {
      if (status !== 'calculated' && status !== 'failed') throw AppError.of(OVER, { id: correctionId, status });
      const jobId = await this.jobs.add(tx, CORRECT, { payload: { correctionId }, queue: RUNS_QUEUE });
      await tx.update(
        CommissionRun,
        { correctionId, status: In(['queued', 'failed', 'cancelled', 'running']) },
        { status: 'queued', jobId, error: null, endedAt: null },
      );
      return { status: 'queued' as const, jobId, error: null, endedAt: null, calculatedAt: null };
    });
  }

  private async act(
    caller: Caller,
    id: string,
    name: string,
    change: (tx: EntityManager, correction: CommissionCorrection) => Promise<object & { status: CorrectionStatus }>,
  ): Promise<CorrectionView> {
    await this.corrections.settle();
    await this.db.transaction(async (tx) => {
      await this.db.query(tx, LOCK);
      const found = await tx.findOneBy(CommissionCorrection, { id: parseId(id) ?? 0 });
      if (found === null) throw AppError.notFound('correction');
      const changed = await change(tx, found);
      await tx.update(CommissionCorrection, found.id, changed);
      const act = { action: `commission_correction.${name}`, entityType: 'commission_correction', entityId: found.id };
      const { uid, tree, status } = found;
      await this.audit.record(tx, caller, {
        ...act,
        before: { uid, tree, status },
        after: { uid, tree, status: changed.status },
      });
    });
    return this.corrections.read(id);
  }
}
