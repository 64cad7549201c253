import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { BundleAdminService } from '#sales/bundles/admin/admin-bundles.service.js';
import { auditOf, eventsOf } from './support/catalogue.js';
import { FileImports, ndjson, refusedOf, type Row, type Told } from './support/imports.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

/** What others do while a bundle called hurried is being made. */
let meanwhile: () => Promise<void> = () => Promise.resolve();

/** An extension that wants no bundle called forbidden. */
@Injectable()
class Refuser {
  @Hook('bundle.create')
  async refuse(_: EntityManager, { bundle }: HookPoints['bundle.create']): Promise<void> {
    if (bundle.name === 'Hurried') await meanwhile();
    if (bundle.name === 'Forbidden') throw AppError.ofField('VALIDATION', 'name', 'must not be forbidden');
  }
}

@Module({ providers: [Refuser] })
class RefusingExtension {}

let count = 0;
let id: string;

const app = await useTestApp({
  config: { jobConcurrency: 0 },
  extensions: [
    {
      module: RefusingExtension,
      customFields: {
        bundles: {
          season: {
            type: 'text',
            label: { en: 'Season', de: 'Saison' },
            description: { en: 'when it is sold', de: 'wann verkauft wird' },
            max: 20,
            imported: true,
          },
        },
      },
    },
  ],
});
const root = await app.make.superAdmin();
const keeper = await app.make.admin(['catalogue']);
const imports = new FileImports(app, root, '/admin/api/bundles/import/');
await app.make.catalogue.productType();
await root.post('/admin/api/product-types/', {
  name: 'kit',
  label: 'Kit',
  variant_fields: ['price', 'colour'],
  attributes: ['points', 'weight'],
});

beforeEach(() => {
  count += 1;
  id = `imported-${count}`;
});

/** A row of a bundle with nothing wrong. */
const row = (changes: Row = {}): Row => ({
  bundle_id: id,
  product_type: 'external-api-product',
  name: 'Tea box',
  description: 'Three teas.',
  short_description: 'Teas',
  business_volume: 20,
  points: 15.25,
  cumulative_volume: 30,
  ...variant(`${id}-1`),
  ...changes,
});

const variant = (sku: string): Row => ({ sku, product_name: `Product ${sku}`, price: 24.9, wholesale_price: 18.5 });
const shown = async (bundle = id): Promise<Answer['body']> =>
  (await root.get(`/admin/api/bundles/${bundle}/`)).body.data;
const isThere = async (bundle: string): Promise<boolean> =>
  (await root.get(`/admin/api/bundles/${bundle}/`)).status === 200;
const refused = async (rows: Row[], query = ''): Promise<Record<number, Record<string, string>>> => {
  const told = await imports.import(rows, query);
  expect(told.status).toBe('refused');
  return refusedOf(told);
};

describe('an import of bundles', () => {
  it('makes one bundle of the rows that name it, as the request that creates it would', async () => {
    const file = [
      'bundle_id;product_type;name;name_de;description;short_description;business_volume;points;cumulative_volume;sku;product_name;price;wholesale_price;variant_status;currency',
      `${id};external-api-product;Tea box;Teekiste;Three teas.;Teas;20;15,25;30;${id}-1;Green;24,9;18,5;;USD`,
      `${id};;;;;;;;;${id}-2;Black;22;17;inactive;`,
      `${id}-b;external-api-product;Mug;;A mug.;Mug;1;1;1;${id}-3;Mug;9;7;;`,
    ].join('\r\n');
    const headers = { 'content-type': 'text/csv' };
    const told = await imports.import(file, '?decimal_comma=true', { headers });
    expect(told).toMatchObject({ status: 'done', rows: 3, accepted: 3, refused: [] });
    expect(await shown()).toMatchObject({
      product_type: 'external-api-product',
      name: 'Tea box',
      bundle_name_translations: { en: 'Tea box', de: 'Teekiste' },
      description_translations: { en: 'Three teas.' },
      status: 'active',
      vendor_uid: root.user.uid,
      attributes: { 'business-volume': 20, points: 15.25, 'cumulative-volume': 30 },
      varients: [
        { 'product-sku': `${id}-1`, 'product-name': 'Green', price: 24.9, 'whole-sale-price': 18.5, status: 'active' },
        { 'product-sku': `${id}-2`, 'product-name': 'Black', price: 22, 'whole-sale-price': 17, status: 'inactive' },
      ],
    });
    expect((await eventsOf(app, 'bundle.created')).map(({ bundle_id }) => bundle_id)).toEqual([id, `${id}-b`]);
    const acts = (await auditOf(app, root.user.uid)).map(({ action, entity_id }) => [action, entity_id]);
    expect(acts.slice(-3)).toEqual([
      ['bundles.import', told.id],
      ['bundle.create', id],
      ['bundle.create', `${id}-b`],
    ]);
  });

  it('takes the fields of other product types, and custom fields', async () => {
    const { wholesale_price: _, product_name: __, business_volume: ___, cumulative_volume: ____, ...rest } = row();
    const told = await imports.import([
      {
        ...rest,
        product_type: 'kit',
        'variant.colour': 'red',
        'attribute.weight': 2,
        'custom_fields.season': 'winter',
      },
      { bundle_id: id, sku: `${id}-2`, price: 3, 'variant.colour': 'blue' },
    ]);
    expect(told).toMatchObject({ status: 'done', refused: [] });
    expect(await shown()).toMatchObject({
      attributes: { points: 15.25, weight: 2 },
      custom_fields: { season: 'winter' },
      varients: [{ colour: 'red' }, { colour: 'blue' }],
    });
  });

  it('only tells what it would do, if that is asked', async () => {
    expect(await imports.import([row()], '?dry_run=true')).toMatchObject({ status: 'done', accepted: 1 });
    expect(await isThere(id)).toBe(false);
  });

  it('refuses each row by its line and its column, and writes nothing', async () => {
    const wrong = [
      row({ price: -1, name_de: 'x'.repeat(201), status: 'sold', 'attribute.size': 1 }),
      { bundle_id: id, ...variant(`${id}-2`), wholesale_price: undefined, 'variant.colour': 'red', name: 'Other' },
      row({ bundle_id: `${id}-b`, sku: `${id}-1`, currency: 'EUR', name: '' }),
      row({ bundle_id: `${id}-c`, sku: `${id}-4`, product_type: 'none' }),
      { ...variant(`${id}-5`) },
      row({ bundle_id: `${id}-d`, sku: `${id}-6`, price: ['1'] }),
    ];
    expect(await refused(wrong)).toEqual({
      1: {
        price: expect.stringContaining('must'),
        name_de: 'must be at most 200 characters',
        status: expect.stringContaining('must be one of'),
        'attribute.size': expect.any(String),
      },
      2: {
        wholesale_price: 'is required',
        'variant.colour': expect.any(String),
        name: expect.stringContaining('line 1'),
      },
      3: {
        sku: 'is duplicated in this request',
        currency: 'must be USD, the currency of all prices',
        name: 'is required',
      },
      4: { product_type: 'does not exist' },
      5: expect.objectContaining({ bundle_id: 'is required', product_type: 'is required', name: 'is required' }),
      6: { price: 'must be a number or a string' },
    });
    expect(await isThere(`${id}-c`)).toBe(false);
  });

  it('says what the file has where it is refused', async () => {
    const { refused: rows } = (await imports.import([row({ price: 'cheap' })])) as Told & { refused: Row[] };
    expect(rows).toMatchObject([{ line: 1, values: { price: 'cheap' } }]);
  });

  it('refuses rows of a bundle that do not follow one another, and more variants than a bundle has', async () => {
    const many = Array.from({ length: 101 }, (_, n) => ({ bundle_id: `${id}-b`, ...variant(`${id}-b${n}`) }));
    const rows = [row(), { ...row({ bundle_id: `${id}-b` }), ...many[0] }, ...many.slice(1), row({ sku: `${id}-2` })];
    expect(await refused(rows)).toEqual({
      2: { detail: expect.stringContaining('at most 100') },
      103: { bundle_id: 'the rows of a bundle must follow one another' },
    });
  });

  it('refuses a bundle id and a SKU that exist, so a file that is sent twice makes nothing twice', async () => {
    expect((await imports.import([row()])).status).toBe('done');
    expect(await refused([row()])).toEqual({
      1: { bundle_id: 'a product with the same bundle id already exists', sku: 'belongs to another bundle' },
    });
    const key = { headers: { 'idempotency-key': `again-${id}` } };
    const [first, second] = [
      await imports.send(ndjson([row()]), '', key),
      await imports.send(ndjson([row()]), '', key),
    ];
    expect(second.body.data.id).toBe(first.body.data.id);
  });

  it('takes back what it has written when a hook refuses a bundle, and says which', async () => {
    const rows = [row(), row({ bundle_id: `${id}-b`, sku: `${id}-2`, name: 'Forbidden' })];
    expect(await refused(rows)).toEqual({ 2: { name: 'must not be forbidden' } });
    expect(await isThere(id)).toBe(false);
    expect((await eventsOf(app, 'bundle.created')).map(({ bundle_id }) => bundle_id)).not.toContain(id);
  });

  it('that breaks off while it writes leaves nothing behind, and is begun again', async () => {
    meanwhile = () => Promise.reject(new Error('the process has died'));
    const rows = [row(), row({ bundle_id: `${id}-b`, sku: `${id}-2`, name: 'Hurried' })];
    const { id: asked } = (await imports.send(ndjson(rows))).body.data as Told;
    await expect(imports.work(asked)).rejects.toThrow('has died');
    expect(await isThere(id)).toBe(false);
    meanwhile = () => Promise.resolve();
    expect(await imports.work(asked)).toMatchObject({ status: 'done', accepted: 2 });
    expect(await imports.work(asked)).toMatchObject({ status: 'done', accepted: 2 });
    expect(await shown(`${id}-b`)).toMatchObject({ name: 'Hurried' });
  });

  it('refuses by its line what others took between check and write', async () => {
    const taken = `${id}-2`;
    const other = await app.make.catalogue.product();
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      await app.database.query('UPDATE products SET sku = $2 WHERE id = $1', [other.id, taken]);
    };
    const rows = [row({ name: 'Hurried' }), row({ bundle_id: `${id}-b`, sku: taken })];
    const { id: asked } = (await imports.send(ndjson(rows))).body.data as Told;
    await expect(imports.work(asked)).rejects.toThrow('the catalogue has changed');
    expect(refusedOf(await imports.work(asked))).toEqual({ 2: { sku: 'belongs to another bundle' } });
    expect(await isThere(id)).toBe(false);
  });

  it('is read by who keeps the catalogue, but not one of members', async () => {
    const send = (path: string) =>
      root.post(path, '{"username":"x"}', { headers: { 'content-type': 'application/x-ndjson' } });
    const own = (await imports.send(ndjson([row()]))).body.data.id;
    const ofMembers = (await send('/admin/api/network/import/')).body.data.id;
    expect((await keeper.get(`/admin/api/bundle-imports/${own}/`)).body.data).toMatchObject({ kind: 'bundles' });
    expect((await keeper.get(`/admin/api/bundle-imports/${ofMembers}/`)).status).toBe(404);
    expect((await keeper.get(`/admin/api/imports/${own}/`)).status).toBe(403);
  });
});

describe('a large import of bundles', () => {
  it('holds up neither other deliveries nor the counts of others', async () => {
    const fields = { webhookUrl: 'https://93.184.216.34/hooks', webhookEvents: ['bundle.created'] };
    const { id: application } = await app.make.application(fields);
    const bySlots = 'SELECT sum(live) FILTER (WHERE slot < 16)::int AS usual FROM bundle_counts';
    const before = await app.database.query(bySlots);
    expect((await imports.import([row()])).status).toBe('done');
    const deliveries = await app.database.query<{ in_bulk: boolean }>(
      'SELECT in_bulk FROM webhook_deliveries WHERE application_id = $1 ORDER BY sequence',
      [application],
    );
    expect(deliveries).toEqual([{ in_bulk: true }]);
    expect(await app.database.query(bySlots)).toEqual(before);
    expect((await root.get(`/admin/api/bundles/?search=${id}`)).body.data.count).toBe(1);
  });

  it('looks nothing up any more once as many rows are refused as are told', async () => {
    const looksUp = jest.spyOn(app.nest.get(BundleAdminService, { strict: false }), 'validateNew');
    const rows = Array.from({ length: 1_100 }, (_, n) =>
      row({ bundle_id: `${id}-${n}`, sku: `${id}-${n}`, price: -1 }),
    );
    const told = await imports.import(rows);
    expect([told.status, told.refused.length, looksUp.mock.calls.length]).toEqual(['refused', 1_000, 1_000]);
    looksUp.mockRestore();
  });
});
