import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestProduct } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import { MemberImports } from './support/imports.js';
import { monthBefore, RunHands } from './support/runs.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

const [LAST, NOW] = [monthBefore(1), monthBefore(0)];

let app: TestApp;
let hands: RunHands;
let apiAdmin: TestClient;
let kit: TestProduct;
let planId: number;

beforeAll(async () => {
  app = await startTestApp();
  hands = await RunHands.of(app);
  apiAdmin = await app.make.apiAdmin();
  kit = await app.make.catalogue.product({ businessVolume: '40', points: '40', price: '50', wholesalePrice: '30' });
  await hands.done(hands.root.patch('/admin/api/network/settings/', { placement: 'binary', spill: 'left' }));
  planId = await hands.published(LAST, {
    bonuses: [
      { id: 'levels', type: 'unilevel', percents: { member: [10, 5] } },
      { id: 'pairs', type: 'binary', percent: 10 },
    ],
  });
});
afterAll(() => app.stop());

/** Distributors by name: each with its sponsor, and its leg below a parent. */
async function network(
  ...rows: readonly [name: string, sponsor?: string, leg?: number][]
): Promise<Map<string, number>> {
  const { status } = await new MemberImports(app, hands.root).import(
    rows.map(([username, sponsor, leg]) => ({
      username,
      kind: 'distributor',
      enrolled_at: '2020-01-01',
      ...(sponsor === undefined ? {} : { sponsor }),
      ...(leg === undefined ? {} : { placement_parent: sponsor, placement_leg: leg }),
    })),
  );
  if (status !== 'done') throw new Error(`an import is ${status}`);
  const found = await app.database.query<{ uid: number; username: string }>(
    'SELECT uid, username FROM users WHERE username = ANY ($1)',
    [rows.map(([name]) => name)],
  );
  return new Map(found.map(({ uid, username }) => [username, Number(uid)]));
}

async function ordered(uid: number, quantity: number): Promise<number> {
  await apiAdmin.post(`commerce/add-cart-item/?uid=${uid}`, { product_id: kit.id, quantity });
  const { order_id: id } = (await apiAdmin.post(`commerce/create-order/?uid=${uid}`)).body.data;
  expect((await apiAdmin.post('commerce/order-status/', { order_id: id, status: 'paid' })).status).toBe(200);
  return id as number;
}

/** A run of the open period, as if it had ended and been posted. */
async function posted(): Promise<number> {
  const id = await hands.calculated({ period: NOW, kind: 'preview', plan_id: planId });
  await app.database.query(
    `UPDATE commission_runs SET kind = 'final', status = 'posted', posted_at = now() WHERE id = $1`,
    [id],
  );
  return id;
}

async function explained(period: string, uid: number, more = ''): Promise<Answer['body']> {
  const { status, body } = await apiAdmin.get(`commissions/${period}/explain/?uid=${uid}${more}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data;
}

const ten = (value: number): number => Math.round(value * 10_000);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + ten(value), 0);

/** Whether an explanation adds up: bonuses to the statement, lines to bonuses, parts to measures. */
async function expectSums(period: string, uid: number): Promise<void> {
  const data = await explained(period, uid);
  const { total } = await hands.done(apiAdmin.get(`commissions/${period}/?uid=${uid}`));
  expect([period, uid, data.earned]).toEqual([period, uid, total]);
  expect(sum(data.bonuses.map(({ amount }: { amount: number }) => amount))).toBe(ten(total));
  for (const { amount, lines } of data.bonuses)
    expect(sum(lines.map((line: { amount: number }) => line.amount))).toBe(ten(amount));
  for (const { value, parts } of data.measures) {
    expect(sum(parts.map(({ volume }: { volume: number }) => volume))).toBe(ten(value));
    expect(parts.map(({ part }: { part: string }) => part)).not.toContain('later');
  }
  const pairs = data.bonuses.find(({ bonus }: { bonus: string }) => bonus === 'pairs').figures;
  if (pairs.carried_from.length > 0)
    for (const side of ['left', 'right'] as const)
      expect(sum(pairs.carried_from.map((from: Record<string, number>) => from[side]))).toBe(
        ten(pairs.carried_in[side]),
      );
}

const bonus = (data: Answer['body'], id: string): Answer['body'] =>
  data.bonuses.find((one: { bonus: string }) => one.bonus === id);

describe('explaining periods before and after positions changed hands', () => {
  let people: Map<string, number>;
  let ofFirst: number;
  let ofSeller: number;
  let ofLeaver: number[];
  let run: number;
  const uid = (name: string): number => people.get(name)!;

  beforeAll(async () => {
    people = await network(
      ['top'],
      ['twin', 'top', 1],
      ['owner', 'top', 2],
      ['first', 'top'],
      ['twin-left', 'twin', 1],
      ['seller', 'owner', 2],
      ['buyer', 'owner'],
      ['seller-left', 'seller', 1],
      ['seller-right', 'seller', 2],
      ['patron'],
      ['leaver', 'patron'],
      ['newcomer', 'patron'],
    );
    const bought = { 'twin-left': 300, 'seller-left': 50, 'seller-right': 80, twin: 30, first: 20 };
    for (const [name, volume] of Object.entries(bought)) await hands.done(hands.volume(uid(name), LAST, volume));
    await hands.posted(LAST);
    ofFirst = await ordered(uid('first'), 3);
    await ordered(uid('twin'), 1);
    await ordered(uid('twin-left'), 1);
    ofSeller = await ordered(uid('seller'), 5);
    await ordered(uid('seller-left'), 2);
    ofLeaver = [await ordered(uid('leaver'), 1), await ordered(uid('leaver'), 1)];
    // All that comes to who came later has one instant.
    await app.database.query('UPDATE network_members SET enrolled_at = now() WHERE uid = $1', [uid('newcomer')]);
    for (const [name, what, to] of [
      ['leaver', 'merge', { into_uid: uid('newcomer') }],
      ['first', 'merge', { into_uid: uid('twin') }],
      ['twin', 'merge', { into_uid: uid('owner') }],
      ['seller', 'hand-over', { to_uid: uid('buyer') }],
    ] as const)
      await hands.done(hands.root.post(`/admin/api/network/${uid(name)}/${what}/`, { ...to, reason: `${name} left` }));
    const volumes = { business_volume: 40, points: 40, cumulative_volume: 40, reason: 'leaver left' };
    await hands.done(hands.root.post('/admin/api/volumes/', { uid: uid('newcomer'), ...volumes }));
    run = await posted();
  });

  it('adds up to the statements of both periods, for everybody', async () => {
    for (const period of [LAST, NOW]) for (const one of people.values()) await expectSums(period, one);
  });

  it('leaves the period before as it was', async () => {
    const seller = await explained(LAST, uid('seller'));
    expect(seller).toMatchObject({
      earned: 18,
      successions: [],
      sentence: '$18.00: $13.00 by levels and $5.00 by pairs.',
    });
    expect(bonus(seller, 'pairs').figures).toMatchObject({ carried_from: [], carried_out: { left: 0, right: 30 } });
    expect(await explained(LAST, uid('buyer'))).toMatchObject({ earned: 0, successions: [] });
  });

  it('says what came with a position, and from whom what is carried is', async () => {
    const owner = await explained(NOW, uid('owner'));
    expect(owner.successions).toMatchObject([
      { kind: 'merge', direction: 'taken', uid: uid('first'), username: 'first' },
      { kind: 'merge', direction: 'taken', uid: uid('twin'), username: 'twin' },
    ]);
    expect(owner.successions[1].sentence).toMatch(
      /^On 20..-..-.. the position of another member was merged into this one: /,
    );
    expect(owner.measures[0].parts).toEqual([{ part: 'succession', uid: null, username: null, count: 2, volume: 160 }]);
    expect(bonus(owner, 'pairs').figures).toMatchObject({
      carried_in: { left: 300, right: 130 },
      carried_from: [
        { uid: uid('owner'), username: 'owner', left: 0, right: 130 },
        { uid: uid('twin'), username: 'twin', left: 300, right: 0 },
      ],
    });
    const buyer = await explained(NOW, uid('buyer'));
    expect(buyer.successions).toMatchObject([{ kind: 'hand_over', direction: 'taken', uid: uid('seller') }]);
    expect(bonus(buyer, 'pairs').figures).toMatchObject({
      carried_in: { left: 0, right: 30 },
      carried_from: [
        { uid: uid('buyer'), left: 0, right: 0 },
        { uid: uid('seller'), left: 0, right: 30 },
      ],
    });
  });

  it('tells who gave a position up that it counts elsewhere since, but not with whom', async () => {
    const seller = await explained(NOW, uid('seller'));
    expect([seller.earned, seller.successions]).toMatchObject([
      0,
      [{ kind: 'hand_over', direction: 'given', uid: null, username: null }],
    ]);
    expect(seller.sentence).toMatch(/^Nothing: .* On 20..-..-.. this position was handed over to another member: /);
    expect(seller.measures[0]).toMatchObject({
      value: 0,
      parts: [
        { part: 'sale', volume: 200 },
        { part: 'succession', volume: -200 },
      ],
    });
    expect(JSON.stringify(seller)).not.toContain('"buyer"');
  });

  it('finds the commission for an order of a position that changed hands, also twice', async () => {
    const top = (await explained(NOW, uid('top'), `&order=${ofFirst}`)).order;
    expect(top).toMatchObject({ uid: uid('first'), share: 12 });
    expect(bonus(top, 'levels')).toMatchObject({ base: 120, share: 12, above: [{ uid: uid('top'), level: 1 }] });
    const owner = (await explained(NOW, uid('owner'), `&order=${ofFirst}`)).order;
    expect(owner.sentence).toContain('in the member’s own volumes');
    const ofOwner = (await explained(NOW, uid('owner'), `&order=${ofSeller}`)).order;
    expect(ofOwner).toMatchObject({ uid: uid('seller'), share: 20 });
    const seller = (await explained(NOW, uid('seller'), `&order=${ofSeller}`)).order;
    expect(seller).toMatchObject({ share: 0, bonuses: [], lines: [] });
    expect(seller.sentence).toContain('another member has this position since');
  });

  it('tells what came with a position from what the same admin adjusted for the same reason', async () => {
    const newcomer = await explained(NOW, uid('newcomer'));
    expect(newcomer.measures[0].parts).toMatchObject([
      { part: 'adjustment', count: 1, volume: 40 },
      { part: 'succession', count: 2, volume: 80 },
    ]);
    const { results } = (
      await hands.root.get(
        `/admin/api/commission-runs/${run}/lines/?uid=${uid('patron')}&source_uid=${uid('newcomer')}`,
      )
    ).body.data;
    const { rows } = (await hands.root.get(`/admin/api/commission-runs/${run}/lines/${results[0].number}/`)).body.data;
    const found = rows.map((row: Record<string, unknown>) => [row.kind, row.order_id, row.from_username]);
    expect(found).toEqual([
      ['adjustment', null, null],
      ['succession', ofLeaver[1], 'leaver'],
      ['succession', ofLeaver[0], 'leaver'],
    ]);
  });

  it('names the succession and the row that was sold in the ledger itself', async () => {
    const { results } = (await hands.root.get(`/admin/api/volumes/?uid=${uid('owner')}`)).body.data;
    const [sold] = (await hands.root.get(`/admin/api/volumes/?order_id=${ofFirst}`)).body.data.results;
    const moved = results.find((row: Record<string, unknown>) => row.moved_id === sold.id);
    expect(moved).toMatchObject({ kind: 'adjustment', points: 120, succession_id: expect.any(Number) });
    expect([sold.succession_id, sold.moved_id]).toEqual([null, null]);
  });

  it('goes down from a line to the orders, also of a position that changed hands', async () => {
    const lines = (await hands.root.get(`/admin/api/commission-runs/${run}/lines/?uid=${uid('top')}&bonus=levels`))
      .body;
    const line = lines.data.results.find((one: Record<string, unknown>) => one.source_uid === uid('owner'));
    expect(line).toMatchObject({ base: 160, amount: 16 });
    const { rows } = (await hands.root.get(`/admin/api/commission-runs/${run}/lines/${line.number}/`)).body.data;
    expect(rows).toMatchObject([
      { kind: 'succession', volume: 40, from_uid: uid('twin'), from_username: 'twin' },
      { kind: 'succession', volume: 120, order_id: ofFirst, from_uid: uid('first'), from_username: 'first' },
    ]);
  });
});
