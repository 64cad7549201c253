import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import {
  bundleBody,
  formFields,
  listed,
  makeForeignBundle,
  makeOrder,
  variant,
  without,
  type BundleBody,
} from './support/bundles.js';
import { auditOf, eventsOf } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

const CREATE = 'commerce/product/create/';
const UPDATE = 'commerce/product/update/';
const DELETE = 'commerce/product/delete/';
const DELETE_VARIANT = 'commerce/product/delete/product-varient/';

/** A static violation: the title with its row, what is changed in a good body, and the problem it makes. */
type Violation = [
  title: string,
  change: (body: BundleBody) => BundleBody,
  field: string,
  problem: { message: string; path?: string },
];

const variants =
  (...list: unknown[]) =>
  (body: BundleBody) => ({ ...body, varients: list });
const lacking = (key: string) => variants(without(variant('lacking'), key));
const attributes =
  (changes: BundleBody, ...removed: string[]) =>
  (body: BundleBody) => ({
    ...body,
    attributes: without({ ...(body.attributes as BundleBody), ...changes }, ...removed),
  });
const REQUIRED = { message: 'is required' };
const at = (path: string, message: string) => ({ path, message });

/** An extension that refuses what is called forbidden, and gives a sample with what is called generous. */
@Injectable()
class Forbidder {
  @Hook('bundle.create')
  refuse(_: EntityManager, { bundle }: HookPoints['bundle.create']): void {
    if (bundle.name === 'Forbidden') throw new AppError('CONFLICT', 'this is forbidden');
    if (bundle.name === 'Generous') bundle.products.push({ ...bundle.products[0]!, sku: 'sample', name: 'Sample' });
  }

  @Hook('bundle.update')
  async refuseUpdate(tx: EntityManager, context: HookPoints['bundle.update']): Promise<void> {
    this.refuse(tx, context);
  }

  @Hook('bundle.delete')
  refuseDelete(_: EntityManager, { bundle }: HookPoints['bundle.delete']): void {
    if (bundle.name === 'Undeletable') throw new AppError('CONFLICT', 'this must stay');
  }
}

@Module({ providers: [Forbidder] })
class ForbiddingExtension {}

describe('product bundles', () => {
  let app: TestApp;
  let admin: TestClient;
  let member: TestClient;
  let count = 0;
  let id: string;

  beforeAll(async () => {
    app = await startTestApp({ extensions: [ForbiddingExtension] });
    const application = await app.make.application();
    admin = await app.make.apiAdmin(application);
    member = await app.make.member(application);
  });
  afterAll(() => app.stop());
  beforeEach(() => {
    count += 1;
    id = `bundle-${count}`;
  });

  const create = (body: BundleBody): Promise<Answer> => admin.post(CREATE, body);
  const remove = (query: Record<string, string>, path = DELETE) =>
    admin.delete(`${path}?${new URLSearchParams(query).toString()}`);

  function expectProblem(answer: Answer, type: string, field: string, problem: object): void {
    expect(answer.body).toMatchObject({
      status_code: 400,
      type,
      errors: { [field]: expect.arrayContaining([expect.objectContaining(problem)]) },
    });
    expect(answer.status).toBe(400);
  }

  function expectRefusal(answer: Answer, message: string | RegExp): void {
    expect(answer.body).toMatchObject({
      status_code: 401,
      type: 'Request Failed',
      message: expect.stringMatching(message),
    });
    expect(answer.status).toBe(401);
  }

  describe('while there is no API product type', () => {
    it('[7.3 product create / request: the product type has not been created] refuses before anything else', async () => {
      expectRefusal(await create({}), /^the product type required for API product creation has not been created/);
    });

    it('knows no bundle to update', async () => {
      expectProblem(await admin.post(UPDATE, bundleBody(id)), 'Invalid Input', 'bundle_id', {
        message: 'bundle does not exist',
      });
    });
  });

  describe('with an API product type', () => {
    beforeAll(() => app.make.catalogue.productType());

    describe('create', () => {
      it('[4.3 POST product create: creates the bundle] [4.3 POST product create: data is an empty object] [2.3 bundle input: other language codes are kept]', async () => {
        const answer = await create(bundleBody(id, { varients: [variant('tea'), variant('coffee', { price: 0.1 })] }));
        expect(answer.body).toEqual({ status_code: 200, errors: {}, data: {} });
        expect(await listed(member, id)).toMatchObject({
          name: `Bundle ${id}`,
          product_type: 'external-api-product',
          status: 'active',
          products: [
            { name: 'Product tea', base_price: 24.9 },
            { name: 'Product coffee', base_price: 0.1 },
          ],
        });
        const [stored] = await app.database.query('SELECT * FROM bundles WHERE bundle_id = $1', [id]);
        expect(stored).toMatchObject({
          name_translations: { en: `Bundle ${id}`, de: `Paket ${id}` },
          description_translations: { en: 'Line one\nLine two' },
          business_volume: '20.0000',
          points: '15.2500',
          cumulative_volume: '30.0000',
        });
      });

      it('makes the user for whom the caller acts the vendor', async () => {
        await admin.post(`${CREATE}?uid=${member.user.uid}`, bundleBody(id));
        const [stored] = await app.database.query('SELECT vendor_uid FROM bundles WHERE bundle_id = $1', [id]);
        expect(Number(stored?.vendor_uid)).toBe(member.user.uid);
      });

      it('tells of the bundle, and audits who made it', async () => {
        await create(bundleBody(id));
        const news = (await eventsOf(app, 'bundle.created')).at(-1);
        expect(news).toMatchObject({
          bundle_id: id,
          products: [{ product_id: expect.any(Number), sku: `${id}-1`, price: 24.9 }],
          points: 15.25,
        });
        const entry = (await auditOf(app, admin.user.uid)).at(-1);
        expect(entry).toMatchObject({ action: 'bundle.create', entity_id: id, before: null, after: { bundle_id: id } });
      });

      it('[7.3 product create / bundle_id: missing]', async () => {
        expectProblem(await create(without(bundleBody(id), 'bundle_id')), 'Validation Error', 'bundle_id', REQUIRED);
      });

      it('[7.3 product create / bundle_id: blank]', async () => {
        expectProblem(await create(bundleBody(' \t')), 'Validation Error', 'bundle_id', {
          message: 'must not be blank',
        });
      });

      it('[7.3 product create / bundle_id: already exists] and tells what else is wrong', async () => {
        await create(bundleBody(id));
        const answer = await create(bundleBody(id, { name: '' }));
        expectProblem(answer, 'Validation Error', 'bundle_id', {
          message: 'a product with the same bundle id already exists',
        });
        expectProblem(answer, 'Validation Error', 'name', { message: 'must not be blank' });
        expectProblem(
          answer,
          'Validation Error',
          'varients',
          at('varients[0].product-sku', 'belongs to another bundle'),
        );
      });

      it.each<Violation>([
        ['[7.3 product create / name: missing]', (body) => without(body, 'name'), 'name', REQUIRED],
        [
          '[7.3 product create / name: blank]',
          (body) => ({ ...body, name: '  ' }),
          'name',
          { message: 'must not be blank' },
        ],
        [
          '[7.3 product create / name: longer than 200 characters] [8 limit: name of 200 characters]',
          (body) => ({ ...body, name: 'é'.repeat(201) }),
          'name',
          { message: 'must be at most 200 characters' },
        ],
        [
          '[7.3 product create / bundle_name_translations: missing]',
          (body) => without(body, 'bundle_name_translations'),
          'bundle_name_translations',
          REQUIRED,
        ],
        [
          '[7.3 product create / bundle_name_translations: en text missing]',
          (body) => ({ ...body, bundle_name_translations: { de: 'x' } }),
          'bundle_name_translations',
          at('bundle_name_translations.en', 'is required'),
        ],
        [
          '[7.3 product create / description_translations: missing]',
          (body) => without(body, 'description_translations'),
          'description_translations',
          REQUIRED,
        ],
        [
          '[7.3 product create / description_translations: en text missing]',
          (body) => ({ ...body, description_translations: { en: ' ' } }),
          'description_translations',
          at('description_translations.en', 'must not be blank'),
        ],
        [
          '[7.3 product create / short_description_translations: missing]',
          (body) => without(body, 'short_description_translations'),
          'short_description_translations',
          REQUIRED,
        ],
        [
          '[7.3 product create / short_description_translations: en text missing]',
          (body) => ({ ...body, short_description_translations: {} }),
          'short_description_translations',
          at('short_description_translations.en', 'is required'),
        ],
        ['[7.3 product create / varients: missing]', (body) => without(body, 'varients'), 'varients', REQUIRED],
        [
          '[7.3 product create / varients: fewer than one variant] [8 limit: at least 1 variant on create]',
          variants(),
          'varients',
          { message: 'must have at least 1 entry' },
        ],
        [
          '[7.3 product create / varients: a variant lacks price]',
          lacking('price'),
          'varients',
          at('varients[0].price', 'is required'),
        ],
        [
          '[7.3 product create / varients: a variant lacks product-name]',
          lacking('product-name'),
          'varients',
          at('varients[0].product-name', 'is required'),
        ],
        [
          '[7.3 product create / varients: a variant lacks whole-sale-price]',
          lacking('whole-sale-price'),
          'varients',
          at('varients[0].whole-sale-price', 'is required'),
        ],
        [
          '[7.3 product create / varients: a variant lacks product-sku]',
          lacking('product-sku'),
          'varients',
          at('varients[0].product-sku', 'is required'),
        ],
        [
          '[7.3 product create / varients: a SKU is duplicated]',
          variants(variant('twice'), variant('twice')),
          'varients',
          at('varients[1].product-sku', 'is duplicated in this request'),
        ],
        [
          '[7.3 product create / varients: a SKU is null]',
          variants(variant('x', { 'product-sku': null })),
          'varients',
          at('varients[0].product-sku', 'must not be null'),
        ],
        ['[7.3 product create / attributes: missing]', (body) => without(body, 'attributes'), 'attributes', REQUIRED],
        [
          '[7.3 product create / attributes: an attribute key is missing]',
          attributes({}, 'points'),
          'attributes',
          at('attributes.points', 'is required'),
        ],
        [
          '[7.3 product create / attributes: extra attribute keys]',
          attributes({ colour: 'red' }),
          'attributes',
          { path: 'attributes.colour', message: expect.any(String) as unknown as string },
        ],
        [
          'refuses a text for a price',
          variants(variant('x', { price: '1.5' })),
          'varients',
          at('varients[0].price', 'must be a number'),
        ],
        [
          'refuses a negative price',
          variants(variant('x', { price: -1 })),
          'varients',
          at('varients[0].price', 'must not be negative'),
        ],
        [
          'refuses a price of five decimals',
          variants(variant('x', { price: 1.00001 })),
          'varients',
          at('varients[0].price', 'must have at most 10 digits before and 4 after the point'),
        ],
        ['refuses a variant that is no object', variants('x'), 'varients', { message: 'must hold objects only' }],
        [
          'refuses what is no language code',
          (body) => ({ ...body, bundle_name_translations: { en: 'x', 'no code!': 'y' } }),
          'bundle_name_translations',
          { path: 'bundle_name_translations.no code!', message: expect.any(String) as unknown as string },
        ],
        [
          'refuses a language called constructor',
          (body) => ({ ...body, bundle_name_translations: { en: 'x', constructor: 'y' } }),
          'bundle_name_translations',
          { path: 'bundle_name_translations.constructor', message: expect.any(String) as unknown as string },
        ],
        [
          'refuses 101 variants',
          (body) => ({ ...body, varients: Array.from({ length: 101 }, (_, n) => variant(`many-${n}`)) }),
          'varients',
          { message: 'must have at most 100 entries' },
        ],
      ])('%s', async (_, change, field, problem) => {
        const answer = await create(change(bundleBody(id)));
        expectProblem(answer, 'Validation Error', field, problem);
        expect(Object.keys(answer.body.errors as object)).toEqual([field]);
        expect(await listed(member, id)).toBeUndefined();
      });

      it.each<Violation>([
        [
          '[2.3 bundle input: bundle_id] is a string',
          (body) => ({ ...body, bundle_id: 5 }),
          'bundle_id',
          { message: 'must be a string' },
        ],
        [
          '[2.3 bundle input: name] is a string',
          (body) => ({ ...body, name: ['x'] }),
          'name',
          { message: 'must be a string' },
        ],
        [
          '[2.3 bundle input: bundle_name_translations] is an object of texts',
          (body) => ({ ...body, bundle_name_translations: { en: 5 } }),
          'bundle_name_translations',
          at('bundle_name_translations.en', 'must be a string'),
        ],
        [
          '[2.3 bundle input: description_translations] is an object',
          (body) => ({ ...body, description_translations: 'x' }),
          'description_translations',
          { message: 'must be an object' },
        ],
        [
          '[2.3 bundle input: short_description_translations] is an object',
          (body) => ({ ...body, short_description_translations: [] }),
          'short_description_translations',
          { message: 'must be an object' },
        ],
        [
          '[2.3 bundle input: varients] is an array',
          (body) => ({ ...body, varients: { 0: variant('x') } }),
          'varients',
          { message: 'must be an array' },
        ],
        [
          '[2.3 bundle input: attributes] is an object',
          (body) => ({ ...body, attributes: null }),
          'attributes',
          { message: 'must not be null' },
        ],
        [
          '[2.4 variant: price] is a number',
          variants(variant('x', { price: true })),
          'varients',
          at('varients[0].price', 'must be a number'),
        ],
        [
          '[2.4 variant: product-name] is a string',
          variants(variant('x', { 'product-name': 5 })),
          'varients',
          at('varients[0].product-name', 'must be a string'),
        ],
        [
          '[2.4 variant: whole-sale-price] is a number',
          variants(variant('x', { 'whole-sale-price': '1' })),
          'varients',
          at('varients[0].whole-sale-price', 'must be a number'),
        ],
        [
          '[2.4 variant: product-sku] is a string',
          variants(variant('x', { 'product-sku': 5 })),
          'varients',
          at('varients[0].product-sku', 'must be a string'),
        ],
        [
          '[2.5 attributes: business-volume] is a number',
          attributes({ 'business-volume': '1' }),
          'attributes',
          at('attributes.business-volume', 'must be a number'),
        ],
        [
          '[2.5 attributes: points] is a number',
          attributes({ points: null }),
          'attributes',
          at('attributes.points', 'must not be null'),
        ],
        [
          '[2.5 attributes: cumulative-volume] is a number',
          attributes({ 'cumulative-volume': {} }),
          'attributes',
          at('attributes.cumulative-volume', 'must be a number'),
        ],
      ])('%s', async (_, change, field, problem) => {
        const answer = await create(change(bundleBody(id)));
        expectProblem(answer, 'Validation Error', field, problem);
        expect(Object.keys(answer.body.errors as object)).toEqual([field]);
      });

      it('reports everything at once', async () => {
        const { body } = await create({ varients: [{}, { price: 'x' }], attributes: { extra: 1 } });
        expect(Object.keys(body.errors as object).sort()).toEqual([
          'attributes',
          'bundle_id',
          'bundle_name_translations',
          'description_translations',
          'name',
          'short_description_translations',
          'varients',
        ]);
        expect(body.errors.varients).toHaveLength(8);
        expect(body.errors.attributes).toHaveLength(4);
      });

      it('refuses a SKU of another bundle', async () => {
        await create(bundleBody(id, { varients: [variant('taken')] }));
        const answer = await create(bundleBody(`${id}-b`, { varients: [variant('free'), variant('taken')] }));
        expectProblem(
          answer,
          'Validation Error',
          'varients',
          at('varients[1].product-sku', 'belongs to another bundle'),
        );
      });

      it('keeps the exact decimals', async () => {
        const body = bundleBody(id, { varients: [variant(id, { price: 9999999999.9999 })] });
        expect((await create(body)).status).toBe(200);
        expect(await listed(member, id)).toMatchObject({ products: [{ base_price: 9999999999.9999 }] });
      });

      it('takes a form, with objects as JSON texts', async () => {
        const payload = new URLSearchParams(formFields(bundleBody(id)));
        const answer = await admin.post(CREATE, payload.toString(), {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        });
        expect(answer.status).toBe(200);
        expect(await listed(member, id)).toMatchObject({ products: [{ base_price: 24.9 }] });
      });

      it('takes a multipart form', async () => {
        const parts = formFields(bundleBody(id)).map(
          ([key, value]) => `--x\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
        );
        const answer = await admin.post(CREATE, `${parts.join('')}--x--\r\n`, {
          headers: { 'content-type': 'multipart/form-data; boundary=x' },
        });
        expect(answer.status).toBe(200);
      });

      it('of one id at the same time makes one bundle', async () => {
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, n) => create(bundleBody(id, { varients: [variant(`${id}-${n}`)] }))),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
        for (const answer of answers.filter(({ status }) => status === 400)) {
          expectProblem(answer, 'Validation Error', 'bundle_id', {
            message: 'a product with the same bundle id already exists',
          });
        }
      });

      it('of one id at the same time makes one bundle under keys as well', async () => {
        const answers = await Promise.all(
          Array.from({ length: 4 }, (_, n) =>
            admin.post(CREATE, bundleBody(id, { varients: [variant(`${id}-${n}`)] }), {
              headers: { 'idempotency-key': `${id}-${n}` },
            }),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
        for (const answer of answers.filter(({ status }) => status === 400)) {
          expectProblem(answer, 'Validation Error', 'bundle_id', {
            message: 'a product with the same bundle id already exists',
          });
        }
        const told = (await eventsOf(app, 'bundle.created')).filter(({ bundle_id }) => bundle_id === id);
        expect(told).toHaveLength(1);
      });

      it('stores what a hook adds, unless it is taken', async () => {
        expect((await create(bundleBody(id, { name: 'Generous' }))).status).toBe(200);
        const [made] = (await eventsOf(app, 'bundle.created')).slice(-1);
        const { products } = made as unknown as { products: { product_id: number; sku: string }[] };
        expect(products.map(({ sku }) => sku)).toEqual([`${id}-1`, 'sample']);
        const stored = await app.database.query(
          'SELECT id::int AS product_id, sku FROM products WHERE id = ANY($1) ORDER BY id',
          [products.map(({ product_id }) => product_id)],
        );
        expect(stored).toEqual(products.map(({ product_id, sku }) => ({ product_id, sku })));
        const answer = await create(bundleBody(`${id}-b`, { name: 'Generous' }));
        expectProblem(
          answer,
          'Validation Error',
          'varients',
          at('varients[1].product-sku', 'belongs to another bundle'),
        );
      });

      it('of one SKU at the same time makes one bundle', async () => {
        const bodies = Array.from({ length: 8 }, (_, n) =>
          bundleBody(`${id}-${n}`, { varients: [variant(`own-${id}-${n}`), variant(`sku-${id}`)] }),
        );
        const answers = await Promise.all(bodies.map(create));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
        for (const answer of answers.filter(({ status }) => status === 400)) {
          expectProblem(
            answer,
            'Validation Error',
            'varients',
            at('varients[1].product-sku', 'belongs to another bundle'),
          );
        }
      });

      it('survives SKUs in opposite order', async () => {
        const skus = Array.from({ length: 20 }, (_, n) => `${id}-sku-${n}`);
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, n) =>
            create(
              bundleBody(`${id}-${n}`, { varients: (n % 2 ? skus : skus.toReversed()).map((sku) => variant(sku)) }),
            ),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
      });
    });

    describe('update', () => {
      it('[4.3 POST product update: updates the bundle] [4.3 POST product update: data is an empty object] [2.4 variant: an existing SKU updates that variant] [2.4 variant: a new SKU adds a variant]', async () => {
        await create(bundleBody(id, { varients: [variant(`${id}-1`), variant(`${id}-2`)] }));
        const before = (await listed(member, id))?.products as { product_id: number }[];
        const answer = await admin.post(
          UPDATE,
          bundleBody(id, {
            name: 'Renamed',
            varients: [variant(`${id}-3`), variant(`${id}-2`, { price: 5 })],
            attributes: { 'business-volume': 1, points: 2, 'cumulative-volume': 3 },
          }),
        );
        expect(answer.body).toEqual({ status_code: 200, errors: {}, data: {} });
        expect(await listed(member, id)).toMatchObject({
          name: 'Renamed',
          products: [
            { product_id: before[0]?.product_id, base_price: 24.9 },
            { product_id: before[1]?.product_id, base_price: 5 },
            { name: `Product ${id}-3`, base_price: 24.9 },
          ],
        });
        const [stored] = await app.database.query('SELECT points FROM bundles WHERE bundle_id = $1', [id]);
        expect(stored).toEqual({ points: '2.0000' });
        expect((await eventsOf(app, 'bundle.updated')).at(-1)).toMatchObject({
          bundle_id: id,
          name: 'Renamed',
          points: 2,
        });
        expect((await auditOf(app, admin.user.uid)).at(-1)).toMatchObject({
          action: 'bundle.update',
          before: { name: `Bundle ${id}`, points: 15.25 },
          after: { name: 'Renamed', points: 2 },
        });
      });

      it('[7.3 product update / bundle_id: missing] and tells what else is wrong', async () => {
        const answer = await admin.post(UPDATE, without(bundleBody(id), 'bundle_id', 'name'));
        expectProblem(answer, 'Invalid Input', 'bundle_id', REQUIRED);
        expectProblem(answer, 'Invalid Input', 'name', REQUIRED);
      });

      it('[7.3 product update / bundle_id: blank]', async () => {
        expectProblem(await admin.post(UPDATE, bundleBody('')), 'Invalid Input', 'bundle_id', {
          message: 'must not be blank',
        });
      });

      it('[7.3 product update / bundle_id: does not exist] and tells what else is wrong', async () => {
        const answer = await admin.post(
          UPDATE,
          bundleBody('nowhere', { varients: [variant('a'), variant('a')], name: ' ' }),
        );
        expectProblem(answer, 'Invalid Input', 'bundle_id', { message: 'bundle does not exist' });
        expectProblem(answer, 'Invalid Input', 'name', { message: 'must not be blank' });
        expectProblem(
          answer,
          'Invalid Input',
          'varients',
          at('varients[1].product-sku', 'is duplicated in this request'),
        );
      });

      it('[7.3 product update / bundle_id: not of the API product type]', async () => {
        await makeForeignBundle(app, id);
        expectProblem(await admin.post(UPDATE, bundleBody(id)), 'Invalid Input', 'bundle_id', {
          message: 'bundle is not of the API product type (external-api-product)',
        });
      });

      it.each<Violation>([
        ['[7.3 product update / name: missing]', (body) => without(body, 'name'), 'name', REQUIRED],
        [
          '[7.3 product update / name: blank]',
          (body) => ({ ...body, name: '  ' }),
          'name',
          { message: 'must not be blank' },
        ],
        [
          '[7.3 product update / name: longer than 200 characters]',
          (body) => ({ ...body, name: 'é'.repeat(201) }),
          'name',
          { message: 'must be at most 200 characters' },
        ],
        [
          '[7.3 product update / description_translations: missing]',
          (body) => without(body, 'description_translations'),
          'description_translations',
          REQUIRED,
        ],
        [
          '[7.3 product update / description_translations: en text missing]',
          (body) => ({ ...body, description_translations: {} }),
          'description_translations',
          at('description_translations.en', 'is required'),
        ],
        [
          '[7.3 product update / short_description_translations: missing]',
          (body) => without(body, 'short_description_translations'),
          'short_description_translations',
          REQUIRED,
        ],
        [
          '[7.3 product update / short_description_translations: en text missing]',
          (body) => ({ ...body, short_description_translations: {} }),
          'short_description_translations',
          at('short_description_translations.en', 'is required'),
        ],
        [
          '[7.3 product update / varients: fewer than one variant] [8 limit: at least 1 variant on update]',
          variants(),
          'varients',
          { message: 'must have at least 1 entry' },
        ],
        [
          '[7.3 product update / varients: a variant lacks price]',
          lacking('price'),
          'varients',
          at('varients[0].price', 'is required'),
        ],
        [
          '[7.3 product update / varients: a variant lacks product-name]',
          lacking('product-name'),
          'varients',
          at('varients[0].product-name', 'is required'),
        ],
        [
          '[7.3 product update / varients: a variant lacks whole-sale-price]',
          lacking('whole-sale-price'),
          'varients',
          at('varients[0].whole-sale-price', 'is required'),
        ],
        [
          '[7.3 product update / varients: a variant lacks product-sku]',
          lacking('product-sku'),
          'varients',
          at('varients[0].product-sku', 'is required'),
        ],
        [
          '[7.3 product update / varients: a SKU is duplicated]',
          variants(variant('twice'), variant('twice')),
          'varients',
          at('varients[1].product-sku', 'is duplicated in this request'),
        ],
        [
          '[7.3 product update / varients: a SKU is null]',
          variants(variant('x', { 'product-sku': null })),
          'varients',
          at('varients[0].product-sku', 'must not be null'),
        ],
        [
          '[7.3 product update / attributes: an attribute key is missing]',
          attributes({}, 'points'),
          'attributes',
          at('attributes.points', 'is required'),
        ],
        [
          '[7.3 product update / attributes: extra attribute keys]',
          attributes({ colour: 'red' }),
          'attributes',
          { path: 'attributes.colour', message: expect.any(String) as unknown as string },
        ],
      ])('%s', async (_, change, field, problem) => {
        await create(bundleBody(id));
        const answer = await admin.post(UPDATE, change(bundleBody(id)));
        expectProblem(answer, 'Validation Error', field, problem);
        expect(Object.keys(answer.body.errors as object)).toEqual([field]);
      });

      it.each(['bundle_name_translations', 'varients', 'attributes'])(
        '[4.3 POST product update: all fields are required] %s too',
        async (field) => {
          await create(bundleBody(id));
          expectProblem(await admin.post(UPDATE, without(bundleBody(id), field)), 'Validation Error', field, REQUIRED);
        },
      );

      it('changes nothing when a SKU belongs to another bundle', async () => {
        await create(bundleBody(id));
        await create(bundleBody(`${id}-b`, { varients: [variant(`${id}-other`)] }));
        const answer = await admin.post(
          UPDATE,
          bundleBody(id, { name: 'Changed', varients: [variant(`${id}-1`, { price: 1 }), variant(`${id}-other`)] }),
        );
        expectProblem(
          answer,
          'Validation Error',
          'varients',
          at('varients[1].product-sku', 'belongs to another bundle'),
        );
        expect(await listed(member, id)).toMatchObject({ name: `Bundle ${id}`, products: [{ base_price: 24.9 }] });
      });

      it('does not let a bundle grow beyond 100 variants', async () => {
        await create(bundleBody(id, { varients: Array.from({ length: 100 }, (_, n) => variant(`${id}-${n}`)) }));
        const answer = await admin.post(UPDATE, bundleBody(id, { varients: [variant(`${id}-new`)] }));
        expectProblem(answer, 'Validation Error', 'varients', {
          message: 'must not bring the bundle to more than 100 variants',
        });
      });

      it('ends two updates at the same time as one of the two orders', async () => {
        await create(bundleBody(id));
        const update = (name: string) =>
          admin.post(
            UPDATE,
            bundleBody(id, {
              name,
              varients: [variant(`${id}-1`, { 'product-name': name }), variant(`${id}-2`, { 'product-name': name })],
            }),
          );
        const answers = await Promise.all(['A', 'B', 'C', 'D'].map(update));
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
        const { name, products } = (await listed(member, id)) as { name: string; products: { name: string }[] };
        expect(products.map((product) => product.name)).toEqual([name, name]);
      });
    });

    describe('delete', () => {
      it('[4.3 DELETE product delete: deletes the bundle] [4.3 DELETE product delete: data is an empty object]', async () => {
        await create(bundleBody(id));
        expect((await remove({ bundle_id: id })).body).toEqual({ status_code: 200, errors: {}, data: {} });
        expect(await listed(member, id)).toBeUndefined();
        expect((await eventsOf(app, 'bundle.deleted')).at(-1)).toMatchObject({ bundle_id: id });
        expect((await auditOf(app, admin.user.uid)).at(-1)).toMatchObject({
          action: 'bundle.delete',
          entity_id: id,
          after: null,
        });
      });

      it('frees the id and the SKUs, and keeps the history', async () => {
        await create(bundleBody(id));
        await remove({ bundle_id: id });
        expect((await create(bundleBody(id))).status).toBe(200);
        const rows = await app.database.query('SELECT deleted_at FROM bundles WHERE bundle_id = $1', [id]);
        expect(rows).toHaveLength(2);
      });

      it('[7.3 product delete / bundle_id: missing]', async () => {
        expectProblem(await admin.delete(DELETE), 'Invalid Input', 'bundle_id', REQUIRED);
      });

      it('[7.3 product delete / bundle_id: blank]', async () => {
        expectProblem(await remove({ bundle_id: '' }), 'Invalid Input', 'bundle_id', { message: 'must not be blank' });
      });

      it('[7.3 product delete / bundle_id: does not exist]', async () => {
        expectProblem(await remove({ bundle_id: 'nowhere' }), 'Invalid Input', 'bundle_id', {
          message: 'bundle does not exist',
        });
      });

      it('[7.3 product delete / bundle_id: not of the API product type]', async () => {
        await makeForeignBundle(app, id);
        expectProblem(await remove({ bundle_id: id }), 'Invalid Input', 'bundle_id', {
          message: 'bundle is not of the API product type (external-api-product)',
        });
      });

      it.each(['cart', 'placed', 'paid'])(
        '[7.3 product delete / request: in an order that is not completed] a %s one',
        async (status) => {
          await create(bundleBody(id));
          const { uid } = await app.make.user();
          await makeOrder(app, uid, `${id}-1`, status);
          expectRefusal(await remove({ bundle_id: id }), 'the product is in an order that is not completed');
          expect(await listed(member, id)).toBeDefined();
        },
      );

      it('[7.3 product delete / request: purchased by users]', async () => {
        await create(bundleBody(id, { varients: [variant(`${id}-1`), variant(`${id}-2`)] }));
        await makeOrder(app, member.user.uid, `${id}-2`, 'completed');
        await remove({ bundle_id: id, product_sku: `${id}-2` }, DELETE_VARIANT);
        const answer = await remove({ bundle_id: id });
        expectRefusal(answer, 'the package was purchased by users');
        expect(answer.body.code).toBe('bundle_purchased');
      });

      it('is not hindered by cancelled and returned orders and by carts left alone for long', async () => {
        await create(bundleBody(id));
        const { uid } = await app.make.user();
        await makeOrder(app, uid, `${id}-1`, 'cancelled');
        await makeOrder(app, uid, `${id}-1`, 'returned');
        await makeOrder(app, uid, `${id}-1`, 'cart', 31);
        expect((await remove({ bundle_id: id })).status).toBe(200);
      });

      it('and an add to a cart at the same time never leave a fresh cart line of a deleted bundle', async () => {
        for (let round = 0; round < 5; round += 1) {
          const bundleId = `${id}-${round}`;
          await create(bundleBody(bundleId));
          const products = (await listed(member, bundleId))?.products as { product_id: number }[];
          const product_id = products[0]?.product_id;
          const [added, deleted] = await Promise.all([
            member.post('commerce/add-cart-item/', { product_id }),
            remove({ bundle_id: bundleId }),
          ]);
          expect([added.status, deleted.status].toSorted()).toEqual(added.status === 200 ? [200, 401] : [200, 400]);
        }
      });

      it('happens once when asked several times at once', async () => {
        await create(bundleBody(id));
        const answers = await Promise.all(Array.from({ length: 5 }, () => remove({ bundle_id: id })));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
      });
    });

    describe('delete of a variant', () => {
      it('[4.3 DELETE product-varient: deletes the variant] [4.3 DELETE product-varient: data is an empty object]', async () => {
        await create(bundleBody(id, { varients: [variant(`${id}-1`), variant(`${id}-2`)] }));
        const answer = await remove({ bundle_id: id, product_sku: `${id}-1` }, DELETE_VARIANT);
        expect(answer.body).toEqual({ status_code: 200, errors: {}, data: {} });
        expect((await listed(member, id))?.products).toMatchObject([{ name: `Product ${id}-2` }]);
        expect((await eventsOf(app, 'product.deleted')).at(-1)).toMatchObject({ bundle_id: id, sku: `${id}-1` });
        expect((await auditOf(app, admin.user.uid)).at(-1)).toMatchObject({
          action: 'product.delete',
          before: { sku: `${id}-1` },
        });
      });

      it.each([
        ['[7.3 delete variant / product_sku: missing]', { bundle_id: 'x' }, 'product_sku', 'is required'],
        [
          '[7.3 delete variant / product_sku: blank]',
          { bundle_id: 'x', product_sku: ' ' },
          'product_sku',
          'must not be blank',
        ],
        [
          '[7.3 delete variant / product_sku: not valid]',
          { bundle_id: 'x', product_sku: 'x'.repeat(65) },
          'product_sku',
          'must be at most 64 characters',
        ],
        ['[7.3 delete variant / bundle_id: missing]', { product_sku: 'x' }, 'bundle_id', 'is required'],
        [
          '[7.3 delete variant / bundle_id: blank]',
          { bundle_id: '', product_sku: 'x' },
          'bundle_id',
          'must not be blank',
        ],
        [
          'refuses an unknown bundle',
          { bundle_id: 'nowhere', product_sku: 'x' },
          'product_sku',
          'product does not exist',
        ],
      ])('%s', async (_, query, field, message) => {
        expectProblem(await remove(query, DELETE_VARIANT), 'Validation Error', field, { message });
      });

      it('[7.3 delete variant / product_sku: product does not exist]', async () => {
        await create(bundleBody(id));
        expectProblem(
          await remove({ bundle_id: id, product_sku: 'nothing' }, DELETE_VARIANT),
          'Validation Error',
          'product_sku',
          { message: 'product does not exist' },
        );
      });

      it('[7.3 delete variant / request: only one variant is left] [4.3 DELETE product-varient: not the last variant] [8 limit: at least 1 variant on delete variant]', async () => {
        await create(bundleBody(id));
        expectRefusal(
          await remove({ bundle_id: id, product_sku: `${id}-1` }, DELETE_VARIANT),
          'only one variant is left in the bundle',
        );
      });

      it('[7.3 delete variant / request: not of the API product type] [4.3 DELETE product-varient: only of the API product type]', async () => {
        await makeForeignBundle(app, id);
        expectRefusal(
          await remove({ bundle_id: id, product_sku: id }, DELETE_VARIANT),
          'the product is not of the API product type',
        );
      });

      it('never takes the last two at the same time', async () => {
        await create(bundleBody(id, { varients: [variant(`${id}-1`), variant(`${id}-2`)] }));
        const answers = await Promise.all(
          [1, 2].map((n) => remove({ bundle_id: id, product_sku: `${id}-${n}` }, DELETE_VARIANT)),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      });
    });
  });

  describe('an extension', () => {
    beforeAll(() => app.make.catalogue.productType());

    it('may refuse a create, an update and a delete', async () => {
      expect((await create(bundleBody(id, { name: 'Forbidden' }))).body).toMatchObject({
        status_code: 409,
        message: 'this is forbidden',
      });
      expect(await listed(member, id)).toBeUndefined();
      await create(bundleBody(id, { name: 'Undeletable' }));
      expect((await admin.post(UPDATE, bundleBody(id, { name: 'Forbidden' }))).status).toBe(409);
      expect((await remove({ bundle_id: id })).body).toMatchObject({ status_code: 409, message: 'this must stay' });
      expect(await listed(member, id)).toMatchObject({ name: 'Undeletable' });
    });
  });

  describe('with an API product type of other fields', () => {
    const create2 = () => create(bundleBody(id));
    const usual = ['price', 'wholesale-price', 'product-name'];

    it('[7.3 product create / varients: product type has other variant fields] [7.3 product update / varients: product type has other variant fields]', async () => {
      await app.make.catalogue.productType();
      await create2();
      await app.make.catalogue.productType('external-api-product', [...usual, 'colour']);
      const problem = { message: expect.stringContaining('the product type has variant fields other than') };
      expectProblem(await create(bundleBody(`${id}-b`)), 'Validation Error', 'varients', problem);
      expectProblem(await admin.post(UPDATE, bundleBody(id)), 'Validation Error', 'varients', problem);
    });

    it('[7.3 product create / attributes: product type has other attributes] [7.3 product update / attributes: product type has other attributes]', async () => {
      await app.make.catalogue.productType();
      await create2();
      await app.make.catalogue.productType('external-api-product', usual, ['points', 'weight']);
      const problem = { message: expect.stringContaining('the product type has attributes other than') };
      expectProblem(await create(bundleBody(`${id}-b`)), 'Validation Error', 'attributes', problem);
      expectProblem(await admin.post(UPDATE, bundleBody(id)), 'Validation Error', 'attributes', problem);
    });
  });
});
