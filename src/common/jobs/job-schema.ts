import { Logger, runMigrations } from 'graphile-worker';
import { jobPool } from './job-pool.js';

/** The database schema of the job queue's library. */
export const JOB_SCHEMA = 'graphile_worker';

/**
 * Installs or updates the tables of the job queue, by the library's own migrations. The caller must hold the migration
 * lock.
 */
export async function installJobSchema(url: string): Promise<void> {
  const silent = new Logger(() => () => undefined);
  // Without the time limit of other statements.
  const pgPool = jobPool(url, true);
  try {
    await runMigrations({ pgPool, schema: JOB_SCHEMA, logger: silent });
  } finally {
    await pgPool.end();
  }
}
