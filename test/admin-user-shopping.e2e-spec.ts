import { describe, expect, it } from '@jest/globals';
import { auditOf } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const USERS = '/admin/api/users/';

const app = await useTestApp();
const shop = await app.make.application();
const admin = await app.make.superAdmin();
const kit = await app.make.catalogue.product({
  name: 'Starter kit',
  price: '49.90',
  businessVolume: '40',
  points: '10.5',
});

function cartOf({ user }: TestClient, reader = admin): Promise<Answer> {
  return reader.get(`${USERS}${user.uid}/cart/`);
}

function wishesOf({ user }: TestClient, query = '', reader = admin): Promise<Answer> {
  return reader.get(`${USERS}${user.uid}/wishlist/${query}`);
}

async function skus(member: TestClient, query = ''): Promise<string[]> {
  return (await wishesOf(member, query)).body.data.results.map(({ sku }: { sku: string }) => sku);
}

describe('an order that is placed for a user', () => {
  const ORDERS = '/admin/api/orders/';
  const place = ({ user }: TestClient, more: object = {}, by = admin): Promise<Answer> =>
    by.post(ORDERS, { uid: user.uid, product_id: kit.id, quantity: 2, ...more });

  it('costs what the catalogue says, belongs to no application, and is audited', async () => {
    const member = await app.make.member(shop);
    const by = await app.make.superAdmin();
    const { status, body } = await place(member, {}, by);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      uid: member.user.uid,
      status: 'placed',
      totals: { quantity: 2, price: 99.8, business_volume: 80 },
    });
    expect((await member.get('commerce/orders/')).body.data.results).toHaveLength(1);
    expect((await member.get('commerce/cart-items/')).body.data.cartitems).toEqual([]);
    const entries = await auditOf(app, by.user.uid);
    expect(entries.map(({ action }) => action)).toContain('order.place');
  });

  it('is audited for oneself, too', async () => {
    const by = await app.make.superAdmin();
    expect((await place(by, {}, by)).status).toBe(200);
    expect((await auditOf(app, by.user.uid)).map(({ action }) => action)).toContain('order.place');
  });

  it('is placed once for an idempotency key', async () => {
    const { user } = await app.make.member(shop);
    const send = (): Promise<Answer> =>
      admin.post(ORDERS, { uid: user.uid, product_id: kit.id }, { headers: { 'idempotency-key': `of-${user.uid}` } });
    const [first, again] = [await send(), await send()];
    expect([first.status, again.body.data]).toEqual([200, first.body.data]);
    expect((await admin.get(`${ORDERS}?uid=${user.uid}`)).body.data.count).toBe(1);
  });

  it('leaves a cart with products as it is', async () => {
    const member = await app.make.member(shop);
    for (const quantity of [2, 3]) {
      await member.post('commerce/add-cart-item/', { product_id: kit.id, quantity });
      const before = (await member.get('commerce/cart-items/')).body.data;
      const { status, body } = await place(member);
      expect([status, body.code]).toEqual([409, 'cart_in_use']);
      expect((await member.get('commerce/cart-items/')).body.data).toEqual(before);
    }
    expect((await member.get('commerce/orders/')).body.data.results).toEqual([]);
  });

  it('needs an active user, a product that can be bought, and a super admin', async () => {
    const member = await app.make.member(shop);
    expect((await admin.post(ORDERS, { uid: 999_999, product_id: kit.id })).status).toBe(404);
    expect((await place(member, { product_id: 999_999 })).body.errors).toHaveProperty('product_id');
    expect((await place(member, { quantity: 10_000 })).status).toBe(400);
    for (const role of ['support', 'finance', 'auditor'] as const)
      expect((await place(member, {}, await app.make.admin([role]))).status).toBe(403);
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [member.user.uid]);
    expect((await place(member)).status).toBe(404);
  });
});

describe('the cart of a user', () => {
  it('is what the user sees: items, totals with volumes, version', async () => {
    const member = await app.make.member(shop);
    const own = (await member.post('commerce/add-cart-item/', { product_id: kit.id, quantity: 2 })).body.data;
    const answer = await cartOf(member);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual(own);
    expect(answer.body.data).toMatchObject({
      version: 1,
      currency_code: 'USD',
      totals: { quantity: 2, price: 99.8, business_volume: 80, points: 21, cumulative_volume: 0 },
    });
  });

  it('is empty without one, and reading makes none', async () => {
    const member = await app.make.member(shop);
    expect((await cartOf(member)).body.data).toMatchObject({ cartitems: [], cart_id: null, version: 0 });
    const carts = await app.database.query('SELECT id FROM orders WHERE uid = $1', [member.user.uid]);
    expect(carts).toEqual([]);
  });

  it('is audited when it is read, unless it is the reader’s own', async () => {
    const member = await app.make.member(shop);
    const reader = await app.make.superAdmin();
    await cartOf(member, reader);
    await cartOf(reader, reader);
    const entries = await auditOf(app, reader.user.uid);
    expect(entries).toMatchObject([{ action: 'cart.read', target_uid: member.user.uid }]);
  });
});

describe('the wishlist of a user', () => {
  it('is a page, newest first, with what the user sees of each product', async () => {
    const member = await app.make.member(shop);
    const tea = await app.make.catalogue.product({ name: 'Tea' });
    for (const { id } of [kit, tea]) await member.post('commerce/wishlist-add/', { product_id: id });
    const own = (await member.get('commerce/wishlist-items/')).body.data[0].wished_products;
    const page = (await wishesOf(member, '?limit=1')).body.data;
    expect(page).toMatchObject({ count: 2, previous: null, next: expect.stringContaining('offset=1') });
    expect(page.results).toEqual([own[0]]);
    expect(page.next).toContain(`${USERS}${member.user.uid}/wishlist/?`);
    expect(await skus(member, '?offset=1')).toEqual([kit.sku]);
  });

  it('is searched by name, SKU and bundle id, and knows no deleted product', async () => {
    const member = await app.make.member(shop);
    const [rose, gone] = [
      await app.make.catalogue.product({ name: 'Rose 100% oil', bundleId: 'oils' }),
      await app.make.catalogue.product({ name: 'Rose soap' }),
    ];
    for (const { id } of [kit, rose, gone]) await member.post('commerce/wishlist-add/', { product_id: id });
    await app.make.catalogue.delete(gone);
    expect(await skus(member, '?search=ROSE')).toEqual([rose.sku]);
    expect(await skus(member, '?search=oils')).toEqual([rose.sku]);
    expect(await skus(member, `?search=${kit.sku}`)).toEqual([kit.sku]);
    expect(await skus(member, '?search=%25')).toEqual([rose.sku]);
    expect((await wishesOf(member)).body.data.count).toBe(2);
  });

  it('is audited when it is read, unless it is the reader’s own', async () => {
    const member = await app.make.member(shop);
    const reader = await app.make.superAdmin();
    expect((await wishesOf(member, '', reader)).body.data).toMatchObject({ results: [], count: 0 });
    await wishesOf(reader, '', reader);
    const entries = await auditOf(app, reader.user.uid);
    expect(entries).toMatchObject([{ action: 'wishlist.read', target_uid: member.user.uid }]);
  });
});

describe.each(['cart', 'wishlist'])('%s', (list) => {
  it.each(['0', 'x', '999999999', '99999999999999999999'])('answers 404 for user %s', async (uid) => {
    const answer = await admin.get(`${USERS}${uid}/${list}/`);
    expect(answer.body).toMatchObject({ status_code: 404, type: 'Not Found', message: 'user not found' });
  });
});
