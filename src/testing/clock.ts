const RealDate = Date;

let offsetMs = 0;

class MovedDate extends RealDate {
  constructor(...args: [] | [number | string | Date]) {
    if (args.length === 0) super(MovedDate.now());
    else super(...(args as [number]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
}

/**
 * Moves the clock of this process, which goes on from there.
 * @param to an instant; undefined moves it back
 */
export function moveProcessClock(to: Date | string | undefined): void {
  offsetMs = to === undefined ? 0 : new RealDate(to).getTime() - RealDate.now();
  globalThis.Date = to === undefined ? RealDate : (MovedDate as DateConstructor);
}

/** PostgreSQL's functions that say what time it is. */
const FUNCTIONS = ['now', 'transaction_timestamp', 'statement_timestamp', 'clock_timestamp'];

/** A connection to a test database. */
interface Queried {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

/**
 * Lets the clock of a database be moved: its statements find these functions before PostgreSQL's own, which come last in the
 * path. Defaults of columns are not concerned, nor connections that are open already.
 * @param name of the database
 */
export async function letClockBeMoved(database: Queried, name: string): Promise<void> {
  const functions = FUNCTIONS.map(
    (of) => `CREATE FUNCTION test_clock.${of}() RETURNS timestamptz LANGUAGE sql STABLE
               AS $$ SELECT pg_catalog.${of}() + by FROM test_clock.moved $$;`,
  );
  await database.query(`
    CREATE SCHEMA test_clock;
    CREATE TABLE test_clock.moved AS SELECT interval '0' AS by;
    ${functions.join('\n')}
    ALTER DATABASE "${name}" SET search_path = "$user", public, test_clock, pg_catalog`);
}

/** Moves the clock of a database as far as that of this process. */
export async function moveDatabaseClock(database: Queried): Promise<void> {
  await database.query('UPDATE test_clock.moved SET by = make_interval(secs => $1)', [offsetMs / 1000]);
}
