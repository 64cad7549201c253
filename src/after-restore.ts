import { parseArgs } from 'node:util';
import { ConfigError } from '#common/config/config-error.js';
import { CONNECT_TIMEOUT_MS } from '#common/database/connections.js';
import type { InstanceOptions } from './instance.js';

/** The argument that starts it. */
const AFTER_RESTORE = 'after-restore';

/** How far sequences move: an hour of a few thousand rows a second, or several imports of a million. */
const USUAL_IDS = 10_000_000;

/** A thousand restores with this many leave ids exact as JSON numbers. */
const MOST_IDS = 1_000_000_000_000;

// A pooler keeps connections of the name that is left out. Each instance has others.
const CONNECTED = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'commerce-%' AND application_name <> 'commerce-api'`;

/** By how many numbers sequences are to move; undefined if this program was started to serve. */
export function readAfterRestore(args: readonly string[]): number | undefined {
  if (args[0] !== AFTER_RESTORE) return undefined;
  try {
    const { values } = parseArgs({ args: args.slice(1), options: { ids: { type: 'string' } } });
    const ids = Number(values.ids ?? USUAL_IDS);
    if (Number.isInteger(ids) && ids >= 1 && ids <= MOST_IDS) return ids;
  } catch {
    // Told below.
  }
  throw new ConfigError(`${AFTER_RESTORE} takes --ids, a whole number from 1 to ${MOST_IDS}`);
}

/**
 * Checks that no instance runs on the database: what it holds in memory would be of before the restore.
 * @throws ConfigError
 */
export async function assertNoInstance(databaseUrl: string): Promise<void> {
  // Imported late, as the application is.
  const { SteadyClient } = await import('@commerce/postgres');
  const client = new SteadyClient({
    connectionString: databaseUrl,
    application_name: AFTER_RESTORE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(CONNECTED);
    const { count } = rows[0]!;
    if (count > 0) throw new ConfigError(`${AFTER_RESTORE}: stop all instances first; they have ${count} connections`);
  } finally {
    await client.end();
  }
}

/** Makes a restored, migrated database fit for use; returns what was done, as lines. */
export async function runAfterRestore(options: Omit<InstanceOptions, 'worker'>, ids: number): Promise<string[]> {
  const { createApp } = await import('./app.js');
  const { afterRestore } = await import('#operations/restore/index.js');
  const config = { ...options.config, jobConcurrency: 0, webhookConcurrency: 0 };
  const app = await createApp({ ...options, config });
  try {
    return await afterRestore(app, ids);
  } finally {
    await app.close();
  }
}
