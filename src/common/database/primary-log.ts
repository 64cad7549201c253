import { newId } from '../ids.js';
import { statement, type Database, type Statement } from './database.js';

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
export const IDENTITY = statement(
  'primary-log.identity',
  'SELECT system_identifier::text AS system, current_database() AS database FROM pg_control_system()',
);

// A commit is confirmed once it is flushed, and then stands before the flushed position; without synchronous_commit once it is
// inserted. What others have inserted and not committed must not be waited for: nothing may flush it for long.
const POSITION = statement(
  'primary-log.position',
  `SELECT left(pg_walfile_name(at), 8) AS timeline, (at - '0/0'::pg_lsn)::float8 AS at
     FROM (SELECT CASE current_setting('synchronous_commit')
                    WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS at) AS known`,
);

// $1 a new id
const MARK = statement(
  'primary-log.mark',
  `WITH gone AS (DELETE FROM replica_marks WHERE made_at < clock_timestamp() - interval '1 hour')
   INSERT INTO replica_marks (id) VALUES ($1)`,
);

/** What standbys are held against: the log of the primary. */
export class PrimaryLog {
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<LogPosition> | undefined;

  constructor(private readonly db: Database) {}

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
    const id = newId();
    await this.db.outsideAmbient(() => this.db.change(null, MARK, [id]));
    return id;
  }

  private one<Row extends object>(sql: Statement): Promise<Row> {
    return this.db.outsideAmbient(async () => (await this.db.queryOne<Row>(null, sql))!);
  }
}
