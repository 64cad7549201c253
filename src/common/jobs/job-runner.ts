import { Logger } from '@nestjs/common';
import type { TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { jobLogger } from './job-logger.js';
import { JobRun } from './job-run.js';
import type { JobWorkers } from './job-workers.js';

/** Milliseconds between two signs of life, and between two tries to begin again. */
const BEAT_MS = 2_000;
const RESTART_MS = 1_000;

/** Milliseconds that the database has to answer at a stop. */
const LAST_WORDS_MS = 5_000;

/** Runs jobs until it is stopped: when a run breaks, its jobs are freed, and the next one begins. */
export class JobRunner {
  private readonly logger = new Logger('JobQueue');
  private readonly libraryLogger = jobLogger(this.logger);
  private run: JobRun | undefined;
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
    await run.end();
    await within(this.beating, LAST_WORDS_MS);
    await within(this.workers.free([run.id]), LAST_WORDS_MS);
  }

  private begin(): void {
    const { pool, tasks, concurrency, libraryLogger: logger } = this;
    this.workers.begin();
    const run = new JobRun({ pool, tasks, concurrency, logger });
    this.run = run;
    void run.ended.then(() => this.again(run.id));
  }

  /** A run has ended: unless that was the wish, the next one takes its place as soon as the database is there. */
  private again(id: string): void {
    if (this.stopping) return;
    this.run = undefined;
    this.logger.warn('the job queue has lost the database; it begins again');
    void this.freeAndBegin(id);
  }

  private async freeAndBegin(id: string): Promise<void> {
    let isFree = false;
    while (!isFree && !this.stopping) {
      await new Promise((resolve) => setTimeout(resolve, RESTART_MS).unref());
      isFree = await this.workers.free([id]).then(
        () => true,
        () => false,
      );
    }
    if (!this.stopping) this.begin();
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
      if (run.isStuck()) void run.end();
    } catch (error) {
      this.logger.debug(`no sign of life could be given: ${String(error)}`);
    }
  }
}

/** Waits for something, at most so long; its failure is its own matter. */
export async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work.catch(() => undefined), limit]);
  clearTimeout(timer);
}
