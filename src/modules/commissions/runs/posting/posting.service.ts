import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { isLockedByOthers } from '#common/errors/database-errors.js';
import { CommissionRun } from '../run.entity.js';
import { RunsReader } from '../runs.reader.js';
import { assertStatus, NO_FINAL, OF_CORRECTION } from '../runs.rules.js';
import { RunsService } from '../runs.service.js';
import { toAuditedRun, type RunView } from '../runs.view.js';
import { PostedRuns } from './posted-periods.js';
import { PostingChecks } from './posting-checks.js';
import { NOW, TAKE_TIME } from './posting.queries.js';
import { LEDGER_BUSY } from './posting.rules.js';
import { PostingWrites } from './posting-writes.js';

/** Posts runs: writes earnings and title ranks, and closes the period. See docs/spec/commissions.md#4, decision 69. */
@Injectable()
export class Posting {
  constructor(
    private readonly db: Database,
    private readonly reader: RunsReader,
    private readonly runs: RunsService,
    private readonly posted: PostedRuns,
    private readonly checks: PostingChecks,
    private readonly writes: PostingWrites,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Posts an approved run, all or nothing; audited. It cannot be undone.
   * @throws AppError NOT_FOUND; CONFLICT for a preview or a run of a correction, for one that is not approved, if the plan or anything that it has read
   * has changed since, if it does not follow the last posted period, and while the ledger is written to for long
   */
  async post(caller: Caller, id: string): Promise<RunView> {
    return this.db.transaction(async (tx) => {
      await this.db.query(tx, TAKE_TIME);
      const run = await this.runs.lock(tx, id);
      if (run.kind === 'correction') throw AppError.of(OF_CORRECTION, { id: run.id });
      if (run.kind !== 'final') throw AppError.of(NO_FINAL, { id: run.id });
      assertStatus(run, ['approved']);
      await this.checks.hold(tx);
      await this.closeLedger(tx, run);
      const inForce = await this.checks.assertHolds(tx, run);
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
}
