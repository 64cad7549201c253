import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bundleBody, makeOrder, variant, without, type BundleBody } from './support/bundles.js';
import { auditOf, eventsOf } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import { statementsOf } from './support/sent-statements.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

const TYPES = '/admin/api/product-types/';
const BUNDLES = '/admin/api/bundles/';

const STARTER = {
  name: 'starter',
  label: 'Starter',
  variant_fields: ['price', 'colour'],
  attributes: ['points', 'weight'],
};

describe('the catalogue in the admin module', () => {
  let app: TestApp;
  let admin: TestClient;
  let apiAdmin: TestClient;
  let count = 0;
  let id: string;

  beforeAll(async () => {
    app = await startTestApp();
    admin = await app.make.superAdmin();
    apiAdmin = await app.make.apiAdmin();
  });
  afterAll(() => app.stop());
  beforeEach(() => {
    count += 1;
    id = `bundle-${count}`;
  });

  const at = (bundleId: string) => `${BUNDLES}${encodeURIComponent(bundleId)}/`;

  function expectProblem(answer: Answer, field: string, problem: object): void {
    expect(answer.body).toMatchObject({
      status_code: 400,
      type: 'Validation Error',
      errors: { [field]: expect.arrayContaining([expect.objectContaining(problem)]) },
    });
  }

  describe('product types', () => {
    let name: string;
    beforeEach(() => {
      name = `type-${count}`;
    });
    const make = (changes: object = {}) => admin.post(TYPES, { ...STARTER, name, ...changes });

    it('are created, listed, searched, changed and deleted', async () => {
      const created = await make({ label: 'Weird Label' });
      expect(created.body.data).toEqual({
        ...STARTER,
        name,
        label: 'Weird Label',
        bundles: 0,
        created_at: expect.any(String),
      });
      const found = await admin.get(`${TYPES}?search=weird&limit=1`);
      expect(found.body.data).toMatchObject({ results: [{ name }], count: 1, previous: null, next: null });
      expect((await admin.get(`${TYPES}${name}/`)).body.data).toEqual(created.body.data);
      const changed = await admin.patch(`${TYPES}${name}/`, { label: 'Plain', attributes: ['points'] });
      expect(changed.body.data).toMatchObject({
        name,
        label: 'Plain',
        variant_fields: ['price', 'colour'],
        attributes: ['points'],
      });
      expect((await admin.delete(`${TYPES}${name}/`)).body).toEqual({ status_code: 200, errors: {}, data: {} });
      expect((await admin.get(`${TYPES}?search=${name}`)).body.data.count).toBe(0);
      expect((await auditOf(app, admin.user.uid)).slice(-3)).toMatchObject([
        { action: 'product-type.create', entity_id: name, before: null, after: { label: 'Weird Label' } },
        { action: 'product-type.update', before: { label: 'Weird Label' }, after: { label: 'Plain' } },
        { action: 'product-type.delete', before: { label: 'Plain' }, after: null },
      ]);
    });

    it('may be created again after a delete, as new', async () => {
      await make();
      await admin.delete(`${TYPES}${name}/`);
      expect((await make({ label: 'Second' })).body.data).toMatchObject({ name, label: 'Second' });
    });

    it('of one name exist once', async () => {
      const answers = await Promise.all([make(), make(), make()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    });

    it.each([
      ['name', { name: 'Upper Case' }],
      ['name', { name: undefined }],
      ['label', { label: ' ' }],
      ['variant_fields', { variant_fields: ['price', 'price'] }],
      ['variant_fields', { variant_fields: ['not valid'] }],
      ['attributes', { attributes: 'points' }],
      ['attributes', { attributes: undefined }],
    ])('refuse a bad %s: %j', async (field, changes) => {
      expectProblem(await make(changes), field, { message: expect.any(String) });
    });

    it('cannot change their fields, nor go, while live bundles are of them', async () => {
      await make({ variant_fields: ['price'], attributes: [] });
      const body = {
        ...bundleBody(id),
        product_type: name,
        varients: [{ price: 1, 'product-sku': id }],
        attributes: {},
      };
      expect((await admin.post(BUNDLES, body)).status).toBe(200);
      expect((await admin.patch(`${TYPES}${name}/`, { attributes: ['points'] })).body).toMatchObject({
        status_code: 409,
        type: 'Conflict',
      });
      expect((await admin.delete(`${TYPES}${name}/`)).status).toBe(409);
      expect((await admin.patch(`${TYPES}${name}/`, { label: 'Other', attributes: [] })).body.data).toMatchObject({
        label: 'Other',
        bundles: 1,
      });
      await admin.delete(at(id));
      expect((await admin.patch(`${TYPES}${name}/`, { attributes: ['points'] })).status).toBe(200);
      expect((await admin.delete(`${TYPES}${name}/`)).status).toBe(200);
    });

    it('that do not exist are 404', async () => {
      expect((await admin.get(`${TYPES}nothing/`)).status).toBe(404);
      expect((await admin.patch(`${TYPES}nothing/`, { label: 'x' })).status).toBe(404);
      expect((await admin.delete(`${TYPES}nothing/`)).status).toBe(404);
    });
  });

  describe('bundles', () => {
    const starter = (changes: BundleBody = {}): BundleBody => ({
      ...bundleBody(id),
      product_type: 'starter',
      varients: [{ price: 10, 'product-sku': id, colour: 'red' }],
      attributes: { points: 5, weight: 1.5 },
      ...changes,
    });

    beforeAll(async () => {
      await app.make.catalogue.productType();
      await admin.post(TYPES, STARTER);
    });

    it('of any type are created with the fields of their type', async () => {
      const { body } = await admin.post(
        BUNDLES,
        starter({ image: 'https://cdn.example.com/a.jpg', status: 'inactive' }),
      );
      expect(body.data).toEqual({
        ...without(starter(), 'varients', 'attributes'),
        product_type_label: 'Starter',
        status: 'inactive',
        image: 'https://cdn.example.com/a.jpg',
        varients: [
          {
            product_id: expect.any(Number),
            'product-sku': id,
            'product-name': `Bundle ${id}`,
            price: 10,
            'whole-sale-price': 10,
            status: 'active',
            colour: 'red',
          },
        ],
        attributes: { 'business-volume': 0, points: 5, 'cumulative-volume': 0, weight: 1.5 },
        vendor_uid: admin.user.uid,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
      expect((await admin.get(at(id))).body.data).toEqual(body.data);
      expect((await eventsOf(app, 'bundle.created')).at(-1)).toMatchObject({ bundle_id: id, product_type: 'starter' });
    });

    it('are read with their variants in one statement, so that both are of one state', async () => {
      await apiAdmin.post('commerce/product/create/', bundleBody(id));
      for (const path of [BUNDLES, at(id)]) {
        const runs = await statementsOf(() => admin.get(path));
        const ofVariants = runs.filter(({ text }) => text.includes('products'));
        expect(ofVariants).toHaveLength(1);
        expect(ofVariants[0]!.text).toMatch(/FROM "bundles"/);
      }
    });

    it('of the API product type take what clients send', async () => {
      expect(
        (await admin.post(BUNDLES, { ...bundleBody(id), product_type: 'external-api-product' })).body.data,
      ).toMatchObject({
        varients: [
          { 'product-sku': `${id}-1`, 'product-name': `Product ${id}-1`, price: 24.9, 'whole-sale-price': 18.5 },
        ],
        attributes: { 'business-volume': 20, points: 15.25, 'cumulative-volume': 30 },
      });
    });

    it('report all that is wrong at once', async () => {
      const answer = await admin.post(
        BUNDLES,
        starter({
          name: '',
          varients: [{ price: 1, 'product-sku': id, size: 'XL' }],
          attributes: { weight: {} },
          image: 'javascript:alert(1)',
        }),
      );
      expectProblem(answer, 'name', { message: 'must not be blank' });
      expectProblem(answer, 'image', { message: expect.any(String) });
      expectProblem(answer, 'varients', { path: 'varients[0].colour', message: 'is required' });
      expectProblem(answer, 'varients', {
        path: 'varients[0].size',
        message: expect.stringContaining('is not one of'),
      });
      expectProblem(answer, 'attributes', { path: 'attributes.points', message: 'is required' });
      expectProblem(answer, 'attributes', { path: 'attributes.weight', message: 'must be a number or a string' });
    });

    it('refuse an unknown type, an id and a SKU that exist', async () => {
      expectProblem(await admin.post(BUNDLES, starter({ product_type: 'nothing' })), 'product_type', {
        message: 'does not exist',
      });
      await admin.post(BUNDLES, starter());
      const answer = await admin.post(BUNDLES, starter());
      expectProblem(answer, 'bundle_id', { message: 'a product with the same bundle id already exists' });
      expectProblem(answer, 'varients', { path: 'varients[0].product-sku', message: 'belongs to another bundle' });
    });

    it('are changed in part', async () => {
      await admin.post(BUNDLES, starter({ image: '/a.jpg' }));
      const { body } = await admin.patch(at(id), {
        name: 'New name',
        status: 'inactive',
        image: null,
        varients: [
          { price: 11, 'product-sku': id, colour: 'blue', status: 'inactive' },
          { price: 12, 'product-sku': `${id}-2`, colour: 'green' },
        ],
      });
      expect(body.data).toMatchObject({
        name: 'New name',
        status: 'inactive',
        image: null,
        bundle_name_translations: { en: `Bundle ${id}` },
        varients: [
          { price: 11, colour: 'blue', status: 'inactive' },
          { price: 12, colour: 'green', status: 'active', 'product-name': 'New name' },
        ],
        attributes: { points: 5, weight: 1.5 },
      });
      const changed = await admin.patch(at(id), { attributes: { points: 6, weight: 'light' } });
      expect(changed.body.data).toMatchObject({
        name: 'New name',
        attributes: { points: 6, weight: 'light' },
        varients: [{ price: 11 }, { price: 12 }],
      });
      expect((await auditOf(app, admin.user.uid)).at(-1)).toMatchObject({
        action: 'bundle.update',
        before: { points: 5 },
        after: { points: 6 },
      });
    });

    it('refuse changes that cannot be', async () => {
      await admin.post(BUNDLES, starter());
      const answer = await admin.patch(at(id), {
        bundle_id: 'other',
        product_type: 'other',
        status: 'gone',
        attributes: {},
        varients: [variant(id)],
      });
      for (const field of ['bundle_id', 'product_type']) expectProblem(answer, field, { message: 'cannot be changed' });
      expectProblem(answer, 'status', { message: 'must be one of active, inactive' });
      expectProblem(answer, 'attributes', { path: 'attributes.points', message: 'is required' });
      expectProblem(answer, 'varients', { path: 'varients[0].colour', message: 'is required' });
      expect((await admin.patch(at('nothing'), { name: 'x' })).status).toBe(404);
      expect((await admin.patch(at(id), { bundle_id: id })).status).toBe(200);
    });

    it('are changed although their type was deleted in the database', async () => {
      const product_type = `gone-${id}`;
      await admin.post(TYPES, { ...STARTER, name: product_type });
      expect((await admin.post(BUNDLES, starter({ product_type }))).status).toBe(200);
      await app.database.query('UPDATE product_types SET deleted_at = now() WHERE name = $1', [product_type]);
      expect((await admin.patch(at(id), { name: 'New name' })).status).toBe(200);
    });

    it('are searched by name, id and SKU, and filtered by type and status', async () => {
      const special = `Search_${id}`;
      await admin.post(
        BUNDLES,
        starter({
          bundle_id: `${special}-id`,
          name: 'By id',
          varients: [{ price: 1, 'product-sku': `${id}-x`, colour: 'red' }],
        }),
      );
      await admin.post(BUNDLES, {
        ...bundleBody(`${id}-b`),
        name: special,
        product_type: 'external-api-product',
        status: 'inactive',
      });
      await admin.post(
        BUNDLES,
        starter({ bundle_id: `${id}-c`, varients: [{ price: 1, 'product-sku': special, colour: 'red' }] }),
      );
      const ids = async (query: string) => {
        const { body } = await admin.get(`${BUNDLES}?${query}`);
        expect(body.data.count).toBe((body.data.results as unknown[]).length);
        return (body.data.results as { bundle_id: string }[]).map(({ bundle_id }) => bundle_id);
      };
      expect(await ids(`search=search_${id}`)).toEqual([`${id}-c`, `${id}-b`, `${special}-id`]);
      expect(await ids(`search=search_${id}&product_type=starter`)).toEqual([`${id}-c`, `${special}-id`]);
      expect(await ids(`search=search_${id}&status=inactive`)).toEqual([`${id}-b`]);
      // Too short for an index.
      expect(await ids('search=H_')).toEqual([`${id}-c`, `${id}-b`, `${special}-id`]);
      expect(await ids('search=%25')).toEqual([]);
    });

    it('of any type are deleted, unless orders hold them', async () => {
      await admin.post(BUNDLES, starter());
      const impact = () => admin.get(`${at(id)}delete-impact/`);
      expect((await impact()).body.data).toEqual({
        bundle_id: id,
        deletable: true,
        open_carts: 0,
        open_orders: 0,
        completed_orders: 0,
        holders: [],
      });
      const { uid, username } = await app.make.user();
      const holder = (changes: object) => ({
        id: expect.any(Number),
        uid,
        username,
        changed_at: expect.any(String),
        ...changes,
      });
      await makeOrder(app, uid, id, 'cart');
      await makeOrder(app, uid, id, 'placed');
      await makeOrder(app, uid, id, 'completed');
      await makeOrder(app, uid, id, 'cancelled');
      await makeOrder(app, uid, id, 'returned');
      expect((await impact()).body.data).toEqual({
        bundle_id: id,
        deletable: false,
        open_carts: 1,
        open_orders: 1,
        completed_orders: 1,
        holders: [
          holder({ status: 'placed', order_number: `${id}-placed` }),
          holder({ status: 'cart', order_number: null }),
          holder({ status: 'completed', order_number: `${id}-completed` }),
        ],
      });
      expect((await admin.delete(at(id))).body).toMatchObject({ status_code: 401, type: 'Request Failed' });
      await app.database.query('DELETE FROM orders WHERE uid = $1', [uid]);
      expect((await admin.delete(at(id))).status).toBe(200);
      expect((await admin.get(at(id))).status).toBe(404);
      expect((await impact()).status).toBe(404);
      expect((await admin.delete(at(id))).status).toBe(404);
    });

    it('lose a variant, but not the last one', async () => {
      const gone = `${id}/ä`;
      await admin.post(
        BUNDLES,
        starter({
          varients: [
            { price: 1, 'product-sku': id, colour: 'red' },
            { price: 2, 'product-sku': gone, colour: 'red' },
          ],
        }),
      );
      const drop = (bundleId: string, sku: string) =>
        admin.delete(`${at(bundleId)}varients/${encodeURIComponent(sku)}/`);
      expect((await apiAdmin.delete(`${at(id)}varients/x/`)).status).not.toBe(200);
      expect((await drop(id, gone)).body).toEqual({ status_code: 200, errors: {}, data: {} });
      expect((await admin.get(at(id))).body.data.varients).toMatchObject([{ 'product-sku': id }]);
      expect((await auditOf(app, admin.user.uid)).at(-1)).toMatchObject({
        action: 'product.delete',
        entity_id: id,
        before: { sku: gone },
      });
      expect((await eventsOf(app, 'product.deleted')).at(-1)).toMatchObject({ bundle_id: id });
      expect((await drop(id, gone)).body).toMatchObject({ status_code: 404, message: 'variant not found' });
      expect((await drop('nothing', id)).body).toMatchObject({ status_code: 404, message: 'bundle not found' });
      expect((await drop(id, id)).body).toMatchObject({
        status_code: 401,
        type: 'Request Failed',
        message: 'only one variant is left in the bundle',
      });
    });

    it('have ids of up to 255 characters of any script in their path', async () => {
      const long = `${id}/${'茶'.repeat(255 - id.length - 1)}`;
      expect((await admin.post(BUNDLES, starter({ bundle_id: long }))).status).toBe(200);
      expect((await admin.get(at(long))).body.data).toMatchObject({ bundle_id: long });
    });
  });
});
