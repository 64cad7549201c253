import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { beforeMuteServer, createDatabase, type TestDatabase } from '../test/database.js';
import { PARTITION_FUNCTIONS, partitionByTime, unpartition } from './partitioning.js';
import { Partitions } from './partitions.js';

/** How long notes are kept; undefined: forever. */
let keep: string | undefined;

/** Of the advisory lock; tests have databases of their own. */
const LOCK = 1;

const PIECES = `SELECT piece::text, (ends - now() > interval '0') AS open, is_leaving FROM time_partitions('notes') ORDER BY begins`;

const INSERT = `INSERT INTO notes (id, at) VALUES ($1, now() - make_interval(hours => $2))`;

describe('tables that are partitioned by time', () => {
  let database: TestDatabase;
  const opened: { end: () => Promise<void> }[] = [];
  let partitions: Partitions;

  beforeAll(async () => {
    database = await createDatabase();
    for (const sql of PARTITION_FUNCTIONS) await database.query(sql);
  });
  afterAll(() => database.drop());

  beforeEach(async () => {
    for (const sql of [
      'DROP TABLE IF EXISTS notes, letters, kept',
      'CREATE TABLE notes (id bigint, at timestamptz, text text, PRIMARY KEY (id, at)) PARTITION BY RANGE (at)',
      'CREATE TABLE letters (at timestamptz PRIMARY KEY) PARTITION BY RANGE (at)',
    ])
      await database.query(sql);
    keep = '10 days';
    partitions = instance();
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.end();
  });

  /** As a process has it. */
  function instance(url = database.url, connectTimeoutMs = 5_000): Partitions {
    const pool = new pg.Pool({ connectionString: url, max: 4 });
    opened.push(pool);
    return new Partitions({
      tables: () => [
        { table: 'notes', width: 'day', reach: '2 days', ahead: 3, ...(keep === undefined ? {} : { keep }) },
        { table: 'letters', width: 'month', ahead: 1 },
      ],
      url,
      name: 'test',
      connectTimeoutMs,
      lock: LOCK,
      run: async <Row extends object>(sql: object, values: unknown[]) =>
        (await pool.query<Row>({ ...sql, values } as pg.QueryConfig)).rows,
      debug: () => undefined,
    });
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    opened.push(client);
    return client;
  }

  const names = async (table: string): Promise<string[]> =>
    (
      await database.query<{ name: string }>(
        `SELECT piece::text AS name FROM time_partitions($1::regclass) ORDER BY begins`,
        [table],
      )
    ).map(({ name }) => name);

  const tables = async (): Promise<string[]> =>
    (
      await database.query<{ name: string }>(
        `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relname LIKE 'notes\\_%' ORDER BY 1`,
      )
    ).map(({ name }) => name);

  const day = (days: number): string =>
    `notes_${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '_')}`;

  /** Makes the pieces of some days ago, each with a row of its first moment and one of its last. */
  async function past(...days: number[]): Promise<void> {
    for (const ago of days) {
      await database.query(`SELECT make_time_partition('notes', 'day', now() - make_interval(days => $1))`, [ago]);
      await database.query(
        `INSERT INTO notes SELECT n, (date_trunc('day', now() AT TIME ZONE 'UTC') - make_interval(days => $1)) AT TIME ZONE 'UTC'
           + n * interval '86399.999999 s' FROM generate_series(0, 1) n`,
        [ago],
      );
    }
  }

  /** Detaches a piece as a round does, which then ends without having dropped it. */
  async function leave(piece: string): Promise<void> {
    const reader = await connect();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await reader.query('SELECT count(*) FROM notes');
    await partitions.round();
    await reader.query('COMMIT');
    expect((await database.query(PIECES))[0]).toEqual({ piece, open: false, is_leaving: true });
  }

  it('have partitions from now to as far as is written and some more, however long nobody has made any', async () => {
    await expect(database.query(INSERT, [1, 0])).rejects.toThrow('no partition');
    await partitions.makeAhead();
    expect(await names('notes')).toEqual([0, 1, 2, 3, 4, 5].map(day));
    expect(await names('letters')).toHaveLength(2);
    await database.query(INSERT, [1, 0]);
    await database.query(INSERT, [1, -5 * 24]);
    await expect(database.query(INSERT, [1, -6 * 24])).rejects.toThrow('no partition');
  });

  it('can be written at the turn of a day wherever the session is', async () => {
    const client = await connect();
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
      await client.query(`SET timezone = '${zone}'; SET datestyle = 'SQL, DMY'`);
      await client.query(`SELECT make_time_partition('notes', 'day', '2026-03-29T00:00:00Z')`);
      await client.query(`SELECT make_time_partition('notes', 'day', '2026-03-29T23:59:59.999Z')`);
    }
    expect(await names('notes')).toEqual(['notes_2026_03_29']);
    expect(
      await database.query(
        `SELECT begins = '2026-03-29Z' AS one, ends = '2026-03-30Z' AS two FROM time_partitions('notes')`,
      ),
    ).toEqual([{ one: true, two: true }]);
  });

  it('tell until when they can be written', async () => {
    await partitions.makeAhead();
    const days = (partitions.until.get('notes')! - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(3);
    expect(days).toBeLessThanOrEqual(4);
  });

  it('are made once by processes that start at the same time', async () => {
    const instances = Array.from({ length: 4 }, () => instance());
    await Promise.all([...instances, ...instances].map((one) => one.makeAhead()));
    expect(await names('notes')).toHaveLength(6);
  });

  it('are looked at while somebody locks one of them', async () => {
    await past(0, 1);
    const client = await connect();
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${day(0)}, ${day(-1)}`);
    await partitions.makeAhead();
    expect(await names('notes')).toHaveLength(7);
    await client.query('ROLLBACK');
  });

  it('lose what is past its time, and nothing else', async () => {
    await past(0, 1, 9, 10, 11, 12);
    await partitions.round();
    expect((await names('notes')).slice(0, 4)).toEqual([10, 9, 1, 0].map((ago) => day(-ago)));
    expect(await tables()).toEqual(await names('notes'));
    expect(await database.query('SELECT count(*)::int AS count FROM notes')).toEqual([{ count: 8 }]);
  });

  it('are looked after by several processes at the same time', async () => {
    await past(11, 12, 13, 14);
    const instances = Array.from({ length: 4 }, () => instance());
    await Promise.all(instances.map((one) => one.round()));
    await partitions.round();
    expect(await names('notes')).toHaveLength(6);
  });

  it('are not waited for where the database takes connections and says nothing', async () => {
    const asked = beforeMuteServer((url) => instance(url, 100).freeze());
    await expect(asked).rejects.toThrow('timeout');
  });

  it('lose what a process that crashed had detached, but not what somebody else has', async () => {
    await past(11, 12, 13);
    const [dropped, kept] = [day(-13), day(-12)];
    await leave(dropped);
    await database.query(`ALTER TABLE notes DETACH PARTITION ${dropped} FINALIZE`);
    await database.query(`ALTER TABLE notes DETACH PARTITION ${kept}`);
    await partitions.round();
    expect(await tables()).toEqual([kept, ...(await names('notes'))]);
    await database.query(`DROP TABLE ${kept}`);
  });

  it.each([
    ['is being detached', undefined],
    ['is detached', 'FINALIZE'],
  ])('keep what %s when it is to be kept after all', async (_, finalize) => {
    await past(11, 13);
    await leave(day(-13));
    if (finalize !== undefined) await database.query(`ALTER TABLE notes DETACH PARTITION ${day(-13)} ${finalize}`);
    keep = finalize === undefined ? undefined : '20 days';
    await partitions.round();
    expect((await names('notes')).slice(0, 2)).toEqual([day(-13), day(-11)]);
    expect(await tables()).toEqual(await names('notes'));
    expect(await database.query('SELECT count(*)::int AS count FROM notes')).toEqual([{ count: 4 }]);
    keep = '12 days';
    await partitions.round();
    expect((await names('notes'))[0]).toBe(day(-11));
    expect(await tables()).toEqual(await names('notes'));
  });

  it('keep what was there before all others when it is to be kept after all', async () => {
    const before = day(-11);
    await database.query(`CREATE TABLE ${before} PARTITION OF notes FOR VALUES FROM (MINVALUE) TO ('2026-01-01Z')`);
    await database.query(`INSERT INTO notes VALUES (1, '1999-12-31Z')`);
    await leave(before);
    keep = undefined;
    await partitions.round();
    expect(
      await database.query(
        `SELECT id::int, begins::text FROM notes, time_partitions('notes') ORDER BY time_partitions.begins LIMIT 1`,
      ),
    ).toEqual([{ id: 1, begins: '-infinity' }]);
  });

  it('leave to somebody else what they could not detach themselves', async () => {
    await partitions.makeAhead();
    await past(11, 12);
    const [locked] = await names('notes');
    const client = await connect();
    await client.query('BEGIN');
    // Lets it be marked, but not be detached.
    await client.query('LOCK TABLE ONLY notes IN SHARE UPDATE EXCLUSIVE MODE');
    await partitions.round();
    await client.query(`ALTER TABLE notes DETACH PARTITION ${locked}`);
    await client.query('COMMIT');
    await partitions.round();
    expect(await tables()).toEqual([locked, ...(await names('notes'))]);
    await database.query(`DROP TABLE ${locked}`);
  });

  it('are looked after where another table cannot be', async () => {
    await past(11, 12);
    const left = day(-12);
    await leave(left);
    await database.query(`ALTER TABLE notes DETACH PARTITION ${left} FINALIZE`);
    // No partition can be detached beside a default one without locking everybody out.
    await database.query('CREATE TABLE notes_else PARTITION OF notes DEFAULT');
    await expect(partitions.round()).rejects.toThrow('default partition');
    expect(await tables()).not.toContain(left);
    expect(await tables()).toContain(day(-11));
    expect(await names('letters')).toHaveLength(2);
  });

  it('are dropped later while a long transaction reads, which keeps nobody from writing', async () => {
    await past(0, 11);
    const reader = await connect();
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const read = async (): Promise<number> =>
      (await reader.query<{ count: string }>('SELECT count(*) AS count FROM notes')).rows[0]!
        .count as unknown as number;
    expect(Number(await read())).toBe(4);
    const writer = await connect();
    await writer.query(`SET lock_timeout = '400ms'`);
    let isOver = false;
    const round = partitions.round().finally(() => (isOver = true));
    for (let id = 100; !isOver; id += 1) await writer.query(INSERT, [id, 0]);
    await round;
    expect((await database.query(PIECES))[0]).toEqual({ piece: day(-11), open: false, is_leaving: true });
    // What it began with, it still sees.
    expect(Number(await read())).toBe(4);
    // Nor does finishing lock anybody out.
    await partitions.round();
    await writer.query(INSERT, [99, 0]);
    expect(await tables()).toContain(day(-11));
    await reader.query('COMMIT');
    await partitions.round();
    expect(await tables()).not.toContain(day(-11));
  });

  it('serve statements that were prepared while there were others', async () => {
    await past(0, 1, 11, 12);
    const client = await connect();
    const text = 'SELECT count(*)::int AS count FROM notes WHERE id = $1 AND at > now() - make_interval(days => $2)';
    const read = async (): Promise<number> =>
      (await client.query<{ count: number }>({ name: 'read', text, values: [1, 20] })).rows[0]!.count;
    for (let time = 0; time < 7; time += 1) expect(await read()).toBe(4);
    let isOver = false;
    const round = partitions.round().finally(() => (isOver = true));
    while (!isOver) expect([2, 3, 4]).toContain(await read());
    await round;
    expect(await read()).toBe(2);
    await past(3);
    expect(await read()).toBe(3);
  });

  it('that are kept forever are frozen once they have ended, and then left alone', async () => {
    for (const month of ['2026-01-10', '2026-02-10']) {
      await database.query(`SELECT make_time_partition('letters', 'month', '${month}Z')`);
      await database.query(`INSERT INTO letters VALUES ('${month}Z')`);
    }
    await past(3);
    await partitions.makeAhead();
    /** Up to which transaction the rows of each are frozen; their ages grow with whatever else the server does. */
    const frozen = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        (
          await database.query<{ name: string; xid: string }>(
            `SELECT relname AS name, relfrozenxid::text AS xid FROM pg_class WHERE relname ~ '^(letters|notes)_'`,
          )
        ).map(({ name, xid }) => [name, xid]),
      );
    const ageOf = async (piece: string): Promise<number> =>
      (await database.query<{ age: number }>(`SELECT age(relfrozenxid) FROM pg_class WHERE relname = $1`, [piece]))[0]!
        .age;
    const young = await frozen();
    await partitions.freeze();
    // None is old.
    expect(await frozen()).toEqual(young);
    // In one pass the one that needs it most; those that are open, or will be dropped, never.
    await partitions.freeze(await ageOf('letters_2026_01'));
    const once = await frozen();
    expect(once).toEqual({ ...young, letters_2026_01: expect.any(String) });
    expect(once.letters_2026_01).not.toBe(young.letters_2026_01);
    await partitions.freeze(await ageOf('letters_2026_02'));
    const twice = await frozen();
    expect(twice).toEqual({ ...once, letters_2026_02: expect.any(String) });
    expect(twice.letters_2026_02).not.toBe(young.letters_2026_02);
  });

  it('were plain ones before, whose rows stay, and can be that again', async () => {
    await database.query(
      `CREATE TABLE kept (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL)`,
    );
    await database.query(`CREATE INDEX kept_at ON kept (at)`);
    await database.query(`INSERT INTO kept (at) SELECT now() - n * interval '40 days' FROM generate_series(0, 9) n`);
    const client = await connect();
    const runner = { query: async (sql: string, values?: unknown[]) => (await client.query<object>(sql, values)).rows };
    const shape = { table: 'kept', indexes: { kept_at: '(at)' }, identity: 'id' };
    await partitionByTime(runner, { ...shape, key: ['at', 'id'], column: 'at', width: 'month' });
    await database.query(`SELECT make_time_partition('kept', 'month', now() + interval '40 days')`);
    await database.query(`INSERT INTO kept (at) VALUES (now()), (now() + interval '40 days')`);
    expect(await names('kept')).toHaveLength(2);
    expect(await database.query('SELECT max(id) > 10 AS later, count(DISTINCT id)::int AS ids FROM kept')).toEqual([
      { later: true, ids: 12 },
    ]);
    await unpartition(runner, { ...shape, key: ['id'] });
    await database.query('INSERT INTO kept (at) VALUES (now())');
    expect(await database.query('SELECT count(DISTINCT id)::int AS ids FROM kept')).toEqual([{ ids: 13 }]);
  });
});
