import { describe, expect, it } from '@jest/globals';
import { statementsOf } from './support/sent-statements.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

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
  `INSERT INTO orders (uid, status, order_number, placed_at, currency_code)
     SELECT 100000 + i % 1000, 'placed', 'F' || i, '2025-01-05Z'::timestamptz + i * interval '1 minute', 'USD'
       FROM generate_series(1, ${MEMBERS}) i`,
  `SELECT make_time_partition('volume_rows', 'month', at)
     FROM generate_series('2025-01-05Z'::timestamptz, '2025-03-05Z', '1 month') AS at`,
  `INSERT INTO volume_rows (uid, kind, at, business_volume, points, cumulative_volume, external_id)
     SELECT 100000 + i, 'import', at, 1, 1, 1, 'F' || i || at
       FROM generate_series('2025-01-05Z'::timestamptz, '2025-03-05Z', '1 month') AS at, generate_series(1, ${MEMBERS}) i`,
  `INSERT INTO payouts (id, minimum, four_eyes, created_by_uid) SELECT i, 1, false, 1 FROM generate_series(1, 10) i`,
  `INSERT INTO payout_items (payout_id, uid, amount)
     SELECT 1 + i % 10, 100000 + i, 1 FROM generate_series(1, ${MEMBERS}) i`,
  `INSERT INTO audit_entries (actor_uid, actor_username, action, entity_type, entity_id, ip, request_id)
     SELECT i % 7, 'admin', 'order.status', 'order', i, '', '' FROM generate_series(1, ${MEMBERS}) i`,
  `INSERT INTO audit_entries (actor_uid, actor_username, action, entity_type, entity_id, target_uid, ip, request_id)
     SELECT 1, 'admin', 'earnings.adjust', 'earning', i, 100000 + i, '', '' FROM generate_series(1, ${MEMBERS}) i`,
];

const DELIVERIES = `
  WITH made AS (
    INSERT INTO events (id, type, aggregate_type, aggregate_id, data, timestamp)
    SELECT md5('event' || i)::uuid, 'order.placed', 'order', i::text, '{}', now() FROM generate_series(1, ${MEMBERS}) i
    RETURNING id, timestamp)
  INSERT INTO webhook_deliveries (id, application_id, event_id, event_at, status, created_at)
  SELECT id, $1, id, timestamp, 'delivered', now() FROM made`;

const app = await useTestApp();
const root = await app.make.superAdmin();
const application = await app.make.application();
const member = await app.make.member(application);
for (const sql of FILL) await app.database.query(sql);
await app.database.query(DELIVERIES, [application.id]);
await app.database.query('VACUUM (ANALYZE)');

describe('with many entries', () => {
  it.each<[what: string, path: string, index: string]>([
    ['the ledger', '', 'earnings_by_time'],
    ['an old day of it', '?from=2025-02-01&to=2025-02-02', 'earnings_by_time'],
    ['all before a day', '?to=2025-02-02', 'earnings_by_time'],
    ['a period', '?period=2025-01', 'earnings_of_period'],
    ['a rare kind', '?kind=adjustment', 'earnings_of_kind'],
    ['a member', '?uid=100005', 'earnings_of_member'],
    ['whom a search finds', '?search=u4242', 'earnings_of_member'],
    ['those whom a search finds', '?search=4242@', 'earnings_of_member'],
    ['balances', 'balances/', 'earnings_balances_by_balance'],
    ['the lowest balances', 'balances/?sort=balance', 'earnings_balances_by_balance'],
    ['balances of at least so much', 'balances/?least=100000', 'earnings_balances_by_balance'],
    ['balances by uid', 'balances/?sort=uid', 'earnings_balances_pkey'],
    ['balances by what is payable', 'balances/?sort=-payable', 'earnings_balances_by_balance'],
    ['balances of those who are suspended', 'balances/?status=suspended', 'network_states_not_active'],
    ['balances of those who are active', 'balances/?status=active', 'network_states_not_active'],
  ])('a page of %s is read along its index', async (_what, path, index) => {
    await expectIndex(() => root.get(`/admin/api/earnings/${path}`), /counted\.count|FROM "earnings"/, index);
  });

  it.each<[what: string, path: string, index: string]>([
    ['the ledger', '', 'volume_rows_\\w*pkey'],
    ['a member', '?uid=100005', 'volume_rows_\\w*uid_at_idx'],
    ['whom a search finds', '?search=u4242', 'volume_rows_\\w*uid_at_idx'],
    ['a rare kind', '?kind=adjustment', 'volume_rows_\\w*kind_at_id_idx'],
    ['sales among imports', '?kind=sale', 'volume_rows_\\w*(sold|[^d]_at_id_idx)'],
  ])('a page of volumes, %s, is read along its index', async (_what, path, index) => {
    await expectIndex(() => root.get(`/admin/api/volumes/${path}`), /FROM "volume_rows"/, index);
  });

  it.each<[what: string, path: string, index: string]>([
    ['all', '', 'payout_items_'],
    ['a member', '?uid=100005', 'payout_items_'],
    ['whom a search finds', '?search=u4242', 'payout_items_'],
  ])('a page of the items of a payout, %s, is read along its index', async (_what, path, index) => {
    await expectIndex(() => root.get(`/admin/api/payouts/1/items/${path}`), /FROM "payout_items"/, index);
  });

  it.each<[what: string, path: string, table: RegExp, index: string]>([
    ['the audit log by a rare action', 'audit/?action=run.post', /FROM "audit_entries"/, 'audit_entries_\\w*action'],
    [
      'the audit log about a user',
      'audit/?about=100005',
      /FROM "audit_entries"/,
      'audit_entries_\\w*(target|entity_type_entity_id)',
    ],
    ['the audit log of an actor', 'audit/?actor=100005', /FROM "audit_entries"/, 'audit_entries_\\w*actor'],
    [
      'the audit log by a rare text',
      'audit/?search=no+such',
      /FROM "audit_entries"/,
      'audit_entries_\\w*(search|expr_idx)',
    ],
    ['users by a rare role', 'users/?role=api_admin', /FROM "users" "u"/, 'users_not_only_members'],
  ])('a page of %s is read along its index', async (_what, path, table, index) => {
    await expectIndex(() => root.get(`/admin/api/${path}`), table, index);
  });

  it('a page of deliveries far back reads no event of those before it', async () => {
    const path = `/admin/api/deliveries/?limit=10&offset=${MEMBERS / 2}`;
    for (const plan of await plansOf(() => root.get(path), /FROM \(\s*SELECT d\./)) {
      expect(plan).toMatch(/webhook_deliveries_\S+_created_at_id_idx/);
      expect(plan).toMatch(/events_\S+ .*rows=1\.?0* loops=10\)/);
    }
  });

  it.each<[what: string, path: string]>([
    ['all', ''],
    ['a status', '?status=paid'],
  ])("a page of a member's own orders, %s, is read along its index", async (_what, path) => {
    await app.database.query('UPDATE orders SET uid = $1 WHERE uid = 100007', [member.user.uid]);
    await expectIndex(() => member.get(`commerce/orders/${path}`), /FROM orders o/, 'orders_(of_user|of_status|open)');
  });

  /** How each statement that matches is carried out: a page, and what is counted for it. */
  async function plansOf(request: () => Promise<Answer>, which: RegExp): Promise<string[]> {
    const runs = (await statementsOf(request)).filter(({ text }) => which.test(text));
    expect(runs.length).toBeGreaterThan(0);
    const plans: string[] = [];
    for (const { text, values } of runs) {
      const rows = await app.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${text}`, values);
      plans.push([text, ...rows.map((row) => row['QUERY PLAN'])].join('\n'));
    }
    return plans;
  }

  async function expectIndex(request: () => Promise<Answer>, which: RegExp, index: string): Promise<void> {
    for (const plan of await plansOf(request, which)) {
      expect(plan).toMatch(new RegExp(`(?:using|on) ${index}`));
      // Of the page; what is counted may be more.
      if (!plan.startsWith('SELECT count(*)')) expect(plan).not.toMatch(/ Sort .*actual rows=\d{3,}/);
    }
  }
});
