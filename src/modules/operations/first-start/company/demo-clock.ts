import { Injectable } from '@nestjs/common';
import { Database, statement } from '#common/database/index.js';

/** The functions that statements ask for the present, as they are while the story is written. They live in its transaction alone. */
const CLOCK = ['now', 'clock_timestamp'].map((name) =>
  statement(
    `demo-clock.${name}`,
    `CREATE FUNCTION demo_clock.${name}() RETURNS timestamptz LANGUAGE sql STABLE
       AS $$ SELECT pg_catalog.current_setting('demo_clock.at')::timestamptz $$`,
  ),
);

const MAKE = statement('demo-clock.make', 'CREATE SCHEMA demo_clock');
const REMOVE = statement('demo-clock.remove', 'DROP SCHEMA demo_clock CASCADE');

// Last the functions of PostgreSQL, which else come first; tables are still made where they always are.
const PUT_FORWARD = statement(
  'demo-clock.put-forward',
  `SELECT set_config('search_path', current_setting('search_path') || ', demo_clock, pg_catalog', TRUE)`,
);
const PUT_BACK = statement('demo-clock.put-back', `SELECT set_config('search_path', $1, TRUE)`);
const PATH = statement('demo-clock.path', `SELECT current_setting('search_path') AS path`);

const SET = statement('demo-clock.set', `SELECT set_config('demo_clock.at', $1, TRUE)`);

/**
 * The clock of the demo's story. Services stamp what they write by the database's clock; to write a past that is written by the same
 * services, it is set, for one transaction: statements find these functions before PostgreSQL's own of the same names. Nobody else
 * sees them, for they are gone before the transaction commits, and the path of a search ends with it. Defaults of columns are
 * not concerned, so the audit log says when the demo was really made.
 */
@Injectable()
export class DemoClock {
  constructor(private readonly db: Database) {}

  /** Tells a story in the ambient transaction. @param tell calls {@link set} before what it does */
  async during(tell: () => Promise<void>): Promise<void> {
    if (!this.db.isAmbient) throw new Error('the clock is set for one transaction');
    const { path } = (await this.db.queryOne<{ path: string }>(null, PATH))!;
    for (const sql of [MAKE, ...CLOCK, PUT_FORWARD]) await this.db.query(null, sql);
    await tell();
    for (const [sql, values] of [[PUT_BACK, [path]] as const, [REMOVE, []] as const])
      await this.db.query(null, sql, [...values]);
  }

  /** Sets the clock for what is done next. */
  set(at: Date): void {
    this.db.send(this.db.manager, SET, [at.toISOString()]);
  }
}
