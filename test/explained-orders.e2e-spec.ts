import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestProduct } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import { MemberImports } from './support/imports.js';
import { monthBefore, RunHands } from './support/runs.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

const [LAST, NOW] = [monthBefore(1), monthBefore(0)];

/** Bonuses of which each order has a share; the others pay on a whole. */
const SHARED = ['levels', 'match', 'steps', 'match-again'];

let app: TestApp;
let hands: RunHands;
let apiAdmin: TestClient;
let kit: TestProduct;
let run: number;
let orders: { id: number; uid: number }[];
let uids: Map<string, number>;

beforeAll(async () => {
  app = await startTestApp();
  hands = await RunHands.of(app);
  apiAdmin = await app.make.apiAdmin();
  kit = await app.make.catalogue.product({ businessVolume: '37', points: '40', price: '50', wholesalePrice: '30' });
  await hands.done(hands.root.patch('/admin/api/network/settings/', { placement: 'binary', spill: 'left' }));
  const planId = await hands.published(LAST, {
    ranks: [{ name: 'member' }],
    bonuses: [
      { id: 'levels', type: 'unilevel', percents: { member: [10, 5, 3] } },
      { id: 'pairs', type: 'binary', percent: 10 },
      { id: 'match', type: 'matching', of: ['levels', 'pairs'], percents: { member: [20, 10] } },
      { id: 'match-again', type: 'matching', of: ['match'], percents: { member: [50] } },
      { id: 'pool', type: 'pool', percent: 1, shares: { member: 1 } },
      {
        id: 'steps',
        type: 'differential',
        steps: [
          { from: 100, percent: 3 },
          { from: 300, percent: 6 },
          { from: 700, percent: 9 },
        ],
        breakaway: { leadership_percent: 2 },
      },
    ],
  });
  uids = await network();
  orders = [];
  for (const [name, quantity] of [
    ['top', 1],
    ['one', 2],
    ['two', 3],
    ['three', 1],
    ['three', 2],
    ['four', 19],
    ['shopper', 4],
    ['beside', 1],
  ] as const)
    orders.push({ uid: uids.get(name)!, id: await ordered(uids.get(name)!, quantity) });
  run = await hands.calculated({ period: NOW, kind: 'preview', plan_id: planId });
});
afterAll(() => app.stop());

async function network(): Promise<Map<string, number>> {
  const distributor = { kind: 'distributor', enrolled_at: '2020-01-01' };
  const placed = (username: string, parent: string, leg: number): object => ({
    ...distributor,
    username,
    sponsor: parent,
    placement_parent: parent,
    placement_leg: leg,
  });
  const rows = [
    { ...distributor, username: 'top' },
    placed('one', 'top', 1),
    placed('two', 'top', 2),
    placed('three', 'one', 1),
    placed('four', 'three', 2),
    { ...placed('beside', 'one', 2), sponsor: 'top' },
    { ...distributor, username: 'shopper', kind: 'customer', sponsor: 'two' },
  ];
  const { status } = await new MemberImports(app, hands.root).import(rows as Record<string, unknown>[]);
  if (status !== 'done') throw new Error(`an import is ${status}`);
  const found = await app.database.query<{ uid: number; username: string }>(
    `SELECT u.uid, u.username FROM users u JOIN network_members m ON m.uid = u.uid`,
  );
  return new Map(found.map(({ uid, username }) => [username, Number(uid)]));
}

async function ordered(uid: number, quantity: number, product = kit.id): Promise<number> {
  await apiAdmin.post(`commerce/add-cart-item/?uid=${uid}`, { product_id: product, quantity });
  const { order_id: id } = (await apiAdmin.post(`commerce/create-order/?uid=${uid}`)).body.data;
  expect((await apiAdmin.post('commerce/order-status/', { order_id: id, status: 'paid' })).status).toBe(200);
  return id as number;
}

const explain = (uid: number, order: number): Promise<Answer> =>
  hands.root.get(`/admin/api/commission-runs/${run}/explain/?uid=${uid}&order=${order}`);
const bonus = (of: { bonuses: { bonus: string }[] }, id: string): Answer['body'] =>
  of.bonuses.find((one) => one.bonus === id);

describe('what an order has to do with what somebody above got', () => {
  it('comes, over all orders, to the whole of each bonus that single orders have a share in', async () => {
    let compared = 0;
    for (const uid of uids.values()) {
      const shares = new Map<string, number>();
      let amounts = new Map<string, number>();
      for (const order of orders) {
        const { body } = await explain(uid, order.id);
        const { reason, bonuses: said } = body.data.order;
        // One reason: where nothing counts, nobody above is told a second one.
        expect([
          reason === 'other_team',
          ...said.filter((one: { base: number; above: object[] }) => one.base <= 0 && one.above.length > 0),
        ]).toEqual([said.length === 0 && reason !== 'own']);
        amounts = new Map(body.data.bonuses.map((one: { bonus: string; amount: number }) => [one.bonus, one.amount]));
        let sum = 0;
        for (const { bonus: id, share } of body.data.order.bonuses) {
          shares.set(id, (shares.get(id) ?? 0) + (share ?? 0));
          sum += share ?? 0;
        }
        expect(body.data.order.share).toBeCloseTo(sum, 4);
      }
      for (const id of SHARED) {
        // What one bought oneself is in the own group, and is no commission for an order of somebody below.
        const own = id === 'steps' ? await ownPart(uid) : 0;
        const matched = id === 'match' ? await matchedOfPairs(uid) : id === 'match-again' ? NaN : 0;
        if (Number.isNaN(matched)) continue;
        expect([id, uid, Math.abs((shares.get(id) ?? 0) + own + matched - (amounts.get(id) ?? 0)) < 0.03]).toEqual([
          id,
          uid,
          true,
        ]);
        if ((shares.get(id) ?? 0) > 0) compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(7);
  });

  /** What of the differential bonus is on the member's own volume. */
  async function ownPart(uid: number): Promise<number> {
    const { data } = (await hands.root.get(`/admin/api/commission-runs/${run}/explain/?uid=${uid}`)).body;
    const { figures } = bonus(data, 'steps');
    return figures.by_group > 0 ? (data.measures[1].value * figures.own.percent) / 100 : 0;
  }

  /** What of the matching bonus is on what legs paid, which is of no order. */
  async function matchedOfPairs(uid: number): Promise<number> {
    const [row] = await app.database.query<{ sum: string | null }>(
      `SELECT sum(l.percent / 100 * (m.bonuses ->> 'pairs')::numeric) AS sum FROM commission_lines l
         JOIN commission_members m ON m.run_id = l.run_id AND m.uid = l.source_uid
        WHERE l.run_id = $1 AND l.uid = $2 AND l.bonus = 'match'`,
      [run, uid],
    );
    return Number(row!.sum);
  }

  it('is said by bonus: levels, matching, legs, pool and groups', async () => {
    const order = orders.find(({ uid }) => uid === uids.get('three'))!;
    const { order: found } = (await explain(uids.get('top')!, order.id)).body.data;
    expect(found.bonuses.map((one: { bonus: string }) => one.bonus)).toEqual([
      'levels',
      'pairs',
      'match',
      'match-again',
      'pool',
      'steps',
    ]);
    // 37 at 5 % on level 2; the nearest above got 3.70 by level 1, of which 20 % are matched.
    expect(bonus(found, 'levels')).toMatchObject({ base: 37, whole: 111, share: 1.85 });
    expect(bonus(found, 'match')).toMatchObject({
      base: 3.7,
      share: 0.74,
      sentence: expect.stringMatching(
        /^The order gave \$3.70 of the \$[0-9.,]+ that this bonus matches, which is \$0.74.$/,
      ),
    });
    expect(bonus(found, 'pairs')).toMatchObject({
      base: 37,
      whole: 925,
      share: null,
      sentence: expect.stringMatching(/^Its 37 are a part of the 925 that are new in the left leg\. /),
    });
    expect(bonus(found, 'pool')).toMatchObject({ base: 37, whole: 1221, share: null });
    expect(bonus(found, 'steps')).toMatchObject({
      base: 37,
      share: 1.11,
      sentence: 'Its 37 count at the 6 % of this group, less the 3 % of the group below that it is in: $1.11.',
    });
    // Placed below, but sponsored by another.
    const beside = orders.find(({ uid }) => uid === uids.get('beside'))!;
    const { order: elsewhere } = (await explain(uids.get('one')!, beside.id)).body.data;
    expect(bonus(elsewhere, 'steps')).toMatchObject({
      share: 0,
      whole: null,
      sentence: 'It is not in the group of this member.',
    });
    expect(bonus(elsewhere, 'levels')).toMatchObject({
      share: 0,
      sentence: 'This bonus follows the sponsor tree, where the buyer is not below this member.',
      above: [],
    });
    const away = orders.find(({ uid }) => uid === uids.get('four'))!;
    expect(bonus((await explain(uids.get('top')!, away.id)).body.data.order, 'steps')).toMatchObject({
      share: 0,
      sentence: 'It is in a group below that has broken away, and does not count in this one.',
    });
  });

  it('is the same, asked from the order: who was paid on it, and how much', async () => {
    for (const order of orders) {
      const { data } = (await hands.root.get(`/admin/api/orders/${order.id}/commissions/`)).body;
      expect(data).toMatchObject({ order_id: order.id, currency_code: 'USD' });
      const [one] = data.runs;
      expect(one).toMatchObject({ run_id: run, uid: order.uid, count: one.lines.length });
      expect(one.wholes.map(({ bonus: id }: { bonus: string }) => id)).toEqual(['pairs', 'pool', 'steps']);
      const lines: { uid: number; bonus: string; share: number; amount: number }[] = one.lines;
      expect(one.share).toBeCloseTo(
        lines.reduce((sum, { share }) => sum + share, 0),
        4,
      );
      for (const uid of uids.values()) {
        const { order: said } = (await explain(uid, order.id)).body.data;
        for (const id of ['levels', 'match', 'match-again']) {
          const own = lines.filter((line) => line.uid === uid && line.bonus === id);
          const sum = own.reduce((all, { share }) => all + share, 0);
          expect([id, uid, sum.toFixed(4)]).toEqual([id, uid, (bonus(said, id)?.share ?? 0).toFixed(4)]);
          expect(own.every(({ share, amount }) => share > 0 && share <= amount)).toBe(true);
        }
      }
    }
  });

  it('is told line by line, a page of each run at a time', async () => {
    const order = orders.find(({ uid }) => uid === uids.get('four'))!;
    const read = async (query = ''): Promise<Answer['body']> =>
      (await hands.root.get(`/admin/api/orders/${order.id}/commissions/${query}`)).body.data.runs[0];
    const all = await read();
    expect(all.count).toBeGreaterThan(3);
    const page = await read('?limit=2&offset=1');
    expect([page.count, page.share]).toEqual([all.count, all.share]);
    expect(page.lines).toEqual(all.lines.slice(1, 3));
    expect((await hands.root.get(`/admin/api/orders/${order.id}/commissions/?limit=101`)).status).toBe(400);
  });
});

describe('an order in a group that has broken away', () => {
  it('has its part of the leadership on that group, whose base is rounded as money is', async () => {
    const { id } = await app.make.catalogue.product({ businessVolume: '19297.5', points: '1', price: '50' });
    const order = await ordered(uids.get('four')!, 1, id);
    const planId = await hands.published(LAST, {
      ranks: [{ name: 'member' }],
      rate: 0.0001,
      bonuses: [
        {
          id: 'steps',
          type: 'differential',
          steps: [{ from: 100, percent: 3 }],
          breakaway: { leadership_percent: 50 },
        },
      ],
    });
    run = await hands.calculated({ period: NOW, kind: 'preview', plan_id: planId });
    const { order: found } = (await explain(uids.get('three')!, order)).body.data;
    // 703 and 19,297.5 at 0.0001 are 2.00005.
    expect(bonus(found, 'steps')).toMatchObject({ base: 19_297.5, whole: 2.0001, share: 0.9649 });
  });
});
