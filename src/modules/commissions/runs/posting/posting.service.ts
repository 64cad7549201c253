import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { isLockedByOthers } from '@commerce/postgres';
import { LongJobs } from '#common/jobs/index.js';
import { PublishedPlans, type PlanInForce } from '../../plans/index.js';
import { CommissionRun } from '../run.entity.js';
import { RunsReader } from '../runs.reader.js';
import { assertStatus, NO_FINAL, OF_CORRECTION } from '../runs.rules.js';
import { RunsService } from '../runs.service.js';
import { toAuditedRun, type RunView } from '../runs.dto.js';
import { DIGEST, digestOf, type DigestRow, type InputDigest } from '../reading/input-digest.js';
import { Calculation } from '../calculation/calculation.service.js';
import { RunApproval } from '../run-approval.action.js';
import { PostedRuns } from './posted-periods.js';
import { NOW, TAKE_TIME, PostingWrites } from './posting-writes.js';
import { LEDGER_BUSY, CHANGED_SINCE, changedSince, OTHER_PLAN_NOW, OUT_OF_ORDER } from './posting.rules.js';

/** Posts runs: writes earnings and title ranks, and closes the period. See docs/spec/commissions.md#4, decision 69. */
@Injectable()
export class Posting {
  constructor(
    private readonly db: Database,
    private readonly reader: RunsReader,
    private readonly runs: RunsService,
    private readonly posted: PostedRuns,
    private readonly published: PublishedPlans,
    private readonly writes: PostingWrites,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Posts an approved run, all or nothing; audited. It cannot be undone.
   * @throws AppError NOT_FOUND; CONFLICT for a preview or a run of a correction, for one that is not approved, if the plan or anything that it has read
   * has changed since, if it does not follow the last posted period, and while the ledger is written to for long
   */
  async post(caller: Caller, id: number): Promise<RunView> {
    return this.db.transaction(async (tx) => {
      await this.db.query(tx, TAKE_TIME);
      const run = await this.runs.lock(tx, id);
      if (run.kind === 'correction') throw AppError.of(OF_CORRECTION, { id: run.id });
      if (run.kind !== 'final') throw AppError.of(NO_FINAL, { id: run.id });
      assertStatus(run, ['approved']);
      await this.published.hold(tx);
      await this.closeLedger(tx, run);
      const inForce = await this.assertHolds(tx, run);
      const { now } = (await this.db.queryOne<{ now: Date }>(tx, NOW))!;
      await this.writes.earnings(tx, run, { at: now, byUid: caller.uid });
      await this.writes.events(tx, run, now);
      // The last: who moves or places these members waits from here on.
      await this.writes.titles(tx, run, inForce);
      await tx.update(CommissionRun, run.id, { status: 'posted', postedAt: now, postedByUid: caller.uid });
      const after = await tx.findOneByOrFail(CommissionRun, { id: run.id });
      const act = { action: 'commission_run.post', entityType: 'commission_run', entityId: run.id };
      await this.audit.record(tx, caller, { ...act, before: toAuditedRun(run), after: toAuditedRun(after) });
      return this.reader.view(tx, after);
    });
  }

  private async closeLedger(tx: EntityManager, { id, toAt }: CommissionRun): Promise<void> {
    await this.posted.lock(tx, toAt).catch((error: unknown) => {
      throw isLockedByOthers(error) ? AppError.of(LEDGER_BUSY, { id }) : error;
    });
  }

  /**
   * What must hold of the world around a run that is posted; nothing is published meanwhile.
   * @returns the plan in force, which is that of the run
   * @throws AppError CONFLICT for another plan, a period that does not follow the last one that is posted, and for whatever
   * the run has read that has changed since
   */
  private async assertHolds(tx: EntityManager, run: CommissionRun): Promise<PlanInForce> {
    const { id, period, fromAt, toAt, planId } = run;
    const inForce = await this.published.inForce(tx, period);
    const isSame = inForce?.id === planId && +inForce.from === +fromAt && +inForce.to === +toAt;
    if (!isSame) throw AppError.of(OTHER_PLAN_NOW, { id, period });
    const [last] = await tx.find(CommissionRun, {
      select: { id: true, toAt: true },
      where: { status: 'posted' },
      order: { toAt: 'DESC' },
      take: 1,
    });
    if (last !== undefined && +last.toAt !== +fromAt)
      throw AppError.of(OUT_OF_ORDER, { id, from: fromAt.toISOString(), to: last.toAt.toISOString() });
    const [row] = await tx.query<DigestRow[]>(DIGEST, [fromAt, toAt]);
    const what = changedSince(run.inputDigest as InputDigest, digestOf(row!, inForce));
    if (what !== undefined) throw AppError.of(CHANGED_SINCE, { id, what });
    return inForce;
  }
}

/** Closes a period from beginning to end, for the demo's past. */
@Injectable()
export class PostingAtOnce {
  constructor(
    private readonly db: Database,
    private readonly runs: RunsService,
    private readonly approval: RunApproval,
    private readonly calculation: Calculation,
    private readonly posting: Posting,
    private readonly jobs: LongJobs,
  ) {}

  /**
   * Runs a period, approves the run and posts it. All in this process: another one would take longer to begin than a small
   * network takes to be calculated.
   * @param caller may approve what they started, so the plan must not ask for four eyes
   * @throws AppError as each of these does
   */
  async close(caller: Caller, period: string): Promise<void> {
    const run = await this.db.ambientTransaction(async (tx) => {
      const { id } = await this.runs.start(caller, { period, kind: 'final' });
      const made = await tx.findOneByOrFail(CommissionRun, { id });
      // Nobody else is to begin it, nor to end it because its job has ended.
      await this.jobs.cancel(made.jobId!);
      await tx.update(CommissionRun, made.id, { jobId: null });
      return made;
    });
    const { signal } = new AbortController();
    await this.calculation.calculate({ runId: run.id }, { signal, progress: () => undefined });
    await this.approval.approve(caller, run.id);
    await this.posting.post(caller, run.id);
  }
}
