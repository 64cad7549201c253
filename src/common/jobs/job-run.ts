import { EventEmitter } from 'node:events';
import { runTaskList, type Logger, type TaskList, type WorkerPool } from 'graphile-worker';
import type { Pool } from 'pg';
import { JOB_SCHEMA } from './job-schema.js';

/** Milliseconds between two looks for jobs that no notification told of. */
const POLL_MS = 2_000;

/** Jobs that are taken at once: one look for all workers together, and still something left for other instances. */
const BATCH = 4;

/** Milliseconds that a job which was taken waits for a free worker before other instances may have it. */
const HOLD_MS = 1_000;

/** Milliseconds after a job's end in which its queue has become free, so that the next one of the queue can be found. */
const AFTER_END_MS = 20;

/** Milliseconds in which a run must have looked for jobs once, or it never will. */
const FIRST_LOOK_MS = 10_000;

/** Milliseconds that running jobs have to end by themselves, and then to obey the signal, once the run is to end. */
const GRACE_MS = 5_000;
const OBEY_MS = 5_000;

/** Milliseconds that the library has for what is left to do once no job runs any more. */
const SETTLE_MS = 1_000;

/** What a run works with. */
export interface JobRunOptions {
  readonly pool: Pool;
  readonly tasks: TaskList;
  /** Jobs at the same time, at least 1. */
  readonly concurrency: number;
  readonly logger: Logger;
}

/** One run of the library's workers. It ends when it is told to, or when the database is lost in the wrong moment. */
export class JobRun {
  /** Settles when no job runs any more. */
  readonly ended: Promise<void>;
  private readonly workers: WorkerPool;
  private readonly begunAt = performance.now();
  private hasLooked = false;
  private isEnding = false;
  private running = 0;

  constructor({ pool, tasks, concurrency, logger }: JobRunOptions) {
    const events = new EventEmitter();
    // The library may wait for ever for what it could not tell the database.
    const givenUp = new Promise<void>((resolve) => {
      events.on('pool:gracefulShutdown', () => {
        this.isEnding = true;
        void this.jobsEnd().then(resolve);
      });
    });
    events.on('job:start', () => (this.running += 1));
    events.on('job:complete', () => (this.running -= 1));
    events.on('localQueue:getJobs:complete', () => (this.hasLooked = true));
    events.on('job:complete', () => setTimeout(() => this.lookAgain(), AFTER_END_MS).unref());
    this.workers = runTaskList(
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
            // Ended in batches, for only there a failure does not become an unhandled rejection.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
            gracefulShutdownAbortTimeout: GRACE_MS,
          },
        },
      },
      tasks,
      pool,
    );
    const over = this.workers.promise.catch(() => undefined);
    this.ended = Promise.race([over, givenUp]);
  }

  /** Under which its jobs are locked. */
  get id(): string {
    return this.workers.id;
  }

  /** Whether it will never find a job: the library keeps a failure of its very first look for good. */
  isStuck(): boolean {
    return !this.hasLooked && performance.now() - this.begunAt > FIRST_LOOK_MS;
  }

  /** Takes no more jobs, and lets those that run end, for some seconds; then aborts them. */
  async end(): Promise<void> {
    if (!this.isEnding) Promise.resolve(this.workers.gracefulShutdown()).catch(() => undefined);
    await this.ended;
  }

  private async jobsEnd(): Promise<void> {
    const last = performance.now() + GRACE_MS + OBEY_MS;
    do await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    while (this.running > 0 && performance.now() < last);
  }

  private lookAgain(): void {
    if (!this.isEnding) this.workers.nudge(1);
  }
}
