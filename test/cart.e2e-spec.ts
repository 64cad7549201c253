import { describe, expect, it } from '@jest/globals';
import { auditOf, eventsOf, type TestProduct } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const ITEMS = 'commerce/cart-items/';
const ADD = 'commerce/add-cart-item/';
const UPDATE = 'commerce/update-cart/';
const REMOVE = 'commerce/remove-cart-item/';

const app = await useTestApp();
const shop = await app.make.application();
const catalogue = app.make.catalogue;
const kit = await catalogue.product({
  price: '49.90',
  businessVolume: '40',
  points: '10.5',
  cumulativeVolume: '0.1',
  name: 'Kit',
  vendorUid: 77,
});

describe('cart', () => {
  /** A member whose cart holds one line. */
  async function memberWith(
    product: TestProduct,
    quantity = 1,
  ): Promise<{ member: TestClient; cartId: number; lineId: number }> {
    const member = await app.make.member(shop);
    const { data } = (await member.post(ADD, { product_id: product.id, quantity })).body;
    return { member, cartId: data.cart_id, lineId: data.cartitems[0].id };
  }

  /** What events tell of a cart, oldest first. */
  async function toldOf(cartId: number): Promise<Record<string, unknown>[]> {
    return (await eventsOf(app, 'cart.updated')).filter((data) => data.cart_id === cartId);
  }

  function expectProblem(answer: Answer, field: string, message?: string): void {
    expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
    expect(answer.body.errors).toEqual({ [field]: [{ message: message ?? expect.any(String) }] });
  }

  describe('reading', () => {
    it('has no id, no version and no items before the first add', async () => {
      const member = await app.make.member(shop);
      expect((await member.get(ITEMS)).body).toEqual({
        status_code: 200,
        errors: {},
        data: {
          cartitems: [],
          cart_id: null,
          version: 0,
          currency_code: 'USD',
          currency_symbol: '$',
          totals: { quantity: 0, price: 0, business_volume: 0, points: 0, cumulative_volume: 0 },
        },
      });
    });

    it(
      '[4.1 GET cart-items: answers data.cartitems] [2.1 cart item: id] [2.1 cart item: order_id_id] [2.1 cart item: vendor_id] ' +
        '[2.1 cart item: product_id] [2.1 cart item: bundle_id] [2.1 cart item: line_item_type] [2.1 cart item: line_item_label] ' +
        '[2.1 cart item: quantity] [2.1 cart item: price] [2.1 cart item: data] [2.1 cart item: status] ' +
        '[2.1 cart item: unit_price] [2.1 cart item: currency_code] [2.1 cart item: currency_symbol] with the fourteen fields',
      async () => {
        const { member, cartId, lineId } = await memberWith(kit, 3);
        const { data } = (await member.get(ITEMS)).body;
        expect(data).toEqual({
          cartitems: [
            {
              id: lineId,
              order_id_id: cartId,
              vendor_id: 77,
              product_id: kit.id,
              bundle_id: kit.bundleId,
              line_item_type: 'product',
              line_item_label: 'Kit',
              quantity: 3,
              price: 149.7,
              data: {
                sku: kit.sku,
                bundle_id: kit.bundleId,
                business_volume: 120,
                points: 31.5,
                cumulative_volume: 0.3,
              },
              status: 'available',
              unit_price: 49.9,
              currency_code: 'USD',
              currency_symbol: '$',
            },
          ],
          cart_id: cartId,
          version: 1,
          currency_code: 'USD',
          currency_symbol: '$',
          totals: { quantity: 3, price: 149.7, business_volume: 120, points: 31.5, cumulative_volume: 0.3 },
        });
      },
    );

    it('shows the price that the catalogue has now', async () => {
      const product = await catalogue.product({ price: '10' });
      const { member } = await memberWith(product, 2);
      await catalogue.setPrice(product, '12.5');
      expect((await member.get(ITEMS)).body.data.cartitems[0]).toMatchObject({ unit_price: 12.5, price: 25 });
    });

    it('computes exactly where binary floats do not', async () => {
      const { member } = await memberWith(await catalogue.product({ price: '0.1', points: '0.1' }), 3);
      const answer = await member.get(ITEMS);
      expect(answer.text).toContain('"totals":{"quantity":3,"price":0.3,"business_volume":0,"points":0.3,');
    });

    it('keeps every digit of the largest price times the largest quantity', async () => {
      const { member } = await memberWith(await catalogue.product({ price: '9999999999.9999' }), 9999);
      const answer = await member.get(ITEMS);
      expect(answer.text).toContain('"price":99989999999999.0001,');
      expect(answer.text).toContain('"totals":{"quantity":9999,"price":99989999999999.0001,');
    });

    it('shows a deleted product as unavailable and leaves it out of the totals', async () => {
      const product = await catalogue.product({ price: '10' });
      const { member } = await memberWith(product, 2);
      await member.post(ADD, { product_id: kit.id });
      await catalogue.delete(product);
      const { data } = (await member.get(ITEMS)).body;
      expect(data.cartitems.map((item: { status: string }) => item.status)).toEqual(['unavailable', 'available']);
      expect(data.totals).toMatchObject({ quantity: 1, price: 49.9 });
    });

    it('is refused without a token', async () => {
      expect((await app.send('GET', ITEMS, { headers: { apikey: shop.apikey } })).status).toBe(401);
    });
  });

  describe('adding', () => {
    it('adds one piece when no quantity is given, and raises the line that is there', async () => {
      const { member, lineId } = await memberWith(kit);
      const { data } = (await member.post(ADD, { product_id: kit.id, quantity: 4 })).body;
      expect(data.cartitems).toEqual([expect.objectContaining({ id: lineId, quantity: 5 })]);
      expect(data.version).toBe(2);
    });

    it('answers as reading does, items in the order of adding', async () => {
      const { member } = await memberWith(await catalogue.product());
      const added = await member.post(ADD, { product_id: kit.id });
      expect(added.body).toEqual((await member.get(ITEMS)).body);
      expect(added.body.data.cartitems.map((item: { product_id: number }) => item.product_id).at(-1)).toBe(kit.id);
    });

    it('takes forms as well as JSON', async () => {
      const member = await app.make.member(shop);
      const urlencoded = await member.post(ADD, `product_id=${kit.id}&quantity=2`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(urlencoded.body.data.totals.quantity).toBe(2);
      const multipart = await member.post(
        ADD,
        `--x\r\nContent-Disposition: form-data; name="product_id"\r\n\r\n${kit.id}\r\n--x--\r\n`,
        { headers: { 'content-type': 'multipart/form-data; boundary=x' } },
      );
      expect(multipart.body.data.totals.quantity).toBe(3);
    });

    it.each([
      [{}],
      [{ product_id: null }],
      [{ product_id: '' }],
      [{ product_id: '1' }],
      [{ product_id: 1.5 }],
      [{ product_id: -1 }],
      [{ product_id: 9e15 }],
    ])('refuses %j on product_id', async (body) => {
      expectProblem(await (await app.make.member(shop)).post(ADD, body), 'product_id');
    });

    it.each([[0], [-1], [10_000], [1.5], ['2'], [null]])('refuses the quantity %j', async (quantity) => {
      expectProblem(await (await app.make.member(shop)).post(ADD, { product_id: kit.id, quantity }), 'quantity');
    });

    it('reports an unknown product and a wrong quantity at once', async () => {
      const member = await app.make.member(shop);
      const answer = await member.post(ADD, { product_id: 999_999, quantity: 0, more: { constructor: 1 } });
      expect(answer.body).toMatchObject({ status_code: 400, type: 'Validation Error' });
      expect(answer.body.errors).toEqual({
        product_id: [{ message: 'invalid product id' }],
        quantity: [{ message: 'must be between 1 and 9999' }],
      });
    });

    it('refuses a sum beyond 9999 and changes nothing', async () => {
      const { member } = await memberWith(kit, 9000);
      expectProblem(await member.post(ADD, { product_id: kit.id, quantity: 1000 }), 'quantity');
      expect((await member.get(ITEMS)).body.data).toMatchObject({ version: 1, totals: { quantity: 9000 } });
    });

    it('refuses unknown, inactive and deleted products', async () => {
      const member = await app.make.member(shop);
      const deleted = await catalogue.product();
      await catalogue.delete(deleted);
      const inactive = [
        await catalogue.product({ status: 'inactive' }),
        await catalogue.product({ bundleStatus: 'inactive' }),
        deleted,
      ];
      for (const id of [999_999, ...inactive.map((product) => product.id)]) {
        expectProblem(await member.post(ADD, { product_id: id }), 'product_id', 'invalid product id');
      }
      expect((await member.get(ITEMS)).body.data.cart_id).toBeNull();
    });

    it('takes at most 500 lines', async () => {
      const { member, cartId } = await memberWith(kit);
      await app.database.query(
        `INSERT INTO order_lines (order_id, product_id, quantity) SELECT $1, 1000000 + n, 1 FROM generate_series(1, 499) n`,
        [cartId],
      );
      expectProblem(await member.post(ADD, { product_id: (await catalogue.product()).id }), 'product_id');
      expect((await member.post(ADD, { product_id: kit.id })).status).toBe(200);
    });

    it('loses none of 50 adds at the same time, the first of a cart included', async () => {
      const member = await app.make.member(shop);
      const other = await catalogue.product();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          member.post(ADD, { product_id: n % 2 === 0 ? kit.id : other.id, quantity: 2 }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
      const { data } = (await member.get(ITEMS)).body;
      expect(data.version).toBe(50);
      expect(data.cartitems.map((item: { quantity: number }) => item.quantity)).toEqual([50, 50]);
      expect(answers.map(({ body }) => body.data.version).sort((a: number, b: number) => a - b)).toEqual(
        Array.from({ length: 50 }, (_, n) => n + 1),
      );
    });

    it('tells of the change in an event', async () => {
      const { member, cartId } = await memberWith(kit);
      expect(await toldOf(cartId)).toEqual([
        {
          uid: member.user.uid,
          cart_id: cartId,
          version: 1,
          change: 'added',
          item: { product_id: kit.id, bundle_id: kit.bundleId, sku: kit.sku, quantity: 1 },
          currency_code: 'USD',
          totals: expect.objectContaining({ price: 49.9 }),
        },
      ]);
    });
  });

  describe('changing a quantity', () => {
    it('[4.1 POST update-cart: changes the quantity] [4.1 POST update-cart: success envelope] and answers the cart', async () => {
      const { member, cartId, lineId } = await memberWith(kit);
      const answer = await member.post(UPDATE, { quantity: 7, line_item_id: lineId, cart_id: cartId });
      expect(answer).toMatchObject({
        status: 200,
        body: { status_code: 200, errors: {}, data: { version: 2, cartitems: [{ id: lineId, quantity: 7 }] } },
      });
      expect(answer.body).toEqual((await member.get(ITEMS)).body);
      expect((await toldOf(cartId)).at(-1)).toMatchObject({
        change: 'quantity_changed',
        item: { sku: kit.sku, quantity: 7 },
      });
    });

    it('reports everything that is wrong at once', async () => {
      const answer = await (await app.make.member(shop)).post(UPDATE, { quantity: 0, line_item_id: '' });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual({
        quantity: [{ message: 'must be between 1 and 9999' }],
        line_item_id: [{ message: 'must not be blank' }],
        cart_id: [{ message: 'is required' }],
      });
    });

    it("answers the same 404 for another user's, an unknown and a mismatched line or cart", async () => {
      const mine = await memberWith(kit);
      const theirs = await memberWith(kit);
      const bodies = [
        { line_item_id: theirs.lineId, cart_id: theirs.cartId },
        { line_item_id: theirs.lineId, cart_id: mine.cartId },
        { line_item_id: mine.lineId, cart_id: theirs.cartId },
        { line_item_id: mine.lineId, cart_id: 999_999 },
        { line_item_id: 999_999, cart_id: mine.cartId },
      ];
      for (const body of bodies) {
        const update = await mine.member.post(UPDATE, { ...body, quantity: 2 });
        const remove = await mine.member.post(REMOVE, { pk: body.line_item_id, order_id: body.cart_id });
        for (const answer of [update, remove]) {
          expect(answer).toMatchObject({ status: 404, body: { type: 'Not Found', message: 'cart item not found' } });
        }
      }
      expect((await theirs.member.get(ITEMS)).body.data).toMatchObject({ version: 1, totals: { quantity: 1 } });
    });

    it('refuses an item that is not available any more', async () => {
      const product = await catalogue.product();
      const { member, cartId, lineId } = await memberWith(product);
      await catalogue.delete(product);
      expectProblem(await member.post(UPDATE, { quantity: 2, line_item_id: lineId, cart_id: cartId }), 'line_item_id');
      expect((await member.post(REMOVE, { pk: lineId, order_id: cartId })).body.data.cartitems).toEqual([]);
    });
  });

  describe('removing', () => {
    it('[4.1 POST remove-cart-item: removes the item] [4.1 POST remove-cart-item: success envelope] and answers the cart', async () => {
      const { member, cartId, lineId } = await memberWith(kit);
      const two = (await member.post(ADD, { product_id: (await catalogue.product()).id })).body.data;
      const answer = await member.post(REMOVE, { pk: lineId, order_id: cartId });
      expect(answer).toMatchObject({ status: 200, body: { status_code: 200, errors: {}, data: { version: 3 } } });
      expect(answer.body.data.cartitems).toEqual([two.cartitems[1]]);
      const last = await member.post(REMOVE, { pk: two.cartitems[1].id, order_id: cartId });
      expect(last.body.data).toMatchObject({
        cart_id: cartId,
        version: 4,
        cartitems: [],
        totals: { quantity: 0, price: 0 },
      });
      const [first, second] = two.cartitems as { product_id: number; bundle_id: string; data: { sku: string } }[];
      expect((await toldOf(cartId)).slice(-2)).toMatchObject(
        [first, second].map((item) => ({
          change: 'removed',
          item: { product_id: item!.product_id, bundle_id: item!.bundle_id, sku: item!.data.sku, quantity: 0 },
        })),
      );
      expect(last.body).toEqual((await member.get(ITEMS)).body);
    });

    it.each([[''], [null], [undefined]])(
      '[7.3 remove-cart-item / order_id: blank] is a Validation Error on order_id: %j',
      async (order_id) => {
        expectProblem(await (await app.make.member(shop)).post(REMOVE, { pk: 1, order_id }), 'order_id');
      },
    );

    it.each([[''], [null], [undefined]])(
      '[7.3 remove-cart-item / pk: blank] is a Validation Error on pk: %j',
      async (pk) => {
        expectProblem(await (await app.make.member(shop)).post(REMOVE, { pk, order_id: 1 }), 'pk');
      },
    );

    it('is a Validation Error on both fields of a blank form', async () => {
      const answer = await (
        await app.make.member(shop)
      ).post(REMOVE, 'pk=&order_id=', { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
      const blank = [{ message: 'must not be blank' }];
      expect(answer.body).toMatchObject({
        status_code: 400,
        type: 'Validation Error',
        errors: { pk: blank, order_id: blank },
      });
    });

    it('removes a line once when asked many times at once', async () => {
      const { member, cartId, lineId } = await memberWith(kit);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => member.post(REMOVE, { pk: lineId, order_id: cartId })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404, 404, 404]);
      expect((await member.get(ITEMS)).body.data.version).toBe(2);
    });
  });

  describe('If-Match', () => {
    const ifMatch = (version: string) => ({ headers: { 'if-match': version } });

    it.each(['1', '"1"', '*'])('admits a change of version 1 with %s', async (version) => {
      const { member, cartId, lineId } = await memberWith(kit);
      const answer = await member.post(
        UPDATE,
        { quantity: 2, line_item_id: lineId, cart_id: cartId },
        ifMatch(version),
      );
      expect(answer).toMatchObject({ status: 200, body: { data: { version: 2 } } });
    });

    it('refuses every stale change with 409 and changes nothing', async () => {
      const { member, cartId, lineId } = await memberWith(kit);
      await member.post(ADD, { product_id: kit.id });
      const answers = [
        await member.post(ADD, { product_id: kit.id }, ifMatch('1')),
        await member.post(UPDATE, { quantity: 2, line_item_id: lineId, cart_id: cartId }, ifMatch('1')),
        await member.post(REMOVE, { pk: lineId, order_id: cartId }, ifMatch('3')),
      ];
      for (const answer of answers) expect(answer).toMatchObject({ status: 409, body: { type: 'Conflict' } });
      expect((await member.get(ITEMS)).body.data).toMatchObject({ version: 2, totals: { quantity: 2 } });
    });

    it('takes 0 for no cart, and only then', async () => {
      const member = await app.make.member(shop);
      for (const stale of ['*', '1'])
        expect((await member.post(ADD, { product_id: kit.id }, ifMatch(stale))).status).toBe(409);
      expect((await member.post(ADD, { product_id: kit.id }, ifMatch('0'))).status).toBe(200);
      expect((await member.post(ADD, { product_id: kit.id }, ifMatch('0'))).status).toBe(409);
    });

    it('lets one of many changes with the same version through', async () => {
      const { member } = await memberWith(kit);
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => member.post(ADD, { product_id: kit.id }, ifMatch('1'))),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    });

    it('names a malformed header', async () => {
      const member = await app.make.member(shop);
      expectProblem(await member.post(ADD, { product_id: kit.id }, ifMatch('soon')), 'If-Match');
    });
  });

  describe('for another user', () => {
    it('[5.4 API admin: acts on another user with uid] reads and changes that cart, audited', async () => {
      const { member, cartId, lineId } = await memberWith(kit);
      const admin = await app.make.apiAdmin(shop);
      const uid = member.user.uid;
      const read = await admin.get(`${ITEMS}?uid=${uid}`);
      expect(read.body.data.cart_id).toBe(cartId);
      await admin.post(`${ADD}?uid=${uid}`, { product_id: kit.id });
      await admin.post(`${UPDATE}?uid=${uid}`, { quantity: 5, line_item_id: lineId, cart_id: cartId });
      await admin.post(`${REMOVE}?uid=${uid}`, { pk: lineId, order_id: cartId });
      expect((await member.get(ITEMS)).body.data).toMatchObject({ cart_id: cartId, version: 4, cartitems: [] });
      expect((await admin.get(ITEMS)).body.data.cart_id).toBeNull();
      const common = { entity_id: String(cartId), target_uid: uid };
      expect(await auditOf(app, admin.user.uid)).toMatchObject([
        { ...common, action: 'cart.read', before: null, after: null },
        {
          ...common,
          action: 'cart.add',
          before: { version: 1, totals: { quantity: 1 } },
          after: { version: 2, totals: { quantity: 2 } },
        },
        {
          ...common,
          action: 'cart.change-quantity',
          before: { version: 2 },
          after: { version: 3, totals: { quantity: 5 } },
        },
        { ...common, action: 'cart.remove', before: { version: 3 }, after: { version: 4, totals: { quantity: 0 } } },
      ]);
    });

    it('is audited digit for digit', async () => {
      const dear = await catalogue.product({ price: '9999999999.9999' });
      const { member } = await memberWith(dear, 9999);
      const admin = await app.make.apiAdmin(shop);
      await admin.post(`${ADD}?uid=${member.user.uid}`, { product_id: kit.id });
      const log = await (await app.make.superAdmin()).get(`/admin/api/audit/?actor=${admin.user.uid}`);
      expect(log.text).toContain('"price":99989999999999.0001,');
      expect(log.body.data.results[0].before).toMatchObject({ version: 1, totals: { quantity: 9999 } });
    });

    it('is not audited for the own cart', async () => {
      const admin = await app.make.apiAdmin(shop);
      await admin.post(ADD, { product_id: kit.id });
      expect(await auditOf(app, admin.user.uid)).toEqual([]);
    });

    it('is forbidden to a member, even for the own uid, and 404 for an unknown one', async () => {
      const { member } = await memberWith(kit);
      expect((await member.get(`${ITEMS}?uid=1`)).status).toBe(403);
      expect((await member.post(`${ADD}?uid=${member.user.uid}`, { product_id: kit.id })).status).toBe(403);
      expect((await (await app.make.apiAdmin(shop)).get(`${ITEMS}?uid=999999`)).status).toBe(404);
    });
  });

  it('never holds a bundle that was deleted at the same moment', async () => {
    const admin = await app.make.apiAdmin(shop);
    const member = await app.make.member(shop);
    for (let n = 0; n < 10; n += 1) {
      const product = await catalogue.product();
      const [added, deleted] = await Promise.all([
        member.post(ADD, { product_id: product.id }),
        admin.delete(`commerce/product/delete/?bundle_id=${product.bundleId}`),
      ]);
      expect([
        [200, 401],
        [400, 200],
      ]).toContainEqual([added.status, deleted.status]);
    }
    const { cartitems } = (await member.get(ITEMS)).body.data;
    expect(cartitems.every(({ status }: { status: string }) => status === 'available')).toBe(true);
  });

  it('gives the first answer again for the same Idempotency-Key, without adding twice', async () => {
    const member = await app.make.member(shop);
    const once = () => member.post(ADD, { product_id: kit.id }, { headers: { 'idempotency-key': 'add-1' } });
    const first = await once();
    expect((await once()).text).toBe(first.text);
    expect((await member.get(ITEMS)).body.data.totals.quantity).toBe(1);
  });
});
