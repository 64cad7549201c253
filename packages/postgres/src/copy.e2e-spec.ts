import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createDatabase, type TestDatabase } from '../test/database.js';
import { readTuples, TupleWriter } from './copy.js';
import { SteadyClient } from './steady-client.js';

const MOST = Number.MAX_SAFE_INTEGER;

let database: TestDatabase;
let client: SteadyClient;

beforeAll(async () => {
  database = await createDatabase();
  client = new SteadyClient(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Writes rows of one column, and gives them as the database writes them. */
async function written(
  type: string,
  count: number,
  write: (writer: TupleWriter, row: number) => void,
): Promise<string[]> {
  await client.query(`DROP TABLE IF EXISTS written; CREATE TABLE written (n serial, value ${type})`);
  const writer = new TupleWriter(client.query(copyFrom('COPY written (value) FROM STDIN (FORMAT binary)')), 1);
  for (let row = 0; row < count; row += 1) {
    writer.begin();
    write(writer, row);
    if (writer.end()) await writer.flush();
  }
  await writer.finish();
  const { rows } = await client.query<{ text: string }>('SELECT value::text AS text FROM written ORDER BY n');
  return rows.map(({ text }) => text);
}

async function read(query: string, ...fields: Parameters<typeof readTuples>[1]): Promise<number[][]> {
  const rows: number[][] = [];
  const stream = client.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`));
  await readTuples(stream, fields, (numbers) => rows.push([...numbers]));
  return rows;
}

describe('COPY in binary', () => {
  it.each([
    [0, ['0', '0.0', '0.0000', '0.00000000']],
    [1, ['1', '0.1', '0.0001', '0.00000001']],
    [-1, ['-1', '-0.1', '-0.0001', '-0.00000001']],
    [10_000, ['10000', '1000.0', '1.0000', '0.00010000']],
    [100_000_000, ['100000000', '10000000.0', '10000.0000', '1.00000000']],
    [-1_234_567_891_234, ['-1234567891234', '-123456789123.4', '-123456789.1234', '-12345.67891234']],
    [MOST, ['9007199254740991', '900719925474099.1', '900719925474.0991', '90071992.54740991']],
  ])('writes the whole number %d with decimals', async (value, texts) => {
    const decimals = [0, 1, 4, 8];
    expect(await written('numeric', decimals.length, (writer, row) => writer.numeric(value, decimals[row]!))).toEqual(
      texts,
    );
    const big = await written('numeric', decimals.length, (writer, row) =>
      writer.bigNumeric(BigInt(value), decimals[row]!),
    );
    expect(big).toEqual(texts);
  });

  it('writes what is beyond 2^53', async () => {
    const value = 123_456_789_012_345_678_901n;
    expect(await written('numeric(24,8)', 1, (writer) => writer.bigNumeric(-value, 8))).toEqual([
      '-1234567890123.45678901',
    ]);
  });

  it('writes integers, instants, texts, JSON and NULL', async () => {
    const big = [0, 1, -1, 2 ** 32, -(2 ** 32) - 1, MOST, -MOST];
    expect(await written('bigint', big.length, (writer, row) => writer.bigint(big[row]!))).toEqual(big.map(String));
    expect(await written('smallint', 1, (writer) => writer.smallint(-300))).toEqual(['-300']);
    expect(await written('integer', 1, (writer) => writer.integer(-70_000))).toEqual(['-70000']);
    expect(await written('boolean', 2, (writer, row) => writer.boolean(row === 0))).toEqual(['true', 'false']);
    const at = Date.UTC(1999, 11, 31, 23, 59, 59) + 0.25;
    expect(await written('timestamp', 1, (writer) => writer.instant(at))).toEqual(['1999-12-31 23:59:59.00025']);
    expect(await written('text', 1, (writer) => writer.text(Buffer.from('é\t\\N')))).toEqual(['é\t\\N']);
    expect(await written('jsonb', 1, (writer) => writer.jsonb('{"a":1.50}'))).toEqual(['{"a": 1.50}']);
    expect(await written('text', 1, (writer) => writer.null())).toEqual([null]);
  });

  it('writes more than goes into a chunk, in order', async () => {
    const count = 60_000;
    const texts = await written('bigint', count, (writer, row) => writer.bigint(row * 7));
    expect(texts).toEqual(Array.from({ length: count }, (_, row) => String(row * 7)));
  });

  it('tells what the database refuses', async () => {
    const refused = written('smallint CHECK (value > 0)', 1, (writer) => writer.smallint(-1));
    await expect(refused).rejects.toThrow('violates check constraint');
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('reads numbers, instants and words', async () => {
    const words = ['gold', 'silver'];
    const rows = await read(
      `SELECT * FROM (VALUES
         (1::bigint, -2::smallint, 3, '0.0001'::numeric(18,4), '2026-11-01 00:00:00.000125Z'::timestamptz, 'silver'::varchar(9)),
         (-9007199254740991, NULL, -3, '-900719925474.0991', '1970-01-01Z', NULL),
         (4294967296, 0, 0, '10000', '1999-12-31 23:59:59.999Z', 'gold'),
         (0, 0, 0, '0', '2000-01-01Z', 'gold'),
         (0, 0, 0, '99999999999999.9999', '2000-01-01Z', 'gold')) AS v`,
      ...(['integer', 'integer', 'integer', 'fixed', 'instant'] as const),
      (word) => words.indexOf(word),
    );
    const year2000 = Date.UTC(2000, 0, 1);
    expect(rows).toEqual([
      [1, -2, 3, 1, Date.UTC(2026, 10, 1) + 0.125, 1],
      [-MOST, NaN, -3, -MOST, 0, NaN],
      [2 ** 32, 0, 0, 100_000_000, year2000 - 1, 0],
      [0, 0, 0, 0, year2000, 0],
      [0, 0, 0, Infinity, year2000, 0],
    ]);
  });

  it('reads rows that stand across the borders of chunks', async () => {
    const rows = await read(
      `SELECT n, n / 10000.0000::numeric(18,4) FROM generate_series(1, 50000) n`,
      'integer',
      'fixed',
    );
    expect(rows).toHaveLength(50_000);
    expect(rows.every(([n, fixed], index) => n === index + 1 && fixed === n)).toBe(true);
  });
});
