import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { createApp, type CreateAppOptions } from '../app.js';
import { readConfig } from '#common/config/read-config.js';
import type { MigrationClass } from '#common/database/data-source.js';
import { JobQueue, LongJobs, type JobType } from '#common/jobs/index.js';
import { createLogger } from '#common/logging/logger.js';
import { TimePartitions } from '#common/partitions/time-partitions.js';
import type { Extension } from '#common/extensions.js';
import { LiveThread } from '#network/live/index.js';
import { CallerLimitGuard } from '#platform/auth/index.js';
import { Passwords } from '#people/users/index.js';
import { moveDatabaseClock, moveProcessClock } from './clock.js';
import { Factories } from './factories.js';
import { Failures } from './failures.js';
import { postPeriod, type PostedPeriod, type TestPlan } from './posted-period.js';
import { WebhookReceiver } from './receiver.js';
import { startTestDatabase, type TestDatabase } from './test-database.js';
import { TestedService } from './tested-service.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { HandlerRegistry } from '#common/events/index.js';

/** The service under test, with what makes users, applications and bundles in it. */
export class TestApp extends TestedService {
  readonly make = new Factories(this);
  private readonly receivers: WebhookReceiver[] = [];

  /** Waits until all that has followed from the requests so far is done: listeners, jobs and webhooks. */
  settled(): Promise<void> {
    return settled(this);
  }

  /**
   * Moves the clocks of the service and of its database, which go on from there. Clients that are logged in stay so.
   * @param to an instant; undefined moves them back
   */
  async moveClock(to: Date | string | undefined): Promise<void> {
    await this.settled();
    await this.nest.get(JobQueue, { strict: false }).rest(async () => {
      moveProcessClock(to);
      await moveDatabaseClock(this.database);
    });
    // Whatever is written then needs partitions of its time.
    await this.nest.get(TimePartitions, { strict: false }).round();
    await this.make.logInAgain();
  }

  /**
   * Ends the period that the clock is in: moves the clock to the beginning of the next one, and calculates, approves and posts
   * the period.
   * @param plan is published for it first: `{ bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [10] } }] }`, with
   * other parts of a plan where they matter; without one, the plan that is published already pays
   */
  postPeriod(plan?: TestPlan): Promise<PostedPeriod> {
    return postPeriod(this, plan);
  }

  /** Adds a job, also of a type with a schedule; {@link settled} waits until it is done. */
  addJob<Payload extends object>(type: JobType<Payload>, payload = {} as Payload): Promise<void> {
    return this.nest.get(JobQueue, { strict: false }).add(null, type, { payload });
  }

  /** Receives the webhooks of events from now on: all of them, or those of some types. */
  async webhooks(...events: string[]): Promise<WebhookReceiver> {
    const receiver = await WebhookReceiver.start();
    this.receivers.push(receiver);
    await this.make.application({ webhookUrl: receiver.url, webhookEvents: events.length === 0 ? ['*'] : events });
    return receiver;
  }

  override async stop(): Promise<void> {
    try {
      await super.stop();
    } finally {
      moveProcessClock(undefined);
      for (const receiver of this.receivers.splice(0)) await receiver.stop();
    }
  }
}

/** Options of {@link startTestApp}. */
export interface TestAppOptions {
  extensions?: readonly Extension[];
  /** Migrations of the extensions' tables. */
  migrations?: readonly MigrationClass[];
  /** Environment variables that override {@link TEST_SETTINGS}: `{ LOG_LEVEL: 'debug' }`. */
  settings?: Readonly<Record<string, string>>;
}

/** Settings of all tests; those of the service itself enable jobs and webhooks where they are about them. */
export const TEST_SETTINGS = {
  LOG_LEVEL: 'silent',
  DEMO: 'false',
  DATABASE_POOL_SIZE: '10',
  WEBHOOK_CONCURRENCY: '0',
  JOB_CONCURRENCY: '0',
};

/** Limits of connections to the database that only what has failed reaches, on a busy machine too. */
const PATIENT = { connectionTimeoutMillis: 300_000, silence_timeout: 305_000 };

/** The same of statements; a pooler does not accept it. */
const PATIENT_STATEMENTS = { statement_timeout: 300_000 };

/** Tests of extensions are about what follows from a request too, and their receivers are on this machine. */
const WITH_JOBS = { JOB_CONCURRENCY: '2', WEBHOOK_CONCURRENCY: '2', WEBHOOK_ALLOW_PRIVATE: 'true' };

/**
 * Starts the whole service with extensions, on its own embedded PostgreSQL. Requests need no socket: it listens only after
 * `listen()`.
 * @example
 * ```ts
 * const app = await startTestApp({ extensions: [myExtension] });
 * const member = await app.make.member();
 * const { status, body } = await member.get('commerce/cart-items/');
 * await app.stop();
 * ```
 */
export async function startTestApp({
  extensions = [],
  migrations = [],
  settings = {},
}: TestAppOptions = {}): Promise<TestApp> {
  const env = { ...TEST_SETTINGS, ...WITH_JOBS, ...settings };
  const config = readConfig(env);
  const isShown = config.logLevel !== 'silent';
  const failures = new Failures(isShown);
  const logger = createLogger(isShown ? config.logLevel : 'warn', failures);
  const database = await startTestDatabase(migrations);
  try {
    return await startOn(database, { config, extensions, env, logger }, true, failures);
  } catch (error) {
    await database.drop();
    throw error;
  }
}

/**
 * Starts the service like `main.ts`, but without listening, on a migrated database.
 * @param ownsDatabase whether stopping drops the database
 */
export async function startOn(
  database: TestDatabase,
  options: Omit<CreateAppOptions, 'databaseUrl'>,
  ownsDatabase: boolean,
  failures?: Failures,
): Promise<TestApp> {
  const nest = await createApp({ ...options, databaseUrl: database.url });
  await nest.getHttpAdapter().getInstance().ready();
  // No test waits for what a hash costs.
  nest.get(Passwords, { strict: false }).cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  nest.get(LongJobs, { strict: false }).staysHere = true;
  nest.get(CallerLimitGuard, { strict: false }).waitsForever = true;
  nest.get(LiveThread, { strict: false }).waitsForever = true;
  const { master } = nest.get(DataSource).driver as unknown as { master: Pool };
  const isPooled = options.config.databaseDirectUrl !== undefined;
  Object.assign(master.options, PATIENT, isPooled ? {} : PATIENT_STATEMENTS);
  return new TestApp(nest, options.config, database, ownsDatabase, failures);
}

/** Milliseconds between two looks. */
const LOOK_MS = 20;

/** Milliseconds after which something hangs. */
const PATIENCE_MS = 60_000;

/** What is to be done now: not what is scheduled for later. */
const OPEN = `
  SELECT 'job ' || task_identifier AS what FROM graphile_worker.jobs
   WHERE locked_at IS NOT NULL OR (run_at <= clock_timestamp() AND attempts < max_attempts)
  UNION ALL
  SELECT 'webhook of application ' || application_id FROM webhook_deliveries
   WHERE status = 'pending' AND next_attempt_at <= clock_timestamp()`;

/**
 * Waits until all that has followed from the requests so far is done: listeners, jobs with their followers, and webhooks.
 * @throws Error with the failure of a handler or a job, or naming what hangs
 */
async function settled(app: TestedService): Promise<void> {
  const last = performance.now() + PATIENCE_MS;
  for (;;) {
    await app.nest.get(HandlerRegistry, { strict: false }).listenersDone();
    app.failures.throwFirst();
    const open = await app.database.query<{ what: string }>(OPEN);
    if (open.length === 0) {
      // The last of them may have failed since.
      app.failures.throwFirst();
      return;
    }
    if (performance.now() > last)
      throw new Error(`after a minute this is not done: ${[...new Set(open.map(({ what }) => what))].join(', ')}`);
    await sleep(LOOK_MS);
  }
}
