import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { JobWorkers } from './job-workers.js';
import { EventEmitter } from 'node:events';
import {
  type Logger as WorkerLogger,
  type ParsedCronItem,
  run,
  type Runner,
  type TaskList,
  type WorkerPool,
} from 'graphile-worker';
import type { Pool } from 'pg';
import { JOB_SCHEMA } from './job-pool.js';

/** Milliseconds between polls, for jobs whose notification was lost. */
const POLL_MS = 2_000;

/** Jobs fetched at once: fewer polls, but enough jobs are left for other instances. */
const BATCH = 4;

/** Milliseconds that a fetched job waits for a free worker before it is returned to other instances. */
const HOLD_MS = 1_000;

/** Milliseconds after the end of a job until its queue is unlocked and its next job can be found. */
const AFTER_END_MS = 20;

/** Milliseconds within which a run must have polled once; otherwise it never will. */
const FIRST_LOOK_MS = 10_000;

/** Milliseconds that running jobs have to finish when the run stops, and then to react to the abort signal. */
const GRACE_MS = 5_000;
const OBEY_MS = 5_000;

/** Milliseconds that the library has to clean up once no job runs any more. */
const SETTLE_MS = 1_000;

/** The options of a run. */
export interface JobRunOptions {
  readonly pool: Pool;
  readonly tasks: TaskList;
  readonly schedules: ParsedCronItem[];
  /** Concurrent jobs, at least 1. */
  readonly concurrency: number;
  readonly logger: WorkerLogger;
}

/** One run of the library's workers. It ends when stopped, or when the database connection is lost at a bad moment. */
export class JobRun {
  /** Settles when no job runs any more. */
  readonly ended: Promise<void>;
  private readonly begunAt = performance.now();
  private isEnding = false;

  private constructor(
    private readonly runner: Runner,
    private readonly workers: WorkerPool,
    private readonly seen: { looks: number; running: number },
  ) {
    // The library may wait forever for a write that failed.
    const givenUp = new Promise<void>((resolve) => {
      runner.events.on('pool:gracefulShutdown', () => {
        this.isEnding = true;
        void this.jobsEnd().then(resolve);
      });
    });
    runner.events.on('job:complete', () => setTimeout(() => this.lookAgain(), AFTER_END_MS).unref());
    this.ended = Promise.race([runner.promise.catch(() => undefined), givenUp]);
  }

  /**
   * Starts a run.
   * @throws database errors
   */
  static async begin({ pool, tasks, schedules, concurrency, logger }: JobRunOptions): Promise<JobRun> {
    const events = new EventEmitter();
    const seen = { looks: 0, running: 0 };
    let workers: WorkerPool | undefined;
    events.on('pool:create', (event: { workerPool: WorkerPool }) => {
      workers = event.workerPool;
    });
    events.on('job:start', () => (seen.running += 1));
    events.on('job:complete', () => (seen.running -= 1));
    events.on('localQueue:getJobs:complete', () => (seen.looks += 1));
    const runner = await run(
      {
        pgPool: pool,
        events,
        logger,
        // The process has its own way to stop.
        noHandleSignals: true,
        preset: {
          worker: {
            schema: JOB_SCHEMA,
            concurrentJobs: concurrency,
            pollInterval: POLL_MS,
            localQueue: { size: Math.min(BATCH, concurrency), ttl: HOLD_MS },
            // In batches, because otherwise a failure would become an unhandled rejection.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
            gracefulShutdownAbortTimeout: GRACE_MS,
          },
        },
      },
      tasks,
      schedules,
    );
    return new JobRun(runner, workers!, seen);
  }

  /** The worker id that its jobs are locked by. */
  get id(): string {
    return this.workers.id;
  }

  /** Whether it will never find a job: the library does not recover from a failure of its first poll. */
  isStuck(): boolean {
    return this.seen.looks === 0 && performance.now() - this.begunAt > FIRST_LOOK_MS;
  }

  /** Fetches no more jobs; running jobs have some seconds to finish, then they are aborted. */
  async end(): Promise<void> {
    if (!this.isEnding) this.runner.stop().catch(() => undefined);
    await this.ended;
  }

  private async jobsEnd(): Promise<void> {
    const last = performance.now() + GRACE_MS + OBEY_MS;
    do await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    while (this.seen.running > 0 && performance.now() < last);
  }

  private lookAgain(): void {
    if (!this.isEnding) this.workers.nudge(1);
  }
}

/** Milliseconds between heartbeats, and between attempts to restart. */
const BEAT_MS = 2_000;
const RESTART_MS = 1_000;

/** Milliseconds that the database has to respond while stopping. */
const LAST_WORDS_MS = 5_000;

/** Runs jobs until it is stopped: when a run fails, its jobs are unlocked, and a new run starts. */
export class JobRunner {
  private readonly logger = new Logger('JobQueue');
  private readonly stopped = new AbortController();
  private run: JobRun | undefined;
  private running: Promise<void> = Promise.resolve();
  private beating: Promise<void> = Promise.resolve();

  constructor(
    private readonly workers: JobWorkers,
    private readonly options: JobRunOptions,
  ) {}

  /** Starts running jobs and sending heartbeats. */
  start(): void {
    this.running = this.keepRunning();
    this.beating = this.keepBeating();
  }

  /** Stops the run, which releases all its locks, and starts a new one. */
  restart(): void {
    void this.run?.end();
  }

  /** Running jobs have some seconds to finish, then they are aborted. */
  async stop(): Promise<void> {
    this.stopped.abort();
    await this.run?.end();
    await within(Promise.all([this.running, this.beating]), LAST_WORDS_MS);
    if (this.run !== undefined) await within(this.workers.free(this.run.id), LAST_WORDS_MS);
  }

  private async keepRunning(): Promise<void> {
    while (!this.isStopped) {
      try {
        this.run = await JobRun.begin(this.options);
      } catch (error) {
        this.logger.debug(`the job queue could not start: ${String(error)}`);
        await this.pause(RESTART_MS);
        continue;
      }
      this.workers.begin();
      if (this.isStopped) return this.run.end();
      await this.run.ended;
      if (this.isStopped) return;
      this.logger.warn('the job queue restarts: it has lost the database connection, or a job to another worker');
      await this.free(this.run);
    }
  }

  /** Unlocks the jobs of a failed run as soon as the database is available. */
  private async free(run: JobRun): Promise<void> {
    this.run = undefined;
    for (let isFree = false; !isFree && !this.isStopped;) {
      await this.pause(RESTART_MS);
      isFree = await this.workers.free(run.id).then(
        () => true,
        () => false,
      );
    }
  }

  private async keepBeating(): Promise<void> {
    for (; !this.isStopped; await this.pause(BEAT_MS)) {
      const { run } = this;
      if (run === undefined) continue;
      try {
        const dead = await this.workers.beat(run.id);
        if (dead > 0) this.logger.warn(`took over the jobs of ${dead} dead workers`);
        if (run.isStuck()) void run.end();
      } catch (error) {
        this.logger.debug(`a heartbeat failed: ${String(error)}`);
      }
    }
  }

  private get isStopped(): boolean {
    return this.stopped.signal.aborted;
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopped.signal, ref: false }).catch(() => undefined);
  }
}

/** Waits for a promise, at most `ms`; ignores its failure. */
export async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), limit]);
  clearTimeout(timer);
}
