import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NetworkHands } from './support/network.js';
import { publishPlan, thisMonth } from './support/open-plan.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

type Person = { uid: number; username: string };

let app: TestApp;
let network: NetworkHands;

beforeAll(async () => {
  app = await startTestApp();
  network = await NetworkHands.of(app);
});
afterAll(() => app.stop());

async function adjust(who: Person, points: number): Promise<void> {
  const { status, text } = await network.root.post('/admin/api/volumes/', {
    uid: who.uid,
    business_volume: 0,
    points,
    cumulative_volume: 0,
    reason: 'a test',
  });
  if (status !== 200) throw new Error(`a volume was answered with ${status} ${text}`);
}

/** Puts a product into a cart. */
async function fill(who: Person, points: string): Promise<void> {
  const product = await app.make.catalogue.product({ businessVolume: '1', points, cumulativeVolume: '2' });
  const client = await network.as(who);
  const { status, text } = await client.post('commerce/add-cart-item/', { product_id: product.id, quantity: 2 });
  if (status !== 200) throw new Error(`a cart was answered with ${status} ${text}`);
}

/** Places the cart and has it paid. */
async function pay(who: Person): Promise<void> {
  const { body } = await (await network.as(who)).post('commerce/create-order/');
  const order = { order_id: body.data.order_id, status: 'paid' };
  expect((await network.apiAdmin.post('commerce/order-status/', order)).status).toBe(200);
}

async function read(who: Person, path = 'commissions/progress/'): Promise<Answer['body']['data']> {
  const { status, text, body } = await (await network.as(who)).get(path);
  if (status !== 200) throw new Error(`${path} was answered with ${status} ${text}`);
  return body.data;
}

const cartOf = (who: Person): Promise<Answer['body']['data']> => read(who, 'commerce/cart-commission/');

/** The conditions by name: wanted, had, missing, holds. */
function told(conditions: Answer['body']['data']): unknown[] {
  return conditions.map(({ condition, wanted, had, missing, holds }: Record<string, unknown>) => [
    condition,
    wanted,
    had,
    missing,
    holds,
  ]);
}

// The first of these needs that nothing is published yet.
describe('progress in the open period', () => {
  it('has measures alone while no plan is in force', async () => {
    const member = await network.join();
    await fill(member, '4');
    expect(await cartOf(member)).toMatchObject({
      period: thisMonth(),
      volumes: { business_volume: 2, points: 8, cumulative_volume: 4 },
      personal_volume: { before: 0, after: 8 },
      active: { before: null, after: null },
      next_rank: null,
    });
    await pay(member);
    expect(await read(member)).toEqual({
      period: thisMonth(),
      from: expect.stringMatching(/-01T00:00:00.000Z$/),
      to: expect.any(String),
      kind: 'distributor',
      status: 'active',
      personal_volume: 8,
      group_volume: 8,
      active: null,
      active_conditions: [],
      rank: null,
      next_rank: null,
      estimated: null,
    });
  });

  describe('by a plan', () => {
    let plan: number;

    beforeAll(async () => {
      plan = await publishPlan(network.root, {
        active: { personal_volume: 50 },
        personal_volume_includes_customers: true,
        ranks: [
          { name: 'member', requires: {} },
          {
            name: 'silver',
            requires: { personal_volume: 100, group_volume: 200, leg_cap_percent: 50, active_frontline: 1 },
          },
          {
            name: 'gold',
            requires: { any: [{ legs: [{ rank: 'silver', count: 1 }] }, { group_volume: 5000, customers: 3 }] },
          },
        ],
        bonuses: [{ id: 'levels', type: 'unilevel', percents: { member: [5] } }],
      });
    });

    it('says what being active and the next rank lack, leg by leg, and counts an own order at once', async () => {
      const top = await network.join();
      const left = await network.join(top);
      const right = await network.join(top);
      const customer = await network.join(top, { kind: 'customer' });
      await adjust(left, 500);
      await adjust(right, 30.5);
      await adjust(customer, 7);
      await until(async () => (await read(top)).group_volume === 537.5);
      const before = await read(top);
      expect(before).toMatchObject({ personal_volume: 7, active: false, rank: 'member', estimated: null });
      expect(told(before.active_conditions)).toEqual([['personal_volume', 50, 7, 43, false]]);
      expect(before.next_rank.name).toBe('silver');
      expect(told(before.next_rank.conditions)).toEqual([
        ['personal_volume', 100, 7, 93, false],
        ['group_volume', 200, 537.5, 0, true],
        ['leg_cap_percent', 200, 137.5, 62.5, false],
        ['active_frontline', 1, 1, 0, true],
      ]);
      const leg = (who: Person, had: number, counts: number, rank: string | null): object => ({
        uid: who.uid,
        username: who.username,
        had,
        counts,
        rank,
        holds: null,
      });
      expect(before.next_rank.conditions[2].legs).toEqual([
        leg(left, 500, 100, 'member'),
        leg(right, 30.5, 30.5, 'member'),
        leg(customer, 0, 0, null),
      ]);
      await fill(top, '50');
      const cart = await cartOf(top);
      expect(cart).toMatchObject({
        volumes: { points: 100 },
        personal_volume: { before: 7, after: 107 },
        group_volume: { before: 537.5, after: 637.5 },
        active: { before: false, after: true },
        rank: { before: 'member', after: 'silver' },
        next_rank: { name: 'gold' },
      });
      await pay(top);
      const after = await read(top);
      expect(after).toMatchObject({ personal_volume: 107, group_volume: 637.5, active: true, rank: 'silver' });
      expect(after.next_rank).toEqual(cart.next_rank);
      const [any] = after.next_rank.conditions;
      expect(any).toMatchObject({ condition: 'any', wanted: 1, had: 0, missing: 1, holds: false });
      expect(any.any.map(told)).toEqual([
        [['legs', 1, 0, 1, false]],
        [
          ['group_volume', 5000, 637.5, 4362.5, false],
          ['customers', 3, 1, 2, false],
        ],
      ]);
      expect(any.any[0][0].legs[0]).toMatchObject({ uid: left.uid, rank: 'member', holds: false });
      const empty = await cartOf(top);
      expect(empty).toMatchObject({
        volumes: { business_volume: 0, points: 0 },
        personal_volume: { before: 107, after: 107 },
        active: { before: true, after: true },
        rank: { before: 'silver', after: 'silver' },
      });
    });

    it('agrees with what the downline and the own position say', async () => {
      const top = await network.join();
      const one = await network.join(top);
      await adjust(await network.join(one), 60);
      await adjust(await network.join(one), 150);
      await adjust(one, 100);
      await until(async () => (await read(top)).group_volume === 310);
      const { active, rank } = await read(one);
      expect([active, rank]).toEqual([true, 'silver']);
      await until(async () => (await read(top, 'network/downline/?rank=silver')).count === 1);
      expect((await read(top, 'network/downline/?levels=1')).results).toMatchObject([{ uid: one.uid, active, rank }]);
      await adjust(top, 50);
      expect(await read(top)).toMatchObject({ active: true, rank: 'gold', next_rank: null });
    });

    it('has no rank for customers, and none but the first for who is suspended', async () => {
      const top = await network.join();
      const customer = await network.join(top, { kind: 'customer' });
      await adjust(customer, 100);
      await adjust(top, 100);
      expect(await read(customer)).toMatchObject({ kind: 'customer', active: false, rank: null, next_rank: null });
      await network.setStatus(top.uid, 'suspended');
      await until(async () => (await read(top)).status === 'suspended');
      expect(await read(top)).toMatchObject({ active: false, rank: 'member', next_rank: { name: 'silver' } });
    });

    it('estimates what the newest preview of the plan says, and when it was', async () => {
      const member = await network.join();
      const other = await network.join();
      const from = `${thisMonth()}-01T00:00:00Z`;
      for (const [index, hours] of [3, 1, 2].entries())
        await app.database.query(
          `INSERT INTO commission_runs (id, kind, period, from_at, to_at, plan_id, document, status, is_automatic, calculated_at)
           VALUES ($1, 'preview', $2, $3, $3::timestamptz + interval '1 month', $4,
                   '{"bonuses":[{"id":"levels","type":"unilevel"}]}', 'calculated', true, $5)`,
          [900 + index, thisMonth(), from, plan, new Date(Date.UTC(2026, 0, 1, 12 - hours))],
        );
      await app.database.query(
        'CREATE TABLE commission_members_901 PARTITION OF commission_members FOR VALUES IN (901)',
      );
      await app.database.query(
        `INSERT INTO commission_members SELECT * FROM json_populate_record(NULL::commission_members, $1)`,
        [
          {
            run_id: 901,
            uid: member.uid,
            kind: 'distributor',
            status: 'active',
            enrolled_at: from,
            is_placed: false,
            active: true,
            own_volume: 0,
            commissionable_volume: 0,
            personal_volume: 0,
            group_volume: 0,
            counted_volume: 0,
            earned: 12.75,
            bonuses: { levels: 12.75 },
          },
        ],
      );
      const by_bonus = [{ bonus: 'levels', type: 'unilevel', amount: 12.75 }];
      const as_of = '2026-01-01T11:00:00.000Z';
      const estimated = { amount: 12.75, currency_code: 'USD', by_bonus, as_of, run_id: 901 };
      expect((await read(member)).estimated).toEqual(estimated);
      expect((await read(other)).estimated).toEqual({ ...estimated, amount: 0, by_bonus: [] });
    });

    it('is shown to API admins for whom they name, to nobody else, and not of who is no member', async () => {
      const member = await network.join();
      const stranger = await network.as(await network.join());
      const admin = await app.make.user({ roles: ['api_admin'] });
      for (const path of ['commissions/progress/', 'commerce/cart-commission/']) {
        expect((await stranger.get(`${path}?uid=${member.uid}`)).status).toBe(403);
        expect((await network.apiAdmin.get(`${path}?uid=${member.uid}`)).status).toBe(200);
        expect((await network.apiAdmin.get(path)).status).toBe(404);
        const apikey = (await app.make.application()).apikey;
        expect((await stranger.get(path, { headers: { apikey } })).status).toBe(401);
      }
      expect((await network.apiAdmin.get(`commissions/progress/?uid=${admin.uid}`)).status).toBe(404);
      const audited = await app.database.query(
        `SELECT action, entity_id FROM audit_entries WHERE action LIKE '%.read' AND target_uid = ANY ($1) ORDER BY id`,
        [[member.uid, admin.uid]],
      );
      expect(audited).toEqual([
        { action: 'commissions.read', entity_id: 'progress' },
        { action: 'cart.read', entity_id: '-' },
      ]);
    });
  });
});
