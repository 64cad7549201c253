import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Caller } from '#common/access/index.js';
import { UNILEVEL } from '#commissions/plans/templates.js';
import { DayFiguresService, Home } from '#operations/home/index.js';
import { moveProcessClock } from '../src/testing/clock.js';
import type { TestClient } from './support/factories.js';
import { MoneyHands } from './support/payouts.js';
import { monthBefore } from './support/runs.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const HOME = '/admin/api/home/';
const NOW = new Date('2026-11-26T10:00:00Z');

const app = await useTestApp();
const hands = await MoneyHands.of(app);

beforeEach(() =>
  app.database.query(
    `SET session_replication_role = replica;
     TRUNCATE commission_plans, day_figures, orders, volume_rows, volume_external_ids CASCADE;
     SET session_replication_role = DEFAULT`,
  ),
);

/** What a super admin is answered at {@link NOW}. */
function readThen(query: { from?: string; to?: string } = {}): ReturnType<Home['read']> {
  const { uid, username } = hands.root.user;
  const caller = { uid, username, roles: ['super_admin'] } as unknown as Caller;
  return app.nest.get(Home, { strict: false }).read(caller, query, NOW);
}

/** Counts the days that are over at {@link NOW}. */
async function count(): Promise<void> {
  moveProcessClock(NOW);
  await app.nest
    .get(DayFiguresService, { strict: false })
    .count()
    .finally(() => moveProcessClock(undefined));
}

async function read(query = '', by: TestClient = hands.root): Promise<Answer['body']> {
  const { status, body, text } = await by.get(HOME + query);
  if (status !== 200) throw new Error(`answered with ${status} ${text}`);
  return body.data;
}

/** Makes a plan effective from the beginning of a month on. */
async function published(change: object = {}, month = '2026-01'): Promise<void> {
  await hands.publish(change);
  await app.database.query(
    `SET session_replication_role = replica;
     UPDATE commission_plans SET from_at = '${month}-01T00:00Z', from_day = '${month}-01';
     SET session_replication_role = DEFAULT`,
  );
}

let orders = 0;

/** An order that was placed and, where it says a price, paid at an instant, straight in the tables. */
async function sold(at: string, price?: number): Promise<void> {
  orders += 1;
  const status = price === undefined ? 'placed' : 'paid';
  await app.database.query(
    `INSERT INTO orders (uid, status, order_number, currency_code, placed_at) VALUES ($1, $2, $3, 'USD', $4)`,
    [hands.root.user.uid, status, `H-${orders}`, at],
  );
  if (price === undefined) return;
  await app.database.query('SELECT make_volume_partition($1)', [at]);
  await app.database.query(
    `INSERT INTO volume_rows (at, uid, kind, price, business_volume, points, cumulative_volume, external_id)
     VALUES ($1, $2, 'import', $3, $3::numeric / 2, 1, 1, $4)`,
    [at, hands.root.user.uid, price, `h-${orders}`],
  );
}

describe('the figures of the first page', () => {
  it('are those of each day, beside those of as many days before', async () => {
    await sold('2026-11-25T23:59:59Z', 100);
    await sold('2026-11-26T00:00:00Z', 20.5);
    await sold('2026-11-26T09:00:00Z');
    await sold('2026-11-24T12:00:00Z', 7);
    const { range, before, time_zone: zone } = await readThen({ from: '2026-11-25', to: '2026-11-26' });
    expect(zone).toBe('UTC');
    expect(range).toMatchObject({
      from: '2026-11-25',
      to: '2026-11-26',
      total: { orders: 3, sales: 120.5, volume: 60.25 },
      days: [
        { day: '2026-11-25', orders: 1, sales: 100, volume: 50 },
        { day: '2026-11-26', orders: 2, sales: 20.5, volume: 10.25 },
      ],
    });
    expect(before).toMatchObject({ from: '2026-11-23', to: '2026-11-24', total: { orders: 1, sales: 7 } });
    expect(before.days).toHaveLength(2);
  });

  it('are of the last thirty days, if none are named', async () => {
    const { range, before } = await readThen();
    expect([range.from, range.to, range.days.length]).toEqual(['2026-10-28', '2026-11-26', 30]);
    expect([before.from, before.to]).toEqual(['2026-09-28', '2026-10-27']);
  });

  it('are the same before and after the days that are over have been counted, and hear of what is new', async () => {
    await sold('2026-11-20T10:00:00Z', 30);
    await sold('2026-11-26T08:00:00Z', 5);
    const live = await readThen();
    expect(live.range.total).toMatchObject({ orders: 2, sales: 35 });
    await count();
    expect((await app.database.query(`SELECT max(day)::text AS day FROM day_figures`))[0]).toEqual({
      day: '2026-11-25',
    });
    expect(await readThen()).toEqual(live);
    await sold('2026-11-26T09:00:00Z', 1);
    expect((await readThen()).range.total).toMatchObject({ orders: 3, sales: 36 });
  });

  it('have what was dated back to a day that was counted, once it is counted again', async () => {
    await count();
    await sold('2026-11-02T10:00:00Z', 30);
    expect((await readThen()).range.total.sales).toBe(0);
    await count();
    expect((await readThen()).range.total.sales).toBe(30);
  });

  it('have the days of the time zone of the plan in force, and its commissionable volume', async () => {
    await published({ time_zone: 'Asia/Tokyo', volumes: { qualifying: 'points', commissionable: 'points' } });
    await sold('2026-11-25T14:59:00Z', 10);
    await sold('2026-11-25T15:00:00Z', 20);
    for (const counted of [false, true]) {
      if (counted) await count();
      const { range } = await readThen({ from: '2026-11-25', to: '2026-11-26' });
      expect(range.days).toMatchObject([
        { day: '2026-11-25', sales: 10, volume: 1 },
        { day: '2026-11-26', sales: 20, volume: 1 },
      ]);
    }
  });

  it.each([
    ['?from=2026-11-27&to=2026-11-26', { to: [{ message: 'must not be before `from`' }] }],
    ['?from=2025-11-25&to=2026-11-26', { from: [{ message: 'must be at most 365 days before `to`' }] }],
    ['?from=2026-02-30', { from: [{ message: 'must be a day, such as 2026-11-21' }] }],
  ])('are refused for %s', async (query, errors) => {
    const { status, body } = await hands.root.get(HOME + query);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject(errors);
  });

  it('are nothing for days that have not come', async () => {
    const { range } = await readThen({ from: '2027-01-01', to: '2027-01-02' });
    expect(range.total).toMatchObject({ orders: 0, sales: 0 });
  });
});

describe('the open period', () => {
  it('is beside the same moment of the one before', async () => {
    await published();
    await sold('2026-11-05T10:00:00Z', 40);
    await sold('2026-10-03T10:00:00Z', 10);
    await sold('2026-10-26T09:59:00Z', 5);
    await sold('2026-10-26T10:01:00Z', 500);
    for (const counted of [false, true]) {
      if (counted) await count();
      expect((await readThen()).open_period).toMatchObject({
        period: '2026-11',
        to: '2026-12-01T00:00:00.000Z',
        so_far: { sales: 40, orders: 1 },
        before: '2026-10',
        before_so_far: { sales: 15, orders: 2 },
      });
    }
  });

  it('is null without a plan in force', async () => {
    expect((await readThen()).open_period).toBeNull();
  });
});

describe('what waits', () => {
  it('are payouts to release and to mark, and what the members are owed', async () => {
    await hands.drain();
    const empty = await read();
    expect(empty.owed).toEqual({ amount: 0, members: 0 });
    await hands.earner(100);
    await hands.earner(20.5);
    await hands.earner(-5);
    expect((await read()).owed).toEqual({ amount: 120.5, members: 2 });
    const id = await hands.made();
    expect((await read()).payouts.to_release).toBe(empty.payouts.to_release + 1);
    await hands.ok(hands.other.post(`/admin/api/payouts/${id}/release/`));
    expect((await read()).payouts).toEqual({
      to_release: empty.payouts.to_release,
      to_mark: 1,
      newest_to_mark: id,
      items_to_mark: 2,
    });
  });

  it('are holds that have held for long', async () => {
    const [fresh, old] = [await hands.network.member(), await hands.network.member()];
    for (const { uid } of [fresh, old]) await hands.ok(hands.hold(uid));
    await app.database.query(`UPDATE payout_holds SET from_at = now() - interval '31 days' WHERE uid = $1`, [old.uid]);
    expect((await read()).holds).toEqual({ open: 2, old: 1 });
  });

  it('are orders that are neither paid nor completed', async () => {
    await sold('2026-11-26T08:00:00Z');
    await sold('2026-11-26T08:00:00Z', 5);
    expect((await read()).orders).toEqual({ awaiting_payment: 1, awaiting_completion: 1 });
  });

  it('are imports that were refused, until one of their kind is done', async () => {
    const add = (outcome: string, at: string): Promise<unknown> =>
      app.database.query(
        `INSERT INTO imports (id, kind, media_type, is_dry_run, by_uid, outcome, created_at)
         VALUES (gen_random_uuid(), 'volumes', 'text/csv', false, $1, $2, $3)`,
        [hands.root.user.uid, outcome, at],
      );
    await add('refused', '2026-11-20');
    expect((await read()).refused_imports).toBe(1);
    await add('done', '2026-11-21');
    expect((await read()).refused_imports).toBe(0);
  });

  it('are corrections that are calculated, until they are approved or discarded', async () => {
    const add = (status: string): Promise<unknown> =>
      app.database.query(
        `INSERT INTO commission_corrections (uid, tree, from_at, reason, change, four_eyes, status, created_by_uid, approved_at)
         VALUES ($1, 'sponsor', now(), 'a test', '{}', false, $2::varchar, $1, CASE WHEN $2 = 'approved' THEN now() END)`,
        [hands.root.user.uid, status],
      );
    expect((await read()).calculated_corrections).toBe(0);
    for (const status of ['queued', 'running', 'calculated', 'approved', 'failed', 'discarded']) await add(status);
    expect((await read()).calculated_corrections).toBe(1);
    await app.database.query('DELETE FROM commission_corrections');
  });

  it('are periods that have ended and are not posted', async () => {
    await published({}, monthBefore(2));
    expect((await read()).unposted_periods).toEqual(
      [2, 1].map((months) => ({
        period: monthBefore(months),
        ended_at: `${monthBefore(months - 1)}-01T00:00:00.000Z`,
        run_id: null,
        run_status: null,
      })),
    );
  });
});

describe('each role', () => {
  it.each([
    [
      'finance',
      [
        'approvals',
        'before',
        'calculated_corrections',
        'currency_code',
        'holds',
        'open_period',
        'owed',
        'payouts',
        'range',
        'time_zone',
        'unposted_periods',
      ],
      ['new_members', 'sales', 'volume'],
    ],
    [
      'support',
      ['before', 'currency_code', 'open_period', 'orders', 'range', 'time_zone'],
      ['new_members', 'orders', 'sales', 'volume'],
    ],
    [
      'developer',
      ['applications', 'before', 'currency_code', 'failed_deliveries', 'range', 'requests', 'time_zone'],
      [],
    ],
    ['catalogue', ['before', 'bundles', 'currency_code', 'range', 'time_zone'], []],
  ] as const)('reads only what it has a permission for: %s', async (role, parts, figures) => {
    const home = await read('', await app.make.admin([role]));
    expect(Object.keys(home).sort()).toEqual(parts);
    expect(Object.keys(home.range.total).sort()).toEqual(figures);
  });
});

describe('the first steps of a company', () => {
  const SETUP = '/admin/api/home/setup/';
  const setup = async (by: TestClient = hands.root): Promise<Record<string, boolean>> =>
    (await by.get(SETUP)).body.data;

  it('are done once the thing is there: a plan is a draft first, and a preview that the service makes is no first run', async () => {
    await app.database
      .query(`SET session_replication_role = replica; TRUNCATE network_members, commission_runs, bundles,
      product_types CASCADE; UPDATE applications SET deleted_at = now(); SET session_replication_role = DEFAULT`);
    expect(await setup()).toEqual({
      product_type: false,
      bundle: false,
      member: false,
      plan: false,
      published_plan: false,
      application: false,
      order: false,
      run: false,
    });
    await hands.root.post('/admin/api/plans/', UNILEVEL.plan);
    expect(await setup()).toMatchObject({ plan: true, published_plan: false });
    await hands.publish({});
    const preview = { period: monthBefore(0), kind: 'preview' };
    expect((await hands.root.post('/admin/api/commission-runs/', preview)).status).toBe(200);
    await app.database.query('UPDATE commission_runs SET is_automatic = true');
    expect(await setup()).toMatchObject({ published_plan: true, run: false });
    await app.database.query('UPDATE commission_runs SET is_automatic = false');
    expect(await setup()).toMatchObject({ run: true });
  });

  it.each([
    ['catalogue', ['bundle', 'product_type']],
    ['developer', ['application']],
    ['support', ['member', 'order']],
    ['finance', ['member', 'plan', 'published_plan', 'run']],
  ] as const)('are shown as far as one may read them: %s', async (role, parts) => {
    expect(Object.keys(await setup(await app.make.admin([role]))).sort()).toEqual(parts);
  });
});
