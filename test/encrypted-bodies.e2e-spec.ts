import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Body, Controller, Get, Header, Module, Post, StreamableFile } from '@nestjs/common';
import fc from 'fast-check';
import { CompactEncrypt, FlattenedEncrypt, importJWK } from 'jose';
import { Access } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Bare } from '#common/http/envelope.js';
import { WishlistService } from '#sales/wishlist/wishlist.service.js';
import { Keyring } from '#platform/encryption/keyring.js';
import { bundleBody } from './support/bundles.js';
import { PASSWORD, type TestApplication, type TestClient } from './support/factories.js';
import { ACCEPT, issueKey, JOSE, open, seal, sealText, SENT, type IssuedKey } from './support/jose-client.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

/** What only an extension does: an answer that is what was sent, and answers that are no JSON. */
@Access('application')
@Controller({ version: '1' })
class EchoController {
  @Post('echo')
  echo(@Body() body: unknown): { body: unknown } {
    return { body };
  }

  @Get('stream')
  @Bare()
  stream(): StreamableFile {
    return new StreamableFile(Readable.from(['a,', 'b']), { type: 'text/csv', length: 3 });
  }

  @Get('impossible')
  @Header('cache-control', 'no\nheader')
  impossible(): object {
    return {};
  }

  @Get('bytes')
  @Bare()
  bytes(): Buffer {
    return Buffer.from([0, 255, 1]);
  }
}

@Module({ controllers: [EchoController] })
class EchoModule {}

let app: TestApp;
let admin: TestClient;
let shop: TestApplication;
let member: TestClient;
let key: IssuedKey;
let productId: number;

beforeAll(async () => {
  app = await startTestApp({ extensions: [{ module: EchoModule }] });
  admin = await app.make.superAdmin();
  shop = await app.make.application();
  key = await issueKey(admin, shop.id);
  member = await app.make.member(shop);
  ({ id: productId } = await app.make.catalogue.product());
});
afterAll(() => app.stop());

/** An application of the test's own, with a key and a member. */
async function another(fields: object = {}): Promise<{ shop: TestApplication; member: TestClient; key: IssuedKey }> {
  const own = await app.make.application(fields);
  return { shop: own, member: await app.make.member(own), key: await issueKey(admin, own.id) };
}

const requireEncryption = (id: string, on = true): Promise<Answer> =>
  admin.patch(`/admin/api/applications/${id}/`, { require_encryption: on });

const retire = (id: string, { kid }: IssuedKey): Promise<Answer> =>
  admin.delete(`/admin/api/applications/${id}/encryption-keys/${kid}/`);

async function quantity(client: TestClient): Promise<number> {
  return (await client.get('commerce/cart-items/')).body.data.totals.quantity as number;
}

/** Sends an encrypted body that asks for an encrypted answer. */
async function add(client: TestClient, payload: string, headers: Record<string, string> = {}): Promise<Answer> {
  return client.post('commerce/add-cart-item/', payload, { headers: { ...SENT, ...ACCEPT, ...headers } });
}

describe('encrypted bodies', () => {
  it('go both ways: what is sent is done, and what comes back is what a plain request gets', async () => {
    const client = await app.make.member(shop);
    const answer = await add(client, await seal({ product_id: productId, quantity: 3 }, key));
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': JOSE } });
    const plain = await client.get('commerce/cart-items/');
    expect(await open(answer, key)).toEqual(plain.body);
    expect(plain.body.data.totals.quantity).toBe(3);
  });

  it('may go one way only: the answer is encrypted when Accept names it, and plain when it does not', async () => {
    const client = await app.make.member(shop);
    const sealed = await seal({ product_id: productId }, key);
    const plain = await client.post('commerce/add-cart-item/', sealed, { headers: SENT });
    expect(plain).toMatchObject({ status: 200, body: { data: { totals: { quantity: 1 } } } });
    const answer = await client.post('commerce/add-cart-item/', { product_id: productId }, { headers: ACCEPT });
    expect((await open(answer, key)).data.totals.quantity).toBe(2);
  });

  it('log in and renew at /token/', async () => {
    const user = await app.make.user();
    const token = async (body: object): Promise<Answer> =>
      app.send('POST', 'token/', {
        headers: { apikey: shop.apikey, ...SENT, ...ACCEPT },
        payload: await seal(body, key),
      });
    const { data } = await open(await token({ username: user.username, password: PASSWORD }), key);
    expect(data).toMatchObject({ token_type: 'Bearer', uid: user.uid });
    const renewed = await open(await token({ refresh_token: data.refresh_token }), key);
    expect(renewed.data.access_token).toBeDefined();
    const wrong = await token({ username: user.username, password: 'wrong password' });
    expect(wrong.status).toBe(401);
    expect(await open(wrong, key)).toMatchObject({ type: 'Authentication Failed' });
  });

  it('answer an OAuth 2.0 form in its own shape', async () => {
    const user = await app.make.user();
    const headers = { apikey: shop.apikey, ...ACCEPT, 'content-type': 'application/x-www-form-urlencoded' };
    const form = (password: string) =>
      `grant_type=password&username=${user.username}&password=${encodeURIComponent(password)}`;
    const answer = await app.send('POST', 'token/', { headers, payload: form(PASSWORD) });
    expect(await open(answer, key)).toMatchObject({ token_type: 'Bearer' });
    const refused = await app.send('POST', 'token/', { headers, payload: form('wrong') });
    expect(refused.status).toBe(400);
    expect(await open(refused, key)).toMatchObject({ error: 'invalid_grant' });
  });

  it('make and delete bundles, and are answered in lists', async () => {
    await app.make.catalogue.productType();
    const client = await app.make.apiAdmin(shop);
    const headers = { ...SENT, ...ACCEPT };
    const created = await client.post('commerce/product/create/', await seal(bundleBody('sealed'), key), { headers });
    expect(await open(created, key)).toEqual({ status_code: 200, errors: {}, data: {} });
    const bulk = await seal([bundleBody('sealed-2'), bundleBody('sealed')], key);
    const { data } = await open(await client.post('commerce/product/bulk/create/', bulk, { headers }), key);
    expect(data.Product_created).toEqual(['sealed-2']);
    const list = await client.get('commerce/product/list/?name=sealed', { headers: ACCEPT });
    expect((await open(list, key)).data.count).toBe(2);
    const gone = await client.delete('commerce/product/delete/?bundle_id=sealed', { headers: ACCEPT });
    expect((await open(gone, key)).status_code).toBe(200);
  });

  it('may be empty: that is no body', async () => {
    const client = await app.make.member(shop);
    expect((await client.post('logout/', '', { headers: SENT })).status).toBe(200);
    const nothing = await add(member, await sealText(' ', key));
    expect(await open(nothing, key)).toMatchObject({ type: 'Validation Error', errors: { product_id: [{}] } });
  });

  it('are known in any case, with parameters', async () => {
    const headers = { ...ACCEPT, 'content-type': 'Application/JOSE; charset=utf-8' };
    const answer = await add(await app.make.member(shop), await seal({ product_id: productId }, key), headers);
    expect(answer.status).toBe(200);
  });

  it('carry streams and bytes too, with their media type', async () => {
    const headers = { apikey: shop.apikey, ...ACCEPT };
    const stream = await app.send('GET', 'stream', { headers });
    expect((await open(stream, key)).toString()).toBe('a,b');
    expect(JSON.parse(Buffer.from(stream.text.split('.')[0]!, 'base64url').toString())).toMatchObject({
      cty: 'text/csv',
    });
    expect([...(await open(await app.send('GET', 'bytes', { headers }), key))]).toEqual([0, 255, 1]);
    const head = await app.send('HEAD', 'stream', { headers });
    expect(head).toMatchObject({ status: 200, text: '', headers: { 'content-type': JOSE } });
    expect(head.headers).not.toHaveProperty('content-length');
  });

  it('fail alone when they cannot be sent', async () => {
    const headers = { apikey: shop.apikey, ...ACCEPT };
    expect((await app.send('GET', 'impossible', { headers })).status).toBe(500);
  });

  it('have the right Content-Length, to HEAD as well, and tell caches what they depend on', async () => {
    const base = await app.listen();
    const get = async (method: string): Promise<{ response: Response; text: string }> => {
      const url = `${base}${app.path('commerce/cart-items/')}`;
      const response = await fetch(url, { method, headers: { ...member.headers, ...ACCEPT } });
      return { response, text: await response.text() };
    };
    const [got, head] = [await get('GET'), await get('HEAD')];
    expect((await open({ headers: { 'content-type': JOSE }, text: got.text }, key)).status_code).toBe(200);
    for (const { response } of [got, head]) {
      expect(response.headers.get('content-type')).toBe(JOSE);
      expect(response.headers.get('content-length')).toBe(String(got.text.length));
      expect(response.headers.get('vary')).toBe('Origin, Accept');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    expect(head.text).toBe('');
    expect((await member.get('commerce/cart-items/')).headers.vary).toBe('Origin, Accept');
  });

  it('may be sent by pages of a browser application', async () => {
    const origin = 'https://jose.example.com';
    const web = await another({ clientType: 'web', hostsAllow: ['jose.example.com'] });
    const preflight = await app.send('OPTIONS', 'commerce/add-cart-item/', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'accept,apikey,authorization,content-type',
      },
    });
    const allowed = String(preflight.headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['accept', 'content-type']));
    const answer = await add(web.member, await seal({ product_id: productId }, web.key), { origin });
    expect(answer).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': origin } });
    expect((await open(answer, web.key)).status_code).toBe(200);
  });

  it('mean what the same JSON means when it is plain, whatever it is', async () => {
    const send = (payload: string, headers: Record<string, string>): Promise<Answer> =>
      app.send('POST', 'echo', { headers: { apikey: shop.apikey, ...headers }, payload });
    const json = fc.oneof(
      fc.json({ maxDepth: 8 }),
      fc.json({ stringUnit: 'binary' }),
      fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value, null, 2)),
      fc.integer({ min: 28, max: 36 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
      fc.string({ minLength: 1 }),
    );
    await fc.assert(
      fc.asyncProperty(json, async (text) => {
        const plain = await send(text, { 'content-type': 'application/json' });
        // jose encrypts no empty text; what only holds blanks is no body either way.
        const answer = await send(await sealText(text, key), { ...SENT, ...ACCEPT });
        const opened = await open(answer, key);
        expect(answer.status).toBe(plain.status);
        expect({ ...opened, request_id: '' }).toEqual({ ...plain.body, request_id: '' });
      }),
      { numRuns: 100 },
    );
  });
});

describe('failures', () => {
  const sealedTo = async (answer: Answer, status: number, type: string, one = key): Promise<void> => {
    expect(answer.status).toBe(status);
    expect(await open(answer, one)).toMatchObject({ status_code: status, type, request_id: expect.any(String) });
  };

  it('of a request under a known application are encrypted like any other answer', async () => {
    const headers = ACCEPT;
    const post = (path: string, payload: object, extra = {}) =>
      member.post(path, payload, { headers: { ...headers, ...extra } });
    await sealedTo(await post('commerce/add-cart-item/', {}), 400, 'Validation Error');
    await sealedTo(await member.get('commerce/orders/999999/', { headers }), 404, 'Not Found');
    await sealedTo(await member.get('get/countries/', { headers }), 403, 'Permission Denied');
    await sealedTo(await post('commerce/create-order/', {}), 400, 'Validation Error');
    await sealedTo(
      await post('commerce/add-cart-item/', { product_id: productId }, { 'if-match': '99' }),
      409,
      'Conflict',
    );
  });

  it('of the token, before the body is looked at, are encrypted with the key that the body names', async () => {
    const newer = await issueKey(admin, shop.id);
    const headers = { apikey: shop.apikey, authorization: 'Bearer none', ...ACCEPT };
    const get = await app.send('GET', 'commerce/cart-items/', { headers });
    await sealedTo(get, 401, 'Invalid Token', newer);
    const payload = `${await seal({}, key)}broken`;
    const post = await app.send('POST', 'commerce/add-cart-item/', { headers: { ...headers, ...SENT }, payload });
    await sealedTo(post, 401, 'Invalid Token', key);
    await retire(shop.id, newer);
  });

  it('of the rate limit are encrypted, with Retry-After', async () => {
    const limited = await another({ rateLimit: 1 });
    await limited.member.get('commerce/cart-items/', { headers: ACCEPT });
    const answer = await limited.member.get('commerce/cart-items/', { headers: ACCEPT });
    await sealedTo(answer, 429, 'Too Many Requests', limited.key);
    expect(answer.headers['retry-after']).toBeDefined();
  });

  it('of ours are encrypted', async () => {
    const wishlist = app.nest.get(WishlistService, { strict: false });
    const add = jest.spyOn(wishlist, 'add').mockRejectedValue(new Error('boom'));
    const answer = await member.post('commerce/wishlist-add/', { product_id: productId }, { headers: ACCEPT });
    add.mockRestore();
    await sealedTo(answer, 500, 'Server Error');
  });

  it('are plain when there is no database to read the keys from', async () => {
    const keyring = app.nest.get(Keyring, { strict: false });
    const live = jest
      .spyOn(keyring, 'live')
      .mockRejectedValue(new AppError('SERVICE_UNAVAILABLE', 'the service is temporarily unavailable'));
    const answer = await member.get('commerce/cart-items/', { headers: ACCEPT });
    live.mockRestore();
    expect(answer).toMatchObject({ status: 503, body: { type: 'Service Unavailable' } });
  });

  it('are plain when they come before the application is known', async () => {
    const json = { 'content-type': 'application/json' };
    const large = 'x'.repeat(2_097_153);
    const answers: [Promise<Answer>, number][] = [
      [app.send('GET', 'commerce/cart-items/', { headers: ACCEPT }), 400],
      [app.send('GET', 'commerce/cart-items/', { headers: { ...ACCEPT, apikey: 'none' } }), 401],
      [member.get('nothing/here/', { headers: ACCEPT }), 404],
      [member.get('commerce/add-cart-item/', { headers: ACCEPT }), 405],
      [member.post('commerce/add-cart-item/', large, { headers: { ...ACCEPT, ...SENT } }), 413],
      [member.post('commerce/add-cart-item/', 'x', { headers: { ...ACCEPT, 'content-type': 'text/csv' } }), 415],
      [member.post('commerce/add-cart-item/', '{', { headers: { ...ACCEPT, ...json } }), 400],
    ];
    for (const [answer, status] of answers) {
      expect(await answer).toMatchObject({
        status,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: { status_code: status },
      });
    }
  });

  it('are plain under an application whose key is refused', async () => {
    const closed = await another({ status: 'maintenance' });
    const answer = await closed.member.get('commerce/cart-items/', { headers: ACCEPT });
    expect(answer).toMatchObject({ status: 400, body: { type: 'Under Maintenance' } });
  });
});

describe('a body that cannot be opened', () => {
  let client: TestClient;
  let retired: IssuedKey;
  let foreign: IssuedKey;

  beforeAll(async () => {
    client = await app.make.member(shop);
    retired = await issueKey(admin, shop.id);
    await retire(shop.id, retired);
    foreign = (await another()).key;
  });

  const BODY = () => ({ product_id: productId });
  const secret = () => importJWK(key.jwk);

  // compact-jwe.rules.spec.ts has every header and every shape; here is one of each kind, and what only a request can have.
  const BODIES: Record<string, [() => Promise<string>, RegExp]> = {
    'under an unknown key': [() => seal(BODY(), key, { kid: '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47' }), /kid names no/],
    'under a retired key': [() => seal(BODY(), retired), /kid names no key/],
    'under another application’s key': [() => seal(BODY(), foreign), /kid names no key/],
    'with the kid of another key than it was encrypted with': [
      async () => seal(BODY(), { ...retired, jwk: { ...retired.jwk, kid: key.kid } }),
      /cannot be decrypted/,
    ],
    'with A256KW': [
      async () =>
        new CompactEncrypt(Buffer.from(JSON.stringify(BODY())))
          .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', kid: key.kid })
          .encrypt(await secret()),
      /alg must be dir/,
    ],
    'whose text was changed': [
      async () => {
        const parts = (await seal(BODY(), key)).split('.');
        const text = Buffer.from(parts[3]!, 'base64url');
        text[5]! ^= 1;
        return parts.with(3, text.toString('base64url')).join('.');
      },
      /cannot be decrypted/,
    ],
    'of a million dots': [async () => '.'.repeat(1_000_000), /five parts/],
    'that is plain JSON': [async () => JSON.stringify(BODY()), /not a compact JWE/],
    'that is a JWS': [async () => shop.apikey, /not a compact JWE/],
    'with blanks in it': [async () => (await seal(BODY(), key)).replace('..', ' .. '), /not a compact JWE/],
    'in the JSON serialization': [
      async () =>
        JSON.stringify(
          await new FlattenedEncrypt(Buffer.from('{}'))
            .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
            .setUnprotectedHeader({ kid: key.kid })
            .encrypt(await secret()),
        ),
      /not a compact JWE/,
    ],
    'that holds another JWE': [async () => sealText(await seal(BODY(), key), key, { cty: 'JWE' }), /not valid JSON/],
    'that holds no JSON': [() => sealText('{"product_id":', key), /not valid JSON/],
    'that holds no UTF-8': [
      async () =>
        new CompactEncrypt(Uint8Array.from([0x22, 0xff, 0x22]))
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: key.kid })
          .encrypt(await secret()),
      /not valid UTF-8/,
    ],
    'that is nested too deep': [() => sealText('['.repeat(10_000) + ']'.repeat(10_000), key), /nested deeper/],
    'with too many keys': [
      () => seal(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, n])), key),
      /more than 200 keys/,
    ],
  };

  it.each(Object.keys(BODIES))('%s is 400, says why, and changes nothing', async (name) => {
    const [make, message] = BODIES[name]!;
    const answer = await add(client, await make());
    expect(answer.status).toBe(400);
    const body = await open(answer, key);
    expect(body).toMatchObject({ status_code: 400, type: 'Bad Request', message: expect.stringMatching(message) });
    expect(JSON.stringify(body)).not.toMatch(/ERR_|Unsupported state|at .*\.js/);
    expect(await quantity(client)).toBe(0);
  });

  it('is told plainly to a client that has asked for no encrypted answer', async () => {
    const answer = await client.post('commerce/add-cart-item/', await seal(BODY(), retired), { headers: SENT });
    expect(answer).toMatchObject({ status: 400, body: { type: 'Bad Request', errors: { detail: [{}] } } });
  });

  it('is 400 also when the application has no key left to answer with', async () => {
    const last = await another();
    await retire(last.shop.id, last.key);
    const answer = await add(last.member, await seal(BODY(), last.key));
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('kid names no key') } });
  });

  it('does not say whether another application has such a key', async () => {
    const messages = await Promise.all(
      ['under an unknown key', 'under a retired key', 'under another application’s key'].map(
        async (name) => (await open(await add(client, await BODIES[name]![0]()), key)).message as string,
      ),
    );
    expect(new Set(messages).size).toBe(1);
  });
});

describe('large bodies', () => {
  const filler = (bytes: number): object => ({ product_id: productId, filler: 'x'.repeat(bytes) });

  it('are taken up to 2 MiB as they are sent', async () => {
    const client = await app.make.member(shop);
    const text = await seal(filler(1_572_000), key);
    expect(text.length).toBeGreaterThan(2_090_000);
    expect((await add(client, text)).status).toBe(200);
    expect((await add(client, await seal(filler(1_573_500), key))).status).toBe(413);
    expect(await quantity(client)).toBe(1);
  });

  it('are given at any size', async () => {
    const headers = { apikey: shop.apikey, ...SENT, ...ACCEPT };
    const answer = await app.send('POST', 'echo', { headers, payload: await seal(filler(1_500_000), key) });
    expect((await open(answer, key)).data.body.filler).toHaveLength(1_500_000);
  });
});

describe('where there is no application', () => {
  it.each(['/admin/api/session/', '/admin/api/applications/'])('application/jose is 415: %s', async (path) => {
    const answer = await admin.post(path, await seal({}, key), { headers: SENT });
    expect(answer).toMatchObject({ status: 415, body: { type: 'Unsupported Media Type' } });
  });

  it('answers are plain', async () => {
    for (const path of ['/admin/api/applications/', '/.well-known/jwks.json', '/health/live']) {
      const { headers } = await admin.get(path, { headers: { ...ACCEPT, apikey: shop.apikey } });
      expect(headers['content-type']).toContain('application/json');
    }
  });

  it('and to another media type than a compact JWE’s, it is 415 as before', async () => {
    const headers = { 'content-type': 'application/jose+json' };
    expect((await member.post('commerce/add-cart-item/', '{}', { headers })).status).toBe(415);
  });
});

describe('Accept', () => {
  const get = (client: TestClient, accept: string): Promise<Answer> =>
    client.get('commerce/cart-items/', { headers: { accept } });

  it.each(['application/json', '*/*', 'application/jose;q=0', 'application/jose;q=0.5, application/json', 'text/html'])(
    '%s gets JSON',
    async (accept) => expect((await get(member, accept)).body.status_code).toBe(200),
  );

  it.each(['APPLICATION/Jose', 'application/json;q=0.9, application/jose', 'text/html, application/jose;q=0.1'])(
    '%s gets an encrypted answer',
    async (accept) => expect((await open(await get(member, accept), key)).status_code).toBe(200),
  );

  it('may name the key: one of any platform', async () => {
    const { shop: own, member: client, key: server } = await another();
    const web = await issueKey(admin, own.id, { platform: 'web' });
    expect((await open(await get(client, JOSE), server)).status_code).toBe(200);
    expect((await open(await get(client, `${JOSE};kid=${web.kid}`), web)).status_code).toBe(200);
    expect((await open(await get(client, `${JOSE}; kid="${web.kid}"`), web)).status_code).toBe(200);
    const headers = { accept: `${JOSE};kid=${web.kid}` };
    const answer = await add(client, await seal({ product_id: productId }, server), headers);
    expect((await open(answer, server)).status_code).toBe(200);
  });

  it.each([
    ['web', 'web'],
    ['mobile', 'ios'],
    ['mobile', 'android'],
    ['server', 'server'],
  ] as const)('of a %s application gets the newest key for %s', async (clientType, platform) => {
    const own = await app.make.application({ clientType });
    const client = await app.make.member(own);
    await issueKey(admin, own.id, { platform });
    const newest = await issueKey(admin, own.id, { platform });
    for (const other of ['web', 'server'].filter((one) => one !== platform)) {
      await issueKey(admin, own.id, { platform: other });
    }
    expect((await open(await get(client, JOSE), newest)).status_code).toBe(200);
  });

  it('that leaves nothing but a key that is not there is 406, before anything is changed', async () => {
    const own = await app.make.application();
    const client = await app.make.member(own);
    const payload = { product_id: productId };
    const none = await client.post('commerce/add-cart-item/', payload, { headers: ACCEPT });
    expect(none).toMatchObject({ status: 406, body: { type: 'Not Acceptable', status_code: 406 } });
    const either = { accept: 'application/jose, application/json;q=0.5' };
    expect((await client.get('commerce/cart-items/', { headers: either })).body.data.totals.quantity).toBe(0);
    const foreign = await get(client, `application/jose;kid=${key.kid}`);
    expect(foreign.status).toBe(406);
  });
});

describe('keys', () => {
  it('rotate with an overlap: the old ones open bodies until it ends, and the new one at once', async () => {
    const { shop: own, member: client, key: old } = await another();
    const next = await issueKey(admin, own.id, { overlap_seconds: 3_600 });
    const send = async (one: IssuedKey): Promise<Answer> => add(client, await seal({ product_id: productId }, one));
    expect((await open(await send(old), old)).data.totals.quantity).toBe(1);
    expect((await open(await send(next), next)).data.totals.quantity).toBe(2);
    const last = await issueKey(admin, own.id, { overlap_seconds: 1 });
    let refused: Answer | undefined;
    await until(async () => {
      const answer = await send(old);
      if (answer.status === 400) refused = answer;
      return refused !== undefined;
    });
    expect((await open(refused!, last)).message).toContain('kid names no key');
    expect((await send(next)).status).toBe(400);
    expect((await open(await send(last), last)).status_code).toBe(200);
  });

  it('that are issued or retired are so on another instance', async () => {
    const other = await startTestApp({ sharing: app });
    const { shop: own, member: client, key: old } = await another();
    const send = async (one: IssuedKey): Promise<number> => {
      const payload = await seal({ product_id: productId }, one);
      const headers = { ...client.headers, ...SENT, ...ACCEPT };
      return (await other.send('POST', 'commerce/add-cart-item/', { headers, payload })).status;
    };
    expect(await send(old)).toBe(200);
    const next = await issueKey(admin, own.id);
    await until(async () => expect(await send(next)).toBe(200));
    await retire(own.id, old);
    await until(async () => expect(await send(old)).toBe(400));
    expect(await send(next)).toBe(200);
    await other.stop();
  });

  it('are read once by an instance, and not at all for plain requests', async () => {
    const { member: client, key: one } = await another();
    const query = jest.spyOn(app.db, 'query');
    const reads = (): number => query.mock.calls.filter(([, { name }]) => name === 'encryption-keys.live').length;
    await client.get('commerce/cart-items/');
    await client.post('commerce/add-cart-item/', { product_id: productId });
    expect(reads()).toBe(0);
    await until(async () => {
      const before = reads();
      await add(client, await seal({ product_id: productId }, one));
      return reads() === before;
    });
    query.mockRestore();
  });
});

describe('an application that requires encryption', () => {
  it('refuses a plain body in plain words, whatever is accepted, and changes nothing', async () => {
    const { shop: own, member: client } = await another();
    await requireEncryption(own.id);
    for (const headers of [{}, { accept: 'application/json' }, { accept: '*/*' }, ACCEPT]) {
      const answer = await client.post('commerce/add-cart-item/', { product_id: productId }, { headers });
      expect(answer).toMatchObject({
        status: 400,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: { type: 'Bad Request', message: expect.stringContaining('application/jose') },
      });
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await client.post('commerce/add-cart-item/', `product_id=${productId}`, { headers: form });
    expect(answer.body.message).toContain('encrypted bodies only');
    await requireEncryption(own.id, false);
    expect(await quantity(client)).toBe(0);
  });

  it('takes encrypted bodies and requests without one, and encrypts every answer', async () => {
    const { shop: own, member: client, key: one } = await another();
    await requireEncryption(own.id);
    const sealed = await seal({ product_id: productId }, one);
    const added = await client.post('commerce/add-cart-item/', sealed, { headers: SENT });
    expect((await open(added, one)).data.totals.quantity).toBe(1);
    for (const accept of ['*/*', 'application/*;q=0.1', 'application/json, application/jose;q=0.1']) {
      expect((await open(await client.get('commerce/cart-items/', { headers: { accept } }), one)).status_code).toBe(
        200,
      );
    }
    expect((await open(await client.get('commerce/orders/999/'), one)).status_code).toBe(404);
    const noToken = await app.send('GET', 'commerce/cart-items/', { headers: { apikey: own.apikey } });
    expect((await open(noToken, one)).status_code).toBe(401);
    const empty = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await open(await client.post('logout/', '', { headers: empty }), one)).status_code).toBe(200);
  });

  it('gives 406, plainly, where Accept excludes encrypted answers, before anything is changed', async () => {
    const { shop: own, member: client, key: one } = await another();
    await requireEncryption(own.id);
    for (const accept of ['application/json', 'application/jose;q=0, */*', 'application/jose;kid=none']) {
      const sealed = await seal({ product_id: productId }, one);
      const sent = await client.post('commerce/wishlist-add/', sealed, { headers: { ...SENT, accept } });
      const named = accept.includes('kid');
      expect(sent.status).toBe(named ? 200 : 406);
      const got = await client.get('commerce/wishlist-items/', { headers: { accept } });
      expect(got).toMatchObject({ status: 406, body: { type: 'Not Acceptable' } });
    }
  });

  it('does so on another instance, and no more once it does not', async () => {
    const other = await startTestApp({ sharing: app });
    const { shop: own, member: client } = await another();
    const send = async (): Promise<number> => {
      const request = { headers: client.headers, payload: { product_id: productId } };
      return (await other.send('POST', 'commerce/wishlist-add/', request)).status;
    };
    expect(await send()).toBe(200);
    await requireEncryption(own.id);
    await until(async () => expect(await send()).toBe(400));
    await requireEncryption(own.id, false);
    await until(async () => expect(await send()).toBe(200));
    await other.stop();
  });
});

describe('with an Idempotency-Key', () => {
  const once = { 'idempotency-key': 'sealed-once' };

  it('a retry that is encrypted again replays the answer, encrypted again', async () => {
    const client = await app.make.member(shop);
    const send = async (): Promise<Answer> => add(client, await seal({ product_id: productId }, key), once);
    const [first, again] = [await send(), await send()];
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.text).not.toBe(first.text);
    expect(await open(again, key)).toEqual(await open(first, key));
    const plain = await client.post('commerce/add-cart-item/', { product_id: productId }, { headers: once });
    expect(plain.headers['idempotency-replayed']).toBe('true');
    expect(plain.body).toEqual(await open(first, key));
    expect(await quantity(client)).toBe(1);
  });

  it('another body is 422, and a body that cannot be opened uses up no key', async () => {
    const client = await app.make.member(shop);
    const broken = `${await seal({ product_id: productId }, key)}AAAA`;
    expect((await add(client, broken, once)).status).toBe(400);
    expect((await add(client, await seal({ product_id: productId }, key), once)).status).toBe(200);
    const other = await add(client, await seal({ product_id: productId, quantity: 2 }, key), once);
    expect(other.status).toBe(422);
    expect(await open(other, key)).toMatchObject({ type: 'Idempotency Conflict' });
  });

  it('a refusal is replayed encrypted as well', async () => {
    const client = await app.make.member(shop);
    const send = async (): Promise<Answer> => add(client, await seal({ product_id: 999_999 }, key), once);
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status]).toEqual([400, 400]);
    expect(await open(again, key)).toEqual(await open(first, key));
  });
});
