import { Logger, runMigrations } from 'graphile-worker';

/** The schema that the job queue's library keeps its tables in. */
export const JOB_SCHEMA = 'graphile_worker';

/**
 * Installs or updates the tables of the job queue, by the library's own migrations. Whoever calls it keeps other
 * instances out meanwhile.
 */
export async function installJobSchema(url: string): Promise<void> {
  const silent = new Logger(() => () => undefined);
  await runMigrations({ connectionString: url, maxPoolSize: 2, schema: JOB_SCHEMA, logger: silent });
}
