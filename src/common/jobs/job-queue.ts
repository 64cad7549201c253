import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { TaskList } from 'graphile-worker';
import type { Pool } from 'pg';
import { Config } from '../config/config.js';
import { DatabaseAddress } from '../database/database-address.js';
import { jobPool } from './job-pool.js';
import { JobRunner, within } from './job-runner.js';
import { JOB_SCHEMA } from './job-schema.js';
import { tidyJobs } from './job-tidying.js';
import { JobWorkers } from './job-workers.js';

/** A job as it is asked for. */
export interface JobWish {
  readonly task: string;
  readonly payload: object;
  /** Of the jobs of one queue, only one runs at a time, in the whole cluster. */
  readonly queue: string;
  /** Of the jobs with one key, only one waits; one that runs does not count. */
  readonly key: string;
}

/** Does a job. It ends soon once the signal asks for it, for the instance is stopping. */
type JobTask = (payload: unknown, signal: AbortSignal) => Promise<void>;

/** Jobs at the same time for each that works at full speed: the others wait for the network, which costs little. */
const JOBS_FOR_EACH = 5;

/** Milliseconds that connections have to end. */
const END_MS = 5_000;

const ADD = `
  SELECT count(*) FROM ${JOB_SCHEMA}.add_jobs(ARRAY(
    SELECT (w.task, w.payload, w.queue, NULL, NULL, w.key, NULL, NULL)::${JOB_SCHEMA}.job_spec
      FROM json_to_recordset($1::json) AS w (task text, payload json, queue text, key text)))`;

/** The keys of `$1` that no job waits or runs for; one that has been tried too often does neither. */
const FIND_MISSING = `
  SELECT w.key FROM unnest($1::text[]) AS w (key)
   WHERE NOT EXISTS (SELECT FROM ${JOB_SCHEMA}.jobs j
                      WHERE j.key = w.key AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`;

/**
 * Work that any instance may do, soon and at least once: a queue on PostgreSQL (graphile-worker). A job that has failed is
 * not run again by itself: rooms keep in their own tables what is to be done, and ask again.
 */
@Injectable()
export class JobQueue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(JobQueue.name);
  private readonly pool: Pool;
  private readonly workers: JobWorkers;
  private readonly tasks: TaskList = {};
  private runner: JobRunner | undefined;
  private stopping = false;

  constructor(
    private readonly config: Config,
    address: DatabaseAddress,
  ) {
    this.pool = jobPool(address.url);
    this.workers = new JobWorkers(this.pool);
  }

  /** Says who does the jobs of a task; before the application has started. */
  register(task: string, work: JobTask): void {
    this.tasks[task] = async (payload, { abortSignal }) => {
      try {
        await work(payload, abortSignal ?? new AbortController().signal);
      } catch (error) {
        this.logger.warn(`a job of ${task} failed: ${error instanceof Error ? error.message : String(error)}`);
      }
    };
  }

  /** Whether this instance does jobs, as its settings have it. */
  get isWorker(): boolean {
    return this.config.webhookConcurrency > 0;
  }

  /**
   * Whether this instance has time to end what it begins, and no other one can have taken it for dead and begun its jobs
   * again. What must not be done twice is not begun otherwise.
   */
  isTrusted(): boolean {
    return !this.stopping && this.workers.isBeating();
  }

  /**
   * Asks for jobs, with one statement.
   * @throws what the database says
   */
  async add(wishes: readonly JobWish[]): Promise<void> {
    await this.pool.query({ name: 'job-queue.add', text: ADD, values: [JSON.stringify(wishes)] });
  }

  /**
   * The same, for those whose key no job waits or runs for.
   * @throws what the database says
   */
  async addMissing(wishes: readonly JobWish[]): Promise<void> {
    const values = [wishes.map(({ key }) => key)];
    const { rows } = await this.pool.query<{ key: string }>({ name: 'job-queue.missing', text: FIND_MISSING, values });
    const missing = new Set(rows.map(({ key }) => key));
    if (missing.size > 0) await this.add(wishes.filter(({ key }) => missing.has(key)));
  }

  /** Removes what the library leaves behind; safe on several instances at the same time. */
  async tidy(): Promise<void> {
    await tidyJobs(this.pool);
  }

  onApplicationBootstrap(): void {
    if (!this.isWorker) return;
    const concurrency = this.config.webhookConcurrency * JOBS_FOR_EACH;
    this.runner = new JobRunner(this.pool, this.workers, this.tasks, concurrency);
    this.runner.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.runner?.stop();
    await within(this.pool.end(), END_MS);
  }
}
