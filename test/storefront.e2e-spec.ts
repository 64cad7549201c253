import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DEMO_BUNDLES } from '#operations/first-start/demo-catalogue.js';
import { DEMO_PASSWORD, DEMO_SHOP_ID, DEMO_SHOP_VISITOR } from '#operations/first-start/demo-accounts.js';
import { prepareFirstStart } from '#operations/first-start/index.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const BUILD = join(import.meta.dirname, '../examples/storefront/dist');

const app = await useTestApp({ config: { demo: true, jobConcurrency: 2 } });
await prepareFirstStart(app.nest);
const { apikey } = (await app.send('GET', '/shop/config.json')).body;
/** As a page of the shop sends them. */
const visitor: Record<string, string> = { apikey, referer: `${app.config.publicUrl}/shop/` };

describe('the shop of the demo', () => {
  async function as(username: string): Promise<Record<string, string>> {
    const payload = { username, password: DEMO_PASSWORD };
    const { body } = await app.send('POST', '/api/v1/token/', { headers: visitor, payload });
    return { ...visitor, authorization: `Bearer ${body.data.access_token}` };
  }

  async function order(headers: Record<string, string>): Promise<number> {
    const { body } = await app.send('GET', '/api/v1/commerce/product/list/?search=omega', { headers });
    const product_id = body.data.results[0].products[0].product_id as number;
    const payload = { product_id, quantity: 2 };
    await app.send('POST', '/api/v1/commerce/add-cart-item/', { headers, payload });
    return (await app.send('POST', '/api/v1/commerce/create-order/', { headers, payload: {} })).body.data
      .order_id as number;
  }

  it('has a page at each of its addresses, which loads nothing from elsewhere', async () => {
    for (const address of ['/shop', '/shop/', '/shop/products/omega-3-complete', '/shop/business/team?view=tree']) {
      const { status, headers, text } = await app.send('GET', address);
      expect([address, status]).toEqual([address, 200]);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      });
      const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
      for (const file of files) expect([file, (await app.send('GET', file)).status]).toEqual([file, 200]);
      expect(text).not.toMatch(/https?:\/\/|<style|<script>| style=| on[a-z]+=/);
    }
  });

  it('has a picture of each bundle, of a few kB', async () => {
    for (const { id } of DEMO_BUNDLES) {
      const { status, headers, text } = await app.send('GET', `/shop/pictures/${id}.svg`);
      expect([id, status, headers['content-type']]).toEqual([id, 200, 'image/svg+xml']);
      expect(text.length).toBeLessThan(6_000);
      const { body } = await app.send('GET', `/api/v1/commerce/product/detail/?bundle_id=${id}`, { headers: visitor });
      expect(body.data.pictures).toEqual([{ url: `/shop/pictures/${id}.svg`, alt: body.data.title }]);
    }
  });

  it('loads at first less than 150 kB, with its font, its styles and the pictures above the fold', async () => {
    const page = await readFile(join(BUILD, 'index.html'), 'utf8');
    const linked = [...page.matchAll(/(?:src|href)="\/shop\/(assets\/[^"]+)"/g)].map(([, file]) => `${file}.gz`);
    expect(linked.length).toBeGreaterThan(1);
    const fonts = (await readdir(join(BUILD, 'assets'))).filter((name) => name.endsWith('.woff2'));
    const pictures = ['aloe-skin-care', 'green-tea-collection', 'sleep-well'].map((id) => `pictures/${id}.svg.gz`);
    const files = [...linked, ...fonts.map((name) => `assets/${name}`), ...pictures];
    const sizes = await Promise.all(files.map(async (file) => (await stat(join(BUILD, file))).size));
    expect(sizes.reduce((sum, size) => sum + size, page.length)).toBeLessThan(150_000);
  });

  it('shows the catalogue before anybody logs in, by its public key, from its own host alone', async () => {
    const list = (headers: Record<string, string>) => app.send('GET', '/api/v1/commerce/product/facets/', { headers });
    const { body } = await list(visitor);
    expect(body.data.categories).toHaveLength(4);
    expect((await list({ apikey, referer: 'https://elsewhere.example.com/' })).status).toBe(403);
  });

  it('has somebody to look around as, whom one product makes silver', async () => {
    const headers = await as(DEMO_SHOP_VISITOR);
    const progress = (await app.send('GET', '/api/v1/commissions/progress/', { headers })).body.data;
    const open = progress.next_rank.conditions.filter(({ holds }: { holds: boolean }) => !holds);
    expect(open).toMatchObject([{ condition: 'personal_volume', missing: 22 }]);
    const { body } = await app.send('GET', '/api/v1/commerce/product/list/?search=omega', { headers });
    const payload = { product_id: body.data.results[0].products[0].product_id as number, quantity: 1 };
    await app.send('POST', '/api/v1/commerce/add-cart-item/', { headers, payload });
    const effect = (await app.send('GET', '/api/v1/commerce/cart-commission/', { headers })).body.data;
    expect(effect.rank).toEqual({ before: 'member', after: 'silver' });
  });

  describe('has a back end that', () => {
    it('shows the e-mail that confirms a sign-up, and none of another application', async () => {
      const email = 'nina@example.com';
      const payload = {
        username: 'nina',
        email,
        password: 'correct horse battery',
        first_name: 'Nina',
        last_name: 'Berg',
        country_code: 'NO',
        sponsor: 'marta',
      };
      await app.send('POST', '/api/v1/account/sign-up/', { headers: visitor, payload });
      const mailbox = () => app.send('POST', '/shop/back-end/mail/', { headers: visitor, payload: { email } });
      await until(async () => (await mailbox()).body.data.length === 1);
      const [{ kind, token }] = (await mailbox()).body.data;
      expect(kind).toBe('confirmation');
      const confirmed = await app.send('POST', '/api/v1/account/confirm/', { headers: visitor, payload: { token } });
      expect(confirmed.status).toBe(200);
      await app.database.query(
        `UPDATE events SET data = data || '{"application_id": "none"}' WHERE data ->> 'email' = $1`,
        [email],
      );
      expect((await mailbox()).body.data).toEqual([]);
    });

    it('shows the e-mail that resets a password of an invented person, and of nobody else', async () => {
      const resets = async (email: string) => {
        const payload = { login: email };
        const asked = await app.send('POST', '/api/v1/account/password-reset/', { headers: visitor, payload });
        expect(asked.status).toBe(200);
        const event = `SELECT FROM events WHERE type = 'account.password_reset_requested' AND data ->> 'email' = $1`;
        await until(async () => (await app.database.query(event, [email])).length === 1);
        const { body } = await app.send('POST', '/shop/back-end/mail/', { headers: visitor, payload: { email } });
        return body.data.filter(({ kind }: { kind: string }) => kind === 'password_reset');
      };
      const [{ token }] = await resets('noah@example.com');
      const payload = { token, password: 'another good password' };
      const set = await app.send('POST', '/api/v1/account/set-password/', { headers: visitor, payload });
      expect(set.status).toBe(200);
      await app.database.query(`UPDATE users SET email = 'amelie@shop.example' WHERE username = 'amelie'`);
      expect(await resets('amelie@shop.example')).toEqual([]);
    });

    it('takes payment for an order, and goods back, of the buyer alone', async () => {
      const [buyer, other] = [await as('chloe'), await as('liam')];
      const order_id = await order(buyer);
      const pay = (headers: Record<string, string>) =>
        app.send('POST', '/shop/back-end/pay/', { headers, payload: { order_id } });
      const giveBack = (headers: Record<string, string>) =>
        app.send('POST', '/shop/back-end/return/', { headers, payload: { order_id, reason: 'too much' } });
      expect((await pay(other)).status).toBe(404);
      expect((await pay(visitor)).status).toBe(401);
      expect((await pay(await as('demo-api-admin'))).status).toBe(404);
      expect((await giveBack(buyer)).status).toBe(409);
      expect((await pay(buyer)).body.data.status).toBe('paid');
      expect((await pay(buyer)).status).toBe(409);
      expect((await giveBack(other)).status).toBe(404);
      expect((await giveBack(buyer)).body.data.status).toBe('returned');
    });
  });

  it('is not there without the demo, nor where its application is gone', async () => {
    const addresses = [
      '/shop/',
      '/shop/cart',
      '/shop/config.json',
      '/shop/favicon.svg',
      '/shop/pictures/sleep-well.svg',
    ];
    const statuses = async (one: TestApp) =>
      Promise.all(addresses.map(async (address) => (await one.send('GET', address)).status));
    const headers = await as('alice');
    const off = await startTestApp({ config: { demo: false }, sharing: app });
    try {
      expect(await statuses(off)).toEqual([404, 404, 404, 404, 404]);
      for (const path of ['pay', 'return']) {
        const payload = { order_id: 1, reason: 'none' };
        expect((await off.send('POST', `/shop/back-end/${path}/`, { headers, payload })).status).toBe(404);
      }
      const mail = { headers: visitor, payload: { email: 'a@example.com' } };
      expect((await off.send('POST', '/shop/back-end/mail/', mail)).status).toBe(404);
      // Showing an e-mail makes the token in it: what is only looked at changes nothing.
      expect((await app.send('GET', '/shop/back-end/mail/?email=a@example.com', { headers: visitor })).status).toBe(
        405,
      );
    } finally {
      await off.stop();
    }
    expect(await statuses(app)).toEqual([200, 200, 200, 200, 200]);
    await app.database.query('UPDATE applications SET deleted_at = now() WHERE id = $1', [DEMO_SHOP_ID]);
    expect(await statuses(app)).toEqual([404, 404, 404, 404, 404]);
  });
});
