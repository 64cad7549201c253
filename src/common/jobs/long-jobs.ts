import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Database, isOlderThan, type Statement, statement } from '../database/index.js';
import { DatabaseAddress } from '../database/connections.js';
import { newId } from '../ids.js';
import {
  type JobContext,
  type JobRequest,
  LONG_JOB,
  type LongJobContext,
  type LongJobType,
  Retention,
  RETRIES,
} from './job.js';
import { runJobProcess } from './job-process.js';
import { JobQueue } from './job-queue.js';
import { LongJob, type LongJobState } from './long-job.entity.js';
import { type MarkedMethod, MarkedMethods } from '../marked-methods.js';

/** Starts attempt `$2` at job `$1`, unless the job has ended or was cancelled. */
const BEGIN_LONG_JOB = statement(
  'long-jobs.begin',
  `UPDATE long_jobs SET runner = $2, heartbeat_at = now(), state = CASE WHEN is_cancelled THEN 'cancelled' ELSE 'running' END,
          finished_at = CASE WHEN is_cancelled THEN now() END
    WHERE id = $1 AND state IN ('waiting', 'running') RETURNING state`,
);

/** Ends attempt `$2` in state `$3`, with error `$4`; a cancelled job that fails is `cancelled`. */
const END_LONG_JOB = statement(
  'long-jobs.end',
  `UPDATE long_jobs SET state = CASE WHEN is_cancelled AND $3 <> 'done' THEN 'cancelled' ELSE $3 END, error = $4,
          finished_at = CASE WHEN is_cancelled OR $3 <> 'waiting' THEN now() END
    WHERE id = $1 AND runner = $2 AND state = 'running' RETURNING state`,
);

/** A waiting job is cancelled at once, a running one at its next heartbeat. */
const CANCEL_LONG_JOB = statement(
  'long-jobs.cancel',
  `UPDATE long_jobs SET is_cancelled = TRUE, state = CASE state WHEN 'waiting' THEN 'cancelled' ELSE state END,
          finished_at = CASE state WHEN 'waiting' THEN now() END
    WHERE id = $1 AND state IN ('waiting', 'running')`,
);

/** Ends work that nobody does and nobody will start again: its last attempt could not say how it ended. */
const FAIL_DEAD_LONG_JOBS = statement(
  'long-jobs.fail-dead',
  `UPDATE long_jobs SET state = CASE WHEN is_cancelled THEN 'cancelled' ELSE 'failed' END, error = $1, finished_at = now()
    WHERE state = 'running' AND heartbeat_at < now() - interval '10 minutes'`,
);

/** Days for which an ended job can be read. */
const KEPT_DAYS = 30;

/** Milliseconds between heartbeats of a long job, by which it hears that it was cancelled. */
const BEAT_MS = 500;

const DEAD = 'its process has died';

/** How an attempt at a long job ended: the job is done, will be tried again, or has failed for good. */
export type AttemptOutcome = 'done' | 'retry' | 'failed';

/** Jobs of minutes or hours, which report progress and can be cancelled. */
@Injectable()
export class LongJobs implements OnModuleInit {
  /** Attempts of this process that ended, by task and outcome, for the metrics. */
  readonly attempts = new Map<string, Record<AttemptOutcome, number>>();
  private readonly done = new Map<string, MarkedMethod<LongJobType<object>>['call']>();

  /** Whether no job gets a process of its own: it would run the program again, which in tests is the test. */
  staysHere = false;

  constructor(
    private readonly db: Database,
    private readonly jobs: JobQueue,
    private readonly methods: MarkedMethods,
    private readonly address: DatabaseAddress,
  ) {}

  onModuleInit(): void {
    for (const { mark: type, call } of this.methods.find<LongJobType<object>>(LONG_JOB)) {
      this.done.set(type.task, call);
      this.attempts.set(type.task, { done: 0, retry: 0, failed: 0 });
      this.jobs.register(type, ({ id }, context) => this.attempt(type, id, context));
    }
  }

  /**
   * Adds a long job.
   * @param tx the transaction that it commits with
   * @returns its id
   */
  async add<Payload extends object>(
    tx: EntityManager,
    type: LongJobType<Payload>,
    { payload, ...request }: Omit<JobRequest<Payload>, 'key'>,
  ): Promise<string> {
    const id = newId();
    await tx.insert(LongJob, { id, task: type.task, payload });
    await this.jobs.add(tx, type, { ...request, payload: { id }, key: id });
    return id;
  }

  /** A job with its progress; undefined if it does not exist, or ended more than 30 days ago. */
  async find(id: string): Promise<LongJob | undefined> {
    return (await this.db.manager.findOneBy(LongJob, { id })) ?? undefined;
  }

  /** Those of some jobs that there are, in no order. */
  async findAll(ids: readonly string[]): Promise<LongJob[]> {
    return ids.length === 0 ? [] : this.db.manager.findBy(LongJob, { id: In([...ids]) });
  }

  /** Cancels a job; does nothing if it has ended. */
  async cancel(id: string, tx: EntityManager | null = null): Promise<void> {
    await this.db.change(tx, CANCEL_LONG_JOB, [id]);
  }

  /**
   * Runs one attempt at a job in this process.
   * @throws the handler's error
   */
  async work(id: string, runner: string, signal: AbortSignal): Promise<void> {
    const found = await this.db.manager.findOneBy(LongJob, { id, runner });
    const method = this.done.get(found?.task ?? '');
    if (found === null || method === undefined) throw new Error(`no handler for ${found?.task ?? id}`);
    const ended = new AbortController();
    const lost = new AbortController();
    const steps: { done: number; total: number | null } = { done: 0, total: null };
    const mine = { id, runner, state: 'running', isCancelled: false } as const;
    const beat = async (): Promise<boolean> =>
      (await this.db.manager.update(LongJob, mine, { heartbeatAt: () => 'now()', ...steps })).affected === 1;
    const beating = beatUntil(ended.signal, beat, () => lost.abort());
    const context: LongJobContext = {
      signal: AbortSignal.any([signal, lost.signal]),
      progress: (done, total) => Object.assign(steps, { done, total: total ?? null }),
    };
    try {
      await method(found.payload, context);
    } finally {
      ended.abort();
      await beating;
    }
    await beat();
  }

  /** Ends long jobs that died unseen, and deletes those that ended 30 days ago. */
  @Retention('long jobs 30 days after their end')
  async deleteExpired(): Promise<void> {
    await this.db.change(null, FAIL_DEAD_LONG_JOBS, [DEAD]);
    await this.db.manager.delete(LongJob, { finishedAt: isOlderThan(KEPT_DAYS) });
  }

  private async attempt(type: LongJobType<object>, id: string, { signal, attempt }: JobContext): Promise<void> {
    const runner = newId();
    const begun = await this.row<{ state: LongJobState }>(BEGIN_LONG_JOB, [id, runner]);
    if (begun?.state !== 'running') return;
    const { retries = RETRIES, ownProcess = false } = type.options;
    try {
      if (attempt > retries + 1) throw new Error(DEAD);
      if (ownProcess && !this.staysHere) await runJobProcess({ id, runner }, this.address.url, signal);
      else await this.work(id, runner, signal);
      const ended = await this.row<{ state: LongJobState }>(END_LONG_JOB, [id, runner, 'done', null]);
      if (ended?.state === 'done') this.count(type, 'done');
    } catch (error) {
      const state: LongJobState = attempt > retries ? 'failed' : 'waiting';
      const message = error instanceof Error ? error.message : String(error);
      const ended = await this.row<{ state: LongJobState }>(END_LONG_JOB, [id, runner, state, message]);
      // A job that was cancelled, or taken over by another process, is not retried here.
      if (ended?.state !== state) return;
      this.count(type, state === 'failed' ? 'failed' : 'retry');
      throw error;
    }
  }

  private count({ task }: LongJobType<object>, outcome: AttemptOutcome): void {
    this.attempts.get(task)![outcome]++;
  }

  private async row<Row extends object>(sql: Statement, values: unknown[]): Promise<Row | undefined> {
    return this.db.queryOne<Row>(null, sql, values);
  }
}

/** Sends heartbeats until the end; a failed one is retried with the next. */
async function beatUntil(ended: AbortSignal, beat: () => Promise<boolean>, lost: () => void): Promise<void> {
  while (!ended.aborted) {
    const isMine = await beat().catch(() => true);
    if (!isMine) lost();
    await sleep(BEAT_MS, undefined, { signal: ended }).catch(() => undefined);
  }
}
