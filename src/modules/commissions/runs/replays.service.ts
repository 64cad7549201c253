import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import {
  HandlesLongJob,
  isOpen,
  LongJobs,
  LongJobType,
  type LongJob,
  type LongJobContext,
} from '#common/jobs/index.js';
import { Calculator, PREVIEWS_QUEUE } from './calculation/calculation.service.js';
import { changedSince, type InputDigest } from './reading/input-digest.js';
import { toReplayView, type ReplayResultView, type ReplayView } from './runs.dto.js';
import { CommissionRun } from './run.entity.js';
import { assertStatus } from './runs.rules.js';

/** Calculates a run again, in a process of its own. */
const REPLAY = new LongJobType<{ runId: number }>('commissions.replay', { ownProcess: true, retries: 1 });

const STEPS = 100;
const READ = 80;

/** Milliseconds that an answer waits for a replay, be it in the queue or calculated. */
const WAIT_MS = 25_000;
const PAUSE_MS = 200;

/**
 * Calculates runs again from what the database has now: what they read of the past must still be there, and give the same results.
 * See docs/spec/commissions.md#4.
 */
@Injectable()
export class Replays {
  constructor(
    private readonly db: Database,
    private readonly jobs: LongJobs,
    private readonly calculator: Calculator,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Calculates a run again in the background, and waits for a while for its results; audited.
   * @throws AppError NOT_FOUND; CONFLICT for a run that has no results
   */
  async replay(caller: Caller, id: number): Promise<ReplayView> {
    const where = { id };
    const jobId = await this.db.transaction(async (tx) => {
      const run = await tx.findOneBy(CommissionRun, where);
      if (run === null) throw AppError.notFound('run');
      assertStatus(run, ['calculated', 'approved', 'posted']);
      const act = { action: 'commission_run.replay', entityType: 'commission_run', entityId: run.id };
      await this.audit.record(tx, caller, act);
      return this.jobs.add(tx, REPLAY, { payload: { runId: run.id }, queue: PREVIEWS_QUEUE });
    });
    const state = await this.waitFor(jobId);
    return toReplayView(state, state === 'done' ? await this.result(where.id) : undefined);
  }

  /**
   * Reads and calculates a run again, with the members that were known and the title ranks that it found, and keeps its results.
   * @throws CannotCalculate, BrokenInput if what is there now cannot be calculated
   */
  @HandlesLongJob(REPLAY)
  async calculate({ runId: id }: { runId: number }, { signal, progress }: LongJobContext): Promise<void> {
    const run = await this.db.manager.findOneBy(CommissionRun, { id });
    if (run === null || run.resultHash === null) return;
    const { read, inputHash, resultHash } = await this.calculator.calculate(run, {
      signal,
      titlesOfRun: id,
      ...lastUidOf(run),
      step: (done, steps) => progress(Math.floor((READ * done) / steps), STEPS),
    });
    const result: ReplayResultView = {
      same: inputHash === run.inputHash && resultHash === run.resultHash,
      changed: inputHash === run.inputHash ? null : changedInput(run, read.digest),
      input_hash: inputHash,
      result_hash: resultHash,
      at: new Date().toISOString(),
    };
    await this.db.manager.update(CommissionRun, id, { replay: result });
  }

  /** What the last replay of a run came to. */
  async result(runId: number): Promise<ReplayResultView | undefined> {
    const run = await this.db.manager.findOneBy(CommissionRun, { id: runId });
    return (run?.replay as ReplayResultView | null | undefined) ?? undefined;
  }

  private async waitFor(jobId: string): Promise<LongJob['state']> {
    const began = performance.now();
    for (;;) {
      const state = (await this.jobs.find(jobId))?.state ?? 'waiting';
      if (!isOpen(state)) return state;
      // Under an Idempotency-Key it begins after the answer.
      if (this.db.isAmbient || performance.now() - began > WAIT_MS) return state;
      await sleep(PAUSE_MS);
    }
  }
}

/** What of the input is another by now, in words: not titles, which are those of the run. */
function changedInput({ inputDigest }: CommissionRun, now: InputDigest): string | null {
  const read = inputDigest as InputDigest;
  return changedSince(read, { ...now, titles: read.titles }) ?? null;
}

/** The highest uid that a run saw: members who are imported later may have come earlier. */
function lastUidOf({ inputDigest }: CommissionRun): { lastUid?: number } {
  const lastUid = (inputDigest as InputDigest | null)?.lastUid;
  return typeof lastUid === 'string' ? { lastUid: Number(lastUid) } : {};
}
