import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestClient, TestUser } from './support/factories.js';
import { NetworkHands } from './support/network.js';
import { PLAN } from './support/shop.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

interface Found {
  id: string;
  title: string;
  details: string[];
  status: string | null;
  type: string | null;
  exact: boolean;
}

let app: TestApp;
let admin: TestClient;
let lena: TestUser;
let orderNumber: string;
let orderId: number;

beforeAll(async () => {
  app = await startTestApp();
  admin = (await NetworkHands.of(app)).root;
  lena = await app.make.user({ username: 'lena' });
  await app.make.user({ username: 'helena' });
  const { id } = await app.make.catalogue.product({ sku: 'TEA-7', bundleId: 'green-tea' });
  const client = await app.make.client(['member'], undefined, lena);
  await client.post('commerce/add-cart-item/', { product_id: id, quantity: 1 });
  ({ order_number: orderNumber, order_id: orderId } = (await client.post('commerce/create-order/')).body.data);
});

afterAll(() => app.stop());

async function find(q: string, client = admin): Promise<Record<string, Found[]>> {
  const { status, body } = await client.get(`/admin/api/search/?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return Object.fromEntries(
    (body.data as { kind: string; results: Found[] }[]).map(({ kind, results }) => [kind, results]),
  );
}

describe('the search over everything', () => {
  it('finds people by username, e-mail address and uid, exact ones first, with the orders that are theirs', async () => {
    const { user, order } = await find('LENA');
    expect(user).toMatchObject([
      { id: String(lena.uid), title: 'lena', status: 'active', exact: true },
      { title: 'helena', exact: false },
    ]);
    expect(order).toMatchObject([{ title: orderNumber, details: expect.arrayContaining(['lena']), exact: false }]);
    expect((await find(lena.email)).user).toMatchObject([{ title: 'lena', exact: true }]);
    expect((await find(` ${lena.uid} `)).user?.[0]).toMatchObject({ title: 'lena', exact: true });
  });

  it('finds an order by its number and its id, and says that it is exactly this one', async () => {
    expect(await find(orderNumber)).toMatchObject({ order: [{ id: String(orderId), status: 'placed', exact: true }] });
    expect((await find(String(orderId))).order).toContainEqual(
      expect.objectContaining({ title: orderNumber, exact: true }),
    );
  });

  it('finds bundles by SKU, and shows the one that was searched', async () => {
    const { bundle } = await find('tea-7');
    expect(bundle).toMatchObject([{ id: 'green-tea', details: ['green-tea', 'TEA-7'], exact: true }]);
  });

  it('finds applications by name, by id, and by the beginning of the id of a key', async () => {
    const made = await admin.get('/admin/api/applications/?limit=1');
    const { id, name } = made.body.data.results[0];
    const keys = await admin.get(`/admin/api/applications/${id}/keys/`);
    const keyId: string = keys.body.data.results[0].key_id;
    for (const [text, exact] of [
      [name, true],
      [id, true],
      [keyId.slice(0, 13), false],
    ])
      expect((await find(text)).application).toContainEqual(expect.objectContaining({ id, title: name, exact }));
  });

  it('finds plans by name and number, runs by period and number, and product types', async () => {
    const plan = (await admin.post('/admin/api/plans/', { ...PLAN, name: 'Autumn plan' })).body.data;
    expect((await find('autumn')).plan).toMatchObject([{ id: String(plan.id), title: 'Autumn plan', status: 'draft' }]);
    expect((await find(String(plan.id))).plan).toContainEqual(expect.objectContaining({ exact: true }));
    const started = await admin.post('/admin/api/commission-runs/', {
      period: '2026-10',
      kind: 'preview',
      plan_id: plan.id,
    });
    const id = String(started.body.data.id);
    expect((await find('2026-10')).run).toMatchObject([{ id, title: '2026-10', type: 'preview', exact: true }]);
    expect((await find(id)).run).toContainEqual(expect.objectContaining({ id, exact: true }));
    const [type] = (await admin.get('/admin/api/product-types/?limit=1')).body.data.results;
    expect((await find(type.label)).product_type).toContainEqual(
      expect.objectContaining({ id: type.name, exact: true }),
    );
  });

  it('shows only the kinds that the user may read', async () => {
    const [catalogue, developer] = [await app.make.admin(['catalogue']), await app.make.admin(['developer'])];
    expect(Object.keys(await find('lena'))).toEqual(['user', 'order']);
    expect(await find('lena', catalogue)).toEqual({});
    expect(Object.keys(await find('tea-7', catalogue))).toEqual(['bundle']);
    const [{ name }] = (await admin.get('/admin/api/applications/?limit=1')).body.data.results;
    expect(Object.keys(await find(name, developer))).toEqual(['application']);
    expect(await find(name, catalogue)).toEqual({});
    expect(await find(lena.email, developer)).toEqual({});
  });

  it('finds only what has exactly a text of one or two letters, which would otherwise be a part of millions', async () => {
    const el = await app.make.user({ username: 'el' });
    expect(await find('el')).toMatchObject({ user: [{ id: String(el.uid), exact: true }] });
    expect(Object.keys(await find('le'))).not.toContain('user');
  });

  it('shows at most as many of each kind as were asked for, and says how many there are', async () => {
    const { body } = await admin.get('/admin/api/search/?q=lena&limit=1');
    expect(body.data[0]).toMatchObject({ kind: 'user', count: 2, results: [{ title: 'lena' }] });
    expect((await admin.get('/admin/api/search/?q=%20')).status).toBe(400);
    expect((await admin.get('/admin/api/search/?q=a&limit=11')).status).toBe(400);
  });
});
