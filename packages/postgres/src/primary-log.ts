import { randomUUID } from 'node:crypto';

/** SQL that is prepared under its name, once for each connection. */
export interface Prepared {
  readonly name: string;
  readonly text: string;
}

/** Runs a statement on the primary, and returns its rows. */
export type RunOnPrimary = <Row extends object>(sql: Prepared, values: unknown[]) => Promise<Row[]>;

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
export const IDENTITY: Prepared = {
  name: 'primary-log.identity',
  text: 'SELECT system_identifier::text AS system, current_database() AS database FROM pg_control_system()',
};

// A commit is confirmed once it is flushed, and then stands before the flushed position; without synchronous_commit once it is
// inserted. What others have inserted and not committed must not be waited for: nothing may flush it for long.
const POSITION: Prepared = {
  name: 'primary-log.position',
  text: `SELECT left(pg_walfile_name(at), 8) AS timeline, (at - '0/0'::pg_lsn)::float8 AS at
     FROM (SELECT CASE current_setting('synchronous_commit')
                    WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS at) AS known`,
};

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
    await this.run({ name: 'primary-log.mark', text }, [id]);
    return id;
  }

  private async one<Row extends object>(sql: Prepared): Promise<Row> {
    return (await this.run<Row>(sql, []))[0]!;
  }
}
