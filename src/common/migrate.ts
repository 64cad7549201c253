import { ADVISORY_LOCKS } from './database/advisory-locks.js';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import { installJobSchema } from './jobs/job-schema.js';
import { dataSourceOptions, type MigrationClass } from './database/data-source.js';
import { GIVES_WAY, PATIENCE, patiently, takeTurns, type Patience } from './database/migration-locks.js';
import { MIGRATIONS } from './database/migrations/index.js';
import { SteadyClient } from './database/steady-client.js';

/** The advisory lock for instances that start at the same time. */
const MIGRATION_LOCK = ADVISORY_LOCKS.migrations;

/** The history of the extensions' migrations, separate from that of the service. */
const EXTENSION_HISTORY = 'extension_migrations';

/**
 * Runs pending migrations of the service, the job queue and the extensions. Instances that start at the same time take
 * turns. A migration that does not get a lock soon gives way to those who wait behind it, and is tried again. Migrations
 * that are not known, of a later version, are left alone.
 * @param more migrations of extensions
 * @param patience how often it tries, and whom it tells
 */
export async function migrate(
  url: string,
  more: readonly MigrationClass[] = [],
  patience: Partial<Patience> = {},
): Promise<void> {
  const tries = { ...PATIENCE, ...patience };
  await withLock(url, async (service, lock) => {
    await separateHistories(lock);
    await patiently(service, tries);
    await installJobSchema(url);
    if (more.length > 0) await runExtensions(url, more, tries);
  });
}

/**
 * The data source of the extensions' migrations for TypeORM's command line: `migration:show`, `migration:run` and
 * `migration:revert` then handle only these.
 * @param migrations the same as at `start`
 * @param url the service's database; default: `DATABASE_DIRECT_URL` or `DATABASE_URL`
 * @example
 * ```ts
 * // ormconfig.ts, for `npx typeorm migration:show -d dist/ormconfig.js`
 * export default await extensionMigrations([MyTable1790000000001]);
 * ```
 */
export async function extensionMigrations(
  migrations: readonly MigrationClass[],
  url = migrationsUrl(),
): Promise<DataSource> {
  if (url === undefined) throw new Error('set DATABASE_URL to the database that the migrations are for');
  await withSeparateHistories(url);
  return new DataSource(extensionOptions(url, migrations));
}

/** Where migrations run: they hold a lock of their session, so no pooler in transaction mode may be in between. */
export function migrationsUrl({ DATABASE_DIRECT_URL: direct, DATABASE_URL: url } = process.env): string | undefined {
  return direct || url;
}

/** Separates the histories in a database of an earlier version. */
export async function withSeparateHistories(url: string): Promise<void> {
  await withLock(url, (_, lock) => separateHistories(lock));
}

async function runExtensions(url: string, migrations: readonly MigrationClass[], tries: Patience): Promise<void> {
  const dataSource = await new DataSource(extensionOptions(url, migrations)).initialize();
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
        [MIGRATIONS.map(({ name }) => name)],
      );
    }
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  }
}

async function withLock(url: string, work: (service: DataSource, lock: QueryRunner) => Promise<void>): Promise<void> {
  const service = await new DataSource(migrationOptions(url)).initialize();
  const lock = service.createQueryRunner();
  try {
    await takeTurns(lock, MIGRATION_LOCK);
    await work(service, lock);
    await lock.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
  } finally {
    await lock.release();
    await service.destroy();
  }
}

function extensionOptions(url: string, migrations: readonly MigrationClass[]): DataSourceOptions {
  return { ...migrationOptions(url), migrations: [...migrations], migrationsTableName: EXTENSION_HISTORY };
}

/** Migrations may take longer than other statements, but not wait long for locks: whoever comes later waits behind them. */
function migrationOptions(url: string): DataSourceOptions {
  return {
    ...dataSourceOptions(url, 3),
    // It prints failures, which are told by whoever tries again or gives up.
    logger: 'debug',
    extra: { Client: SteadyClient, connectionString: url, application_name: 'commerce-migrations', ...GIVES_WAY },
  };
}
