import { Injectable } from '@nestjs/common';
import type { EntityManager, QueryDeepPartialEntity } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { isLockedByOthers } from '#common/errors/database-errors.js';
import { parseId } from '#common/ids.js';
import { LongJobs } from '#common/jobs/index.js';
import { Approvals, Proposals } from '#people/approvals/index.js';
import { assertStatus, lockRun, RunApproval } from './run-approval.action.js';
import { CommissionRun, type RunStatus } from './run.entity.js';
import { ResultsDropping } from './run-results-dropping.js';
import { BUSY, OF_CORRECTION } from './runs.rules.js';
import { RunsReader } from './runs.reader.js';
import { toAuditedRun, type RunView, type RunWithApprovalView } from './runs.view.js';

/** What an admin does to a run, in which statuses. */
interface Act {
  readonly name: 'cancel' | 'discard';
  readonly from: readonly RunStatus[];
  /** What changes; it may refuse. */
  readonly change: (tx: EntityManager, run: CommissionRun) => Promise<QueryDeepPartialEntity<CommissionRun>>;
}

/** Leads runs from one status to the next, but for posting. See docs/spec/commissions.md#4. */
@Injectable()
export class RunStates {
  constructor(
    private readonly db: Database,
    private readonly runs: RunsReader,
    private readonly jobs: LongJobs,
    private readonly dropping: ResultsDropping,
    private readonly audit: AuditLog,
    private readonly approvals: Approvals,
    private readonly approval: RunApproval,
    private readonly proposals: Proposals,
  ) {}

  /**
   * Approves a final run, or proposes to; audited.
   * @throws AppError NOT_FOUND; CONFLICT for a preview, and for one that is not calculated; PERMISSION_DENIED for who cannot
   *   approve it
   */
  async approve(caller: Caller, id: string): Promise<RunWithApprovalView> {
    await this.runs.settle();
    const subject = { run_id: parseId(id) ?? 0 };
    return this.approvals
      .transaction(caller, async (tx) => {
        const { approval } = await this.approvals.ask(tx, this.approval, subject, caller);
        const after = await tx.findOneByOrFail(CommissionRun, { id: subject.run_id });
        return { ...(await this.runs.view(tx, after)), approval };
      })
      .catch((error: unknown) => {
        throw isLockedByOthers(error) ? AppError.of(BUSY, { id: subject.run_id }) : error;
      });
  }

  /**
   * Discards a run with its results; audited.
   * @throws AppError NOT_FOUND; CONFLICT for one that is neither calculated nor approved
   */
  discard(caller: Caller, id: string): Promise<RunView> {
    return this.act(caller, id, {
      name: 'discard',
      from: ['calculated', 'approved'],
      change: async (tx, run) => {
        await this.dropping.request(tx, run.id);
        await this.proposals.changed(tx, caller, this.approval.kind, String(run.id));
        return { status: 'discarded' as const, endedAt: () => 'clock_timestamp()' };
      },
    });
  }

  /**
   * Cancels a run that is being calculated, or waits for it; audited. Whatever its job goes on to do is not kept.
   * @throws AppError NOT_FOUND; CONFLICT for one that is neither queued nor running
   */
  async cancel(caller: Caller, id: string): Promise<RunView> {
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
  async lock(tx: EntityManager, id: string): Promise<CommissionRun> {
    return lockRun(this.db, tx, parseId(id) ?? 0).catch((error: unknown) => {
      throw isLockedByOthers(error) ? AppError.of(BUSY, { id: parseId(id) ?? 0 }) : error;
    });
  }

  private async act(caller: Caller, id: string, { name, from, change }: Act): Promise<RunView> {
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
}
