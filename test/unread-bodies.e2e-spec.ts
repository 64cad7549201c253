import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AccessTokenGuard } from '#platform/auth/guards/access-token.guard.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const TWO_MIB = 2_097_152;
const CHANGE = '/api/v1/commerce/add-cart-item/';

const app = await useTestApp();
const port = Number(new URL(await app.listen()).port);
const shop = await app.make.application();
const inactive = await app.make.application({ status: 'inactive' });
const resting = await app.make.application({ status: 'maintenance' });
const choosy = await app.make.application({ hostsBlock: ['evil.example'] });
const member = (await app.make.member(shop)).headers;

describe('the body of a request', () => {
  const sockets: Socket[] = [];

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  /** Begins a request whose body does not come to its end. */
  function begin(path: string, headers: Record<string, string>, sent: string) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined);
    const length = headers['transfer-encoding'] === undefined ? { 'content-length': String(TWO_MIB) } : {};
    const all = { host: 'x', 'content-type': 'application/json', ...length, ...headers };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${sent}`);
    return {
      socket,
      /** The answer, once the service has ended the connection. */
      ended: async (): Promise<{ status: number; head: string; body: { type: string; message: string } }> => {
        await until(() => socket.readableEnded || socket.closed);
        const [head = '', body = ''] = text.split('\r\n\r\n');
        return {
          status: Number(head.split(' ')[1]),
          head: head.toLowerCase(),
          body: JSON.parse(body || '{}') as never,
        };
      },
      text: () => text,
    };
  }

  const oauth = '/api/v1/oauth/token/';
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it.each<
    [what: string, path: string, headers: () => Record<string, string>, status: number, type: string | undefined]
  >([
    ['no key', CHANGE, () => ({}), 400, 'Bad Request'],
    ['no key, in chunks', CHANGE, () => ({ 'transfer-encoding': 'chunked' }), 400, 'Bad Request'],
    ['no key, and a media type that nobody takes', CHANGE, () => ({ 'content-type': 'x/y' }), 400, 'Bad Request'],
    ['no key, in a multipart form', CHANGE, () => ({ 'content-type': 'multipart/form-data' }), 400, 'Bad Request'],
    ['a key that is none', CHANGE, () => ({ apikey: 'x' }), 401, 'Request Failed'],
    ['an inactive key', CHANGE, () => ({ ...member, apikey: inactive.apikey }), 400, 'Inactive APIKEY'],
    ['a key under maintenance', CHANGE, () => ({ ...member, apikey: resting.apikey }), 400, 'Under Maintenance'],
    [
      'a blocked host',
      CHANGE,
      () => ({ ...member, apikey: choosy.apikey, origin: 'https://evil.example' }),
      403,
      'Host Blocked',
    ],
    ['no token', CHANGE, () => ({ apikey: shop.apikey }), 401, 'Invalid Token'],
    ['a token of no API admin', '/api/v1/commerce/product/create/', () => member, 403, 'Permission Denied'],
    ['no session of the admin module', '/admin/api/bundles/', () => ({}), 401, 'Invalid Token'],
    ['a session that is none', '/admin/api/bundles/', () => ({ cookie: 'admin_session=x' }), 401, 'Invalid Token'],
    ['an unknown address', '/api/v1/nothing/', () => member, 404, 'Not Found'],
    ['a wrong method', '/api/v1/commerce/cart-items/', () => member, 405, 'Method Not Allowed'],
    ['a log-in of more than 16 KiB', '/admin/api/session/', () => ({}), 413, 'Payload Too Large'],
    ['an OAuth form of more than 16 KiB', oauth, () => ({ ...form, apikey: shop.apikey }), 413, undefined],
  ])('is not read with %s: refused at once, and the connection ends', async (_what, path, headers, status, type) => {
    const chunked = headers()['transfer-encoding'] !== undefined;
    const { ended } = begin(path, headers(), chunked ? '20000\r\n{' : 'x'.repeat(100));
    const answer = await ended();
    expect(answer).toMatchObject({ status, head: expect.stringContaining('\r\nconnection: close') as unknown });
    expect(answer.body.type).toBe(type);
  });

  it('is not read beyond 16 KiB at a log-in, in chunks either', async () => {
    const { ended } = begin('/admin/api/session/', { 'transfer-encoding': 'chunked' }, `8000\r\n${'x'.repeat(20_000)}`);
    expect(await ended()).toMatchObject({ status: 413, body: { type: 'Payload Too Large' } });
  });

  it('is thrown away when it is small, and the connection lives', async () => {
    const { socket, text } = begin(CHANGE, { 'content-length': '2' }, '{}');
    await until(() => text().includes(' 400 '));
    socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => text().includes(' 200 '));
  });

  it('is checked after the key, and after the token', async () => {
    const statusOf = async (headers: Record<string, string>): Promise<number> =>
      (await app.send('POST', CHANGE, { headers: { 'content-type': 'application/json', ...headers }, payload: '{' }))
        .status;
    expect(await statusOf({ apikey: 'x' })).toBe(401);
    expect(await statusOf({ apikey: shop.apikey })).toBe(401);
    expect(await statusOf({ ...member, 'content-type': 'x/y' })).toBe(415);
    expect(await statusOf(member)).toBe(400);
  });

  it('counts at the rate limit once, what cannot be read too', async () => {
    const limited = await app.make.member(await app.make.application({ rateLimit: 9 }));
    const headers = { 'content-type': 'application/json' };
    const left = async (payload: string): Promise<unknown> =>
      (await limited.post('commerce/add-cart-item/', payload, { headers })).headers['ratelimit-remaining'];
    expect([await left('{}'), await left('{'), await left('{}')]).toEqual(['8', '7', '6']);
  });

  it('that comes after the end of its session does nothing', async () => {
    const leaver = await app.make.member(shop);
    const admit = jest.spyOn(app.nest.get(AccessTokenGuard), 'admit');
    const body = JSON.stringify({ product_id: 1 });
    const { socket, text } = begin(
      CHANGE,
      { ...leaver.headers, 'content-length': String(body.length) },
      body.slice(0, 5),
    );
    await until(() => admit.mock.results.length > 0);
    await admit.mock.results[0]!.value;
    expect(await leaver.post('logout/', {})).toMatchObject({ status: 200 });
    admit.mockRestore();
    socket.write(body.slice(5));
    await until(() => text().includes(' 401 '));
  });
});
