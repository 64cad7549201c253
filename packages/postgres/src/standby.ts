import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SetupError } from './errors.js';
import { prepared, SteadyClient, type Prepared, type RunOnPrimary, type SteadyConfig } from './steady-client.js';

/** A position in the log of the primary. */
export interface LogPosition {
  /** What it counts by: another one after each failover. */
  readonly timeline: string;
  /** In bytes. */
  readonly at: number;
}

/** Identifies a database. */
export interface DatabaseIdentity {
  /** The system identifier, which only a server and its standbys share. */
  system: string;
  database: string;
}

/** Reads a {@link DatabaseIdentity}. */
export const IDENTITY = prepared(
  'primary-log.identity',
  'SELECT system_identifier::text AS system, current_database() AS database FROM pg_control_system()',
);

// A commit is confirmed once it is flushed, and then stands before the flushed position; without synchronous_commit once it is
// inserted. What others have inserted and not committed must not be waited for: nothing may flush it for long.
const POSITION = prepared(
  'primary-log.position',
  `SELECT left(pg_walfile_name(at), 8) AS timeline, (at - '0/0'::pg_lsn)::float8 AS at
     FROM (SELECT CASE current_setting('synchronous_commit')
                    WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS at) AS known`,
);

/** What standbys are held against: the log of the primary. */
export class PrimaryLog {
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<LogPosition> | undefined;

  /** @param marks a table with an `id uuid` and when it was made, `made_at timestamptz DEFAULT clock_timestamp()` */
  constructor(
    private readonly run: RunOnPrimary,
    readonly marks: string,
  ) {}

  /**
   * The position behind all that is confirmed at the time of the call. Callers share statements, of which one runs at a time:
   * one that was sent before the call may know less.
   */
  now(): Promise<LogPosition> {
    this.next ??= this.running.then(() => {
      const position = this.one<LogPosition>(POSITION);
      this.next = undefined;
      this.running = position.catch(() => undefined);
      return position;
    });
    return this.next;
  }

  /** The database of the primary. */
  identity(): Promise<DatabaseIdentity> {
    return this.one<DatabaseIdentity>(IDENTITY);
  }

  /** Writes a mark, which only those have that follow this primary; returns its id. */
  async mark(): Promise<string> {
    const id = randomUUID();
    const text = `WITH gone AS (DELETE FROM ${this.marks} WHERE made_at < clock_timestamp() - interval '1 hour')
      INSERT INTO ${this.marks} (id) VALUES ($1)`;
    await this.run(prepared('primary-log.mark', text), [id]);
    return id;
  }

  private async one<Row extends object>(sql: Prepared): Promise<Row> {
    return (await this.run<Row>(sql, []))[0]!;
  }
}

/** Milliseconds for a connection, and for an answer that takes no time. */
const ANSWER_MS = 2_000;

/** Milliseconds for a statement: the primary has time left to repeat it. */
const STATEMENT_MS = 10_000;

/** Milliseconds between two looks at how far it is: at most if somebody waits for it, and otherwise. */
const MAX_PAUSE_MS = 50;
const IDLE_MS = 500;

const IDENTIFY = prepared(
  'standby.identify',
  `SELECT system_identifier::text AS system, current_database() AS database, pg_is_in_recovery() AS "isStandby",
          pg_postmaster_start_time()::text AS started FROM pg_control_system()`,
);

// In bytes, and seconds. A change feed makes a transaction every half second, so that the last one is never old.
const REPLAYED = prepared(
  'standby.replayed',
  `SELECT pg_is_in_recovery() AS "isStandby", (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 AS replayed,
          extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS lag`,
);

interface Identified extends DatabaseIdentity {
  isStandby: boolean;
  started: string;
}

interface Replayed {
  isStandby: boolean;
  replayed: number | null;
  lag: number | null;
}

/**
 * The connections to a streaming standby, and how much of the log it has replayed. After its first failure it is replaced by
 * a new one.
 */
export class Standby {
  /** Seconds since the last transaction that it has replayed. */
  lag: number | undefined;
  private readonly pool: pg.Pool;
  private readonly watcher: SteadyClient;
  private readonly failures = new Set<(error: Error) => void>();
  private replayed = 0;
  private isAwaited = 0;
  private looked = Promise.withResolvers<void>();
  private awaited = Promise.withResolvers<void>();
  private hasEnded = false;
  private started: string | undefined;

  /**
   * @param connection the settings of its connections, with the URL of one host
   * @param size maximum connections, apart from one more
   * @param onFailure called if a connection breaks, or it is no standby any more
   */
  constructor(
    connection: SteadyConfig,
    size: number,
    private readonly primary: DatabaseIdentity,
    private readonly onFailure: (error: Error) => void,
  ) {
    const settings = { ...connection, Client: SteadyClient, connectionTimeoutMillis: ANSWER_MS };
    this.pool = new pg.Pool({
      ...settings,
      max: size,
      // Kept open to detect a crash, after which the server may be further behind.
      idleTimeoutMillis: 0,
      statement_timeout: STATEMENT_MS,
      query_timeout: STATEMENT_MS + ANSWER_MS,
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for it, which its types do not say
      onConnect: (client) => this.identify(client),
    });
    this.pool.on('error', onFailure);
    this.watcher = new SteadyClient({ ...settings, statement_timeout: ANSWER_MS, query_timeout: ANSWER_MS });
    this.watcher.on('error', onFailure);
  }

  /**
   * Checks that it is a standby of the primary, and begins to watch how far it is.
   * @throws SetupError if it is of another one
   */
  async start(): Promise<void> {
    await this.watcher.connect();
    await this.identify(this.watcher);
    await this.look();
    this.watch().catch(this.onFailure);
  }

  /** Whether it has replayed the log up to a position. */
  hasReached(at: number): boolean {
    return this.replayed >= at;
  }

  /** Waits until it has replayed the log up to a position; returns whether it has within this time. */
  async reaches(at: number, ms: number): Promise<boolean> {
    if (this.hasReached(at)) return true;
    const since = performance.now();
    const late = sleep(ms, undefined, { ref: false });
    this.isAwaited += 1;
    this.awaited.resolve();
    try {
      while (!this.hasReached(at) && !this.hasEnded && performance.now() - since < ms) {
        await Promise.race([this.looked.promise, late]);
      }
      return this.hasReached(at);
    } finally {
      this.isAwaited -= 1;
    }
  }

  /** Whether a table has a mark, once it has replayed the log up to there. */
  async hasMark(table: string, id: string): Promise<boolean> {
    const text = `SELECT FROM ${table} WHERE id = $1`;
    return (await this.query(prepared('standby.has-mark', text), [id])).length > 0;
  }

  /** Runs a prepared statement; it fails as soon as the server does. */
  async query<Row extends object>({ name, text }: Prepared, values: unknown[]): Promise<Row[]> {
    const failed = Promise.withResolvers<never>();
    this.failures.add(failed.reject);
    try {
      return (await Promise.race([this.pool.query<Row>({ name, text, values }), failed.promise])).rows;
    } finally {
      this.failures.delete(failed.reject);
    }
  }

  /** Closes its connections, those in use when they are released; what waits for an answer fails. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const fail of this.failures) fail(new Error('it has failed'));
    this.looked.resolve();
    this.awaited.resolve();
    this.pool.end().catch(() => undefined);
    this.watcher.end().catch(() => undefined);
  }

  private async watch(): Promise<void> {
    for (let pause = 1; !this.hasEnded;) {
      if (this.isAwaited === 0) {
        await Promise.race([this.awaited.promise, sleep(IDLE_MS, undefined, { ref: false })]);
        pause = 1;
      } else {
        await sleep(pause, undefined, { ref: false });
      }
      if (this.hasEnded) return;
      this.awaited = Promise.withResolvers();
      const before = this.replayed;
      await this.look();
      pause = this.replayed > before ? 1 : Math.min(pause * 2, MAX_PAUSE_MS);
    }
  }

  private async look(): Promise<void> {
    const { rows } = await this.watcher.query<Replayed>({ ...REPLAYED });
    const { isStandby, replayed, lag } = rows[0]!;
    // It may have been promoted.
    if (!isStandby) throw notStandby();
    this.replayed = Math.max(this.replayed, replayed ?? 0);
    this.lag = lag ?? undefined;
    const { resolve } = this.looked;
    this.looked = Promise.withResolvers();
    resolve();
  }

  private async identify(client: pg.ClientBase): Promise<void> {
    const { rows } = await client.query<Identified>({ ...IDENTIFY });
    const { system, database, isStandby, started } = rows[0]!;
    if (system !== this.primary.system || database !== this.primary.database) {
      throw new SetupError('it must be the database of the primary, on a standby of its server');
    }
    if (!isStandby) throw notStandby();
    // What one connection has replayed must hold for all, so all must lead to the same server.
    this.started ??= started;
    if (this.started !== started) throw new Error('its address leads to different servers, or it has restarted');
  }
}

function notStandby(): Error {
  return new Error('it is no standby');
}
