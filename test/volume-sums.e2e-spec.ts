import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TestClient } from './support/factories.js';
import { useTestApp } from './support/use-test-app.js';

const STATUS = 'commerce/order-status/';
const RETURN = 'commerce/order-return/';

/** What happens to one of a member's orders. */
type Step =
  | { act: 'buy'; quantities: number[] }
  | { act: 'pay' | 'complete' | 'cancel' | 'return all'; order: number }
  | { act: 'return'; order: number; line: number; quantity: number }
  | { act: 'cancel and return at once'; order: number; quantity: number };

/** Amounts that no binary fraction holds. */
const PRODUCTS = [
  { price: '19.9999', wholesalePrice: '7.7777', businessVolume: '0.0001', points: '1.1111', cumulativeVolume: '0' },
  { price: '0.0003', wholesalePrice: '0.0001', businessVolume: '33.3333', points: '0.7', cumulativeVolume: '12.5' },
];

const AMOUNTS = ['price', 'wholesale_price', 'business_volume', 'points', 'cumulative_volume'];

/** Sums of these, with as many decimals in any case. */
const sumsOf = (amounts: readonly string[], names: readonly string[]): string =>
  amounts.map((sql, index) => `coalesce(sum(${sql}), 0)::numeric(22,4) AS ${names[index]!}`).join(', ');

/** Of orders that count: pieces that were not returned, by the orders' own lines. */
const LEFT = 'l.quantity - l.returned';
const OF_LINES = [LEFT, ...['unit_price', ...AMOUNTS.slice(1)].map((name) => `(${LEFT}) * l.${name}`)];
const OF_ORDERS = `SELECT ${sumsOf(OF_LINES, ['quantity', ...AMOUNTS])} FROM orders o JOIN order_lines l ON l.order_id = o.id
  WHERE o.uid = $1 AND o.status IN ('paid', 'completed', 'returned')`;

const OF_ROWS = ['quantity', ...AMOUNTS];
const OF_LEDGER = `SELECT ${sumsOf(OF_ROWS, OF_ROWS)} FROM volume_rows WHERE uid = $1`;

/** Rows that take back more than was sold, or at another time than after it. */
const OVERDRAWN = `SELECT s.id FROM volume_rows s JOIN volume_rows t ON t.takes_back_id = s.id AND t.takes_back_at = s.at
  WHERE s.uid = $1 GROUP BY s.id, s.at, s.quantity HAVING s.quantity + sum(t.quantity) < 0 OR min(t.at) < s.at`;

const app = await useTestApp();
const shop = await app.make.application();
const admin = await app.make.apiAdmin(shop);
const products: number[] = [];
for (const amounts of PRODUCTS) products.push((await app.make.catalogue.product(amounts)).id);

describe('any sequence of sales, cancellations and returns', () => {
  /** Sends what a step asks for; what is not possible any more is refused, and that is all right. */
  async function take(step: Step, member: TestClient, orders: number[]): Promise<void> {
    if (step.act === 'buy') {
      for (const [index, quantity] of step.quantities.entries())
        await member.post('commerce/add-cart-item/', { product_id: products[index], quantity });
      orders.push((await member.post('commerce/create-order/')).body.data.order_id);
      return;
    }
    const order_id = orders[step.order % Math.max(1, orders.length)];
    if (order_id === undefined) return;
    const { items } = (await member.get(`commerce/orders/${order_id}/`)).body.data;
    const back = (line: number, quantity: number) =>
      admin.post(RETURN, { order_id, items: [{ id: items[line % items.length].id, quantity }], reason: 'property' });
    const move = (status: string) => admin.post(STATUS, { order_id, status });
    const answers = await Promise.all(
      {
        pay: () => [move('paid')],
        complete: () => [move('completed')],
        cancel: () => [move('cancelled')],
        'return all': () => [admin.post(RETURN, { order_id, reason: 'property' })],
        return: () => (step.act === 'return' ? [back(step.line, step.quantity)] : []),
        'cancel and return at once': () =>
          step.act === 'cancel and return at once' ? [move('cancelled'), back(0, step.quantity), back(1, 1)] : [],
      }[step.act](),
    );
    for (const { status } of answers) expect([200, 400, 409]).toContain(status);
  }

  const order = fc.nat({ max: 3 });
  const quantity = fc.integer({ min: 1, max: 5 });
  const step: fc.Arbitrary<Step> = fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('buy' as const),
        quantities: fc.array(quantity, { minLength: 1, maxLength: 2 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ act: fc.constant('pay' as const), order }) },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constantFrom('complete' as const, 'cancel' as const, 'return all' as const),
        order,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ act: fc.constant('return' as const), order, line: fc.nat({ max: 1 }), quantity }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('cancel and return at once' as const), order, quantity }) },
  );

  it('leaves a ledger whose sums are those of the orders, after each step', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
        const member = await app.make.member(shop);
        const orders: number[] = [];
        await take({ act: 'buy', quantities: [3, 2] }, member, orders);
        for (const one of steps) {
          await take(one, member, orders);
          const [ledger] = await app.database.query(OF_LEDGER, [member.user.uid]);
          expect(ledger).toEqual((await app.database.query(OF_ORDERS, [member.user.uid]))[0]);
        }
        expect(await app.database.query(OVERDRAWN, [member.user.uid])).toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});
