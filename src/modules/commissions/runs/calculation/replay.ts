import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { HandlesLongJob, LongJobs, LongJobType, type LongJobContext } from '#common/jobs/index.js';
import { CommissionRun } from '../run.entity.js';
import type { InputDigest } from '../reading/input-digest.js';
import { PREVIEWS_QUEUE } from '../runs.job.js';
import { Calculator } from './calculator.js';

/** Calculates a run again, in a process of its own. */
const REPLAY = new LongJobType<{ runId: number }>('commissions.replay', { ownProcess: true, retries: 1 });

const STEPS = 100;
const READ = 80;

/** What a run came to when it was calculated again. See docs/spec/commissions.md#4. */
export interface ReplayResult {
  /** Whether both hashes are those of the run. */
  readonly same: boolean;
  /** SHA-256, in hexadecimal. */
  readonly input_hash: string;
  readonly result_hash: string;
  readonly at: string;
}

/** Calculates runs again from what the database has now: what they read of the past must still be there, and come to the same. */
@Injectable()
export class Replay {
  constructor(
    private readonly db: Database,
    private readonly jobs: LongJobs,
    private readonly calculator: Calculator,
  ) {}

  /**
   * Starts a replay; its result is kept with the run.
   * @param tx the transaction that it commits with
   * @param runId of a run that has results
   * @returns the id of the long job
   */
  start(tx: EntityManager, runId: number): Promise<string> {
    return this.jobs.add(tx, REPLAY, { payload: { runId }, queue: PREVIEWS_QUEUE });
  }

  /**
   * Reads and calculates a run again, with the members that were known and the title ranks that it found, and keeps what it comes to.
   * @throws CannotCalculate, BrokenInput if what is there now cannot be calculated
   */
  @HandlesLongJob(REPLAY)
  async replay({ runId: id }: { runId: number }, { signal, progress }: LongJobContext): Promise<void> {
    const run = await this.db.manager.findOneBy(CommissionRun, { id });
    if (run === null || run.resultHash === null) return;
    const { inputHash, resultHash } = await this.calculator.calculate(run, {
      signal,
      titlesOf: id,
      ...lastUidOf(run),
      step: (done, steps) => progress(Math.floor((READ * done) / steps), STEPS),
    });
    const result: ReplayResult = {
      same: inputHash === run.inputHash && resultHash === run.resultHash,
      input_hash: inputHash,
      result_hash: resultHash,
      at: new Date().toISOString(),
    };
    await this.db.manager.update(CommissionRun, id, { replay: result });
  }

  /** What the last replay of a run came to. */
  async result(runId: number): Promise<ReplayResult | undefined> {
    const run = await this.db.manager.findOneBy(CommissionRun, { id: runId });
    return (run?.replay as ReplayResult | null | undefined) ?? undefined;
  }
}

/** The highest uid that a run saw: members who are imported later may have come earlier. */
function lastUidOf({ inputDigest }: CommissionRun): { lastUid?: number } {
  const lastUid = (inputDigest as InputDigest | null)?.lastUid;
  return typeof lastUid === 'string' ? { lastUid: Number(lastUid) } : {};
}
