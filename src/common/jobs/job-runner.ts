import { EventEmitter } from 'node:events';
import { Logger } from '@nestjs/common';
import { runTaskList, type TaskList, type WorkerPool } from 'graphile-worker';
import type { Pool } from 'pg';
import { jobLogger } from './job-logger.js';
import { JOB_SCHEMA } from './job-schema.js';
import type { JobWorkers } from './job-workers.js';

/** Milliseconds between two looks for jobs that no notification told of. */
const POLL_MS = 2_000;

/** Jobs that are taken at once: one look for all workers together, and still something left for other instances. */
const BATCH = 4;

/** Milliseconds that a job which was taken waits for a free worker before other instances may have it. */
const HOLD_MS = 1_000;

/** Milliseconds after a job's end in which its queue has become free, so that the next one of the queue can be found. */
const AFTER_END_MS = 20;

/** Milliseconds between two signs of life, and between the end of a broken run and the next. */
const BEAT_MS = 2_000;
const RESTART_MS = 1_000;

/** Milliseconds in which a run must have looked for jobs once, or it never will. */
const FIRST_LOOK_MS = 10_000;

/** Milliseconds that running jobs have to end by themselves at a stop, and then to obey the signal. */
const GRACE_MS = 5_000;
const OBEY_MS = 5_000;

/**
 * Runs jobs until it is stopped. The library ends a run when the database is lost in the wrong moment; a new one then
 * takes its place, and finds the jobs of the old one free.
 */
export class JobRunner {
  private readonly logger = new Logger('JobQueue');
  private readonly libraryLogger = jobLogger(this.logger);
  private run: WorkerPool | undefined;
  private startedAt = 0;
  private hasLooked = false;
  private timer: NodeJS.Timeout | undefined;
  private beating: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly pool: Pool,
    private readonly workers: JobWorkers,
    private readonly tasks: TaskList,
    private readonly concurrency: number,
  ) {}

  /** Begins to run jobs and to give signs of life. */
  start(): void {
    this.begin();
    this.beatLater(0);
  }

  /** Lets running jobs end, for some seconds; then aborts them. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    const { run } = this;
    if (run === undefined) return;
    await within(Promise.resolve(run.gracefulShutdown()), GRACE_MS + OBEY_MS);
    await within(this.beating, OBEY_MS);
    await within(this.workers.free([run.id]), OBEY_MS);
  }

  private begin(): void {
    const events = new EventEmitter();
    events.on('localQueue:getJobs:complete', () => (this.hasLooked = true));
    events.on('job:complete', () => setTimeout(() => this.run?.nudge(1), AFTER_END_MS).unref());
    this.workers.begin();
    this.startedAt = performance.now();
    this.hasLooked = false;
    const run = runTaskList(
      {
        pgPool: this.pool,
        events,
        logger: this.libraryLogger,
        // The process has its own way to stop.
        noHandleSignals: true,
        preset: {
          worker: {
            schema: JOB_SCHEMA,
            concurrentJobs: this.concurrency,
            pollInterval: POLL_MS,
            localQueue: { size: Math.min(BATCH, this.concurrency), ttl: HOLD_MS },
            // Ended in batches, for only there a failure does not become an unhandled rejection.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
            gracefulShutdownAbortTimeout: GRACE_MS,
          },
        },
      },
      this.tasks,
      this.pool,
    );
    this.run = run;
    const ended = (): void => this.again(run.id);
    run.promise.then(ended, ended);
  }

  /** A run has ended: unless that was the wish, its jobs are freed and the next run begins. */
  private again(id: string): void {
    if (this.stopping) return;
    this.run = undefined;
    this.logger.warn('the job queue has lost the database; it begins again');
    const next = async (): Promise<void> => {
      await this.workers.free([id]).catch(() => undefined);
      if (!this.stopping) this.begin();
    };
    setTimeout(() => void next(), RESTART_MS).unref();
  }

  private beatLater(ms: number): void {
    this.timer = setTimeout(() => {
      this.beating = this.beat().finally(() => {
        if (!this.stopping) this.beatLater(BEAT_MS);
      });
    }, ms).unref();
  }

  private async beat(): Promise<void> {
    const { run } = this;
    if (run === undefined) return;
    try {
      const dead = await this.workers.beat(run.id);
      if (dead > 0) this.logger.warn(`took over the jobs of ${dead} workers that have died`);
    } catch (error) {
      this.logger.debug(`no sign of life could be given: ${String(error)}`);
      return;
    }
    // The library keeps a failure of its very first look for good.
    const isStuck = !this.hasLooked && performance.now() - this.startedAt > FIRST_LOOK_MS;
    if (isStuck && !this.stopping) Promise.resolve(run.gracefulShutdown()).catch(() => undefined);
  }
}

/** Waits for something, at most so long; its failure is its own matter. */
export async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), limit]);
  clearTimeout(timer);
}
