import { describe, expect, it } from '@jest/globals';
import { periodInWords } from '#commissions/plans/index.js';
import { monthBefore, RunHands } from './support/runs.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const [BEFORE, LAST, NOW] = [monthBefore(2), monthBefore(1), monthBefore(0)];

const app = await useTestApp();
const hands = await RunHands.of(app);
const apiAdmin = await app.make.apiAdmin();
const kit = await app.make.catalogue.product({ businessVolume: '40', points: '40', price: '50', wholesalePrice: '30' });
const planId = await hands.published(BEFORE);
const uids = await hands.chain(4);
await hands.volume(uids[3]!, BEFORE, 500);
await hands.posted(BEFORE);
await hands.volume(uids[3]!, LAST, 300);
await hands.volume(uids[1]!, LAST, 120);
await hands.posted(LAST);

describe('an explained statement', () => {
  const read = (uid: number, period: string, more = ''): Promise<Answer> =>
    apiAdmin.get(`commissions/${period}/explain/?uid=${uid}${more}`);

  async function ordered(uid: number, quantity: number, ...statuses: string[]): Promise<number> {
    await apiAdmin.post(`commerce/add-cart-item/?uid=${uid}`, { product_id: kit.id, quantity });
    const { order_id: id } = (await apiAdmin.post(`commerce/create-order/?uid=${uid}`)).body.data;
    for (const status of statuses) {
      const answer = await apiAdmin.post('commerce/order-status/', { order_id: id, status });
      expect(answer.status).toBe(200);
    }
    return id as number;
  }

  it('says the same as the statement, and why less than in the period before', async () => {
    const { body, status } = await read(uids[2]!, LAST);
    expect([status, body.message]).toEqual([200, undefined]);
    const statement = (await apiAdmin.get(`commissions/${LAST}/?uid=${uids[2]!}`)).body.data;
    expect(body.data).toMatchObject({ period: LAST, status: 'posted', earned: 30 });
    expect(statement.total).toBe(body.data.earned);
    expect(body.data.compared_to_previous).toMatchObject({
      period: BEFORE,
      earned: 50,
      difference: -20,
      sentence: `$20.00 less than in ${periodInWords(BEFORE)}: $20.00 less by levels.`,
    });
  });

  it('speaks German to who wants it, with the same figures', async () => {
    const path = `commissions/${LAST}/explain/?uid=${uids[2]!}`;
    const { body } = await apiAdmin.get(path, { headers: { 'accept-language': 'de-AT, en;q=0.5' } });
    const english = (await apiAdmin.get(path)).body.data;
    expect(body.data.compared_to_previous.sentence).toBe(
      `20,00\u00a0$ weniger als im ${periodInWords(BEFORE, 'de')}: 20,00\u00a0$ weniger durch levels.`,
    );
    expect(body.data.sentence).toBe('30,00\u00a0$: 30,00\u00a0$ durch levels.');
    expect(body.data.bonuses[0].rule).toMatch(/^Zahlt einen Prozentsatz von dem, was darunter gekauft wird/);
    expect(body.data.bonuses[0].figures).toEqual(english.bonuses[0].figures);
    expect(body.data.as_source.every(({ sentence }: { sentence: string }) => sentence.startsWith('Boni'))).toBe(true);
  });

  it('shows neither names nor figures of those above, and names of those below', async () => {
    const { data } = (await read(uids[1]!, LAST)).body;
    expect(data.as_source).toEqual([
      {
        bonus: 'levels',
        type: 'unilevel',
        base: 120,
        sentence: 'Bonuses on this go to those above.',
        above: [
          {
            uid: null,
            username: null,
            level: 1,
            percent: null,
            amount: null,
            reason: null,
            sentence: 'Somebody above takes level 1.',
          },
        ],
      },
    ]);
    expect(data.bonuses[0].lines[0]).toMatchObject({ source_uid: uids[3], level: 2, amount: 15 });
    const { username } = (await hands.root.get(`/admin/api/users/${uids[0]!}/`)).body.data;
    expect(JSON.stringify(data)).not.toContain(`"${username}"`);
    const admin = await hands.root.get(`/admin/api/commission-runs/${data.run_id}/explain/?uid=${uids[1]!}`);
    expect(admin.body.data.as_source[0].above[0]).toMatchObject({ uid: uids[0], username, amount: 12 });
  });

  it('is not found for a period that is not posted, or an order of another team', async () => {
    const order = await ordered(uids[0]!, 1);
    for (const answer of [
      await read(uids[1]!, NOW),
      await read(uids[1]!, 'never'),
      await read(uids[1]!, LAST, '&order=none'),
    ])
      expect(answer.status).toBe(404);
    expect((await read(uids[1]!, LAST, `&order=${order}`)).body).toMatchObject({
      status_code: 404,
      message: 'order not found',
    });
    const { run_id: run } = (await read(uids[1]!, LAST)).body.data;
    const admin = await hands.root.get(`/admin/api/commission-runs/${run}/explain/?uid=${uids[1]!}&order=${order}`);
    expect(admin.body.data.order).toMatchObject({
      uid: uids[0],
      status: 'placed',
      reason: 'other_team',
      sentence:
        'The buyer did not stand below this member in this period, so nothing of the order goes to this member.',
    });
    expect((await read(uids[0]!, LAST, `&order=${order}`)).body.data.order.sentence).toBe(
      'The order is placed: an order counts from the moment when it is paid.',
    );
  });

  it('compares the summary of a run with that of the posted run before', async () => {
    const { data } = (await read(uids[2]!, LAST)).body;
    const { summary } = await hands.read(data.run_id);
    expect(summary.previous).toMatchObject({ period: BEFORE, payout: 75, members: 4 });
    expect((await hands.read(summary.previous.run_id)).summary.previous).toBeNull();
  });

  it('tells where the commission of an order is, or why there is none', async () => {
    const [paid, returned, open, dropped] = [
      await ordered(uids[3]!, 2, 'paid'),
      await ordered(uids[3]!, 1, 'paid', 'cancelled'),
      await ordered(uids[3]!, 1),
      await ordered(uids[3]!, 1, 'cancelled'),
    ];
    await ordered(uids[3]!, 1, 'paid');
    const run = await hands.calculated({ period: NOW, kind: 'preview', plan_id: planId });
    const explained = async (uid: number, order: number | string): Promise<Answer['body']> => {
      const answer = await hands.root.get(`/admin/api/commission-runs/${run}/explain/?uid=${uid}&order=${order}`);
      expect([answer.status, answer.body.message]).toEqual([200, undefined]);
      return answer.body.data.order;
    };
    const numberOf = async (id: number): Promise<string> =>
      (await hands.root.get(`/admin/api/orders/${id}/`)).body.data.order_number;
    expect(await explained(uids[2]!, await numberOf(paid))).toMatchObject({
      id: paid,
      uid: uids[3],
      status: 'paid',
      commissionable_volume: 80,
      share: 8,
      sentence: 'Commissions are paid on 80 of it. $8.00 is its share of what this member got.',
      bonuses: [
        {
          bonus: 'levels',
          base: 80,
          above: [{ uid: uids[2], level: 1, percent: 10, amount: 12 }],
          sentence: 'Level 1: 10 %. The order is 80 of the 120 that this is paid on, which is $8.00.',
        },
      ],
      lines: [{ bonus: 'levels', base: 120, amount: 12 }],
    });
    expect(await explained(uids[2]!, returned)).toMatchObject({
      status: 'cancelled',
      share: 0,
      reason: 'came_back',
      sentence: 'The order came back whole in the same period: nothing of it counts.',
      bonuses: [],
    });
    expect((await explained(uids[2]!, open)).sentence).toMatch(/^The order is placed/);
    expect(await explained(uids[2]!, dropped)).toMatchObject({
      status: 'cancelled',
      share: 0,
      reason: 'cancelled',
      bonuses: [],
      sentence: 'The order was cancelled before it was paid: commissions need a paid order.',
    });
    expect(await explained(uids[0]!, paid)).toMatchObject({
      share: 0,
      reason: 'no_share',
      sentence:
        'Commissions are paid on 80 of it, but nothing to this member. All levels are given out before they come up to this member.',
      lines: [],
      bonuses: [{ sentence: 'All levels are given out before they come up to this member.' }],
    });
    expect((await explained(uids[3]!, paid)).sentence).toBe(
      'Commissions are paid on 80 of it in the member’s own volumes; bonuses on it go to those above.',
    );
    const lines = (await hands.root.get(`/admin/api/commission-runs/${run}/lines/?uid=${uids[2]!}`)).body.data.results;
    const line = (await hands.root.get(`/admin/api/commission-runs/${run}/lines/${lines[0].number}/`)).body.data;
    expect(
      line.rows.map(({ order_number: number, volume }: Record<string, unknown>) => [number, volume]),
    ).toContainEqual([await numberOf(paid), 80]);
  });
});
