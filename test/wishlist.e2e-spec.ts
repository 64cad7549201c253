import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditOf, eventsOf, type Catalogue, type TestProduct } from './support/catalogue.js';
import type { TestApplication, TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

const ITEMS = 'commerce/wishlist-items/';
const ADD = 'commerce/wishlist-add/';
const REMOVE = 'commerce/wishlist-remove/';
const NOT_FOUND = 'product not found';

describe('wishlist', () => {
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
      cumulativeVolume: '0.0001',
      name: 'Kit',
      image: 'https://example.com/kit.png',
    });
  });
  afterAll(() => app.stop());

  async function ids(member: TestClient, query = ''): Promise<number[]> {
    const { data } = (await member.get(`${ITEMS}${query}`)).body;
    return data[0].wished_products.map(({ product_id }: { product_id: number }) => product_id);
  }

  function expectProblem(answer: Answer, message?: string): void {
    expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
    expect(answer.body.errors).toEqual({ product_id: [{ message: message ?? expect.any(String) }] });
  }

  it('is one result without products at first', async () => {
    const member = await app.make.member(shop);
    expect((await member.get(ITEMS)).body).toEqual({
      status_code: 200,
      errors: {},
      data: [{ wished_products: [], currency_symbol: '$' }],
    });
  });

  it(
    '[4.2 GET wishlist-items: answers wishlist results] [2.2 wishlist result: wished_products] ' +
      '[2.2 wishlist result: currency_symbol] with what is known of each product',
    async () => {
      const member = await app.make.member(shop);
      await member.post(ADD, { product_id: kit.id });
      expect((await member.get(ITEMS)).body.data).toEqual([
        {
          wished_products: [
            {
              product_id: kit.id,
              bundle_id: kit.bundleId,
              sku: kit.sku,
              name: 'Kit',
              product_type: 'external-api-product',
              price: 49.9,
              status: 'active',
              image: 'https://example.com/kit.png',
              added_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
              business_volume: 40,
              points: 10.5,
              cumulative_volume: 0.0001,
            },
          ],
          currency_symbol: '$',
        },
      ]);
    },
  );

  it('[4.2 POST wishlist-add: adds the product] [4.2 POST wishlist-add: success envelope] newest first', async () => {
    const member = await app.make.member(shop);
    const second = await catalogue.product();
    expect((await member.post(ADD, { product_id: kit.id })).body).toEqual({ status_code: 200, errors: {}, data: {} });
    await member.post(ADD, { product_id: second.id });
    expect(await ids(member)).toEqual([second.id, kit.id]);
  });

  it('adds a product once, and leaves it where it is', async () => {
    const member = await app.make.member(shop);
    const second = await catalogue.product();
    for (const id of [kit.id, second.id, kit.id]) expect((await member.post(ADD, { product_id: id })).status).toBe(200);
    expect(await ids(member)).toEqual([second.id, kit.id]);
    const told = (await eventsOf(app, 'wishlist.updated')).filter(({ uid }) => uid === member.user.uid);
    expect(told).toEqual([
      { uid: member.user.uid, change: 'added', product_id: kit.id, bundle_id: kit.bundleId, sku: kit.sku },
      { uid: member.user.uid, change: 'added', product_id: second.id, bundle_id: second.bundleId, sku: second.sku },
    ]);
  });

  it('adds a product once when asked many times at once', async () => {
    const member = await app.make.member(shop);
    const answers = await Promise.all(Array.from({ length: 20 }, () => member.post(ADD, { product_id: kit.id })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await ids(member)).toEqual([kit.id]);
  });

  it('takes forms as well as JSON', async () => {
    const member = await app.make.member(shop);
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await member.post(ADD, `product_id=${kit.id}`, form)).status).toBe(200);
    expect((await member.post(REMOVE, `product_id=${kit.id}`, form)).status).toBe(200);
  });

  it.each([[{}], [{ product_id: null }]])(
    '[7.3 wishlist-add / product_id: missing] is a Validation Error on product_id: %j',
    async (body) => {
      expectProblem(await (await app.make.member(shop)).post(ADD, body));
    },
  );

  it('[7.3 wishlist-add / product_id: invalid product id] is a Validation Error on product_id', async () => {
    const member = await app.make.member(shop);
    const deleted = await catalogue.product();
    await catalogue.delete(deleted);
    for (const id of [999_999, deleted.id])
      expectProblem(await member.post(ADD, { product_id: id }), 'invalid product id');
    for (const id of ['', 'abc', '1', 1.5, 0, -1, 9e15, [1]]) expectProblem(await member.post(ADD, { product_id: id }));
    expect(await ids(member)).toEqual([]);
  });

  it('[4.2 POST wishlist-remove: removes the product] [4.2 POST wishlist-remove: success envelope]', async () => {
    const member = await app.make.member(shop);
    await member.post(ADD, { product_id: kit.id });
    expect((await member.post(REMOVE, { product_id: kit.id })).body).toEqual({
      status_code: 200,
      errors: {},
      data: {},
    });
    expect(await ids(member)).toEqual([]);
    const told = (await eventsOf(app, 'wishlist.updated')).filter(({ uid }) => uid === member.user.uid);
    const product = { product_id: kit.id, bundle_id: kit.bundleId, sku: kit.sku };
    expect(told.at(-1)).toEqual({ uid: member.user.uid, change: 'removed', ...product });
  });

  it.each([[{}], [{ product_id: null }], [{ product_id: '' }]])(
    '[7.3 wishlist-remove / product_id: blank] is a Validation Error on product_id: %j',
    async (body) => {
      expectProblem(await (await app.make.member(shop)).post(REMOVE, body));
    },
  );

  it('[7.3 wishlist-remove / product not found: product not found] is a Not Found on both names of the field', async () => {
    const member = await app.make.member(shop);
    const other = await app.make.member(shop);
    await other.post(ADD, { product_id: kit.id });
    for (const id of [999_999, kit.id]) {
      const answer = await member.post(REMOVE, { product_id: id });
      expect(answer).toMatchObject({ status: 400, body: { status_code: 400, type: 'Not Found', message: NOT_FOUND } });
      expect(answer.body.errors).toEqual({
        [NOT_FOUND]: [{ message: NOT_FOUND }],
        product_id: [{ message: NOT_FOUND }],
      });
    }
    expect(await ids(other)).toEqual([kit.id]);
  });

  it('shows what is inactive as such and does not show what was deleted', async () => {
    const member = await app.make.member(shop);
    const [inactive, deleted] = [await catalogue.product({ status: 'inactive' }), await catalogue.product()];
    for (const { id } of [inactive, deleted]) await member.post(ADD, { product_id: id });
    await catalogue.delete(deleted);
    const [{ wished_products }] = (await member.get(ITEMS)).body.data;
    expect(wished_products).toEqual([expect.objectContaining({ product_id: inactive.id, status: 'inactive' })]);
    expect((await member.post(REMOVE, { product_id: deleted.id })).body.type).toBe('Not Found');
  });

  describe('a long list', () => {
    let member: TestClient;
    let all: number[];

    beforeAll(async () => {
      member = await app.make.member(shop);
      const rows = await app.database.query<{ id: number }>(
        `INSERT INTO products (bundle_key, sku, name, price, wholesale_price)
         SELECT $1, 'LONG-' || n, 'Long', 1, 1 FROM generate_series(1, 1000) n RETURNING id`,
        [kit.bundleKey],
      );
      all = rows.map(({ id }) => id);
      await app.database.query(
        `INSERT INTO wishlist_items (uid, product_id, added_at)
         SELECT $1, id, now() - n * interval '1 second' FROM unnest($2::bigint[]) WITH ORDINALITY x (id, n)`,
        [member.user.uid, all],
      );
    });

    it('[4.2 GET wishlist-items: offset] gives at most 50 products from the offset', async () => {
      expect(await ids(member)).toEqual(all.slice(0, 50));
      expect(await ids(member, '?offset=0')).toEqual(all.slice(0, 50));
      expect(await ids(member, '?offset=975')).toEqual(all.slice(975));
      expect(await ids(member, '?offset=1000')).toEqual([]);
    });

    it.each(['-1', 'abc', '1.5', '', '99999999999999999999'])('refuses the offset "%s"', async (offset) => {
      const answer = await member.get(`${ITEMS}?offset=${offset}`);
      expect(answer).toMatchObject({
        status: 400,
        body: { type: 'Validation Error', errors: { offset: [expect.anything()] } },
      });
    });

    it('has at most 1000 products; deleted ones make room', async () => {
      expectProblem(await member.post(ADD, { product_id: kit.id }));
      expect((await member.post(ADD, { product_id: all[0]! })).status).toBe(200);
      await app.database.query('UPDATE products SET deleted_at = now() WHERE id = $1', [all[999]]);
      expect((await member.post(ADD, { product_id: kit.id })).status).toBe(200);
      expect(await ids(member)).toEqual([kit.id, ...all.slice(0, 49)]);
    });
  });

  it('[5.4 API admin: acts on another user with uid] reads and changes that wishlist, audited', async () => {
    const member = await app.make.member(shop);
    const admin = await app.make.apiAdmin(shop);
    const uid = `?uid=${member.user.uid}`;
    await admin.post(`${ADD}${uid}`, { product_id: kit.id });
    expect(await ids(admin, uid)).toEqual([kit.id]);
    expect(await ids(admin)).toEqual([]);
    await admin.post(`${REMOVE}${uid}`, { product_id: kit.id });
    expect(await auditOf(app, admin.user.uid)).toMatchObject([
      { action: 'wishlist.add', target_uid: member.user.uid, before: null, after: { product_id: kit.id } },
      { action: 'wishlist.read', target_uid: member.user.uid, before: null, after: null },
      { action: 'wishlist.remove', target_uid: member.user.uid, before: { product_id: kit.id }, after: null },
    ]);
    for (const answer of [
      await member.get(`${ITEMS}?uid=1`),
      await member.post(`${ADD}?uid=1`, { product_id: kit.id }),
    ]) {
      expect(answer.status).toBe(403);
    }
  });
});
