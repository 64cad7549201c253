import pg from 'pg';
import { SteadyClient } from '../database/data-source.js';

/** One listens for new jobs; the others fetch and complete jobs and send heartbeats. Jobs use the service's own pool. */
const CONNECTIONS = 4;

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 20_000;

/** The job queue's own small pool, so that it never waits for requests or deliveries. */
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
  // The library requires listeners; failing queries report an outage themselves.
  pool.on('error', () => undefined);
  pool.on('connect', () => undefined);
  return pool;
}
