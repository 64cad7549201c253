import { SteadyClient, type SteadyConfig } from '@commerce/postgres';
import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';
import { CONNECT_TIMEOUT_MS, SILENCE_MS, STATEMENT_TIMEOUT_MS } from '../database/connections.js';

/** One listens for new jobs; the others fetch and complete jobs and send heartbeats. Jobs use the service's own pool. */
const CONNECTIONS = 4;

/** The option of a pool whose statements take as long as they take, whatever the role's settings are. */
const UNLIMITED = {
  onConnect: async (client: pg.ClientBase): Promise<void> => {
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
  },
};

/**
 * The job queue's own small pool, so that it never waits for requests or deliveries.
 * @param isPatient whether statements take as long as they take
 */
export function jobPool(url: string, isPatient = false): pg.Pool {
  const settings: pg.PoolConfig & SteadyConfig = {
    Client: SteadyClient,
    connectionString: url,
    max: CONNECTIONS,
    application_name: 'commerce-jobs',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(isPatient ? UNLIMITED : { statement_timeout: STATEMENT_TIMEOUT_MS, silence_timeout: SILENCE_MS }),
    keepAlive: true,
  };
  const pool = new JobPool(settings);
  // The library requires listeners; failing queries report an outage themselves.
  pool.on('error', () => undefined);
  pool.on('connect', () => undefined);
  return pool;
}

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A pool whose connections may be returned twice. The library does so with the one that listens, when that breaks while the
 * library lets go of it, and the second time would end the process.
 */
class JobPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (callback === undefined) return super.connect();
    super.connect((error, client, done) => callback(error, client, once(done)));
  }
}

function once<Values extends unknown[]>(action: (...values: Values) => void): (...values: Values) => void {
  let isDone = false;
  return (...values) => {
    if (isDone) return;
    isDone = true;
    action(...values);
  };
}

/** The database schema of the job queue's library. */
export const JOB_SCHEMA = 'graphile_worker';

/**
 * Installs or updates the tables of the job queue, by the library's own migrations. The caller must hold the migration
 * lock.
 */
export async function installJobSchema(url: string): Promise<void> {
  const silent = new Logger(() => () => undefined);
  // Without the time limit of other statements.
  const pgPool = jobPool(url, true);
  try {
    await runMigrations({ pgPool, schema: JOB_SCHEMA, logger: silent });
  } finally {
    await pgPool.end();
  }
}
