import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config/read-config.js';
import { CONNECTION } from './data-source.js';
import { statement, type Statement } from './database.js';

/** Milliseconds for a connection, for a statement, and to replay a transaction. */
const TIMEOUT_MS = 2_000;
const MAX_POLL_MS = 50;

/** Identifies a database. */
export interface DatabaseIdentity {
  /** The system identifier, which only a server and its standbys share. */
  system: string;
  database: string;
}

/** Reads a {@link DatabaseIdentity}. */
export const IDENTITY = statement(
  'standby.identity',
  'SELECT system_identifier::text AS system, current_database() AS database FROM pg_control_system()',
);

const IDENTIFY = statement(
  'standby.identify',
  `SELECT system_identifier::text AS system, current_database() AS database, pg_is_in_recovery() AS "isStandby",
          pg_postmaster_start_time()::text AS started FROM pg_control_system()`,
);

// Which of the transactions $1 have been replayed. pg_xact_status fails for unknown transactions, and pg_visible_in_snapshot
// is wrong on a standby, whose snapshots do not list running transactions.
const REPLAYED = statement(
  'standby.replayed',
  `SELECT pg_is_in_recovery() AS "isStandby", ARRAY(
     SELECT id FROM unnest($1::text[]) AS id
      WHERE CASE WHEN id::xid8 < pg_snapshot_xmax(pg_current_snapshot())
                 THEN pg_xact_status(id::xid8) IS DISTINCT FROM 'in progress' ELSE false END) AS replayed`,
);

interface Identified extends DatabaseIdentity {
  isStandby: boolean;
  started: string;
}

/**
 * The connections to a streaming standby, and the transactions that it has not replayed yet. After its first failure it is
 * replaced by a new one.
 */
export class Standby {
  private readonly pool: pg.Pool;
  private readonly pending = new Map<string, { since: number; replayed: PromiseWithResolvers<void> }>();
  private isWatching = false;
  private hasEnded = false;
  private started: string | undefined;

  /**
   * @param size maximum connections
   * @param onFailure called if a connection breaks, a query fails, or the standby is too far behind
   */
  constructor(
    url: string,
    size: number,
    private readonly primary: DatabaseIdentity,
    private readonly onFailure: (error: Error) => void,
  ) {
    this.pool = new pg.Pool({
      ...CONNECTION,
      connectionString: url,
      max: size,
      // Kept open to detect a crash, after which the server may be further behind.
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: TIMEOUT_MS,
      statement_timeout: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for it, which its types do not say
      onConnect: (client) => this.identify(client),
    });
    this.pool.on('error', onFailure);
  }

  /** Whether it has replayed all announced transactions. */
  get isCaughtUp(): boolean {
    return this.pending.size === 0;
  }

  /**
   * Checks that it is a standby of the primary.
   * @throws ConfigError if it is not
   */
  async check(): Promise<void> {
    (await this.pool.connect()).release();
  }

  async query<Row extends object>({ name, text }: Statement, values: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ name, text, values })).rows;
  }

  /** Waits until it has replayed a committed transaction; never resolves if it ends before. */
  waitFor(transaction: string): Promise<void> {
    const known = this.pending.get(transaction);
    if (known !== undefined) return known.replayed.promise;
    const replayed = Promise.withResolvers<void>();
    this.pending.set(transaction, { since: performance.now(), replayed });
    if (!this.isWatching) this.watch().catch(this.onFailure);
    return replayed.promise;
  }

  /** Closes its connections, those in use when they are released. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.pool.end().catch(() => undefined);
  }

  private async watch(): Promise<void> {
    this.isWatching = true;
    for (let pause = 1; !this.hasEnded; pause = Math.min(pause * 2, MAX_POLL_MS)) {
      const [found] = await this.query<{ isStandby: boolean; replayed: string[] }>(REPLAYED, [
        [...this.pending.keys()],
      ]);
      // It may have been promoted.
      if (found?.isStandby !== true) throw notStandby();
      for (const id of found.replayed) {
        this.pending.get(id)?.replayed.resolve();
        this.pending.delete(id);
      }
      const [oldest] = this.pending.values();
      if (oldest === undefined) break;
      if (performance.now() - oldest.since > TIMEOUT_MS) throw new Error(`it is more than ${TIMEOUT_MS} ms behind`);
      await sleep(pause, undefined, { ref: false });
    }
    this.isWatching = false;
  }

  private async identify(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<Identified>({ ...IDENTIFY });
    const { system, database, isStandby, started } = rows[0]!;
    if (system !== this.primary.system || database !== this.primary.database) {
      throw new ConfigError('DATABASE_REPLICA_URL must name the database of DATABASE_URL on a standby of its server');
    }
    if (!isStandby) throw notStandby();
    // What one connection has replayed must hold for all, so all must lead to the same server.
    this.started ??= started;
    if (this.started !== started)
      throw new Error('DATABASE_REPLICA_URL leads to different servers, or it has restarted');
  }
}

function notStandby(): Error {
  return new Error('the server of DATABASE_REPLICA_URL is no standby');
}
