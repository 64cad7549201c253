import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { parseId } from '#common/ids.js';
import { LongJobs, type LongJob } from '#common/jobs/index.js';
import { Replay } from './calculation/index.js';
import { CommissionRun } from './run.entity.js';
import { assertStatus } from './runs.rules.js';
import { toReplayView, type ReplayView } from './replay.view.js';

/** Milliseconds that an answer waits for a replay, be it in the queue or calculated. */
const WAIT_MS = 25_000;
const PAUSE_MS = 200;

/** Calculates runs again on request. See docs/spec/commissions.md#4. */
@Injectable()
export class Replaying {
  constructor(
    private readonly db: Database,
    private readonly jobs: LongJobs,
    private readonly replays: Replay,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Calculates a run again in the background, and waits for a while for what it comes to; audited.
   * @throws AppError NOT_FOUND; CONFLICT for a run that has no results
   */
  async replay(caller: Caller, id: string): Promise<ReplayView> {
    const where = { id: parseId(id) ?? 0 };
    const jobId = await this.db.transaction(async (tx) => {
      const run = await tx.findOneBy(CommissionRun, where);
      if (run === null) throw AppError.notFound('run');
      assertStatus(run, ['calculated', 'approved', 'posted']);
      const act = { action: 'commission_run.replay', entityType: 'commission_run', entityId: run.id };
      await this.audit.record(tx, caller, act);
      return this.replays.start(tx, run.id);
    });
    const state = await this.waitFor(jobId);
    return toReplayView(state, state === 'done' ? await this.replays.result(where.id) : undefined);
  }

  private async waitFor(jobId: string): Promise<LongJob['state']> {
    const began = performance.now();
    for (;;) {
      const state = (await this.jobs.find(jobId))?.state ?? 'waiting';
      if (state !== 'waiting' && state !== 'running') return state;
      // Under an Idempotency-Key it begins after the answer.
      if (this.db.isAmbient || performance.now() - began > WAIT_MS) return state;
      await sleep(PAUSE_MS);
    }
  }
}
