import { describe, expect, it } from '@jest/globals';
import { ChangeFeed } from '#common/database/index.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
await app.make.application({
  clientType: 'web',
  hostsAllow: ['shop.example.com', '*.shops.example.com'],
  hostsBlock: ['bad.shops.example.com'],
});
await app.make.application({ clientType: 'server' });

describe('browser applications (CORS)', () => {
  const preflight = (origin: string, path = 'commerce/cart-items/'): Promise<Answer> =>
    app.send('OPTIONS', path, {
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'apikey,authorization',
      },
    });

  it.each(['https://shop.example.com', 'https://a.shops.example.com', 'http://shop.example.com:8080'])(
    'admits pages of %s',
    async (origin) => {
      const answer = await preflight(origin);
      expect(answer).toMatchObject({
        status: 204,
        headers: {
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          'access-control-allow-headers': expect.stringContaining('apikey'),
          vary: 'Origin',
        },
      });
    },
  );

  it.each([
    'https://evil.example.com',
    'https://shop.example.com.evil.com',
    'https://bad.shops.example.com',
    'null',
    'nonsense',
  ])('does not admit pages of %s', async (origin) => {
    expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('may use every method that an endpoint of the client API has', async () => {
    const { paths } = (await app.send('GET', '/openapi.client.json')).body as { paths: Record<string, object> };
    const used = new Set(Object.values(paths).flatMap((path) => Object.keys(path)));
    const { headers } = await preflight('https://shop.example.com');
    const allowed = String(headers['access-control-allow-methods']).toLowerCase().split(', ');
    expect(allowed).toEqual(expect.arrayContaining([...used].filter((method) => method !== 'parameters')));
  });

  it('lets an admitted page send what belongs to a trace', async () => {
    const { headers } = await preflight('https://shop.example.com');
    const allowed = String(headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['traceparent', 'tracestate', 'baggage']));
  });

  it('lets an admitted page read answers and refusals', async () => {
    const answer = await app.send('GET', 'commerce/cart-items/', { headers: { origin: 'https://shop.example.com' } });
    expect(answer).toMatchObject({
      status: 400,
      headers: { 'access-control-allow-origin': 'https://shop.example.com' },
    });
  });

  it.each(['/admin/api/applications/', '/%61dmin/api/applications/', '/admin%2Fapi/applications/'])(
    'keeps the admin module for its own origin, also as %s',
    async (path) => {
      const headers = { origin: 'https://shop.example.com' };
      const answers = [await preflight(headers.origin, path), await app.send('GET', path, { headers })];
      for (const answer of answers) expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it('tells shared caches that answers depend on the origin, also where a request names none', async () => {
    expect((await app.send('GET', '/.well-known/jwks.json')).headers).toMatchObject({
      'cache-control': expect.stringContaining('public'),
      vary: 'Origin',
    });
  });

  it('gives pages of an open application answers without cookies, and never those of origin null', async () => {
    const { id, apikey } = await app.make.application({ clientType: 'web' });
    const allowed = async (origin: string) => (await preflight(origin)).headers['access-control-allow-origin'];
    await until(async () => (await allowed('https://anybody.example.org')) !== undefined);
    const open = await preflight('https://anybody.example.org');
    expect(open).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': 'https://anybody.example.org' },
    });
    expect(open.headers).not.toHaveProperty('access-control-allow-credentials');
    expect((await preflight('https://shop.example.com')).headers['access-control-allow-credentials']).toBe('true');
    const referer = 'https://shop.example.com/';
    for (const origin of ['null', 'nonsense', 'file://']) {
      expect(await allowed(origin)).toBeUndefined();
      const answer = await app.send('GET', 'commerce/cart-items/', { headers: { origin, referer, apikey } });
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    }
    await app.database.query('UPDATE applications SET deleted_at = now() WHERE id = $1', [id]);
    await app.db.transaction((tx) => app.nest.get(ChangeFeed).publish(tx, 'application', id));
    await until(async () => (await allowed('https://anybody.example.org')) === undefined);
  });

  it('take an Origin of null for no host, whatever Referer says', async () => {
    const { apikey } = await app.make.application({ hostsAllow: ['shop.example.com'] });
    const type = async (headers: Record<string, string>) =>
      (await app.send('GET', 'commerce/cart-items/', { headers: { apikey, ...headers } })).body.type;
    const referer = 'https://shop.example.com/';
    expect(await type({ referer })).toBe('Invalid Token');
    expect(await type({ referer, origin: 'null' })).toBe('Host Not Whitelisted');
  });

  it('follows a change of the allow list', async () => {
    const { id } = await app.make.application({ clientType: 'web', hostsAllow: ['late.example.com'] });
    const changed = async (): Promise<void> =>
      app.db.transaction(async (tx) => {
        await tx.query(`SELECT pg_notify('commerce_changes', $1)`, [`application:${id}`]);
      });
    await changed();
    await until(async () => 'access-control-allow-origin' in (await preflight('https://late.example.com')).headers);
  });
});
