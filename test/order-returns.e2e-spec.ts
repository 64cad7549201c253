import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ReturnedAmounts1790998000000 } from '#common/database/migrations/1790998000000-returned-amounts.js';
import { auditOf, eventsOf, type TestProduct } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const ADD = 'commerce/add-cart-item/';
const CREATE = 'commerce/create-order/';
const ORDERS = 'commerce/orders/';
const STATUS = 'commerce/order-status/';
const RETURN = 'commerce/order-return/';
const ADMIN = '/admin/api/orders/';

const PROPERTY_RUNS = 15;

interface Bought {
  member: TestClient;
  id: number;
  /** The ids of its lines. */
  lines: number[];
}

interface Item {
  id: number;
  quantity: number;
  returned: number;
}

const app = await useTestApp();
const shop = await app.make.application();
const admin = await app.make.apiAdmin(shop);
const root = await app.make.superAdmin();
const products: TestProduct[] = [];
for (const price of ['10', '20', '30']) products.push(await app.make.catalogue.product({ price }));

describe('returns', () => {
  /** An order with a line for each quantity, moved along. */
  async function bought(quantities: readonly number[], ...statuses: string[]): Promise<Bought> {
    const member = await app.make.member(shop);
    for (const [index, quantity] of quantities.entries())
      await member.post(ADD, { product_id: products[index]!.id, quantity });
    const { order_id: id } = (await member.post(CREATE)).body.data;
    for (const status of statuses) await admin.post(STATUS, { order_id: id, status });
    const { items } = (await member.get(`${ORDERS}${id}/`)).body.data;
    return { member, id, lines: items.map((item: { id: number }) => item.id) };
  }

  const back = (order_id: number, items?: object[], reason = 'damaged'): Promise<Answer> =>
    admin.post(RETURN, { order_id, items, reason });
  const returnedOf = ({ body }: Answer): number[] =>
    body.data.items.map(({ returned }: { returned: number }) => returned);
  const eventsAbout = async (type: string, id: number) => (await eventsOf(app, type)).filter((data) => data.id === id);
  const read = async ({ member, id }: Bought): Promise<Answer> => member.get(`${ORDERS}${id}/`);

  it.each([
    { status: 'paid', moves: ['paid'] },
    { status: 'completed', moves: ['paid', 'completed'] },
  ])('takes back the whole of an order that is $status', async ({ moves }) => {
    const order = await bought([2, 1], ...moves);
    const answer = await back(order.id);
    expect(answer.body.data).toMatchObject({ id: order.id, status: 'returned', totals: { quantity: 3, price: 40 } });
    expect(returnedOf(answer)).toEqual([2, 1]);
    expect(returnedOf(await read(order))).toEqual([2, 1]);
    expect((await read(order)).body.data).toMatchObject({ status: 'returned', cancelled_at: null });
  });

  it('takes back some pieces, and keeps the status until nothing is left', async () => {
    const order = await bought([3, 1], 'paid');
    const [first, second] = order.lines;
    const part = await back(order.id, [{ id: first, quantity: 2 }]);
    expect([part.body.data.status, returnedOf(part)]).toEqual(['paid', [2, 0]]);
    expect((await admin.post(STATUS, { order_id: order.id, status: 'completed' })).status).toBe(200);
    const more = await back(order.id, [{ id: second, quantity: 1 }]);
    expect([more.body.data.status, returnedOf(more)]).toEqual(['completed', [2, 1]]);
    const last = await back(order.id, [{ id: first, quantity: 1 }]);
    expect([last.body.data.status, returnedOf(last)]).toEqual(['returned', [3, 1]]);
  });

  it('says in the admin module what money is to be given back, with the seller and the picture of each line', async () => {
    const order = await bought([3, 2], 'paid');
    const [first, second] = order.lines;
    await app.database.query(
      `UPDATE bundles SET image = '/pictures/one.svg'
        WHERE bundle_id = (SELECT bundle_id FROM order_lines WHERE id = $1)`,
      [first],
    );
    await back(order.id, [{ id: first, quantity: 2 }]);
    await back(order.id, [{ id: second, quantity: 1 }]);
    const { data } = (await root.get(`/admin/api/orders/${order.id}/`)).body;
    expect(data.returned_totals).toMatchObject({ quantity: 3, price: 40 });
    expect(
      data.moves.map((move: { returned_totals: { price: number } | null }) => move.returned_totals?.price),
    ).toEqual([undefined, undefined, 20, 20]);
    expect(data.items).toMatchObject([
      { id: first, image: '/pictures/one.svg', vendor_uid: expect.any(Number), vendor_username: expect.any(String) },
      { id: second, image: null },
    ]);
  });

  it('are left out of the remaining total of a list, as cancelled orders are, and are in its file', async () => {
    const reader = await app.make.superAdmin();
    const { member, id, lines } = await bought([3, 2], 'paid');
    await back(id, [{ id: lines[0], quantity: 2 }]);
    await back(id, [{ id: lines[1], quantity: 1 }]);
    await member.post(ADD, { product_id: products[2]!.id, quantity: 1 });
    const { order_id: cancelled } = (await member.post(CREATE)).body.data;
    await admin.post(STATUS, { order_id: cancelled, status: 'cancelled' });
    // As of a database of the earlier version.
    const runner = app.db.dataSource.createQueryRunner();
    await new ReturnedAmounts1790998000000().down(runner);
    await new ReturnedAmounts1790998000000().up(runner);
    await runner.release();
    const { results, sums } = (await reader.get(`${ADMIN}?uid=${member.user.uid}&sums=true`)).body.data;
    expect(results).toMatchObject([
      { id: cancelled, returned_amount: 0 },
      { id, returned_amount: 40 },
    ]);
    expect(sums).toEqual([{ currency_code: 'USD', count: 2, total: 100, remaining_total: 30 }]);
    await back(id, [{ id: lines[0], quantity: 1 }]);
    expect((await reader.get(`${ADMIN}${id}/`)).body.data).toMatchObject({ returned_amount: 50 });
    const file = await reader.get(`${ADMIN}?uid=${member.user.uid}&format=csv`);
    expect(file.text.split('\n').map((line) => line.split(',').at(-1)?.trim())).toEqual([
      'returned_amount',
      '50',
      '0',
      '',
    ]);
    // Who reads the file needs no ids.
    const [names, first] = file.text.split('\n').map((line) => line.split(','));
    expect(first![names!.indexOf('application_name')]).toBe('Test shop');
  });

  it('tells of what came back, and keeps it in history and audit log', async () => {
    const order = await bought([3], 'paid');
    const returned_items = [{ id: order.lines[0], quantity: 2 }];
    const { body } = await back(order.id, returned_items, 'too small');
    const { uid } = order.member.user;
    const told = await eventsAbout('order.returned', order.id);
    expect(told).toEqual([
      {
        ...body.data,
        uid,
        application_id: shop.id,
        previous_status: 'paid',
        returned_items,
        returned_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        reason: 'too small',
      },
    ]);
    expect((await read(order)).body.data.moves.at(-1)).toEqual({
      from: 'paid',
      to: 'paid',
      at: told[0]!.returned_at,
      by: 'admin',
      reason: 'too small',
      returned_items,
    });
    const entries = await auditOf(app, admin.user.uid);
    expect(
      entries.find(({ action, entity_id }) => action === 'order.return' && entity_id === String(order.id)),
    ).toEqual({
      action: 'order.return',
      entity_id: String(order.id),
      actor_uid: admin.user.uid,
      target_uid: uid,
      before: { status: 'paid' },
      after: { status: 'paid', returned_items, reason: 'too small' },
    });
  });

  it.each([
    ['placed', []],
    ['cancelled', ['paid', 'cancelled']],
  ])('refuses an order that is %s', async (status, statuses) => {
    const { id } = await bought([1], ...statuses);
    const answer = await back(id);
    expect(answer).toMatchObject({ status: 409, body: { type: 'Conflict' } });
    expect(answer.body.message).toContain(`the order is ${status}`);
  });

  it('refuses an order that was returned, which is final', async () => {
    const { id } = await bought([1], 'paid');
    expect((await back(id)).status).toBe(200);
    expect((await back(id)).status).toBe(409);
    for (const status of ['completed', 'cancelled', 'paid'])
      expect((await admin.post(STATUS, { order_id: id, status })).status).toBe(409);
  });

  it('changes nothing when one of the pieces is refused, and names it', async () => {
    const order = await bought([2, 2], 'paid');
    const foreign = await bought([2], 'paid');
    const [one, other] = order.lines as [number, number];
    const good = { id: one, quantity: 1 };
    const refused = async (items: object[]) => {
      const { status, body } = await back(order.id, items);
      return { status, errors: body.errors };
    };
    const unknown = { message: 'is no line of this order', path: 'items[1].id' };
    expect(await refused([good, { id: foreign.lines[0], quantity: 1 }])).toEqual({
      status: 400,
      errors: { items: [unknown] },
    });
    expect(await refused([good, { id: 999_999, quantity: 1 }])).toEqual({ status: 400, errors: { items: [unknown] } });
    expect(await refused([good, good])).toMatchObject({ status: 400, errors: { items: [{ path: 'items[1].id' }] } });
    expect(await refused([good, { id: other, quantity: 3 }])).toEqual({
      status: 409,
      errors: { items: [{ message: 'must be at most 2; no more pieces are left', path: 'items[1].quantity' }] },
    });
    expect(returnedOf(await read(order))).toEqual([0, 0]);
    expect(await eventsAbout('order.returned', order.id)).toEqual([]);
  });

  it.each([
    [{ reason: 'x' }, 'order_id'],
    [{ order_id: 1 }, 'reason'],
    [{ order_id: 1, reason: ' ' }, 'reason'],
    [{ order_id: 1, reason: 'x', items: [] }, 'items'],
    [{ order_id: 1, reason: 'x', items: null }, 'items'],
    [{ order_id: 1, reason: 'x', item: [{ id: 1, quantity: 1 }] }, 'item'],
    [{ order_id: 1, reason: 'x', items: [{ id: 1 }] }, 'items'],
    [{ order_id: 1, reason: 'x', items: [{ id: 1, quantity: 0 }] }, 'items'],
    [{ order_id: 1, reason: 'x', items: [{ id: 1, quantity: 1.5 }] }, 'items'],
    [{ order_id: 1, reason: 'x', items: [{ id: 1, quantity: -1 }] }, 'items'],
  ])('refuses %j on %s', async (body, field) => {
    const answer = await admin.post(RETURN, body);
    expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('lets an API admin name whose order it must be, and is closed to members', async () => {
    const { member, id } = await bought([2], 'paid');
    const other = await app.make.user();
    const body = { order_id: id, reason: 'x' };
    expect((await member.post(RETURN, body)).status).toBe(403);
    expect((await admin.post(`${RETURN}?uid=${other.uid}`, body)).status).toBe(404);
    expect((await admin.post(`${RETURN}?uid=${member.user.uid}`, body)).status).toBe(200);
    const cart = (await member.post(ADD, { product_id: products[0]!.id })).body.data.cart_id;
    for (const order_id of [cart, 999_999]) expect((await back(order_id)).status).toBe(404);
  });

  it('gives the first answer again for the same Idempotency-Key, and takes nothing back twice', async () => {
    const order = await bought([5], 'paid');
    const body = { order_id: order.id, items: [{ id: order.lines[0], quantity: 2 }], reason: 'x' };
    const once = () => admin.post(RETURN, body, { headers: { 'idempotency-key': `return-${order.id}` } });
    const first = await once();
    expect((await once()).text).toBe(first.text);
    expect(returnedOf(await read(order))).toEqual([2]);
  });

  it('is done in the admin module by the same rules, audited', async () => {
    const order = await bought([3], 'paid');
    const path = `${ADMIN}${order.id}/return/`;
    const part = await root.post(path, { items: [{ id: order.lines[0], quantity: 1 }], reason: 'x' });
    expect(part.body.data).toMatchObject({ status: 'paid', items: [{ returned: 1, wholesale_price: 0 }] });
    expect((await root.post(path, { items: [{ id: order.lines[0], quantity: 3 }], reason: 'x' })).status).toBe(409);
    expect((await root.post(path, {})).status).toBe(400);
    for (const wrong of [{ item: [] }, { order_id: order.id + 1 }]) {
      const { status, body } = await root.post(path, { ...wrong, reason: 'x' });
      expect([status, Object.keys(body.errors)]).toEqual([400, Object.keys(wrong)]);
    }
    const piece = { id: order.lines[0], quantity: 1 };
    expect((await root.post(path, { order_id: order.id, items: [piece], reason: 'x' })).status).toBe(200);
    expect((await root.post(path, { reason: 'x' })).body.data).toMatchObject({ status: 'returned', next_statuses: [] });
    for (const id of ['abc', '999999'])
      expect((await root.post(`${ADMIN}${id}/return/`, { reason: 'x' })).status).toBe(404);
    expect((await auditOf(app, root.user.uid)).map(({ action }) => action)).toEqual(Array(3).fill('order.return'));
    expect((await root.get(`${ADMIN}?status=returned&search=${order.member.user.username}`)).body.data.count).toBe(1);
  });

  it('lets a paid order be cancelled of which a part came back; the event says what was left', async () => {
    const order = await bought([3], 'paid');
    await back(order.id, [{ id: order.lines[0], quantity: 2 }]);
    expect((await admin.post(STATUS, { order_id: order.id, status: 'cancelled' })).status).toBe(200);
    expect(await eventsAbout('order.cancelled', order.id)).toMatchObject([
      { previous_status: 'paid', items: [{ quantity: 3, returned: 2 }] },
    ]);
    expect((await back(order.id)).status).toBe(409);
  });

  it('takes back no more than was bought when asked many times at once', async () => {
    const order = await bought([5], 'paid', 'completed');
    const items = [{ id: order.lines[0], quantity: 1 }];
    const answers = await Promise.all(Array.from({ length: 20 }, () => back(order.id, items)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 200),
      ...Array.from({ length: 15 }, () => 409),
    ]);
    const taken = answers.filter(({ status }) => status === 200).map((answer) => returnedOf(answer)[0]);
    expect(taken.sort()).toEqual([1, 2, 3, 4, 5]);
    expect((await read(order)).body.data).toMatchObject({ status: 'returned', items: [{ returned: 5 }] });
    expect(await eventsAbout('order.returned', order.id)).toHaveLength(5);
  });

  it('lets either a return of the whole or a cancellation through', async () => {
    const { id } = await bought([2], 'paid');
    const answers = await Promise.all([back(id), admin.post(STATUS, { order_id: id, status: 'cancelled' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('takes back exactly what was sold at most, whatever sequence of moves and returns', async () => {
    const quantity = fc.integer({ min: 1, max: 4 });
    const item = fc.record({ line: fc.nat({ max: 2 }), quantity });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ back: fc.array(item, { minLength: 1, maxLength: 3 }) }) },
      { weight: 1, arbitrary: fc.constant({ back: undefined }) },
      { weight: 2, arbitrary: fc.record({ move: fc.constantFrom('paid', 'completed', 'cancelled') }) },
    );
    const quantities = fc.array(quantity, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(quantities, fc.array(step, { maxLength: 8 }), async (sold, steps) => {
        const order = await bought(sold, 'paid');
        for (const one of steps) {
          const items =
            'back' in one ? one.back?.map(({ line, ...rest }) => ({ id: order.lines[line] ?? 1, ...rest })) : [];
          const { status } =
            'move' in one
              ? await admin.post(STATUS, { order_id: order.id, status: one.move })
              : await back(order.id, items);
          expect([200, 400, 409]).toContain(status);
        }
        const { status, items } = (await read(order)).body.data as { status: string; items: Item[] };
        const told = await eventsAbout('order.returned', order.id);
        const came = told.flatMap((data) => data.returned_items as { id: number; quantity: number }[]);
        for (const { id, quantity: of, returned } of items) {
          expect(returned).toBeLessThanOrEqual(of);
          expect(came.filter((piece) => piece.id === id).reduce((sum, piece) => sum + piece.quantity, 0)).toBe(
            returned,
          );
        }
        expect(items.every(({ quantity: of, returned }) => of === returned)).toBe(status === 'returned');
        const { returned_amount, returned_totals } = (await root.get(`${ADMIN}${order.id}/`)).body.data;
        expect(returned_amount).toBe(returned_totals.price);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
