import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { auditOf, type TestProduct } from './support/catalogue.js';
import type { TestApplication, TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

const USERS = '/admin/api/users/';

let app: TestApp;
let shop: TestApplication;
let admin: TestClient;
let kit: TestProduct;

beforeAll(async () => {
  app = await startTestApp();
  shop = await app.make.application();
  admin = await app.make.superAdmin();
  kit = await app.make.catalogue.product({ name: 'Starter kit', price: '49.90', businessVolume: '40', points: '10.5' });
});

afterAll(() => app.stop());

function cartOf({ user }: TestClient, reader = admin): Promise<Answer> {
  return reader.get(`${USERS}${user.uid}/cart/`);
}

function wishesOf({ user }: TestClient, query = '', reader = admin): Promise<Answer> {
  return reader.get(`${USERS}${user.uid}/wishlist/${query}`);
}

async function skus(member: TestClient, query = ''): Promise<string[]> {
  return (await wishesOf(member, query)).body.data.results.map(({ sku }: { sku: string }) => sku);
}

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
