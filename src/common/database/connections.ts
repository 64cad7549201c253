import type { Config } from '../config/config.js';

/** Connections of an instance past a pooler, for what is outside the ambient transaction. */
export const CONNECTIONS_BESIDE = 2;

/** Connections of an instance outside its pool: change feed, job queue and live network. */
const EXTRA_CONNECTIONS = 6;

/** Maximum connections of an instance to the server; those of a pooler are its own. */
export function connectionsOf({
  databasePoolSize,
  databaseDirectUrl,
}: Pick<Config, 'databasePoolSize' | 'databaseDirectUrl'>): number {
  const others = databaseDirectUrl === undefined ? databasePoolSize : CONNECTIONS_BESIDE;
  return others + EXTRA_CONNECTIONS;
}
