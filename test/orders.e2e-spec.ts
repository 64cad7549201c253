import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { bundleBody, variant } from './support/bundles.js';
import { auditOf, eventsOf, type Catalogue, type TestProduct } from './support/catalogue.js';
import type { TestApplication, TestClient } from './support/factories.js';
import { OrderLines } from '#sales/orders/index.js';
import { statementsOf } from './support/sent-statements.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

const CART = 'commerce/cart-items/';
const ADD = 'commerce/add-cart-item/';
const CREATE = 'commerce/create-order/';
const ORDERS = 'commerce/orders/';
const STATUS = 'commerce/order-status/';

const EVERYTHING_BUT_DATE = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

describe('orders', () => {
  let app: TestApp;
  let shop: TestApplication;
  let catalogue: Catalogue;
  let kit: TestProduct;

  beforeAll(async () => {
    app = await startTestApp();
    shop = await app.make.application();
    catalogue = app.make.catalogue;
    kit = await catalogue.product({
      price: '49.90',
      businessVolume: '40',
      points: '10.5',
      cumulativeVolume: '0.1',
      name: 'Kit',
    });
  });
  afterAll(() => app.stop());

  /** A member with a placed order. */
  async function buyer(quantity = 1): Promise<{ member: TestClient; id: number; number: string }> {
    const member = await app.make.member(shop);
    await member.post(ADD, { product_id: kit.id, quantity });
    const { data } = (await member.post(CREATE)).body;
    return { member, id: data.order_id, number: data.order_number };
  }

  describe('placing', () => {
    it('is timed by the database, so that an instance whose clock is behind does not put an order before earlier ones', async () => {
      const { member, id: earlier } = await buyer();
      await member.post(ADD, { product_id: kit.id });
      const hourAgo = Date.now() - 3_600_000;
      jest.useFakeTimers({ now: hourAgo, doNotFake: [...EVERYTHING_BUT_DATE] });
      try {
        const { order_id: later } = (await member.post(CREATE)).body.data;
        const { results } = (await member.get(ORDERS)).body.data;
        expect(results.map(({ id }: { id: number }) => id)).toEqual([later, earlier]);
      } finally {
        jest.useRealTimers();
      }
    });

    it('turns the cart into an order and leaves no cart', async () => {
      const member = await app.make.member(shop);
      const cart = (await member.post(ADD, { product_id: kit.id, quantity: 2 })).body.data;
      const placed = await member.post(CREATE);
      expect(placed.body).toEqual({
        status_code: 200,
        errors: {},
        data: { order_id: cart.cart_id, order_number: expect.stringMatching(/^\d{8}-\d{6,}$/), status: 'placed' },
      });
      expect((await member.get(`${ORDERS}${cart.cart_id}/`)).body.data).toEqual({
        id: cart.cart_id,
        order_number: placed.body.data.order_number,
        status: 'placed',
        placed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        paid_at: null,
        completed_at: null,
        cancelled_at: null,
        currency_code: 'USD',
        currency_symbol: '$',
        totals: cart.totals,
        items: [
          {
            id: cart.cartitems[0].id,
            product_id: kit.id,
            bundle_id: kit.bundleId,
            sku: kit.sku,
            line_item_label: 'Kit',
            quantity: 2,
            unit_price: 49.9,
            price: 99.8,
            business_volume: 80,
            points: 21,
            cumulative_volume: 0.2,
            returned: 0,
          },
        ],
        moves: [
          {
            from: null,
            to: 'placed',
            at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
            by: 'buyer',
            reason: null,
            returned_items: [],
          },
        ],
      });
      expect((await member.get(CART)).body.data).toMatchObject({ cart_id: null, version: 0, cartitems: [] });
    });

    it('freezes label, price and volumes', async () => {
      const product = await catalogue.product({ price: '10', points: '3', name: 'Old name' });
      const member = await app.make.member(shop);
      await member.post(ADD, { product_id: product.id });
      await catalogue.setPrice(product, '12.3456');
      const { order_id } = (await member.post(CREATE)).body.data;
      await app.database.query(`UPDATE products SET name = 'New name', price = 99 WHERE id = $1`, [product.id]);
      await app.database.query('UPDATE bundles SET points = 99 WHERE id = $1', [product.bundleKey]);
      await catalogue.delete(product);
      expect((await member.get(`${ORDERS}${order_id}/`)).body.data).toMatchObject({
        totals: { price: 12.3456, points: 3 },
        items: [{ line_item_label: 'Old name', unit_price: 12.3456, sku: product.sku, bundle_id: product.bundleId }],
      });
    });

    it('freezes the wholesale price, which only admins see', async () => {
      const product = await catalogue.product({ price: '10', wholesalePrice: '6.1234' });
      const member = await app.make.member(shop);
      await member.post(ADD, { product_id: product.id });
      const { order_id: id } = (await member.post(CREATE)).body.data;
      await app.database.query('UPDATE products SET wholesale_price = 7 WHERE id = $1', [product.id]);
      const root = await app.make.superAdmin();
      expect((await root.get(`/admin/api/orders/${id}/`)).body.data.items).toMatchObject([{ wholesale_price: 6.1234 }]);
      expect((await member.get(`${ORDERS}${id}/`)).text).not.toContain('wholesale');
      expect(JSON.stringify(await eventsOf(app, 'order.placed'))).not.toContain('wholesale');
      const lines = await app.db.transaction((tx) => app.nest.get(OrderLines).frozenLinesOf(tx, id));
      expect(lines).toEqual([
        {
          id: expect.any(Number),
          product_id: product.id,
          quantity: 1,
          returned: 0,
          unit_price: 100_000n,
          wholesale_price: 61_234n,
          business_volume: 0n,
          points: 0n,
          cumulative_volume: 0n,
        },
      ]);
    });

    it('freezes one state of a bundle while it changes, and neither waits for the other for ever', async () => {
      const admin = await app.make.apiAdmin(shop);
      const skus = ['MOVING-1', 'MOVING-2', 'MOVING-3'];
      const moving = (n: number, order: string[]) =>
        bundleBody('moving', {
          varients: order.map((sku) => variant(sku, { price: n })),
          attributes: { 'business-volume': n, points: n, 'cumulative-volume': n },
        });
      await admin.post('commerce/product/create/', moving(1, skus));
      const rows = await app.database.query<{ id: number }>('SELECT id FROM products WHERE sku = ANY($1)', [skus]);
      const buy = async (ids: number[]): Promise<Answer> => {
        const member = await app.make.member(shop);
        for (const id of ids) await member.post(ADD, { product_id: Number(id) });
        return member.post(CREATE);
      };
      const ids = rows.map(({ id }) => id);
      const answers = await Promise.all([
        ...Array.from({ length: 12 }, (_, n) => buy(n % 2 ? ids : ids.toReversed())),
        ...Array.from({ length: 30 }, (_, n) =>
          admin.post('commerce/product/update/', moving(n + 2, n % 2 ? skus : skus.toReversed())),
        ),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const torn = await app.database.query(
        `SELECT order_id FROM order_lines WHERE bundle_id = 'moving' GROUP BY order_id
         HAVING count(DISTINCT unit_price) > 1 OR min(points) <> min(unit_price) OR count(*) <> 3`,
      );
      expect(torn).toEqual([]);
    });

    it('takes nothing from the body', async () => {
      const member = await app.make.member(shop);
      await member.post(ADD, { product_id: kit.id });
      const { order_id } = (await member.post(CREATE, { price: 0, unit_price: 0, cartitems: [], status: 'paid' })).body
        .data;
      expect((await member.get(`${ORDERS}${order_id}/`)).body.data).toMatchObject({
        status: 'placed',
        totals: { price: 49.9 },
      });
    });

    it('keeps every digit of the largest line', async () => {
      const member = await app.make.member(shop);
      await member.post(ADD, {
        product_id: (await catalogue.product({ price: '9999999999.9999' })).id,
        quantity: 9999,
      });
      const { order_id } = (await member.post(CREATE)).body.data;
      expect((await member.get(`${ORDERS}${order_id}/`)).text).toContain('"price":99989999999999.0001,');
    });

    it('refuses an empty cart, and no cart, on the field cart', async () => {
      const member = await app.make.member(shop);
      const refused = { status: 400, body: { type: 'Validation Error', errors: { cart: [{ message: 'is empty' }] } } };
      expect(await member.post(CREATE)).toMatchObject(refused);
      const { data } = (await member.post(ADD, { product_id: kit.id })).body;
      await member.post('commerce/remove-cart-item/', { pk: data.cartitems[0].id, order_id: data.cart_id });
      expect(await member.post(CREATE)).toMatchObject(refused);
    });

    it('names every unavailable line and changes nothing', async () => {
      const member = await app.make.member(shop);
      const [first, gone] = [await catalogue.product(), await catalogue.product()];
      for (const { id } of [first, kit, gone]) await member.post(ADD, { product_id: id });
      await catalogue.delete(gone);
      await app.database.query(`UPDATE products SET status = 'inactive' WHERE id = $1`, [first.id]);
      const answer = await member.post(CREATE);
      expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
      expect(answer.body.errors).toEqual({
        cartitems: [
          { message: `product ${first.sku} is not available`, path: 'cartitems[0]' },
          { message: `product ${gone.sku} is not available`, path: 'cartitems[2]' },
        ],
      });
      expect((await member.get(CART)).body.data).toMatchObject({ version: 3, cartitems: [{}, {}, {}] });
    });

    it('places one order when asked many times at once', async () => {
      const member = await app.make.member(shop);
      await member.post(ADD, { product_id: kit.id });
      const answers = await Promise.all(Array.from({ length: 10 }, () => member.post(CREATE)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
      for (const { body } of answers.filter(({ status }) => status === 400))
        expect(body.errors).toEqual({ cart: [{ message: 'is empty' }] });
      expect((await member.get(ORDERS)).body.data.count).toBe(1);
    });

    it('loses no add that races with it', async () => {
      const member = await app.make.member(shop);
      await member.post(ADD, { product_id: kit.id });
      const adds = Array.from({ length: 20 }, () => member.post(ADD, { product_id: kit.id }));
      const creates = Array.from({ length: 5 }, () => member.post(CREATE));
      const answers = await Promise.all([...adds, ...creates]);
      expect(answers.slice(0, 20).every(({ status }) => status === 200)).toBe(true);
      const ordered = (await member.get(`${ORDERS}?limit=100`)).body.data.results.map(
        (order: { totals: { quantity: number } }) => order.totals.quantity,
      );
      const inCart = (await member.get(CART)).body.data.totals.quantity;
      expect(ordered.reduce((sum: number, n: number) => sum + n, inCart)).toBe(21);
    });

    it('holds If-Match against the cart, and never lets a version of the last cart fit the next', async () => {
      const member = await app.make.member(shop);
      const ifMatch = (version: number) => ({ headers: { 'if-match': String(version) } });
      await member.post(ADD, { product_id: kit.id });
      await member.post(ADD, { product_id: kit.id });
      expect((await member.post(CREATE, undefined, ifMatch(1))).status).toBe(409);
      expect((await member.post(CREATE, undefined, ifMatch(2))).status).toBe(200);
      expect((await member.post(CREATE, undefined, ifMatch(2))).status).toBe(409);
      const next = (await member.post(ADD, { product_id: kit.id }, ifMatch(0))).body.data;
      expect(next.version).toBe(3);
      expect((await member.post(CREATE, undefined, ifMatch(2))).status).toBe(409);
    });

    it('tells of the order in an event', async () => {
      const { member, id, number } = await buyer(2);
      const [event] = (await eventsOf(app, 'order.placed')).filter((data) => data.id === id);
      const { moves: _, ...order } = (await member.get(`${ORDERS}${id}/`)).body.data;
      expect(event).toEqual({ uid: member.user.uid, application_id: shop.id, previous_status: null, ...order });
      expect(event).toMatchObject({ order_number: number, items: [{ quantity: 2 }], totals: { price: 99.8 } });
    });

    it('gives the first answer again for the same Idempotency-Key', async () => {
      const member = await app.make.member(shop);
      await member.post(ADD, { product_id: kit.id });
      const once = () => member.post(CREATE, undefined, { headers: { 'idempotency-key': 'order-1' } });
      const first = await once();
      expect(first.status).toBe(200);
      expect((await once()).text).toBe(first.text);
    });
  });

  describe('reading', () => {
    it('lists orders newest first, in pages', async () => {
      const { member, id } = await buyer();
      const ids = [id];
      for (let n = 0; n < 2; n += 1) {
        await member.post(ADD, { product_id: kit.id });
        ids.unshift((await member.post(CREATE)).body.data.order_id);
      }
      await member.post(ADD, { product_id: kit.id });
      const page = (await member.get(`${ORDERS}?limit=2`)).body.data;
      expect(page).toMatchObject({
        count: 3,
        previous: null,
        next: `${app.config.publicUrl}/api/v1/${ORDERS}?limit=2&offset=2`,
      });
      const rest = (await member.get(`${ORDERS}?limit=2&offset=2`)).body.data;
      expect(rest.previous).toBe(`${app.config.publicUrl}/api/v1/${ORDERS}?limit=2&offset=0`);
      expect([...page.results, ...rest.results].map((order: { id: number }) => order.id)).toEqual(ids);
      expect((await member.get(`${ORDERS}?offset=9`)).body.data).toMatchObject({ results: [], count: 3, next: null });
    });

    it('reads an order, its lines and its history in one statement, so that all are of one state', async () => {
      const { member, id } = await buyer();
      const admin = await app.make.superAdmin();
      const reads = [
        () => member.get(`${ORDERS}${id}/`),
        () => member.get(ORDERS),
        () => admin.get(`/admin/api/orders/${id}/`),
        () => admin.get('/admin/api/orders/'),
      ];
      for (const read of reads) {
        const runs = await statementsOf(read);
        const ofLines = runs.filter(({ text }) => /order_lines|order_moves/.test(text));
        expect(ofLines).toHaveLength(1);
        expect(ofLines[0]!.text).toMatch(/FROM "?orders"? /);
      }
    });

    it('reads no names for a member, who is not shown them', async () => {
      const { member } = await buyer();
      const runs = await statementsOf(() => member.get(ORDERS));
      expect(runs.filter(({ text }) => /orders/.test(text) && /first_name|username/.test(text))).toEqual([]);
    });

    it('filters by status', async () => {
      const { member, id } = await buyer();
      expect((await member.get(`${ORDERS}?status=paid`)).body.data).toMatchObject({ results: [], count: 0 });
      expect((await member.get(`${ORDERS}?status=placed`)).body.data).toMatchObject({ results: [{ id }], count: 1 });
      for (const status of ['cart', 'lost']) expect((await member.get(`${ORDERS}?status=${status}`)).status).toBe(400);
    });

    it("answers the same 404 for another user's, an unknown and a malformed id, and for a cart", async () => {
      const { id } = await buyer();
      const other = await app.make.member(shop);
      const cart = (await other.post(ADD, { product_id: kit.id })).body.data.cart_id;
      for (const unknown of [id, 999_999, 'abc', '0', '99999999999999999999', cart]) {
        expect(await other.get(`${ORDERS}${unknown}/`)).toMatchObject({
          status: 404,
          body: { type: 'Not Found', message: 'order not found' },
        });
      }
    });

    it('is audited when an API admin reads for another, and keeps uid in the links', async () => {
      const { member, id } = await buyer();
      await member.post(ADD, { product_id: kit.id });
      await member.post(CREATE);
      const admin = await app.make.apiAdmin(shop);
      const { uid } = member.user;
      const page = (await admin.get(`${ORDERS}?uid=${uid}&limit=1`)).body.data;
      expect(page.count).toBe(2);
      expect(new URL(page.next).searchParams.get('uid')).toBe(String(uid));
      expect((await admin.get(`${ORDERS}${id}/?uid=${uid}`)).body.data.id).toBe(id);
      expect((await admin.get(`${ORDERS}${id}/`)).status).toBe(404);
      expect(await auditOf(app, admin.user.uid)).toMatchObject([
        { action: 'orders.read', target_uid: uid },
        { action: 'order.read', entity_id: String(id), target_uid: uid },
      ]);
      expect((await member.get(`${ORDERS}?uid=${uid}`)).status).toBe(403);
    });
  });

  it('is placed for another by an API admin, audited', async () => {
    const member = await app.make.member(shop);
    const admin = await app.make.apiAdmin(shop);
    const { uid } = member.user;
    await member.post(ADD, { product_id: kit.id });
    expect((await member.post(`${CREATE}?uid=${uid}`)).status).toBe(403);
    const { order_id } = (await admin.post(`${CREATE}?uid=${uid}`)).body.data;
    expect((await member.get(`${ORDERS}${order_id}/`)).status).toBe(200);
    expect(await auditOf(app, admin.user.uid)).toMatchObject([
      {
        action: 'order.place',
        entity_id: String(order_id),
        target_uid: uid,
        before: { id: order_id, status: 'cart' },
        after: { status: 'placed' },
      },
    ]);
  });

  describe('moving along', () => {
    let admin: TestClient;

    beforeAll(async () => {
      admin = await app.make.apiAdmin(shop);
    });

    it('goes placed → paid → completed, tells of it, and is audited', async () => {
      const { member, id } = await buyer();
      expect((await admin.post(STATUS, { order_id: id, status: 'paid' })).body.data).toMatchObject({
        id,
        status: 'paid',
      });
      expect((await admin.post(STATUS, { order_id: id, status: 'completed' })).status).toBe(200);
      expect((await member.get(`${ORDERS}${id}/`)).body.data.status).toBe('completed');
      for (const [previous_status, status] of [
        ['placed', 'paid'],
        ['paid', 'completed'],
      ]) {
        const told = (await eventsOf(app, `order.${status}`)).filter((data) => data.id === id);
        const application_id = shop.id;
        expect(told).toMatchObject([
          { uid: member.user.uid, application_id, previous_status, status, items: [{ sku: kit.sku }] },
        ]);
      }
      const common = { action: 'order.change-status', target_uid: member.user.uid };
      expect((await auditOf(app, admin.user.uid)).filter(({ entity_id }) => entity_id === String(id))).toMatchObject([
        { ...common, before: { status: 'placed' }, after: { status: 'paid' } },
        { ...common, before: { status: 'paid' }, after: { status: 'completed' } },
      ]);
    });

    it('keeps the instant of each move, which its event tells too', async () => {
      const { member, id } = await buyer();
      await admin.post(STATUS, { order_id: id, status: 'paid' });
      await admin.post(STATUS, { order_id: id, status: 'cancelled' });
      const order = (await member.get(`${ORDERS}${id}/`)).body.data;
      const instants = [order.placed_at, order.paid_at, order.cancelled_at].map((at) => Date.parse(at));
      expect(instants).toEqual(instants.toSorted((one, other) => one - other));
      expect(order.completed_at).toBeNull();
      const [told] = (await eventsOf(app, 'order.cancelled')).filter((data) => data.id === id);
      expect(told).toMatchObject({ paid_at: order.paid_at, completed_at: null, cancelled_at: order.cancelled_at });
    });

    it('keeps who moved it, when and why; its buyer does not see which admin it was', async () => {
      const { member, id } = await buyer();
      const { uid, username } = admin.user;
      await admin.post(STATUS, { order_id: id, status: 'paid', reason: 'bank transfer' });
      const root = await app.make.superAdmin();
      const patched = (await root.patch(`/admin/api/orders/${id}/`, { status: 'completed', reason: 'sent' })).body.data;
      const mine = (await member.get(`${ORDERS}${id}/`)).body.data;
      const at = [mine.placed_at, mine.paid_at, mine.completed_at];
      const seen = [
        { from: null, to: 'placed', at: at[0], by: 'buyer', reason: null, returned_items: [] },
        { from: 'placed', to: 'paid', at: at[1], by: 'admin', reason: 'bank transfer', returned_items: [] },
        { from: 'paid', to: 'completed', at: at[2], by: 'admin', reason: 'sent', returned_items: [] },
      ];
      expect(mine.moves).toEqual(seen);
      const who = [
        { by_uid: member.user.uid, by_username: member.user.username },
        { by_uid: uid, by_username: username },
        { by_uid: root.user.uid, by_username: root.user.username },
      ];
      const named = seen.map((move, index) => ({ ...move, ...who[index] }));
      expect((await admin.get(`${ORDERS}${id}/?uid=${member.user.uid}`)).body.data.moves).toEqual(named);
      const through = [shop.id, shop.id, null];
      expect(patched.moves).toEqual(
        named.map((move, index) => ({ ...move, application_id: through[index], returned_totals: null })),
      );
      expect((await root.get(`/admin/api/orders/${id}/`)).body.data).toEqual(patched);
      expect((await auditOf(app, uid)).find(({ entity_id }) => entity_id === String(id))!.after).toEqual({
        status: 'paid',
        reason: 'bank transfer',
      });
    });

    it.each(['', ' ', 7, 'x'.repeat(501)])('refuses the reason %p', async (reason) => {
      const answer = await admin.post(STATUS, { order_id: 1, status: 'paid', reason });
      expect(answer).toMatchObject({ status: 400, body: { errors: { reason: [{}] } } });
    });

    it('refuses every other move with 409', async () => {
      const { id } = await buyer();
      const move = async (status: string) => (await admin.post(STATUS, { order_id: id, status })).status;
      expect([await move('completed'), await move('placed')]).toEqual([409, 409]);
      expect([await move('paid'), await move('paid'), await move('placed')]).toEqual([200, 409, 409]);
      expect(await move('returned')).toBe(409);
      expect([await move('cancelled'), await move('paid'), await move('cancelled')]).toEqual([200, 409, 409]);
    });

    it('lets one of two contrary moves through', async () => {
      const { id } = await buyer();
      await admin.post(STATUS, { order_id: id, status: 'paid' });
      const answers = await Promise.all(
        ['completed', 'cancelled'].map((status) => admin.post(STATUS, { order_id: id, status })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it.each([
      [{ status: 'paid' }, 'order_id'],
      [{ order_id: '', status: 'paid' }, 'order_id'],
      [{ order_id: 1 }, 'status'],
      [{ order_id: 1, status: 'lost' }, 'status'],
      [{ order_id: 1, status: 'cart' }, 'status'],
    ])('refuses %j on %s', async (body, field) => {
      const answer = await admin.post(STATUS, body);
      expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    });

    it('is 404 for an unknown order, a cart, and an order that is not of the user that uid names', async () => {
      const { member, id } = await buyer();
      const cart = (await member.post(ADD, { product_id: kit.id })).body.data.cart_id;
      for (const order_id of [999_999, cart])
        expect((await admin.post(STATUS, { order_id, status: 'paid' })).status).toBe(404);
      const other = await app.make.user();
      expect((await admin.post(`${STATUS}?uid=${other.uid}`, { order_id: id, status: 'paid' })).status).toBe(404);
      expect((await admin.post(`${STATUS}?uid=${member.user.uid}`, { order_id: id, status: 'paid' })).status).toBe(200);
    });

    it('is forbidden to a member', async () => {
      const { member, id } = await buyer();
      expect((await member.post(STATUS, { order_id: id, status: 'paid' })).status).toBe(403);
    });
  });

  describe('in the admin module', () => {
    const ADMIN = '/admin/api/orders/';
    let admin: TestClient;

    beforeAll(async () => {
      admin = await app.make.superAdmin();
    });

    it('are listed for all users, with owner and application', async () => {
      const { member, id, number } = await buyer();
      const { moves: _, ...order } = (await member.get(`${ORDERS}${id}/`)).body.data;
      const page = (await admin.get(`${ADMIN}?limit=1`)).body.data;
      expect(page.results).toEqual([
        {
          ...order,
          items: [{ ...order.items[0], wholesale_price: 0 }],
          uid: member.user.uid,
          username: member.user.username,
          name: '',
          returned_amount: 0,
          application_id: shop.id,
          application_name: 'Test shop',
          next_statuses: ['paid', 'cancelled'],
        },
      ]);
      expect(page.next).toBe(`${app.config.publicUrl}/admin/api/orders/?limit=1&offset=1`);
      expect((await admin.get(`${ADMIN}${id}/`)).body.data).toMatchObject(page.results[0]);
      for (const search of [number.slice(2), member.user.username.toUpperCase()]) {
        expect((await admin.get(`${ADMIN}?search=${search}&uid=${member.user.uid}`)).body.data).toMatchObject({
          count: 1,
          results: [{ id }],
        });
      }
      expect((await admin.get(`${ADMIN}?search=%25`)).body.data.count).toBe(0);
      expect((await admin.get(`${ADMIN}?uid=${member.user.uid}&status=paid`)).body.data.count).toBe(0);
    });

    it('are moved by the same rules, audited', async () => {
      const { id } = await buyer();
      expect((await admin.patch(`${ADMIN}${id}/`, { status: 'paid' })).body.data).toMatchObject({
        id,
        status: 'paid',
        next_statuses: ['completed', 'cancelled'],
      });
      expect((await admin.patch(`${ADMIN}${id}/`, { status: 'paid' })).status).toBe(409);
      expect((await admin.patch(`${ADMIN}${id}/`, { status: 'lost' })).status).toBe(400);
      expect(await auditOf(app, admin.user.uid)).toMatchObject([
        { action: 'order.change-status', entity_id: String(id), after: { status: 'paid' } },
      ]);
    });

    it('are 404 when unknown or a cart', async () => {
      const cart = (await (await app.make.member(shop)).post(ADD, { product_id: kit.id })).body.data.cart_id;
      for (const id of ['abc', '999999', String(cart)]) {
        expect((await admin.get(`${ADMIN}${id}/`)).status).toBe(404);
        expect((await admin.patch(`${ADMIN}${id}/`, { status: 'paid' })).status).toBe(404);
      }
    });

    it('are closed to everyone else', async () => {
      const { member } = await buyer();
      expect((await member.get(ADMIN)).status).toBe(401);
      expect((await app.send('GET', ADMIN)).status).toBe(401);
    });
  });
});
