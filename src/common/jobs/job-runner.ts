import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { JobRun, type JobRunOptions } from './job-run.js';
import type { JobWorkers } from './job-workers.js';

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
