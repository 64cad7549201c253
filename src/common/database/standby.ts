import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigError } from '../config/read-config.js';
import { CONNECTION } from './data-source.js';
import { statement, type Statement } from './database.js';

/** How long the standby may take for a connection, for a statement, and to replay what has been committed. */
const PATIENCE_MS = 2_000;
const MAX_POLL_MS = 50;

/** What tells one database from all others. */
export interface DatabaseIdentity {
  /** The system identifier, which a server shares with its standbys alone. */
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

// Which of the transactions $1 every later statement sees. The status of one that the standby has not heard of cannot be
// asked for. pg_visible_in_snapshot would not do: on a standby a snapshot does not list the transactions that run.
const SHOWN = statement(
  'standby.shown',
  `SELECT pg_is_in_recovery() AS "isStandby", ARRAY(
     SELECT id FROM unnest($1::text[]) AS id
      WHERE CASE WHEN id::xid8 < pg_snapshot_xmax(pg_current_snapshot())
                 THEN pg_xact_status(id::xid8) IS DISTINCT FROM 'in progress' ELSE false END) AS shown`,
);

interface Identified extends DatabaseIdentity {
  isStandby: boolean;
  started: string;
}

/**
 * A streaming standby: its connections, and which transactions it does not show yet. It is used until it fails for the
 * first time; whoever made it is told, and makes another one later.
 */
export class Standby {
  private readonly pool: pg.Pool;
  private readonly awaited = new Map<string, { since: number; shown: PromiseWithResolvers<void> }>();
  private isWatching = false;
  private hasEnded = false;
  private started: string | undefined;

  /**
   * @param size connections at most
   * @param primary what it must be a standby of
   * @param onFailure called when a connection breaks, or it cannot be asked what it shows, or does not show it in time
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
      // Kept, because a server that has crashed may show less than before: a connection that breaks tells of it.
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: PATIENCE_MS,
      statement_timeout: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for it, which its types do not say
      onConnect: (client) => this.identify(client),
    });
    this.pool.on('error', onFailure);
  }

  /** Whether it shows everything that it was told to. */
  get showsAll(): boolean {
    return this.awaited.size === 0;
  }

  /**
   * Finds out whether it is what it must be.
   * @throws ConfigError when its address is that of something else
   */
  async check(): Promise<void> {
    (await this.pool.connect()).release();
  }

  /** Runs a prepared statement. */
  async query<Row extends object>({ name, text }: Statement, values: unknown[]): Promise<Row[]> {
    return (await this.pool.query<Row>({ name, text, values })).rows;
  }

  /** Waits until it shows a committed transaction; forever when it ends before. */
  shows(transaction: string): Promise<void> {
    const known = this.awaited.get(transaction);
    if (known !== undefined) return known.shown.promise;
    const shown = Promise.withResolvers<void>();
    this.awaited.set(transaction, { since: performance.now(), shown });
    if (!this.isWatching) this.watch().catch(this.onFailure);
    return shown.promise;
  }

  /** Gives its connections up, those in use when they are free. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.pool.end().catch(() => undefined);
  }

  private async watch(): Promise<void> {
    this.isWatching = true;
    for (let pause = 1; !this.hasEnded; pause = Math.min(pause * 2, MAX_POLL_MS)) {
      const [found] = await this.query<{ isStandby: boolean; shown: string[] }>(SHOWN, [[...this.awaited.keys()]]);
      // It may have been promoted; its transactions are then not those of the primary.
      if (found?.isStandby !== true) throw notStandby();
      for (const id of found.shown) {
        this.awaited.get(id)?.shown.resolve();
        this.awaited.delete(id);
      }
      const [oldest] = this.awaited.values();
      if (oldest === undefined) break;
      if (performance.now() - oldest.since > PATIENCE_MS) throw new Error(`it is more than ${PATIENCE_MS} ms behind`);
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
    // What one connection has been shown to know holds for all, so all must lead to one server.
    this.started ??= started;
    if (this.started !== started)
      throw new Error('DATABASE_REPLICA_URL leads to different servers, or it has restarted');
  }
}

function notStandby(): Error {
  return new Error('the server of DATABASE_REPLICA_URL is no standby');
}
