import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../common/database/embedded/index.js';

/** A database of a test's own. */
export interface TestDatabase {
  url: string;
  /** Runs one statement, outside the service. */
  query<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Tests lose nothing when the machine stops, so the server need not wait for the disk. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * A database with hands to use it.
 * @param remove what else is to be done to drop it
 */
export function openTestDatabase(url: string, remove: () => Promise<void>): TestDatabase {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
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

/** An empty database on an embedded PostgreSQL of its own, in a directory that is removed with it. */
export async function startTestDatabase(): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-test-'));
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    const server = await startEmbeddedPostgres({ dataDir, settings: FAST });
    return openTestDatabase(server.url, () => server.release().finally(remove));
  } catch (error) {
    await remove();
    throw error;
  }
}
