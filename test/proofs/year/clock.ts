import type pg from 'pg';

/**
 * The partitions into which rows may come. The service makes them ahead of a clock that does not leap; tokens and attempts
 * are stamped by its own.
 */
const ROOM = `SELECT make_time_partition(parent::regclass, width, present + n * step)
  FROM (VALUES ('events', 'week', year_clock.now(), interval '1 week'), ('webhook_deliveries', 'week', year_clock.now(), interval '1 week'),
          ('webhook_attempts', 'week', pg_catalog.now(), interval '1 week'),
          ('refresh_tokens', 'week', pg_catalog.now(), interval '1 week'),
          ('idempotency_records', 'day', year_clock.now(), interval '1 day'), ('traffic_short', 'day', year_clock.now(), interval '1 day'),
          ('traffic_long', 'month', year_clock.now(), interval '1 month'), ('audit_entries', 'month', year_clock.now(), interval '1 month'))
       AS rooms (parent, width, present, step), generate_series(0, 5) AS n`;

const NAMES = ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp'];

/**
 * The clock of a database in which a year passes in minutes. What the service stamps it stamps by the database's clock, and
 * statements of every connection find these functions before PostgreSQL's own of the same names. From where it is set, it runs on
 * as fast as any clock.
 */
export class YearClock {
  private last = 0;

  constructor(private readonly pool: pg.Pool) {}

  /** Puts the clock into the database, before the service makes its tables. */
  async install(at: Date): Promise<void> {
    await this.pool.query(`CREATE SCHEMA year_clock;
      CREATE TABLE year_clock.present (at timestamptz NOT NULL, set_at timestamptz NOT NULL)`);
    for (const name of NAMES)
      await this.pool.query(`CREATE FUNCTION year_clock.${name}() RETURNS timestamptz LANGUAGE sql STABLE AS $$
        SELECT at + (pg_catalog.${name}() - set_at) FROM year_clock.present $$`);
    const { rows } = await this.pool.query<{ name: string }>('SELECT current_database() AS name');
    await this.pool.query(`INSERT INTO year_clock.present VALUES ($1, pg_catalog.clock_timestamp())`, [at]);
    this.last = at.getTime();
    // Last PostgreSQL's own, which else come first; tables are made in the first that there is.
    await this.pool.query(
      `ALTER DATABASE "${rows[0]!.name}" SET search_path = "$user", public, year_clock, pg_catalog`,
    );
  }

  /** Makes the partitions that the present needs. */
  async makeRoom(): Promise<void> {
    await this.pool.query(ROOM);
  }

  /** Sets the clock; it never goes back, so what is to be at an instant that is past is now. */
  async set(at: Date): Promise<void> {
    if (at.getTime() <= this.last) return;
    this.last = at.getTime();
    await this.pool.query(
      `UPDATE year_clock.present SET at = greatest($1, at + (pg_catalog.clock_timestamp() - set_at)),
              set_at = pg_catalog.clock_timestamp()`,
      [at],
    );
    await this.makeRoom();
    // Who beat a moment before is not to be taken for dead because of the leap.
    await this.pool.query(
      `UPDATE job_workers SET seen_at = (SELECT at FROM year_clock.present) WHERE seen_at < (SELECT at FROM year_clock.present)`,
    );
  }
}
