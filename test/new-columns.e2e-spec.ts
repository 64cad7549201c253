import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { PREPARED } from '@commerce/postgres';
import { STATEMENTS } from '#common/database/database.js';
import '../src/app.module.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

describe('statements that are prepared when a later version adds columns', () => {
  let database: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('go on giving the columns that they gave, so that the previous version serves', async () => {
    const prepared: { name: string; execute: string }[] = [];
    for (const [name, { text }] of [...STATEMENTS, ...PREPARED]) {
      const handle = `s${prepared.length}`;
      // Those on tables that are made in a transaction cannot be prepared here.
      const isPrepared = await client.query(`PREPARE ${handle} AS ${text}`).then(
        () => true,
        () => false,
      );
      if (!isPrepared) continue;
      const { rows } = await client.query<{ count: number }>(
        'SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = $1',
        [handle],
      );
      const nulls = Array<string>(rows[0]!.count).fill('NULL').join(', ');
      prepared.push({ name, execute: `EXPLAIN EXECUTE ${handle}${nulls === '' ? '' : `(${nulls})`}` });
    }
    expect(prepared.length).toBeGreaterThan(150);
    const names = prepared.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['primary-log.position', 'standby.replayed', 'partitions.find-end']));
    const tables = await database.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
    );
    for (const { name } of tables) await database.query(`ALTER TABLE ${name} ADD COLUMN of_a_later_version int`);
    const broken: string[] = [];
    for (const { name, execute } of prepared) {
      await client.query(execute).catch((error: unknown) => broken.push(`${name}: ${String(error)}`));
    }
    expect(broken).toEqual([]);
  });
});
