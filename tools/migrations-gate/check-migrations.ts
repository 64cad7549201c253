import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions, type MigrationClass } from '#common/database/data-source.js';
import { GIVES_WAY } from '#common/migrate.js';
import type { Contracts } from '#common/database/online.js';
import { SteadyClient } from '@commerce/postgres';
import { findBreaks } from './breaks.js';
import { readCatalog } from './catalog.js';
import { BATCH_ROWS, Interrupted, WatchedRunner } from './watched-runner.js';

/** A migration that may declare what the previous version does without. */
type Checked = MigrationInterface & { readonly contracts?: Contracts };

/** After so many statements a migration is not interrupted any more: the rest are batches. */
const MOST_STATEMENTS = 20;

/**
 * Runs migrations on a database, and says what in them locks tables for long or breaks the previous version, which runs on the
 * same schema while instances are replaced one by one.
 * @param url a database with the schema of the released version, and with some rows in its tables
 * @param version the released version
 * @returns sentences that say what is wrong and what to do instead; none when all may run while the service does
 */
export async function checkMigrations(
  url: string,
  migrations: readonly MigrationClass[],
  version: string,
): Promise<string[]> {
  const dataSource = await new DataSource({
    ...dataSourceOptions(url, 2),
    extra: { Client: SteadyClient, connectionString: url, ...GIVES_WAY },
  }).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    // Whatever an index can serve is read by it, as in a large table.
    await runner.query('SET enable_seqscan = off');
    await runner.query(`SET commerce.batch_rows = ${BATCH_ROWS}`);
    const released = await readCatalog((sql) => runner.query(sql));
    const findings: string[] = [];
    for (const migration of migrations) {
      const before = await readCatalog((sql) => runner.query(sql));
      const instance: Checked = new migration();
      const found = await runWatched(runner, instance);
      const after = await readCatalog((sql) => runner.query(sql));
      const query: QueryRunner['query'] = (sql: string) => runner.query(sql);
      found.push(...(await findBreaks(query, { released, before, after }, instance.contracts, version)));
      findings.push(...found.map((what) => `${migration.name} ${what}`));
    }
    return findings;
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

async function runWatched(runner: QueryRunner, migration: Checked): Promise<string[]> {
  const sizes = await readSizes(runner);
  if (migration.transaction === false) return runInterrupted(runner, migration, sizes);
  const watched = new WatchedRunner(runner, sizes);
  try {
    await runner.startTransaction();
    await migration.up(runner);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction();
    throw error;
  } finally {
    watched.release();
  }
  return [...watched.findings];
}

/** Runs a migration without a transaction again and again, stopped one statement later each time, and once more at the end. */
async function runInterrupted(
  runner: QueryRunner,
  migration: Checked,
  sizes: ReadonlyMap<string, number>,
): Promise<string[]> {
  const findings = new Set<string>();
  const [{ usual }] = (await runner.query(`SELECT current_setting('lock_timeout') AS usual`)) as [{ usual: string }];
  let isDone = false;
  for (let stopAfter = 1; !isDone; stopAfter += 1) {
    const watched = new WatchedRunner(runner, sizes, stopAfter > MOST_STATEMENTS ? Infinity : stopAfter);
    try {
      await migration.up(runner);
      isDone = true;
    } catch (error) {
      if (!(error instanceof Interrupted)) {
        if (stopAfter === 1) throw error;
        findings.add(
          `cannot be run again after a crash between its statements: ${String(error)}. Without a transaction, each statement needs IF NOT EXISTS or the like`,
        );
        isDone = true;
      }
    } finally {
      watched.release();
    }
    // As in the new session after a crash.
    if (!isDone) await runner.query(`SELECT set_config('lock_timeout', $1, false)`, [usual]);
    watched.findings.forEach((finding) => findings.add(finding));
  }
  return [...findings];
}

/** The number of rows of each table. */
async function readSizes(runner: QueryRunner): Promise<Map<string, number>> {
  const tables = (await runner.query(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')`,
  )) as { name: string }[];
  const sizes = new Map<string, number>();
  for (const { name } of tables) {
    const [row] = (await runner.query(`SELECT count(*)::int AS rows FROM "${name}"`)) as [{ rows: number }];
    sizes.set(name, row.rows);
  }
  return sizes;
}
