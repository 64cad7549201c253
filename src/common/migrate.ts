import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DataSource, type DataSourceOptions, type MigrationInterface, type QueryRunner } from 'typeorm';
import { ADVISORY_LOCKS } from './database/advisory-locks.js';
import { dataSourceOptions, type MigrationClass } from './database/data-source.js';
import { EMBEDDED_DATABASE } from './database/connections.js';
import { MigrationError } from './database/migration-error.js';
import { MIGRATION_FILES } from './database/migrations/files.js';
import { isLockedByOthers, isRetryable, SteadyClient } from '@commerce/postgres';
import { ConfigError } from './config/config-error.js';
import { readConfig } from './config/read-config.js';
import type { EmbeddedServer } from '@commerce/postgres/embedded';
import { installJobSchema } from './jobs/job-pool.js';

/** The advisory lock for instances that start at the same time. */
const MIGRATION_LOCK = ADVISORY_LOCKS.migrations;

/** The history of the extensions' migrations, separate from that of the service. */
const EXTENSION_HISTORY = 'extension_migrations';

/** How long a migration waits for a lock. All later requests for the table wait behind it meanwhile. */
const LOCK_TIMEOUT_MS = 500;

/**
 * The option of a pool whose statements take as long as they take, but give way when they wait for a lock.
 * @public the gate of migrations uses it too (tools/migrations-gate)
 */
export const GIVES_WAY = {
  onConnect: async (client: pg.ClientBase): Promise<void> => {
    await client.query(
      `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET lock_timeout = ${LOCK_TIMEOUT_MS}`,
    );
  },
};

/** Milliseconds between two looks at whether it is this instance's turn. */
const TURN_MS = 200;

/** How often migrations are tried when they do not get their locks. */
interface Patience {
  readonly attempts: number;
  /** Milliseconds between the first two attempts; they grow to ten times that. */
  readonly pauseMs: number;
  /** Told of each attempt in vain. */
  readonly warn: (line: string) => void;
}

/** About nine minutes: longer than most statements, shorter than an operator's patience. */
const PATIENCE: Patience = { attempts: 60, pauseMs: 1_000, warn: () => undefined };

/**
 * Runs pending migrations of the service, the job queue and the extensions. Instances that start at the same time take
 * turns. A migration that does not get a lock soon gives way to those who wait behind it, and is tried again. Migrations
 * that are not known, of a later version, are left alone.
 * @param more migrations of extensions
 * @param patience how often it tries, and whom it tells
 * @throws ConfigError for names of `more` that are none, MigrationError for one that fails
 */
export async function migrate(
  url: string,
  more: readonly MigrationClass[] = [],
  patience: Partial<Patience> = {},
): Promise<void> {
  assertNamed(more);
  const tries = { ...PATIENCE, ...patience };
  await withLock(url, async (lock) => {
    await separateHistories(lock);
    if (await isBehind(lock)) await run({ ...migrationOptions(url), migrations: await ownMigrations() }, tries);
    await installJobSchema(url);
    if (more.length > 0) await run(extensionOptions(url, more), tries);
  });
}

/**
 * The data source of the extensions' migrations for TypeORM's command line: `migration:show`, `migration:run` and
 * `migration:revert` then handle only these.
 * @param migrations the same as at `start`
 * @param url the service's database; default: `DATABASE_DIRECT_URL`, `DATABASE_URL` or the embedded database in `DATA_DIR`
 * @example
 * ```ts
 * // ormconfig.ts, for `npx typeorm migration:show -d dist/ormconfig.js`
 * export default await extensionMigrations([MyTable1790000000001]);
 * ```
 */
export async function extensionMigrations(migrations: readonly MigrationClass[], url?: string): Promise<DataSource> {
  // Its commands tell what they find through the logger.
  return dataSourceOf((at) => ({ ...extensionOptions(at, migrations), logger: 'advanced-console' }), url);
}

/**
 * A data source for TypeORM's command line. The embedded database is started for it, or shared with the service if that runs,
 * and let go of when the data source is destroyed.
 * @param optionsAt its options, given the address of the database
 */
export async function dataSourceOf(
  optionsAt: (url: string) => DataSourceOptions,
  url = migrationsUrl(),
): Promise<DataSource> {
  const embedded = url === undefined ? await embeddedDatabase() : undefined;
  const at = url ?? embedded!.url;
  // A history that an earlier version has mixed up with that of extensions cannot be reverted.
  await withSeparateHistories(at);
  const dataSource = new DataSource(optionsAt(at));
  const destroy = dataSource.destroy.bind(dataSource);
  dataSource.destroy = async () => {
    await destroy();
    await embedded?.release();
  };
  return dataSource;
}

/** The embedded database of the settings. */
async function embeddedDatabase(): Promise<EmbeddedServer> {
  const { dataDir } = readConfig(process.env);
  // Loaded for this alone.
  const { startEmbeddedPostgres } = await import('@commerce/postgres/embedded');
  return startEmbeddedPostgres({ dataDir, database: EMBEDDED_DATABASE });
}

/** @throws ConfigError for a migration that TypeORM cannot put in order, or that has the name of another one */
function assertNamed(migrations: readonly MigrationClass[]): void {
  const names = migrations.map((type) => new type().name ?? type.name);
  const untimed = names.find((name) => !/\d{13}$/.test(name));
  if (untimed !== undefined)
    throw new ConfigError(`the name of the migration ${untimed} must end with its time in milliseconds: 13 digits`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new ConfigError(`two migrations are named ${twice}`);
}

/** Where migrations run: they hold a lock of their session, so no pooler in transaction mode may be in between. */
function migrationsUrl(): string | undefined {
  return process.env.DATABASE_DIRECT_URL || process.env.DATABASE_URL || undefined;
}

/** Separates the histories in a database of an earlier version. */
export async function withSeparateHistories(url: string): Promise<void> {
  await withLock(url, separateHistories);
}

/** Whether the service has a migration that the database's history does not know. None is loaded for it: they are many. */
async function isBehind(runner: QueryRunner): Promise<boolean> {
  if (!(await runner.hasTable('migrations'))) return true;
  const done = (await runner.query('SELECT timestamp FROM migrations')) as { timestamp: number }[];
  const known = new Set(done.map(({ timestamp }) => timestamp));
  return MIGRATION_FILES.some((name) => !known.has(Number.parseInt(name)));
}

async function ownMigrations(): Promise<MigrationClass[]> {
  return (await import('./database/migrations/index.js')).MIGRATIONS;
}

async function run(options: DataSourceOptions, tries: Patience): Promise<void> {
  const dataSource = await new DataSource(options).initialize();
  try {
    await patiently(dataSource, tries);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Creates the history of the extensions, if it does not exist, and moves entries of extensions from the service's history,
 * where earlier versions have written them. If it exists nothing is moved, because unknown entries may be those of a later
 * version of the service.
 */
async function separateHistories(runner: QueryRunner): Promise<void> {
  if (await runner.hasTable(EXTENSION_HISTORY)) return;
  const hasHistory = await runner.hasTable('migrations');
  await runner.startTransaction();
  try {
    // As TypeORM creates it.
    await runner.query(
      `CREATE TABLE ${EXTENSION_HISTORY} (id serial PRIMARY KEY, timestamp bigint NOT NULL, name varchar NOT NULL)`,
    );
    if (hasHistory) {
      await runner.query(
        `WITH moved AS (DELETE FROM migrations WHERE name <> ALL ($1) RETURNING id, timestamp, name)
         INSERT INTO ${EXTENSION_HISTORY} (timestamp, name) SELECT timestamp, name FROM moved ORDER BY id`,
        [(await ownMigrations()).map(({ name }) => name)],
      );
    }
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

async function withLock(url: string, work: (lock: QueryRunner) => Promise<void>): Promise<void> {
  const dataSource = await new DataSource(migrationOptions(url)).initialize();
  const lock = dataSource.createQueryRunner();
  try {
    await takeTurns(lock, MIGRATION_LOCK);
    await work(lock);
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await lock.release();
    await dataSource.destroy();
  }
}

function extensionOptions(url: string, migrations: readonly MigrationClass[]): DataSourceOptions {
  return { ...migrationOptions(url), migrations: [...migrations], migrationsTableName: EXTENSION_HISTORY };
}

/** Migrations may take longer than other statements, but not wait long for locks: whoever comes later waits behind them. */
function migrationOptions(url: string): DataSourceOptions {
  return {
    ...dataSourceOptions(url, 3),
    // It prints failures, which are logged by whoever tries again or gives up.
    logger: 'debug',
    extra: { Client: SteadyClient, connectionString: url, application_name: 'commerce-migrations', ...GIVES_WAY },
  };
}

/**
 * Runs the pending migrations of a data source, each again when it did not get a lock within {@link LOCK_TIMEOUT_MS} or was
 * in a deadlock. Those that are done are not repeated.
 * @throws the last failure, when all attempts were in vain
 */
async function patiently(dataSource: DataSource, { attempts, pauseMs, warn }: Patience): Promise<void> {
  for (const migration of dataSource.migrations) nameFailures(migration);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await dataSource.runMigrations();
      return;
    } catch (error) {
      const cause = error instanceof MigrationError ? error.cause : error;
      if (!(isLockedByOthers(cause) || isRetryable(cause)) || attempt >= attempts) throw error;
      const holder = await longestTransaction(dataSource);
      warn(
        `a migration did not get its lock within ${LOCK_TIMEOUT_MS} ms, and gave way (attempt ${attempt} of ${attempts})${holder}`,
      );
      await sleep(pauseMs * Math.min(attempt, 10));
    }
  }
}

/** Names the migration in its error, which TypeORM's own error does not. */
function nameFailures(migration: MigrationInterface): void {
  const up = migration.up.bind(migration);
  migration.up = async (runner) => {
    try {
      await up(runner);
    } catch (error) {
      throw new MigrationError(migration.name ?? migration.constructor.name, error);
    }
  };
}

/**
 * Takes the lock that lets one migrate at a time. It asks again and again: somebody who waits for it inside a statement
 * would hold up CREATE INDEX CONCURRENTLY, which waits for all statements, for ever.
 */
async function takeTurns(lock: QueryRunner, key: number): Promise<void> {
  for (;;) {
    const [row] = (await lock.query('SELECT pg_try_advisory_lock($1) AS taken', [key])) as [{ taken: boolean }];
    if (row.taken) return;
    await sleep(TURN_MS);
  }
}

/** Who has had a transaction open for the longest time, for an operator who looks for what is in the way. */
async function longestTransaction(dataSource: DataSource): Promise<string> {
  const [row] = await dataSource.query<{ pid: number; name: string; seconds: number }[]>(
    `SELECT pid, application_name AS name, round(extract(epoch FROM now() - xact_start))::int AS seconds
       FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - interval '1 second'
      ORDER BY xact_start LIMIT 1`,
  );
  if (row === undefined) return '';
  return `; the longest open transaction is of pid ${row.pid} (${row.name || 'no name'}), for ${row.seconds} s`;
}
