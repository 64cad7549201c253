import { Logger, runMigrations } from 'graphile-worker';

/** The database schema of the job queue's library. */
export const JOB_SCHEMA = 'graphile_worker';

/**
 * Installs or updates the tables of the job queue, by the library's own migrations. The caller must hold the migration
 * lock.
 */
export async function installJobSchema(url: string): Promise<void> {
  const silent = new Logger(() => () => undefined);
  await runMigrations({ connectionString: url, maxPoolSize: 2, schema: JOB_SCHEMA, logger: silent });
}
