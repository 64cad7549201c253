import { afterAll, describe, expect, it } from '@jest/globals';
import { bundleBody } from './support/bundles.js';
import { startTestApp } from './support/start-test-app.js';

/** More than the service keeps of a search. */
const MANY = 1_200;

const TYPE = 'external-api-product';

const app = await startTestApp();
const other = await startTestApp({ sharing: app });
const application = await app.make.application();
const admin = await app.make.apiAdmin(application);
await app.make.catalogue.productType();
await app.make.catalogue.productType('starter-kit');
await app.database.query(
  `INSERT INTO bundles (bundle_id, product_type, name, name_translations, description_translations,
     short_description_translations, business_volume, points, cumulative_volume, vendor_uid)
   SELECT 'b' || i, $1, 'Ärger 5' || i, '{}', '{}', '{}', 0, 0, 0, 1 FROM generate_series(1, ${MANY}) i`,
  [TYPE],
);

describe('a search by what very many names have', () => {
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  async function search(name: string, more = '', at = app): Promise<{ count: number; ids: string[] }> {
    const { status, body } = await at.send('GET', `commerce/product/list/?name=${encodeURIComponent(name)}${more}`, {
      headers: admin.headers,
    });
    expect(status).toBe(200);
    const { count, results } = body.data as { count: number; results: { bundle_id: string }[] };
    return { count, ids: results.map(({ bundle_id }) => bundle_id) };
  }

  /** What a search that nothing is kept of would tell. */
  async function expectExact(name: string, first: string): Promise<void> {
    const [row] = await app.database.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM bundles WHERE deleted_at IS NULL AND name ILIKE $1',
      [`%${name}%`],
    );
    for (const at of [app, other, app, other]) {
      const { count, ids } = await search(name, '', at);
      expect(count).toBe(row!.count);
      expect(ids[0]).toBe(first);
    }
  }

  const NAMES = ['ärger', 'ÄRG', '5', 'R 5'];

  it.each(NAMES)('gives the same pages of "%s" again', async (name) => {
    const all = Array.from({ length: MANY }, (_, index) => `b${MANY - index}`);
    for (const offset of [0, 7, 940, 960, 990, 1_100, MANY - 1, MANY]) {
      for (let time = 0; time < 2; time += 1) {
        expect(await search(name, `&offset=${offset}`)).toEqual({ count: MANY, ids: all.slice(offset, offset + 50) });
        expect((await search(name, `&offset=${offset}&category=${TYPE}`)).ids).toEqual(all.slice(offset, offset + 50));
        expect(await search(name, `&offset=${offset}&category=starter-kit`)).toEqual({ count: 0, ids: [] });
      }
    }
  });

  it.each(NAMES)('counts "%s" again on every instance when anybody has changed a bundle', async (name) => {
    const change = async (sql: string, first: string): Promise<void> => {
      await expectExact(name, (await search(name)).ids[0]!);
      await app.database.query(sql);
      await expectExact(name, first);
    };
    const id = `new-${NAMES.indexOf(name)}`;
    await search(name);
    await admin.post('commerce/product/create/', bundleBody(id, { name: 'Ärger 5' }));
    await expectExact(name, id);
    const before = (await search(name)).ids[1]!;
    await change(`UPDATE bundles SET name = 'Calm' WHERE bundle_id = '${id}'`, before);
    await change(`UPDATE bundles SET name = 'Ärger 55' WHERE bundle_id = '${id}'`, id);
    await change(`UPDATE bundles SET deleted_at = now() WHERE bundle_id = '${id}'`, before);
  });

  it('shows what else has changed in a bundle that was found before', async () => {
    await search('ärger');
    const { ids } = await search('ärger');
    await app.database.query(`UPDATE bundles SET status = 'inactive' WHERE bundle_id = $1`, [ids[0]]);
    const { body } = await admin.get(`commerce/product/list/?name=${encodeURIComponent('ärger')}`);
    expect(body.data.results[0]).toMatchObject({ bundle_id: ids[0], status: 'inactive' });
  });
});
