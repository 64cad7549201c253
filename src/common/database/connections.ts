import type { Config } from '../config/config.js';
import { checkPooler, checkSessions, SteadyClient, type Way } from '@commerce/postgres';

/** The name of the database on the embedded server. */
export const EMBEDDED_DATABASE = 'commerce';

/** Milliseconds that a connection may take to be made. */
export const CONNECT_TIMEOUT_MS = 5_000;

/** Milliseconds that a statement may take, and a transaction may wait for the next one. */
export const STATEMENT_TIMEOUT_MS = 20_000;

/**
 * Milliseconds without a byte from PostgreSQL. It answers within its own limit, or says that it took too long: only a server
 * that is frozen or cut off is silent for longer.
 */
export const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;

/** The settings of connections through a pooler in transaction mode, which takes none of the server's: the role has them. */
export const POOLED_CONNECTION = {
  Client: SteadyClient,
  is_pooled: true,
  application_name: 'commerce-api',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  silence_timeout: SILENCE_MS,
  keepAlive: true,
  // Statements are sent without waiting for the result of the previous one.
  pipeline: true,
};

/** The settings of all other database connections. */
export const CONNECTION = {
  ...POOLED_CONNECTION,
  is_pooled: false,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  // Compiling takes far longer than it saves on few rows.
  options: '-c jit=off',
};

/** The URL of the database for whoever needs a session of its own: no pooler in transaction mode is in between. */
export class DatabaseAddress {
  constructor(
    readonly url: string,
    /** Whether all others go through such a pooler. Decision 81. */
    readonly isPooled = false,
  ) {}
}

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

/**
 * Checks that connections are what the service needs: sessions, and past a pooler the same database. Decision 81.
 * @param directUrl the way past a pooler; the same without one
 * @throws SetupError naming the setting
 */
export async function checkConnections(url: string, directUrl = url): Promise<void> {
  const way: Way = { name: 'DATABASE_URL', url, connection: POOLED_CONNECTION };
  const past = 'DATABASE_DIRECT_URL';
  if (directUrl === url) return checkSessions(way, past);
  await checkPooler(way, { name: past, url: directUrl, connection: CONNECTION }, STATEMENT_TIMEOUT_MS);
}
