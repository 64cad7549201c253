import { readFileSync } from 'node:fs';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Config } from '#common/config/config.js';
import { dataSourceOptions } from '#common/database/data-source.js';
import { DatabaseAddress } from '#common/database/connections.js';
import { Database } from '#common/database/database.js';
import { TimePartitions } from '#common/partitions/time-partitions.js';
import { TABLES, type GrowingTable, type Row } from './retention-tables.js';

/** Statements of each kind that are timed at the end of a week. */
const TIMED = 500;

/**
 * The clock of both databases, a number of days ahead; found before PostgreSQL's own. Autovacuum, which looks once a minute,
 * would see hardly anything of weeks that pass in minutes: the program vacuums by its rule instead.
 */
const CLOCK = [
  'CREATE SCHEMA simulated',
  `CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE sql STABLE AS
     $$ SELECT pg_catalog.now() + current_setting('simulated.days')::integer * interval '1 day' $$`,
  `INSERT INTO sessions (id, uid, sign_on_id, refresh_seed, expires_at)
     SELECT id, 1, id, '', pg_catalog.now() + interval '1 year' FROM (SELECT gen_random_uuid() AS id) s`,
];

const DUE = `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
  WHERE c.relkind = 'r' AND (n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) OR n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0))
    AND c.oid IN (SELECT relid FROM unnest($1::text[]) AS t, pg_partition_tree(t::regclass) UNION ALL SELECT t::regclass FROM unnest($1::text[]) AS t)`;

const SIZE = `SELECT sum(pg_total_relation_size(relid))::float8 AS bytes, sum(coalesce(n_dead_tup, 0))::float8 AS dead
  FROM (SELECT relid FROM pg_partition_tree($1::regclass) UNION SELECT $1::regclass) t LEFT JOIN pg_stat_user_tables s USING (relid)`;

/** One table at the end of one week. */
export interface Week {
  readonly bytes: number;
  readonly dead: number;
  /** Microseconds of the database's processor. */
  readonly insert: number;
  readonly read: number;
  /** Milliseconds of retention and vacuum in the week; of all tables of the side. */
  readonly retention: number;
}

/** By table and number of the week. */
export type Weeks = ReadonlyMap<string, ReadonlyMap<number, Week>>;

/** Gives a migrated database its clock, and the side on which rows are deleted its plain tables. */
export async function prepare(url: string, side: 'dropped' | 'deleted'): Promise<void> {
  const source = await new DataSource(dataSourceOptions(url, 2)).initialize();
  const runner = source.createQueryRunner();
  try {
    for (const sql of CLOCK) await runner.query(sql);
    if (side === 'deleted')
      for (const migration of new Set(TABLES.map((one) => one.migration))) await migration.down(runner);
  } finally {
    await runner.release();
    await source.destroy();
  }
}

/** One database, over the weeks. */
export class Side {
  private readonly weeks = new Map<string, Map<number, Week>>(TABLES.map(({ table }) => [table, new Map()]));
  private last = 0;

  constructor(
    private readonly url: string,
    private readonly side: 'dropped' | 'deleted',
    private readonly rows: number,
  ) {}

  /** @param measured the weeks at whose end it is measured; the last one is the last of all */
  async live(measured: readonly number[]): Promise<Weeks> {
    for (let week = 1; week <= measured.at(-1)!; week += 1) {
      let retention = 0;
      for (let day = week * 7 - 6; day <= week * 7; day += 1)
        retention += await this.at(day, (client) => this.day(client));
      if (!measured.includes(week)) continue;
      await this.at(week * 7, async (client) => {
        for (const one of TABLES)
          this.weeks.get(one.table)!.set(week, { ...(await this.measure(client, one)), retention });
      });
    }
    return this.weeks;
  }

  /** Has the clock show a day, for all connections that begin from then on. */
  private async at<T>(days: number, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const admin = new pg.Client({ connectionString: this.url });
    await admin.connect();
    const name = new URL(this.url).pathname.slice(1);
    await admin.query(`ALTER DATABASE ${name} SET search_path = simulated, public, pg_catalog`);
    await admin.query(`ALTER DATABASE ${name} SET simulated.days = '${days}'`);
    await admin.end();
    const client = new pg.Client({ connectionString: this.url, options: '-c jit=off' });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  /** Writes a day's rows, then does what housekeeping and autovacuum do; milliseconds of that. */
  private async day(client: pg.Client): Promise<number> {
    const [from, to] = [this.last + 1, this.last + this.rows];
    this.last = to;
    let start = performance.now();
    await this.retain(client);
    let spent = performance.now() - start;
    for (const { table, update, ...one } of TABLES) {
      const { columns, values } = this.rowOf(one);
      const at = `now() - interval '1 hour' * (1 - (n - $1::bigint)::float8 / ($2::bigint - $1::bigint))`;
      await client.query(
        `INSERT INTO ${table} (${columns}) SELECT ${values} FROM generate_series($1::bigint, $2::bigint) n, LATERAL (SELECT ${at} AS at) a`,
        [from, to],
      );
      if (update === undefined) continue;
      const { rows } = await client.query<{ at: string }>(`SELECT (now() - interval '2 hours')::text AS at`);
      await client.query(update, [from, to, rows[0]!.at]);
    }
    await client.query('SELECT pg_stat_force_next_flush()');
    start = performance.now();
    const due = await client.query<{ name: string }>(DUE, [TABLES.map(({ table }) => table)]);
    for (const { name } of due.rows) await client.query(`VACUUM (ANALYZE) ${name}`);
    spent += performance.now() - start;
    return spent;
  }

  /** What is inserted; the plain table may have fewer columns. */
  private rowOf({ columns, values, plain }: Pick<GrowingTable, 'columns' | 'values' | 'plain'>): Row {
    return this.side === 'deleted' && plain !== undefined ? plain : { columns, values };
  }

  private async retain(client: pg.Client): Promise<void> {
    if (this.side === 'deleted') {
      for (const { remove } of TABLES) if (remove !== undefined) await client.query(remove);
      return;
    }
    const entities = TABLES.map(({ entity }) => entity);
    const source = await new DataSource({ ...dataSourceOptions(this.url, 2), entities }).initialize();
    const address = new DatabaseAddress(this.url);
    try {
      await new TimePartitions(new Database(source, address), address, new Config()).round();
    } finally {
      await source.destroy();
    }
  }

  private async measure(client: pg.Client, { table, read, ...one }: GrowingTable): Promise<Omit<Week, 'retention'>> {
    const { columns, values } = this.rowOf(one);
    const { rows } = await client.query<{ bytes: number; dead: number }>(SIZE, [table]);
    const pid = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid;
    const insert = `INSERT INTO ${table} (${columns}) SELECT ${values} FROM (SELECT $1::bigint AS n, now() AS at) a`;
    const first = this.last - this.rows + 1;
    // Negative numbers, which no day has.
    const base = -this.last * 10;
    return {
      ...rows[0]!,
      insert: await timed(client, pid, { name: `insert-${table}`, text: insert }, (n) => base - n),
      read: await timed(client, pid, { name: `read-${table}`, text: read }, (n) => first + (n % this.rows)),
    };
  }
}

/** Microseconds of processor that the server takes for a prepared statement. */
async function timed(
  client: pg.Client,
  pid: number,
  statement: { name: string; text: string },
  value: (n: number) => number,
): Promise<number> {
  for (let n = 0; n < 20; n += 1) await client.query({ ...statement, values: [value(TIMED + n)] });
  const before = processorNs(pid);
  for (let n = 0; n < TIMED; n += 1) await client.query({ ...statement, values: [value(n)] });
  return (processorNs(pid) - before) / 1_000 / TIMED;
}

function processorNs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
}
