import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { MigrationClass } from '#common/database/data-source.js';
import { migrate } from '#common/migrate.js';
import { letClockBeMoved } from './clock.js';
import { fillFromTemplate } from './template.js';
import { startEmbeddedPostgres } from '@commerce/postgres/embedded';
import { TlsClient } from '@commerce/postgres';

/** A database for one test. */
export interface TestDatabase {
  url: string;
  /** Runs one statement, outside the service. */
  query<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Tests need no durability. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Connects to a test database.
 * @param remove drops it, after the connections are closed
 */
export function connectTestDatabase(url: string, remove: () => Promise<void>): TestDatabase {
  const pool = new pg.Pool({ Client: TlsClient, connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return {
    url,
    query: async <Row extends object>(sql: string, values?: unknown[]) => (await pool.query<Row>(sql, values)).rows,
    drop: async () => {
      await pool.end();
      await remove();
    },
  };
}

/**
 * Creates a migrated database on its own embedded PostgreSQL, in a temporary directory.
 * @param migrations of extensions
 */
export async function startTestDatabase(migrations: readonly MigrationClass[]): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-test-'));
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    await fillFromTemplate(dataDir, migrations, (folder) => makeMigrated(folder, migrations));
    const server = await startEmbeddedPostgres({ dataDir, settings: FAST });
    const first = connectTestDatabase(server.url, () => Promise.resolve());
    await letClockBeMoved(first, new URL(server.url).pathname.slice(1)).finally(() => first.drop());
    return connectTestDatabase(server.url, () => server.release().finally(remove));
  } catch (error) {
    await remove();
    throw error;
  }
}

async function makeMigrated(dataDir: string, migrations: readonly MigrationClass[]): Promise<void> {
  // While the server stops nothing else may keep the process alive: a test runner would think that it is done.
  const alive = setInterval(() => undefined, 1_000);
  try {
    const server = await startEmbeddedPostgres({ dataDir, settings: FAST });
    await migrate(server.url, migrations).finally(() => server.release());
  } finally {
    clearInterval(alive);
  }
}
