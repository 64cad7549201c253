import { afterEach, describe, expect, it } from '@jest/globals';
import type { TestClient } from './support/factories.js';
import { dropFirstPartition } from './support/partitions.js';
import { statementsOf } from './support/sent-statements.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const AUDIT = '/admin/api/audit/';

/** Entries up to which the list counts. */
const COUNTED = 100_000;

/** The first moment of a month (`$1` ago). */
const MONTH = `(date_trunc('month', now() AT TIME ZONE 'UTC') - make_interval(months => $1)) AT TIME ZONE 'UTC'`;

let app: TestApp;
let admin: TestClient;

afterEach(() => app.stop());

/** With the audit log by months only: a new database has one partition for everything before. */
async function start(): Promise<void> {
  app = await startTestApp();
  await dropFirstPartition(app, 'audit_entries');
  admin = await app.make.superAdmin();
}

/** Writes entries of a month, for each of 10 actors and of some entities in turn. */
async function fill(monthsAgo: number, count: number, entities = 1000): Promise<void> {
  await app.database.query(`SELECT make_time_partition('audit_entries', 'month', ${MONTH})`, [monthsAgo]);
  await app.database.query(
    `INSERT INTO audit_entries (at, actor_uid, actor_username, action, entity_type, entity_id, ip, request_id)
     SELECT ${MONTH} + i * interval '1 microsecond', 900 + i % 10, 'Actor-' || i % 10, 'dated', 'thing',
            CASE $2::integer WHEN 1 THEN $1::integer ELSE i % $3::integer END, '::1', 'x'
       FROM generate_series(1, $2::integer) i`,
    [monthsAgo, count, entities],
  );
}

/** Those of some partitions that are among others, without the empty ones of months to come. */
function among(some: readonly string[], ...others: Set<string>[]): string[] {
  return others.flatMap((names) => [...names].filter((name) => some.includes(name))).sort();
}

describe('a page of the audit log', () => {
  /** Partitions that the statements of a request read, and those that they could have read, but did not. */
  async function read(query: string): Promise<{ page: Set<string>; count: Set<string>; spared: Set<string> }> {
    const found = { page: new Set<string>(), count: new Set<string>(), spared: new Set<string>() };
    const runs = await statementsOf(() => admin.get(AUDIT + query));
    for (const { text, values } of runs.filter((run) => run.text.includes('audit_entries'))) {
      const rows = await app.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${text}`, values);
      for (const row of rows) {
        const table = / on (audit_entries_\d+_\d+) /.exec(row['QUERY PLAN'])?.[1];
        if (table === undefined) continue;
        if (!row['QUERY PLAN'].includes('never executed'))
          found[text.includes('count(*)') ? 'count' : 'page'].add(table);
        else found.spared.add(table);
      }
    }
    return found;
  }

  it('is read from the newest months, and from older ones only what is missing', async () => {
    await start();
    // So many of each entity that no plan reads and sorts them all.
    await fill(2, 20_000, 40);
    await fill(1, 20_000, 40);
    await fill(0, COUNTED);
    await app.database.query('VACUUM (ANALYZE) audit_entries');
    const months = await app.database.query<{ name: string }>(
      `SELECT piece::text AS name FROM time_partitions('audit_entries') WHERE ends <= now() ORDER BY begins`,
    );
    const older = months.map(({ name }) => name);
    expect(older).toHaveLength(2);
    const all = await read('?limit=50');
    expect(among(older, all.page, all.count)).toEqual([]);
    expect(among(older, all.spared)).toEqual(older);
    for (const filter of [
      'actor=actor-3',
      'actor=903',
      'entity_type=thing&entity_id=7',
      'action=dated',
      'search=TOR-3',
    ]) {
      const { page, spared } = await read(`?limit=50&${filter}`);
      expect([filter, among(older, page), among(older, spared)]).toEqual([filter, [], older]);
    }
    const { page } = await read('?limit=50&offset=60&entity_type=thing&entity_id=7');
    expect(among(older, page)).toEqual(older.slice(1));
  });
});
