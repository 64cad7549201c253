import type { Config } from '../config/config.js';

/** Connections of an instance outside its pool: change feed, job queue and live network. */
const EXTRA_CONNECTIONS = 6;

/** Maximum connections of all instances. */
export function connectionsOf({ instances, databasePoolSize }: Pick<Config, 'instances' | 'databasePoolSize'>): number {
  return instances * (databasePoolSize + EXTRA_CONNECTIONS);
}

/** The server's connection limit, without those reserved for superusers. */
export async function maxConnections(url: string): Promise<number> {
  // Imported late: it loads the whole data layer.
  const { SteadyClient } = await import('./data-source.js');
  const client = new SteadyClient(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ admitted: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS admitted`,
    );
    return rows[0]!.admitted;
  } finally {
    await client.end();
  }
}
