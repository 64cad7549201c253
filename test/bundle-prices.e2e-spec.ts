import { beforeEach, describe, expect, it } from '@jest/globals';
import { Prices } from '#sales/bundles/prices/prices.service.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const BUNDLES = '/admin/api/bundles/';
const LATER = '2099-01-01T00:00:00Z';
let id: string;
let sku: string;

const app = await useTestApp();
const root = await app.make.superAdmin();

beforeEach(async () => {
  const { bundleId, sku: own } = await app.make.catalogue.product({ price: '20', wholesalePrice: '15' });
  id = bundleId;
  sku = own;
});

const prices = (query = ''): Promise<Answer> => root.get(`${BUNDLES}${id}/prices/${query}`);
const schedule = (price: number, effective_at = LATER, client = root): Promise<Answer> =>
  client.post(`${BUNDLES}${id}/prices/`, { product_sku: sku, price, effective_at });
const priceNow = async (): Promise<number> => (await root.get(`${BUNDLES}${id}/`)).body.data.varients[0].price;

/** Lets what was scheduled be due, and does the job. */
async function due(change: number, at = '2026-01-01T00:00:00Z'): Promise<void> {
  await app.database.query('UPDATE price_changes SET effective_at = $2 WHERE id = $1', [change, at]);
  await app.nest.get(Prices, { strict: false }).apply({}, { signal: new AbortController().signal });
}

describe('a price that is scheduled', () => {
  it('holds from its moment on, with the event and the audit entry of a change by hand', async () => {
    const { status, body } = await schedule(24.9);
    expect([status, body.data]).toMatchObject([
      200,
      { product_sku: sku, price: 24.9, previous_price: null, status: 'scheduled', by_uid: root.user.uid },
    ]);
    expect(await priceNow()).toBe(20);
    await due(body.data.id);
    expect(await priceNow()).toBe(24.9);
    expect((await prices()).body.data).toMatchObject({
      count: 1,
      results: [{ id: body.data.id, status: 'applied', price: 24.9, previous_price: 20 }],
    });
    const events = await app.database.query(
      `SELECT FROM events WHERE type = 'bundle.updated' AND data->>'bundle_id' = $1`,
      [id],
    );
    expect(events).toHaveLength(1);
    const audited = await app.database.query(
      `SELECT action, actor_uid::int AS uid, request_id FROM audit_entries WHERE entity_type = 'bundle' AND entity_id = $1 ORDER BY id`,
      [id],
    );
    expect(audited.slice(-2)).toMatchObject([
      { action: 'price.schedule', uid: root.user.uid },
      { action: 'bundle.update', uid: root.user.uid, request_id: 'scheduled-price' },
    ]);
    // The job does nothing twice.
    await due(body.data.id);
    expect((await prices()).body.data.count).toBe(1);
  });

  it('is cancelled before it holds, and not afterwards', async () => {
    const { body } = await schedule(30);
    const cancel = (): Promise<Answer> => root.post(`${BUNDLES}${id}/prices/${body.data.id}/cancel/`);
    expect((await cancel()).body.data).toMatchObject({ status: 'cancelled', price: 30 });
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'price_settled' } });
    await due(body.data.id);
    expect(await priceNow()).toBe(20);
  });

  it('is refused for another bundle’s variant, a moment that is over or taken, and by the twenty-first', async () => {
    const { bundleId, sku: foreign } = await app.make.catalogue.product({ price: '1' });
    const answer = await root.post(`${BUNDLES}${id}/prices/`, { product_sku: foreign, price: 1, effective_at: LATER });
    expect(answer.body.errors.product_sku).toMatchObject([{ message: 'is no variant of this bundle' }]);
    expect((await schedule(1, '2020-01-01')).body.errors.effective_at).toMatchObject([{ code: 'not_later' }]);
    expect((await schedule(1.00001)).status).toBe(400);
    const { body } = await schedule(1);
    expect((await schedule(2)).body.errors.effective_at).toMatchObject([{ code: 'price_at_moment' }]);
    expect((await root.post(`${BUNDLES}${bundleId}/prices/${body.data.id}/cancel/`)).status).toBe(404);
    for (let year = 2100; year < 2119; year += 1) expect((await schedule(1, `${year}-01-01`)).status).toBe(200);
    expect(await schedule(1, '2130-01-01')).toMatchObject({ status: 409, body: { code: 'too_many_prices' } });
  });

  it('is read by who may read bundles, and scheduled by who may write them', async () => {
    const [reader, keeper] = [await app.make.admin(['auditor']), await app.make.admin(['catalogue'])];
    expect((await reader.get(`${BUNDLES}${id}/prices/`)).status).toBe(200);
    expect((await schedule(5, LATER, reader)).status).toBe(403);
    expect((await schedule(5, LATER, keeper)).status).toBe(200);
    expect((await root.get(`${BUNDLES}none/prices/`)).status).toBe(404);
  });

  it('leaves a wholesale price as it is, and is one where the type has none', async () => {
    const wholesale = async (): Promise<unknown> =>
      app.database.query('SELECT wholesale_price::float8 AS price FROM products WHERE sku = $1', [sku]);
    await due((await schedule(24)).body.data.id);
    expect(await wholesale()).toEqual([{ price: 15 }]);
    await app.make.catalogue.productType('plain', ['price'], []);
    await app.database.query(`UPDATE bundles SET product_type = 'plain' WHERE bundle_id = $1`, [id]);
    await due((await schedule(26)).body.data.id);
    expect(await wholesale()).toEqual([{ price: 26 }]);
  });

  it('ends with its variant', async () => {
    const { body } = await schedule(30);
    expect((await root.delete(`${BUNDLES}${id}/`)).status).toBe(200);
    await due(body.data.id);
    const sql = 'SELECT status FROM price_changes WHERE id = $1';
    expect(await app.database.query(sql, [body.data.id])).toEqual([{ status: 'cancelled' }]);
  });
});

describe('the prices of a bundle', () => {
  it('keep what was changed by hand, and nothing where the price stays', async () => {
    const change = (price: number): Promise<Answer> =>
      root.patch(`${BUNDLES}${id}/`, { varients: [{ ...variant, price }] });
    const { product_id: _, ...variant } = (await root.get(`${BUNDLES}${id}/`)).body.data.varients[0];
    expect((await change(25)).status).toBe(200);
    expect((await change(25)).status).toBe(200);
    expect((await change(22.5)).status).toBe(200);
    expect((await prices()).body.data.results).toMatchObject([
      { price: 22.5, previous_price: 25, status: 'applied', by: root.user.username },
      { price: 25, previous_price: 20, status: 'applied' },
    ]);
    expect((await prices(`?product_sku=${sku}&status=scheduled`)).body.data.count).toBe(0);
  });
});
