import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestClient } from './support/factories.js';
import { statementsOf } from './support/sent-statements.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

/** Enough for the planner to care. */
const MEMBERS = 20_000;

const FILL = [
  `INSERT INTO users (uid, username, email, password_hash)
     SELECT 100000 + i, 'u' || i, 'u' || i || '@example.com', 'none' FROM generate_series(1, ${MEMBERS}) i`,
  `INSERT INTO network_members (uid, enrolled_at) SELECT 100000 + i, '2024-01-01Z' FROM generate_series(1, ${MEMBERS}) i`,
  `INSERT INTO network_states (uid, kind, status, from_at)
     SELECT 100000 + i, 'distributor', 'active', '2024-01-01Z' FROM generate_series(1, ${MEMBERS}) i`,
  `INSERT INTO earnings (uid, at, kind, amount, payable_at, period, run_id)
     SELECT 100000 + i, at, 'commission', i, at, to_char(at, 'YYYY-MM'), 1000 + extract(month FROM at)
       FROM generate_series('2025-01-05Z'::timestamptz, '2025-06-05Z', '1 month') AS at, generate_series(1, ${MEMBERS}) i`,
];

describe('with many entries', () => {
  let app: TestApp;
  let root: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    root = await app.make.superAdmin();
    for (const sql of FILL) await app.database.query(sql);
    await app.database.query('VACUUM (ANALYZE)');
  });
  afterAll(() => app.stop());

  it.each<[what: string, path: string, index: string]>([
    ['the ledger', '', 'earnings_by_time'],
    ['an old day of it', '?from=2025-02-01&to=2025-02-02', 'earnings_by_time'],
    ['all before a day', '?to=2025-02-02', 'earnings_by_time'],
    ['a period', '?period=2025-01', 'earnings_of_period'],
    ['a rare kind', '?kind=adjustment', 'earnings_of_kind'],
    ['a member', '?uid=100005', 'earnings_of_member'],
    ['balances', 'balances/', 'earnings_balances_by_balance'],
    ['the lowest balances', 'balances/?sort=balance', 'earnings_balances_by_balance'],
    ['balances of at least so much', 'balances/?least=100000', 'earnings_balances_by_balance'],
    ['balances by uid', 'balances/?sort=uid', 'earnings_balances_pkey'],
  ])('a page of %s is read along its index', async (_what, path, index) => {
    const runs = await statementsOf(() => root.get(`/admin/api/earnings/${path}`));
    const { text, values } = runs.findLast((run) => /counted\.count|FROM "earnings"/.test(run.text))!;
    const rows = await app.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(new RegExp(`(?:using|on) ${index} `));
    // Of the page; what is counted may be more.
    expect(plan).not.toMatch(/ Sort .*actual rows=\d{3,}/);
  });
});
