import { describe, expect, it } from '@jest/globals';
import { NetworkHands } from './support/network.js';
import { monthBefore, RunHands } from './support/runs.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const [LAST, NOW] = [monthBefore(1), monthBefore(0)];

const app = await useTestApp();
const network = await NetworkHands.of(app);
const hands = await RunHands.of(app);
const kit = await app.make.catalogue.product({
  businessVolume: '100',
  points: '100',
  price: '100',
  wholesalePrice: '60',
});
const planId = await hands.published(LAST, {
  ranks: [{ name: 'member' }],
  bonuses: [
    { id: 'levels', type: 'unilevel', percents: { member: [10, 5] } },
    { id: 'match', type: 'matching', of: ['levels'], percents: { member: [20] } },
  ],
});
// The ledger has a partition of last month as soon as something is dated back into it.
const [somebody] = (await hands.chain(1)) as [number];
await hands.done(hands.volume(somebody, LAST, 1));

const commissions = async (order: number): Promise<Answer['body']> =>
  hands.done(hands.root.get(`/admin/api/orders/${order}/commissions/`));

/** An order of so many kits that is not paid yet; its id and that of its line. */
async function placed(uid: number, quantity: number): Promise<{ id: number; line: number }> {
  await network.apiAdmin.post(`commerce/add-cart-item/?uid=${uid}`, { product_id: kit.id, quantity });
  const { order_id: id } = await hands.done(network.apiAdmin.post(`commerce/create-order/?uid=${uid}`));
  const { items } = await hands.done(network.apiAdmin.get(`commerce/orders/${id}/?uid=${uid}`));
  return { id: id as number, line: items[0].id as number };
}

/** Has an order been paid in the middle of last month. */
async function paidLastMonth({ id, line }: { id: number; line: number }, uid: number, quantity: number): Promise<void> {
  const at = `${LAST}-15T12:00:00Z`;
  await app.database.query(`UPDATE orders SET status = 'paid', placed_at = $2, paid_at = $2 WHERE id = $1`, [id, at]);
  await app.database.query(
    `INSERT INTO volume_rows (uid, at, kind, order_id, line_id, quantity, price, wholesale_price, business_volume, points,
       cumulative_volume)
     VALUES ($1, $2, 'sale', $3, $4, $5::integer, $5 * 100, $5 * 60, $5 * 100, $5 * 100, $5 * 100)`,
    [uid, at, id, line, quantity],
  );
}

describe('who was paid on an order', () => {
  it('is nobody before it is paid and before its period has a run, and says so', async () => {
    const [uid] = (await hands.chain(1)) as [number];
    const { id } = await placed(uid, 1);
    const nothing = { share: 0, runs: [] };
    expect(await commissions(id)).toMatchObject({
      ...nothing,
      sentence: 'The order is placed: it counts from the moment when it is paid.',
    });
    await hands.done(network.apiAdmin.post('commerce/order-status/', { order_id: id, status: 'paid' }));
    expect(await commissions(id)).toMatchObject({
      ...nothing,
      sentence: 'No run has calculated the order as it is now.',
    });
    const other = await placed(uid, 1);
    await hands.done(network.apiAdmin.post('commerce/order-status/', { order_id: other.id, status: 'cancelled' }));
    expect((await commissions(other.id)).sentence).toMatch(/^The order was cancelled before it was paid/);
  });

  it('is told by the posted run, and what of it a later run takes back for what came back', async () => {
    const [above, sponsor, buyer] = (await hands.chain(3)) as [number, number, number];
    const [order, another] = [await placed(buyer, 4), await placed(buyer, 1)];
    await paidLastMonth(order, buyer, 4);
    await paidLastMonth(another, buyer, 1);
    const posted = await hands.posted(LAST);
    expect(await commissions(order.id)).toMatchObject({
      sentence: '$68.00 was paid on the order, to 2 members.',
      share: 68,
      runs: [
        {
          run_id: posted,
          period: LAST,
          status: 'posted',
          uid: buyer,
          commissionable_volume: 400,
          lines: [
            { uid: sponsor, bonus: 'levels', level: 1, amount: 50, share: 40 },
            { uid: above, bonus: 'levels', level: 2, amount: 25, share: 20 },
            // 20 % of what the sponsor got by levels, 80 % of which is of this order.
            { uid: above, bonus: 'match', amount: 10, share: 8 },
          ],
        },
      ],
    });
    for (const [one, quantity] of [
      [order, 2],
      [another, 1],
    ] as const)
      await hands.done(
        network.apiAdmin.post('commerce/order-return/', {
          order_id: one.id,
          items: [{ id: one.line, quantity }],
          reason: 'damaged',
        }),
      );
    const preview = await hands.calculated({ period: NOW, kind: 'preview', plan_id: planId });
    const after = await commissions(order.id);
    expect(after).toMatchObject({ share: 34, sentence: expect.stringMatching(/not all of it is posted yet\.$/) });
    expect(after.runs.map((run: { run_id: number }) => run.run_id)).toEqual([preview, posted]);
    expect(after.runs[0]).toMatchObject({
      share: -34,
      lines: [
        { uid: sponsor, bonus: 'clawback', amount: -30, share: -20, takes_back: { run_id: posted, bonus: 'levels' } },
        { uid: above, bonus: 'clawback', amount: -15, share: -10 },
        { uid: above, bonus: 'clawback', amount: -6, share: -4, takes_back: { bonus: 'match' } },
      ],
    });
    // Both orders together are all that the lines take back.
    const other = (await commissions(another.id)).runs[0];
    expect(other.share + after.runs[0].share).toBe(-51);
  });

  it('leaves out a preview that has not read the order', async () => {
    const [sponsor, buyer] = (await hands.chain(2)) as [number, number];
    await hands.calculated({ period: NOW, kind: 'preview', plan_id: planId });
    const { id } = await placed(buyer, 1);
    await hands.done(network.apiAdmin.post('commerce/order-status/', { order_id: id, status: 'paid' }));
    expect((await commissions(id)).runs).toEqual([]);
    const run = await hands.calculated({ period: NOW, kind: 'preview', plan_id: planId });
    expect(await commissions(id)).toMatchObject({
      runs: [{ run_id: run, lines: [{ uid: sponsor, share: 10 }] }],
      sentence: expect.stringMatching(
        / would go to 1 member for the order\. This is a preview; nothing is posted yet\.$/,
      ),
    });
  });

  it('is not found for an order that there is not, and for a cart', async () => {
    const [uid] = (await hands.chain(1)) as [number];
    await network.apiAdmin.post(`commerce/add-cart-item/?uid=${uid}`, { product_id: kit.id, quantity: 1 });
    const [cart] = await app.database.query<{ id: number }>(`SELECT id FROM orders WHERE uid = $1`, [uid]);
    for (const id of [cart!.id, 999_999])
      expect((await hands.root.get(`/admin/api/orders/${id}/commissions/`)).status).toBe(404);
  });
});
