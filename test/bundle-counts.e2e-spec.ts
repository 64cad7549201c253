import { describe, expect, it } from '@jest/globals';
import { bundleBody, makeForeignBundle } from './support/bundles.js';
import { useTestApp } from './support/use-test-app.js';

const LIST = 'commerce/product/list/';
const API_LIST = 'commerce/product/list/api-products/';

const app = await useTestApp();
const admin = await app.make.apiAdmin();
await app.make.catalogue.productType();

describe('the number of bundles', () => {
  async function counted(path: string): Promise<number> {
    return (await admin.get(path)).body.data.count as number;
  }

  async function stored(type: string): Promise<number> {
    const [row] = await app.database.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM bundles WHERE deleted_at IS NULL AND product_type LIKE $1',
      [type],
    );
    return row!.count;
  }

  async function expectExact(): Promise<void> {
    expect(await counted(LIST)).toBe(await stored('%'));
    expect(await counted(API_LIST)).toBe(await stored('external-api-product'));
    expect(await counted(`${LIST}?category=starter-kit`)).toBe(await stored('starter-kit'));
  }

  it('is none in an empty catalogue', expectExact);

  it('stays exact while bundles are made, refused and deleted at the same time', async () => {
    const id = (index: number): string => `b${index}`;
    const create = (index: number) => admin.post('commerce/product/create/', bundleBody(id(index)));
    const bulk = (index: number) =>
      admin.post(
        'commerce/product/bulk/create/',
        [0, 1, 2].map((part) => bundleBody(`bulk${index}-${part}`)),
      );
    await Promise.all(Array.from({ length: 20 }, (_, index) => create(index % 15)));
    await Promise.all([
      makeForeignBundle(app, 'starter'),
      ...[20, 21, 22, 23].map(create),
      ...[0, 1].map(bulk),
      ...[0, 1, 2, 3, 3, 4].map((index) => admin.delete(`commerce/product/delete/?bundle_id=${id(index)}`)),
    ]);
    expect(await counted(LIST)).toBe(15 + 1 + 4 + 6 - 5);
    await expectExact();
  });

  it('follows what is changed behind the back of the service', async () => {
    await app.database.query(`UPDATE bundles SET deleted_at = NULL WHERE bundle_id = 'b0'`);
    await expectExact();
    await app.database.query(`UPDATE bundles SET product_type = 'starter-kit' WHERE bundle_id = 'b5'`);
    await expectExact();
    await app.database.query(`DELETE FROM products WHERE bundle_key = (SELECT id FROM bundles WHERE bundle_id = 'b6')`);
    await app.database
      .query(`DELETE FROM bundles WHERE bundle_id = 'b6' OR deleted_at IS NOT NULL AND bundle_id = 'b1'`)
      .catch(() => undefined);
    await expectExact();
  });

  it('leads to every page, in whichever range of ids it begins', async () => {
    for (const id of [40_000, 65_534, 200_000]) {
      await app.database.query(`SELECT setval('bundles_id_seq', $1)`, [id]);
      for (const part of [1, 2, 3]) await admin.post('commerce/product/create/', bundleBody(`at${id}-${part}`));
    }
    await admin.delete('commerce/product/delete/?bundle_id=at40000-2');
    await expectExact();
    const { body } = await admin.get(`${LIST}?limit=100`);
    const ids = (page: { results: { bundle_id: string }[] }) => page.results.map(({ bundle_id }) => bundle_id);
    const all = ids(body.data as { results: { bundle_id: string }[] });
    expect(all.length).toBe(await counted(LIST));
    for (let offset = 0; offset <= all.length + 1; offset += 1) {
      for (const limit of [1, 4, 7, 100]) {
        const { data } = (await admin.get(`${LIST}?limit=${limit}&offset=${offset}`)).body;
        expect([offset, limit, ...ids(data as { results: { bundle_id: string }[] })]).toEqual([
          offset,
          limit,
          ...all.slice(offset, offset + limit),
        ]);
      }
    }
  });
});
