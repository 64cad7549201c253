import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { SCHEMA_FEATURES, SETTLED, STATEMENT_FEATURES, type Feature } from './support/engine-features.js';
import { tableOfScalePage } from './support/scale-page.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { judge, usedFeatures, type Use } from './support/used-features.js';

describe('what the migrations use', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let uses: Use[];

  const query = async (sql: string): Promise<Use[]> => (await client.query<Use>(sql)).rows;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    uses = await usedFeatures(query);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  /** What is wrong once statements have run as a migration, which is then rolled back. */
  async function problemsOf(statements: string[]): Promise<string[]> {
    await client.query('BEGIN');
    try {
      for (const sql of statements) await client.query(sql);
      return judge(await usedFeatures(query));
    } finally {
      await client.query('ROLLBACK');
    }
  }

  it('is whole in one of Citus, YugabyteDB and CockroachDB, or settled', () => {
    expect(judge(uses)).toEqual([]);
  });

  it('sees tables, columns, indexes, triggers and functions', () => {
    const seen = new Set(uses.map(({ feature, object }) => `${object}: ${feature}`));
    for (const use of [
      'table orders: table',
      'column other_fields of table products: type jsonb',
      'column latencies of table traffic: type integer',
      'index orders_one_cart: index partial',
      'index users_email: index expression',
      'index bundles_name_search: index operator class gin_trgm_ops',
      'trigger bundles_changed on table bundles: trigger of columns',
      'function count_new_bundles(): function body with PERFORM',
    ])
      expect(seen).toContain(use);
  });

  it('holds nothing settled that is used no more', () => {
    const used = uses.map(({ feature, object }) => `${object}: ${feature}`);
    expect(Object.keys(SETTLED).filter((use) => !used.includes(use))).toEqual([]);
  });

  it.each<[string, string[], string]>([
    [
      'an exclusion constraint',
      ['ALTER TABLE rate_limits ADD CONSTRAINT one_each EXCLUDE (key WITH =)'],
      'constraint one_each on table rate_limits: constraint exclusion is in none',
    ],
    [
      'another transition table',
      [
        `CREATE TRIGGER users_made AFTER INSERT ON users REFERENCING NEW TABLE AS new_users FOR EACH STATEMENT
           EXECUTE FUNCTION count_ended_bundle()`,
      ],
      'trigger users_made on table users: trigger with transition table is in none',
    ],
    ['an extension', ['CREATE EXTENSION tablefunc'], 'extension tablefunc: extension tablefunc is not known'],
    ['inheritance', ['CREATE TABLE heirs () INHERITS (users)'], 'table heirs: table inheritance is not known'],
    ['an unlogged table', ['CREATE UNLOGGED TABLE scraps (id bigint)'], 'table scraps: unlogged is not known'],
    ['a type', ['ALTER TABLE users ADD COLUMN home point'], 'column home of table users: type point is not known'],
    [
      'an index method',
      ['CREATE INDEX users_hash ON users USING hash (status)'],
      'index users_hash: index hash is not',
    ],
    [
      'a constraint trigger',
      [
        `CREATE CONSTRAINT TRIGGER users_later AFTER INSERT ON users DEFERRABLE FOR EACH ROW
           EXECUTE FUNCTION count_ended_bundle()`,
      ],
      'constraint users_later on table users: constraint trigger is not known',
    ],
    [
      'a function that notifies',
      [`CREATE FUNCTION tell() RETURNS void LANGUAGE sql AS $$ SELECT pg_notify('a', 'b') $$`],
      'function tell(): function body with PG_NOTIFY is not known',
    ],
    [
      'an event trigger',
      [
        `CREATE FUNCTION watch() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$`,
        'CREATE EVENT TRIGGER watched ON ddl_command_end EXECUTE FUNCTION watch()',
      ],
      'event trigger watched: event trigger is not known',
    ],
    [
      'statistics',
      ['CREATE STATISTICS of_users ON status, country_code FROM users'],
      'of_users: extended statistics is',
    ],
  ])('fails for %s that none of them has, or that nobody has looked up', async (_what, statements, problem) => {
    expect((await problemsOf(statements)).join('\n')).toContain(problem);
  });

  it('allows what one of them has whole', async () => {
    const statements = [
      'CREATE RULE no_more AS ON DELETE TO users DO INSTEAD NOTHING',
      'CREATE DOMAIN word AS text',
      'CREATE INDEX traffic_at ON traffic USING brin (at)',
    ];
    expect(await problemsOf(statements)).toEqual([]);
  });

  it('fails for what is only known to be had in part', () => {
    const inPart: Feature = { citus: ['part: some', ''], yugabyte: ['no', ''], cockroach: ['not verified', ''] };
    const use = { feature: 'thing', object: 'table t' };
    expect(judge([use], { thing: inPart })).toHaveLength(1);
    expect(judge([use], { thing: inPart }, { 'table t: thing': 'something else' })).toEqual([]);
    expect(judge([use], { thing: { ...inPart, citus: ['yes', ''] } })).toEqual([]);
  });

  it('is told in docs/scale.md, with each engine that lacks a part of it', () => {
    const lacking = [...new Set(uses.map(({ feature }) => feature))]
      .filter((feature) => Object.values(SCHEMA_FEATURES[feature]!).some(([has]) => has !== 'yes'))
      .sort();
    expect(tableOfScalePage('schema')).toEqual(
      lacking.map((feature) => [feature, ...cellsOf(SCHEMA_FEATURES[feature]!)]),
    );
  });
});

describe('what the statements use', () => {
  it('is told in docs/scale.md, with the files and each engine', () => {
    const sources = filesBelow('src').filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'));
    const texts = sources.map((file) => [file.replace(/^.*\//, ''), readFileSync(file, 'utf8')] as const);
    const rows = Object.entries(STATEMENT_FEATURES).map(([feature, row]) => {
      const files = texts.filter(([, text]) => row.pattern.test(text)).map(([name]) => `\`${name}\``);
      return [feature, files.sort().join(', '), ...cellsOf(row)];
    });
    expect(tableOfScalePage('statements')).toEqual(rows);
  });
});

function cellsOf({ citus, yugabyte, cockroach }: Feature): string[] {
  return [citus, yugabyte, cockroach].map(([has, source]) => `[${has}](${source})`);
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
