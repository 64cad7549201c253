import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import pg from 'pg';
import type { EntityManager } from 'typeorm';
import { Hook, type HookPoints } from '#common/events/index.js';
import { bundleBody, listed, makeForeignBundle, variant, without, type BundleBody } from './support/bundles.js';
import { auditOf, eventsOf } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

/** What others do while a bundle called hurried is being made. */
let meanwhile: () => Promise<void>;

/** An extension that gives a sample with what is called generous, and takes the id of what is called envious. */
@Injectable()
class Giver {
  @Hook('bundle.create')
  give(_: EntityManager, { bundle }: HookPoints['bundle.create']): void {
    if (bundle.name === 'Generous') bundle.products.push({ ...bundle.products[0]!, sku: 'sample', name: 'Sample' });
    if (bundle.name === 'Envious') bundle.bundle_id = 'envied';
    if (bundle.name === 'Moving') bundle.product_type = 'elsewhere';
  }

  @Hook('bundle.create')
  async hurry(_: EntityManager, { bundle }: HookPoints['bundle.create']): Promise<void> {
    if (bundle.name === 'Hurried') await meanwhile();
  }
}

@Module({ providers: [Giver] })
class GivingExtension {}

const BULK = 'commerce/product/bulk/create/';
const NOTHING_FAILED = { same_bundle_id: [], bundle_id_null: [], bundle_id_not_found: [] };

describe('bulk create', () => {
  let app: TestApp;
  let admin: TestClient;
  let count = 0;
  let id: string;

  beforeAll(async () => {
    app = await startTestApp({ extensions: [GivingExtension] });
    admin = await app.make.apiAdmin();
  });
  afterAll(() => app.stop());
  beforeEach(() => {
    count += 1;
    id = `bulk-${count}`;
  });

  /** Connections that wait for a lock. */
  async function waiting(): Promise<number> {
    const [row] = await app.database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return row!.count;
  }

  const bulk = (bodies: unknown): Promise<Answer> =>
    admin.post(BULK, JSON.stringify(bodies), { headers: { 'content-type': 'application/json' } });
  const many = (n: number, change: (body: BundleBody, index: number) => BundleBody = (body) => body) =>
    Array.from({ length: n }, (_, index) => change(bundleBody(`${id}-${index}`), index));

  function expectRefusal(answer: Answer, type: string, message: string): void {
    expect(answer.body).toMatchObject({ status_code: 400, type, message: expect.stringContaining(message) });
    expect(answer.status).toBe(400);
  }

  it('[7.3 bulk create / request: the product type has not been created]', async () => {
    expectRefusal(await bulk([{}]), 'Request Failed', 'the required product type has not been created');
  });

  describe('with an API product type', () => {
    beforeAll(() => app.make.catalogue.productType());

    it('[4.3 POST bulk create: creates the bundles] 50 of them, in their order', async () => {
      const answer = await bulk(
        many(50, (body, n) => ({
          ...body,
          varients: [variant(`${id}-z-${n}`), variant(`${id}-a-${n}`, { price: n })],
        })),
      );
      const ids = Array.from({ length: 50 }, (_, n) => `${id}-${n}`);
      expect(answer.body).toEqual({
        status_code: 200,
        errors: {},
        data: { Product_creation_failed: NOTHING_FAILED, Product_created: ids },
      });
      const { body } = await admin.get('commerce/product/list/?limit=50');
      const results = body.data.results as { bundle_id: string; products: { name: string; base_price: number }[] }[];
      expect(results.map(({ bundle_id }) => bundle_id)).toEqual(ids.toReversed());
      expect(results[0]?.products).toMatchObject([
        { name: `Product ${id}-z-49` },
        { name: `Product ${id}-a-49`, base_price: 49 },
      ]);
    });

    it('tells of each bundle and audits each', async () => {
      await bulk(many(2));
      expect((await eventsOf(app, 'bundle.created')).slice(-2)).toMatchObject([
        { bundle_id: `${id}-0`, products: [{ product_id: expect.any(Number), sku: `${id}-0-1`, price: 24.9 }] },
        { bundle_id: `${id}-1` },
      ]);
      expect((await auditOf(app, admin.user.uid)).slice(-2)).toMatchObject([
        { action: 'bundle.create', entity_id: `${id}-0`, before: null, after: { bundle_id: `${id}-0` } },
        { action: 'bundle.create', entity_id: `${id}-1` },
      ]);
    });

    it('[7.3 bulk create / request: more than 50 bundles] [8 limit: 50 bundles per bulk create]', async () => {
      expectRefusal(await bulk(many(51)), 'Request Failed', 'more than 50 bundles sent');
      expect(await listed(admin, `${id}-0`)).toBeUndefined();
    });

    it('[4.4 bulk create answer: same_bundle_id] lists existing ids of any type and repeated ones, and creates the others', async () => {
      await makeForeignBundle(app, `${id}-1`);
      const repeated = bundleBody(`${id}-0`, { name: 'Again', varients: 'not validated' });
      const answer = await bulk([...many(3), repeated]);
      expect(answer.body.data).toEqual({
        Product_creation_failed: {
          ...NOTHING_FAILED,
          same_bundle_id: [
            { index: 1, bundle_id: `${id}-1`, name: `Bundle ${id}-1` },
            { index: 3, bundle_id: `${id}-0`, name: 'Again' },
          ],
        },
        Product_created: [`${id}-0`, `${id}-2`],
      });
    });

    it('[4.4 bulk create answer: bundle_id_null] [4.4 bulk create answer: bundle_id_not_found] validates nothing else of such bundles', async () => {
      const answer = await bulk([{ bundle_id: null, name: 'Null' }, { name: 'None' }, {}, bundleBody(id)]);
      expect(answer.body.data).toEqual({
        Product_creation_failed: {
          same_bundle_id: [],
          bundle_id_null: [{ index: 0, bundle_id: null, name: 'Null' }],
          bundle_id_not_found: [
            { index: 1, bundle_id: null, name: 'None' },
            { index: 2, bundle_id: null, name: null },
          ],
        },
        Product_created: [id],
      });
    });

    it('takes an empty array', async () => {
      expect((await bulk([])).body.data).toEqual({ Product_creation_failed: NOTHING_FAILED, Product_created: [] });
    });

    it('does not validate the SKUs of bundles that are set aside', async () => {
      await bulk([bundleBody(id)]);
      const answer = await bulk([bundleBody(id), bundleBody(`${id}-b`, { varients: [variant(`${id}-b`)] })]);
      expect(answer.body.data.Product_created).toEqual([`${id}-b`]);
    });

    it('[7.3 bulk create / bundles: errors of product create] names each bundle, and creates none', async () => {
      const answer = await bulk(
        many(4, (body, n) => {
          if (n === 1) return without(body, 'name');
          if (n === 2) return { ...body, varients: [variant(`${id}-0-1`), variant('y', { price: 'x' })] };
          return n === 3 ? { ...body, bundle_id: ' ' } : body;
        }),
      );
      expectRefusal(answer, 'Validation Error', 'is required');
      expect(answer.body.errors).toEqual({
        name: [{ message: 'is required', index: 1, bundle_id: `${id}-1` }],
        varients: [
          { message: 'must be a number', path: 'varients[1].price', index: 2, bundle_id: `${id}-2` },
          { message: 'is duplicated in this request', path: 'varients[0].product-sku', index: 2, bundle_id: `${id}-2` },
        ],
        bundle_id: [{ message: 'must not be blank', index: 3, bundle_id: ' ' }],
      });
      expect(await listed(admin, `${id}-0`)).toBeUndefined();
    });

    it('refuses a SKU of another bundle', async () => {
      await bulk([bundleBody(id)]);
      const answer = await bulk([bundleBody(`${id}-b`, { varients: [variant(`${id}-1`)] })]);
      expect(answer.body.errors).toEqual({
        varients: [
          { message: 'belongs to another bundle', path: 'varients[0].product-sku', index: 0, bundle_id: `${id}-b` },
        ],
      });
    });

    it('names an element that is no object by its place', async () => {
      const answer = await bulk([bundleBody(id), 'text', null]);
      expect(answer.body.errors).toEqual({
        detail: [
          { message: expect.any(String), index: 1 },
          { message: expect.any(String), index: 2 },
        ],
      });
    });

    it.each([{}, 'text', null, 5])('refuses %j, which is no array', async (body) => {
      expectRefusal(await bulk(body), 'Validation Error', 'must be an array of bundles');
    });

    it('takes the array as JSON text in the form field bundles', async () => {
      const payload = new URLSearchParams({ bundles: JSON.stringify(many(2)) }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await admin.post(BULK, payload, { headers })).body.data.Product_created).toEqual([`${id}-0`, `${id}-1`]);
      expectRefusal(
        await admin.post(BULK, 'bundles=[', { headers }),
        'Validation Error',
        'must be an array of bundles',
      );
      expectRefusal(await admin.post(BULK, '', { headers }), 'Validation Error', 'must be an array of bundles');
    });

    it('of the same bundles at the same time creates each once', async () => {
      const bodies = many(20);
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => bulk(n % 2 ? bodies : bodies.toReversed())),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(6).fill(200));
      const created = answers.flatMap(({ body }) => body.data.Product_created as string[]);
      expect(created.toSorted()).toEqual(bodies.map(({ bundle_id }) => bundle_id as string).toSorted());
      for (const { body } of answers) {
        const { same_bundle_id } = body.data.Product_creation_failed as { same_bundle_id: { index: number }[] };
        expect(same_bundle_id.length + (body.data.Product_created as string[]).length).toBe(20);
        expect(same_bundle_id.map(({ index }) => index)).toEqual(
          same_bundle_id.map(({ index }) => index).toSorted((a, b) => a - b),
        );
      }
    });

    it('sets aside what others make while it runs, however often', async () => {
      let made = 0;
      meanwhile = async () => {
        if (made < 10) await makeForeignBundle(app, `${id}-${made}`);
        made += 1;
      };
      const answer = await bulk(many(12, (body, n) => (n === 11 ? { ...body, name: 'Hurried' } : body)));
      const setAside = Array.from({ length: 10 }, (_, index) => expect.objectContaining({ index }));
      expect(answer.body.data).toEqual({
        Product_creation_failed: { ...NOTHING_FAILED, same_bundle_id: setAside },
        Product_created: [`${id}-10`, `${id}-11`],
      });
      const told = (await eventsOf(app, 'bundle.created')).filter(({ bundle_id }) =>
        String(bundle_id).startsWith(`${id}-`),
      );
      expect(told.map(({ bundle_id }) => bundle_id)).toEqual([`${id}-10`, `${id}-11`]);
    });

    it('names the place of a bundle to which a hook gave what is taken', async () => {
      const named = (name: string, count: number) => many(count, (body, n) => (n === 0 ? body : { ...body, name }));
      const generous = await bulk([{ ...bundleBody(`${id}-0`), bundle_id: null }, ...named('Generous', 3)]);
      expect(generous.body.errors).toEqual({
        varients: [
          { message: 'is duplicated in this request', path: 'varients[1].product-sku', index: 3, bundle_id: `${id}-2` },
        ],
      });
      expect((await bulk(named('Envious', 2))).status).toBe(200);
      expect((await bulk([{ ...bundleBody(`${id}-3`), name: 'Envious' }])).body.errors).toEqual({
        bundle_id: [{ message: 'a product with the same bundle id already exists', index: 0, bundle_id: `${id}-3` }],
      });
      expect(await listed(admin, 'envied')).toBeDefined();
    });

    it('stores each bundle with the product type that it was validated by, whatever a hook says', async () => {
      const [first, second] = many(2);
      expect((await bulk([{ ...first, name: 'Moving' }, second])).status).toBe(200);
      const rows = await app.database.query('SELECT product_type FROM bundles WHERE bundle_id LIKE $1', [`${id}-%`]);
      expect(rows).toEqual(Array(2).fill({ product_type: 'external-api-product' }));
    });

    it('waits for a delete of what it would set aside, and creates it then', async () => {
      await bulk([bundleBody(id)]);
      const deleting = new pg.Client({ connectionString: app.database.url });
      await deleting.connect();
      try {
        await deleting.query('BEGIN');
        await deleting.query('UPDATE bundles SET deleted_at = now() WHERE bundle_id = $1', [id]);
        await deleting.query('UPDATE products SET deleted_at = now() WHERE sku = $1', [`${id}-1`]);
        const answer = bulk([bundleBody(id), bundleBody(`${id}-other`)]);
        await until(async () => (await waiting()) > 0);
        await deleting.query('COMMIT');
        expect((await answer).body.data).toEqual({
          Product_creation_failed: NOTHING_FAILED,
          Product_created: [id, `${id}-other`],
        });
      } finally {
        await deleting.end();
      }
    });

    it('of the same SKUs in other bundles at the same time creates one of the two', async () => {
      const bodies = (n: number) => many(5, (body, index) => ({ ...body, bundle_id: `${id}-${n}-${index}` }));
      const answers = await Promise.all([0, 1, 2, 3].map((n) => bulk(bodies(n))));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      for (const { body } of answers.filter(({ status }) => status === 400)) {
        expect(body.errors.varients).toHaveLength(5);
        expect(body.errors.varients[0]).toMatchObject({
          index: 0,
          path: 'varients[0].product-sku',
          message: 'belongs to another bundle',
        });
      }
    });

    it('gives the first answer again under the same Idempotency-Key', async () => {
      const headers = { 'idempotency-key': id };
      const first = await admin.post(BULK, [bundleBody(id)], { headers });
      const again = await admin.post(BULK, [bundleBody(id)], { headers });
      expect(again.body).toEqual(first.body);
      expect(again.body.data.Product_created).toEqual([id]);
    });
  });
});
