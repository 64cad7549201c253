import { ADVISORY_LOCKS } from '../database/advisory-locks.js';
import {
  Injectable,
  Logger,
  type LoggerService,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import {
  type JobHelpers,
  Logger as WorkerLogger,
  makeWorkerUtils,
  parseCronItems,
  type TaskList,
} from 'graphile-worker';
import type { Pool } from 'pg';
import type { EntityManager } from 'typeorm';
import { ConfigError } from '../config/config-error.js';
import { Config } from '../config/config.js';
import { Database, statement } from '../database/index.js';
import { DatabaseAddress } from '../database/connections.js';
import { JOB, type JobContext, type JobRequest, type JobType, Retention, RETRIES } from './job.js';
import { JOB_SCHEMA, jobPool } from './job-pool.js';
import { JobRunner, within } from './job-runner.js';
import { JobWorkers } from './job-workers.js';
import { tracing } from '../tracing/tracing.js';
import { MarkedMethods } from '../marked-methods.js';

type Work = (payload: never, context: JobContext) => Promise<void>;

/** A type of job and its handler. */
interface Registered {
  readonly type: JobType<object>;
  readonly work: Work;
}

/** Attempts, beyond its retries, that a job may lose to crashed processes. */
const DEATHS = 20;

/** Milliseconds to wait for connections to close. */
const END_MS = 5_000;

/**
 * Advisory lock: shared while jobs are added, exclusive while empty queues are deleted. A queue deleted between the two
 * steps of adding would leave a job that no instance ever finds.
 */
const QUEUES_LOCK = ADVISORY_LOCKS.jobQueues;

/** `$1` jobs as JSON, `$2` whether a waiting job keeps its run time. */
const ADD = statement(
  'job-queue.add',
  `SELECT count(*) FROM ${JOB_SCHEMA}.add_jobs(ARRAY(
     SELECT (r.task, r.payload, r.queue, r.run_at, r.max_attempts, r.key, r.priority, NULL)::${JOB_SCHEMA}.job_spec
       FROM (SELECT pg_advisory_xact_lock_shared(${QUEUES_LOCK})) AS held,
            json_to_recordset($1::json) AS r (task text, payload json, queue text, run_at timestamptz, max_attempts smallint, key text, priority smallint)
   ), $2::boolean)`,
);

/** The keys of `$1` without a waiting or running job; jobs without attempts left do not count. */
const FIND_MISSING = statement(
  'job-queue.missing',
  `SELECT w.key FROM unnest($1::text[]) AS w (key)
    WHERE NOT EXISTS (SELECT FROM ${JOB_SCHEMA}.jobs j
                       WHERE j.key = w.key AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`,
);

const FIND_JOB = statement('job-queue.find', `SELECT FROM ${JOB_SCHEMA}.jobs WHERE id = $1`);
const WAIT_BRIEFLY = statement('job-queue.wait-briefly', `SELECT set_config('lock_timeout', '1s', true)`);

/** A job queue on PostgreSQL (graphile-worker): any instance may run a job, at least once, now or later. */
@Injectable()
export class JobQueue implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(JobQueue.name);
  private readonly libraryLogger = jobLogger(this.logger);
  private readonly pool: Pool;
  private readonly workers: JobWorkers;
  private readonly registered: Registered[] = [];
  private runner: JobRunner | undefined;
  private stopping = false;

  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly methods: MarkedMethods,
    address: DatabaseAddress,
  ) {
    this.pool = jobPool(address.url);
    this.workers = new JobWorkers(this.pool);
  }

  /**
   * Registers the handler of a type of job, before the application has started. Usually done by `@Job`.
   * @throws ConfigError if the type has another handler, or its schedule is none
   */
  register<Payload extends object>(
    type: JobType<Payload>,
    work: (payload: Payload, context: JobContext) => Promise<void>,
  ): void {
    const { task, options } = type;
    if (this.registered.some((other) => other.type.task === task))
      throw new ConfigError(`two methods do the job ${task}; is their provider in two modules?`);
    if (options.schedule !== undefined) assertSchedule(task, options.schedule);
    this.registered.push({ type, work });
  }

  /**
   * Whether this instance is not stopping, and no other one can have considered it dead and restarted its jobs. Check it
   * before work that should not be done twice.
   */
  holdsLease(): boolean {
    return !this.stopping && this.workers.isBeating();
  }

  /**
   * Adds jobs of one type, with one statement.
   * @param tx the transaction that they commit with; null for none
   * @throws database errors
   */
  async add<Payload extends object>(
    tx: EntityManager | null,
    { task, options }: JobType<Payload>,
    ...requests: readonly JobRequest<Payload>[]
  ): Promise<void> {
    const max_attempts = (options.retries ?? RETRIES) + 1 + DEATHS;
    const rows = requests.map(({ runAt, ...request }) => ({
      task,
      max_attempts,
      priority: options.priority,
      run_at: runAt,
      ...request,
    }));
    const values = [JSON.stringify(rows), options.keyMode === 'preserve_run_at'];
    // Without a transaction, the queue's own pool is used, which never waits for requests or deliveries.
    await (tx === null ? this.pool.query({ ...ADD, values }) : this.db.query(tx, ADD, values));
  }

  /**
   * Adds jobs without a transaction, except those with a key that already has a waiting or running job.
   * @throws database errors
   */
  async addMissing<Payload extends object>(
    type: JobType<Payload>,
    ...requests: readonly (JobRequest<Payload> & { key: string })[]
  ): Promise<void> {
    const values = [requests.map(({ key }) => key)];
    const { rows } = await this.pool.query<{ key: string }>({ ...FIND_MISSING, values });
    const missing = new Set(rows.map(({ key }) => key));
    if (missing.size > 0) await this.add(null, type, ...requests.filter(({ key }) => missing.has(key)));
  }

  /** Each poll locks all free queues, so unused ones would only cost time. */
  @Retention('empty queues, and jobs without attempts left')
  async tidy(): Promise<void> {
    const utils = await makeWorkerUtils({ pgPool: this.pool, schema: JOB_SCHEMA, logger: this.libraryLogger });
    try {
      await this.db.transaction(async (tx) => {
        await this.db.query(tx, WAIT_BRIEFLY);
        await this.db.lock(tx, 'jobQueues');
        await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS', 'GC_JOB_QUEUES'] });
      });
    } finally {
      await utils.release();
    }
  }

  onModuleInit(): void {
    for (const { mark, call } of this.methods.find<JobType<object>>(JOB)) this.register(mark, call);
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  /** Runs no jobs during `work`. Schedules begin again afterwards: what was due meanwhile is left out. For tests that move the clock. */
  async rest(work: () => Promise<void>): Promise<void> {
    await this.runner?.stop();
    await work();
    this.start();
  }

  private start(): void {
    const { jobConcurrency } = this.config;
    const done = this.registered.filter(({ type }) => (type.options.slots?.(this.config) ?? jobConcurrency) > 0);
    const own = done.reduce((sum, { type }) => sum + (type.options.slots?.(this.config) ?? 0), 0);
    if (own + jobConcurrency === 0) return;
    const schedules = done.flatMap(({ type: { task, options } }) =>
      options.schedule === undefined ? [] : [{ task, match: options.schedule, options: { jobKey: task } }],
    );
    this.runner = new JobRunner(this.workers, {
      pool: this.pool,
      tasks: Object.fromEntries(done.map((registered) => [registered.type.task, this.taskOf(registered)])),
      schedules: parseCronItems(schedules),
      concurrency: own + jobConcurrency,
      logger: this.libraryLogger,
    });
    this.runner.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    await this.runner?.stop();
    await within(this.pool.end(), END_MS);
  }

  private taskOf({ type, work }: Registered): TaskList[string] {
    return async (payload, { job, abortSignal: signal }) => {
      try {
        const run = (): Promise<void> => work(payload as never, { signal, attempt: job.attempts });
        await (tracing()?.job(type.task, run) ?? run());
      } catch (error) {
        const { message, stack } = error instanceof Error ? error : new Error(String(error));
        this.logger.warn(`a job of ${type.task} failed: ${message}, attempt ${job.attempts}`, stack);
        if (job.attempts <= (type.options.retries ?? RETRIES)) throw error;
      }
      await this.freeQueueOf(job);
    };
  }

  /**
   * A worker wrongly considered dead may complete a job that another one has taken over. The other one then holds the lock
   * on the queue of a deleted job, which the library releases only together with everything else that the run holds.
   */
  private async freeQueueOf({ id, attempts, job_queue_id: queue }: JobHelpers['job']): Promise<void> {
    if (attempts === 1 || queue === null) return;
    const { rowCount } = await this.pool.query({ ...FIND_JOB, values: [id] });
    if (rowCount === 0) this.runner?.restart();
  }
}

function assertSchedule(task: string, match: string): void {
  try {
    parseCronItems([{ task, match }]);
  } catch {
    throw new ConfigError(`the schedule of the job ${task} must be a cron pattern such as "0 4 * * *", not "${match}"`);
  }
}

/** Milliseconds in which similar lines are logged once: in an outage they come every second. */
const QUIET_MS = 60_000;

/** Lines with the same first characters are similar; ids and reasons follow. */
const BEGINNING = 20;

/**
 * Forwards the library's errors to our log, as warnings: the queue recovers by itself. Job starts and ends are not logged,
 * and of each message only the first line, because the others may contain payloads.
 */
function jobLogger(logger: LoggerService): WorkerLogger {
  const last = new Map<string, number>();
  return new WorkerLogger(() => (level, message) => {
    // JobQueue logs failed jobs itself.
    if (level !== 'error' || message.startsWith('Failed task')) return;
    const beginning = message.slice(0, BEGINNING);
    if (performance.now() - (last.get(beginning) ?? -Infinity) < QUIET_MS) return;
    last.set(beginning, performance.now());
    logger.warn(message.split('\n', 1)[0]);
  });
}
