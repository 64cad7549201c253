import { describe, expect, it } from '@jest/globals';
import { bundleBody, makeForeignBundle, variant } from './support/bundles.js';
import { useTestApp } from './support/use-test-app.js';

const LIST = 'commerce/product/list/';
const API_LIST = 'commerce/product/list/api-products/';
const NAMES = ['Ärger-Tee', 'ärmel 100%', 'Tee_box', 'Teebox', 'Kit'];

const app = await useTestApp({ config: { publicUrl: 'https://shop.example.com' } });
const application = await app.make.application();
const admin = await app.make.apiAdmin(application);
const member = await app.make.member(application);
await app.make.catalogue.productType();
for (const [index, name] of NAMES.entries()) {
  await admin.post(
    'commerce/product/create/',
    bundleBody(`b${index}`, { name, varients: [variant(`b${index}-z`), variant(`b${index}-a`)] }),
  );
}
await makeForeignBundle(app, 'starter');
await admin.post('commerce/product/create/', bundleBody('gone'));
await admin.delete('commerce/product/delete/?bundle_id=gone');
await app.database.query(
  `UPDATE bundles SET status = 'inactive', image = 'https://cdn.example.com/kit.jpg' WHERE bundle_id = 'b4'`,
);
await app.database.query(`UPDATE products SET status = 'inactive' WHERE sku = 'b4-a'`);

describe('lists of bundles', () => {
  async function names(query: string): Promise<string[]> {
    const { body } = await member.get(`${LIST}?${query}`);
    return (body.data.results as { name: string }[]).map(({ name }) => name);
  }

  it('[4.3 GET product list: answers a paged list] [2.6 listed bundle: name] [2.6 listed bundle: product_type] [2.6 listed bundle: status] [2.6 listed bundle: products] [2.6 listed bundle: bundle_id] [2.6 product entry: product_id] [2.6 product entry: name] [2.6 product entry: product_type] [2.6 product entry: base_price] [2.6 product entry: status] [2.6 product entry: image]', async () => {
    const { status, body } = await member.get(LIST);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status_code: 200, errors: {}, data: { count: 6, previous: null, next: null } });
    const product_type = 'external-api-product';
    const image = 'https://cdn.example.com/kit.jpg';
    expect(body.data.results[1]).toEqual({
      name: 'Kit',
      product_type,
      status: 'inactive',
      bundle_id: 'b4',
      products: [
        {
          product_id: expect.any(Number),
          name: 'Product b4-z',
          product_type,
          base_price: 24.9,
          status: 'active',
          image,
        },
        {
          product_id: expect.any(Number),
          name: 'Product b4-a',
          product_type,
          base_price: 24.9,
          status: 'inactive',
          image,
        },
      ],
    });
  });

  it('shows the newest first, of all types, without deleted ones', async () => {
    expect(await names('')).toEqual(['starter', ...NAMES.toReversed()]);
  });

  it('[4.3 GET product list: limit] [4.3 GET product list: offset] [2.8 paged list: results] [2.8 paged list: count] [2.8 paged list: previous] [2.8 paged list: next]', async () => {
    const { body } = await member.get(`${LIST}?limit=2&offset=3&name=e&category=external-api-product`);
    expect(body.data).toMatchObject({ count: 4, next: null });
    expect(body.data.results).toHaveLength(1);
    const previous = new URL(body.data.previous as string);
    expect(`${previous.origin}${previous.pathname}`).toBe('https://shop.example.com/api/v1/commerce/product/list/');
    expect(Object.fromEntries(previous.searchParams)).toEqual({
      limit: '2',
      offset: '1',
      name: 'e',
      category: 'external-api-product',
    });
  });

  it('leads through all pages by its links, whatever the Host header says', async () => {
    const seen: string[] = [];
    let link: string | null = `/api/v1/${LIST}?limit=2`;
    while (link !== null) {
      const { body } = await member.get(link, { headers: { host: 'evil.example.com' } });
      seen.push(...(body.data.results as { name: string }[]).map(({ name }) => name));
      const next = body.data.next as string | null;
      expect(next ?? 'https://shop.example.com').toMatch(/^https:\/\/shop\.example\.com/);
      link = next === null ? null : next.replace('https://shop.example.com', '');
    }
    expect(seen).toEqual(['starter', ...NAMES.toReversed()]);
  });

  it('beyond the end has no results', async () => {
    const { body } = await member.get(`${LIST}?offset=9007199254740991`);
    expect(body.data).toMatchObject({ results: [], count: 6, next: null });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1.5', 'offset'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await member.get(`${LIST}?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: 'Validation Error', errors: { [field]: [{ message: expect.any(String) }] } });
  });

  it.each([
    ['name=tee', ['Teebox', 'Tee_box', 'Ärger-Tee']],
    ['name=TEE_', ['Tee_box']],
    ['name=%25', ['ärmel 100%']],
    ['name=%C3%84R', ['ärmel 100%', 'Ärger-Tee']],
    ['name=', ['starter', ...NAMES.toReversed()]],
    ['name=nothing', []],
  ])('[4.3 GET product list: name] finds a part in any case: %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('[4.3 GET product list: category] is the machine name of the product type', async () => {
    expect(await names('category=starter-kit')).toEqual(['starter']);
    expect(await names('category=external-api-product&name=kit')).toEqual(['Kit']);
    expect(await names('category=unknown')).toEqual([]);
    expect(await names('category=')).toHaveLength(6);
  });

  it('[4.3 GET api-products: answers a paged list of API bundles only] [2.7 listed API bundle: bundle_id] [2.7 listed API bundle: bundle_name] [2.7 listed API bundle: products] [2.7 product entry: product_id] [2.7 product entry: name] [2.7 product entry: base_price] [2.7 product entry: status]', async () => {
    const { body } = await member.get(API_LIST);
    expect(body.data).toMatchObject({ count: 5, previous: null, next: null });
    expect(body.data.results[0]).toEqual({
      bundle_id: 'b4',
      bundle_name: 'Kit',
      products: [
        { product_id: expect.any(Number), name: 'Product b4-z', base_price: 24.9, status: 'active' },
        { product_id: expect.any(Number), name: 'Product b4-a', base_price: 24.9, status: 'inactive' },
      ],
    });
  });

  it('pages the API bundles', async () => {
    const { body } = await member.get(`${API_LIST}?limit=2&offset=1`);
    expect((body.data.results as { bundle_id: string }[]).map(({ bundle_id }) => bundle_id)).toEqual(['b3', 'b2']);
    expect(body.data.next).toBe('https://shop.example.com/api/v1/commerce/product/list/api-products/?limit=2&offset=3');
  });

  it('needs a user', async () => {
    const headers = { apikey: member.headers.apikey as string };
    expect((await app.send('GET', LIST, { headers })).status).toBe(401);
    expect((await app.send('GET', API_LIST, { headers })).status).toBe(401);
  });
});
