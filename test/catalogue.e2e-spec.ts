import { describe, expect, it } from '@jest/globals';
import { bundleBody, makeForeignBundle, variant } from './support/bundles.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const LIST = 'commerce/product/list/';
const DETAIL = 'commerce/product/detail/';
const FACETS = 'commerce/product/facets/';

function expectFailure({ status, body }: Answer, expected: number, type: string, field = 'detail'): void {
  expect(status).toBe(expected);
  expect(body).toMatchObject({ status_code: expected, type, errors: { [field]: [{ message: expect.any(String) }] } });
}

const GERMAN = { headers: { 'accept-language': 'fr, de-AT;q=0.9' } };

const app = await useTestApp();
const application = await app.make.application();
const admin = await app.make.apiAdmin(application);
const member = await app.make.member(application);
await app.make.catalogue.productType();
await admin.post(
  'commerce/product/create/',
  bundleBody('tea', {
    name: 'Tea box',
    bundle_name_translations: { en: 'Box of tea', de: 'Teekiste' },
    description_translations: { en: 'Three teas.', de: 'Drei Tees.' },
    varients: [variant('tea-small', { price: 9.9 }), variant('tea-large', { price: 24.9 })],
    attributes: { 'business-volume': 20, points: 15, 'cumulative-volume': 30 },
  }),
);
await admin.post(
  'commerce/product/create/',
  bundleBody('mug', { name: 'Mug', varients: [variant('mug-1', { price: 5 })] }),
);
await makeForeignBundle(app, 'starter');
await app.database.query(`UPDATE products SET status = 'inactive' WHERE sku = 'tea-large'`);
await app.database.query(
  `UPDATE bundles SET image = 'https://cdn.example.com/tea.jpg', business_volume = 50 WHERE bundle_id = 'tea'`,
);

describe('the catalogue of a shop', () => {
  async function ids(query: string): Promise<string[]> {
    const { status, body } = await member.get(`${LIST}?${query}`);
    expect(status).toBe(200);
    return (body.data.results as { bundle_id: string }[]).map(({ bundle_id }) => bundle_id);
  }

  describe('details of a bundle', () => {
    it('have all that a product page needs, in the language of the client', async () => {
      const { status, body } = await member.get(`${DETAIL}?bundle_id=tea`, GERMAN);
      expect(status).toBe(200);
      const product = { product_id: expect.any(Number), product_type: 'external-api-product' };
      const image = 'https://cdn.example.com/tea.jpg';
      expect(body.data).toEqual({
        bundle_id: 'tea',
        name: 'Tea box',
        title: 'Teekiste',
        description: 'Drei Tees.',
        short_description: 'Short',
        language: 'de',
        product_type: 'external-api-product',
        status: 'active',
        availability: 'available',
        currency_code: 'USD',
        currency_symbol: '$',
        business_volume: 50,
        points: 15,
        cumulative_volume: 30,
        pictures: [{ url: image, alt: 'Teekiste' }],
        updated_at: expect.any(String),
        products: [
          {
            ...product,
            sku: 'tea-small',
            name: 'Product tea-small',
            base_price: 9.9,
            status: 'active',
            availability: 'available',
            image,
          },
          {
            ...product,
            sku: 'tea-large',
            name: 'Product tea-large',
            base_price: 24.9,
            status: 'inactive',
            availability: 'unavailable',
            image,
          },
        ],
      });
    });

    it('have every translation on request', async () => {
      const { body } = await member.get(`${DETAIL}?bundle_id=tea&languages=all`);
      expect(body.data).toMatchObject({
        title: 'Box of tea',
        language: 'en',
        translations: {
          name: { en: 'Box of tea', de: 'Teekiste' },
          description: { en: 'Three teas.', de: 'Drei Tees.' },
          short_description: { en: 'Short' },
        },
      });
    });

    it('are unavailable where no product can be ordered', async () => {
      await app.database.query(`UPDATE bundles SET status = 'inactive' WHERE bundle_id = 'mug'`);
      const { body } = await member.get(`${DETAIL}?bundle_id=mug`);
      await app.database.query(`UPDATE bundles SET status = 'active' WHERE bundle_id = 'mug'`);
      expect(body.data).toMatchObject({ availability: 'unavailable', products: [{ availability: 'unavailable' }] });
    });

    it('of a bundle that does not exist are 404', async () => {
      expectFailure(await member.get(`${DETAIL}?bundle_id=none`), 404, 'Not Found');
      expectFailure(await member.get(DETAIL), 400, 'Validation Error', 'bundle_id');
    });
  });

  describe('the product list', () => {
    it('has the fields that were asked for, and no others', async () => {
      const { body } = await member.get(`${LIST}?fields=title,availability&search=teek`, GERMAN);
      expect(body.data.results).toEqual([
        {
          bundle_id: 'tea',
          name: 'Tea box',
          product_type: 'external-api-product',
          status: 'active',
          title: 'Teekiste',
          availability: 'available',
          products: [expect.objectContaining({ sku: 'tea-small' }), expect.objectContaining({ sku: 'tea-large' })],
        },
      ]);
      expectFailure(await member.get(`${LIST}?fields=title,cost`), 400, 'Validation Error', 'fields');
    });

    it.each<[string, string[]]>([
      ['search=TEEKISTE', ['tea']],
      ['search=mug-1', ['mug']],
      ['search=te', ['starter', 'tea']],
      ['search=%25', []],
      ['status=inactive', []],
      ['status=active&category=starter-kit', ['starter']],
      ['min_price=6&max_price=12', ['starter', 'tea']],
      // The product of that price cannot be ordered.
      ['min_price=20', []],
      ['max_price=5', ['mug']],
      ['min_business_volume=20.5', ['tea']],
      ['max_business_volume=20', ['starter', 'mug']],
      ['name=tea&sort=name', ['tea']],
      ['sort=name', ['mug', 'starter', 'tea']],
      ['sort=-name', ['tea', 'starter', 'mug']],
      ['sort=price', ['mug', 'tea', 'starter']],
      ['sort=-price&limit=2', ['starter', 'tea']],
      ['sort=business_volume&limit=2&offset=1', ['mug', 'tea']],
      ['sort=newest', ['starter', 'mug', 'tea']],
    ])('with %s has %j', async (query, expected) => {
      expect(await ids(query)).toEqual(expected);
    });

    it('keeps the filters in the links of its pages', async () => {
      const { body } = await member.get(`${LIST}?sort=price&min_price=1&limit=1`);
      expect(body.data.count).toBe(3);
      const next = new URL(body.data.next as string);
      expect(Object.fromEntries(next.searchParams)).toEqual({ sort: 'price', min_price: '1', limit: '1', offset: '1' });
    });

    it.each(['sort=cost', 'min_price=-1', 'max_price=a', 'status=gone', 'min_business_volume=1.00001'])(
      'refuses %s',
      async (query) => {
        expectFailure(await member.get(`${LIST}?${query}`), 400, 'Validation Error', query.split('=')[0]);
      },
    );
  });

  it('says by what the result can be narrowed', async () => {
    const all = await member.get(FACETS);
    expect(all.body.data).toEqual({
      categories: [
        { category: 'external-api-product', count: 2 },
        { category: 'starter-kit', count: 1 },
      ],
      price: { min: 5, max: 10 },
      business_volume: { min: 0, max: 50 },
    });
    const none = await member.get(`${FACETS}?search=nothing`);
    expect(none.body.data).toEqual({
      categories: [],
      price: { min: null, max: null },
      business_volume: { min: null, max: null },
    });
  });

  describe('revalidation', () => {
    it.each([`${DETAIL}?bundle_id=tea`, LIST, `${LIST}api-products/`, FACETS])(
      'of %s answers 304 until something changes',
      async (path) => {
        const first = await member.get(path);
        const etag = first.headers.etag as string;
        expect(etag).toMatch(/^"[\w-]{22}"$/);
        expect(first.headers['cache-control']).toBe('private, no-cache');
        const varying = ['apikey', 'Authorization', 'Cookie', 'Accept-Language'];
        expect(String(first.headers.vary).split(', ')).toEqual(expect.arrayContaining(varying));
        const same = await member.get(path, { headers: { 'if-none-match': `"other", W/${etag}` } });
        expect([same.status, same.text, same.headers.etag]).toEqual([304, '', etag]);
        await admin.post('commerce/product/create/', bundleBody(`new-${path.length}`));
        await app.database.query(`UPDATE bundles SET business_volume = business_volume + 1 WHERE bundle_id = 'tea'`);
        const changed = await member.get(path, { headers: { 'if-none-match': etag } });
        expect(changed.status).toBe(200);
        expect(changed.headers.etag).not.toBe(etag);
      },
    );
  });

  it('lets pages of a browser application send If-None-Match and read the ETag', async () => {
    await app.make.application({ clientType: 'web', hostsAllow: ['shop.example.com'] });
    const origin = 'https://shop.example.com';
    const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' };
    const preflight = await app.send('OPTIONS', LIST, { headers: asked });
    expect(preflight.headers['access-control-allow-headers']).toContain('if-none-match');
    const { headers } = await app.send('GET', LIST, { headers: { origin } });
    expect(headers['access-control-expose-headers']).toContain('etag');
  });

  describe('without a user', () => {
    const visit = (path: string, headers: Record<string, string> = {}) =>
      app.send('GET', path, { headers: { apikey: application.apikey, ...headers } });

    it('is refused, unless the application has a public catalogue', async () => {
      expectFailure(await visit(LIST), 401, 'Invalid Token');
      const root = await app.make.superAdmin();
      await root.patch(`/admin/api/applications/${application.id}/`, { public_catalogue: true });
      for (const path of [LIST, `${DETAIL}?bundle_id=tea`, FACETS, `${LIST}?search=tea`])
        expect((await visit(path)).status).toBe(200);
    });

    it('shows what is active alone', async () => {
      await app.database.query(`UPDATE bundles SET status = 'inactive' WHERE bundle_id = 'mug'`);
      const { body } = await visit(`${LIST}?fields=availability`);
      const bundles = body.data.results as { bundle_id: string; products: { sku: string }[] }[];
      expect(bundles.map(({ bundle_id }) => bundle_id)).not.toContain('mug');
      expect(bundles.find(({ bundle_id }) => bundle_id === 'tea')!.products.map(({ sku }) => sku)).toEqual([
        'tea-small',
      ]);
      expect((await visit(`${LIST}?status=inactive`)).body.data).toMatchObject({ count: 0, results: [] });
      expect((await visit(`${LIST}?search=tea-large`)).body.data.count).toBe(0);
      expect((await member.get(`${LIST}?search=tea-large`)).body.data.count).toBe(1);
      expectFailure(await visit(`${DETAIL}?bundle_id=mug`), 404, 'Not Found');
      expect((await member.get(`${DETAIL}?bundle_id=mug`)).status).toBe(200);
    });

    it('still refuses a wrong token, and everything but the catalogue', async () => {
      expectFailure(await visit(LIST, { authorization: 'Bearer wrong' }), 401, 'Invalid Token');
      for (const path of ['commerce/cart-items/', `${LIST}api-products/`])
        expectFailure(await visit(path), 401, 'Invalid Token');
      expectFailure(await app.send('GET', LIST), 400, 'Bad Request', 'apikey');
    });
  });
});
