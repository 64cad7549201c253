import type { Config } from '../config/config.js';
import { CONNECT_TIMEOUT_MS } from './time-limits.js';

/** Connections of an instance past a pooler, for what is outside the ambient transaction. */
export const CONNECTIONS_BESIDE = 2;

/** Connections of an instance outside its pool: change feed, job queue and live network. */
const EXTRA_CONNECTIONS = 6;

/** Maximum connections of all instances to the server; those of a pooler are its own. */
export function connectionsOf({
  instances,
  databasePoolSize,
  databaseDirectUrl,
}: Pick<Config, 'instances' | 'databasePoolSize' | 'databaseDirectUrl'>): number {
  const others = databaseDirectUrl === undefined ? databasePoolSize : CONNECTIONS_BESIDE;
  return instances * (others + EXTRA_CONNECTIONS);
}

/** The server's connection limit, without those reserved for superusers. */
export async function maxConnections(url: string): Promise<number> {
  // Imported late: it loads the whole data layer.
  const { SteadyClient } = await import('./steady-client.js');
  const client = new SteadyClient({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
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
