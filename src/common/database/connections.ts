import type { Config } from '../config/config.js';

/** Connections of an instance beside its pool: the change feed and the job queue. */
const BESIDE_POOL = 5;

/** Connections that the instances of one start take at most. */
export function connectionsOf({ instances, databasePoolSize }: Pick<Config, 'instances' | 'databasePoolSize'>): number {
  return instances * (databasePoolSize + BESIDE_POOL);
}

/** Connections that a server admits, without those that it keeps for superusers. */
export async function admittedConnections(url: string): Promise<number> {
  // Not at the start of the file: it loads the whole data layer.
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
