import pg from 'pg';
import { SteadyClient } from '../database/data-source.js';

/** One listens for new jobs; the others take jobs, end them and beat. Work itself uses the service's own connections. */
const CONNECTIONS = 4;

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 20_000;

/** The job queue's own few connections, so that neither requests nor deliveries keep it waiting. */
export function jobPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    Client: SteadyClient,
    connectionString: url,
    max: CONNECTIONS,
    application_name: 'commerce-jobs',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  // The library wants to see somebody listening; the outage itself is logged by whoever meets it.
  pool.on('error', () => undefined);
  pool.on('connect', () => undefined);
  return pool;
}
