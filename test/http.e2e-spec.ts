import { createConnection } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '#common/database/index.js';
import { Readiness } from '#operations/health/index.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

const ADD = 'commerce/add-cart-item/';

describe('HTTP', () => {
  let app: TestApp;
  let member: TestClient;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    const shop = await app.make.application();
    member = await app.make.member(shop);
    admin = await app.make.apiAdmin(shop);
    await app.make.catalogue.productType();
  });
  afterAll(() => app.stop());

  /** Every failure has this shape, and nothing of what happens inside. */
  function expectFailure(answer: Answer, status: number, type: string): void {
    expect(answer.body).toEqual({
      status_code: status,
      type,
      code: expect.any(String),
      message: expect.any(String),
      errors: expect.any(Object),
      data: {},
      request_id: expect.any(String),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toBe(answer.body.request_id);
    expect(answer.text).not.toMatch(/at \/|node_modules|SELECT|pg_|FST_|Error:/);
  }

  describe('codes', () => {
    it('are those of the application key', async () => {
      expect((await app.send('GET', 'commerce/cart-items/')).body.code).toBe('api_key_missing');
      const headers = { apikey: 'wrong' };
      expect((await app.send('GET', 'commerce/cart-items/', { headers })).body.code).toBe('api_key_invalid');
    });

    it('are those of messages, with their values', async () => {
      const answer = await admin.post('commerce/product/create/', { name: 'x'.repeat(201) });
      expect(answer.body).toMatchObject({ type: 'Validation Error', code: 'validation' });
      expect(answer.body.errors.name).toEqual([
        { message: 'must be at most 200 characters', code: 'too_long', params: { max: 200 } },
      ]);
    });
  });

  describe('languages', () => {
    const wrong = { product_id: 1, quantity: 0 };

    it.each(['de', 'fr, de-AT;q=0.9, en;q=0.5'])('are German for %s', async (language) => {
      const answer = await member.post('commerce/add-cart-item/', wrong, { headers: { 'accept-language': language } });
      expect(answer.headers['content-language']).toBe('de');
      expect(answer.body).toMatchObject({
        type: 'Validation Error',
        code: 'validation',
        message: 'quantity: muss zwischen 1 und 9999 liegen; product_id: ungültige Produkt-Id',
        errors: { quantity: [{ message: 'muss zwischen 1 und 9999 liegen', code: 'out_of_range' }] },
      });
    });

    it.each(['en-GB, de;q=0.9', 'fr', '*'])('are English for %s', async (language) => {
      const answer = await member.post('commerce/add-cart-item/', wrong, { headers: { 'accept-language': language } });
      expect(answer.body.message).toBe('quantity: must be between 1 and 9999; product_id: invalid product id');
      expect(answer.headers).not.toHaveProperty('content-language');
    });
  });

  describe('addresses', () => {
    it('[7.1 status: 404] answers an unknown path', async () => {
      expectFailure(await member.get('commerce/nothing/'), 404, 'Not Found');
      expectFailure(await app.send('GET', '/nothing'), 404, 'Not Found');
      expectFailure(await app.send('GET', '/api/v9/commerce/cart-items/'), 404, 'Not Found');
    });

    it('[7.1 status: 405] answers a known path with the wrong method, and says which is right', async () => {
      const answer = await app.send('DELETE', 'commerce/cart-items/');
      expectFailure(answer, 405, 'Method Not Allowed');
      expect(answer.headers.allow).toBe('GET, HEAD');
      expectFailure(await app.send('GET', 'commerce/update-cart'), 405, 'Method Not Allowed');
    });

    it('answers the wrong method so whatever the length of an id', async () => {
      const answer = await app.send('PUT', `/admin/api/bundles/${'x'.repeat(255)}/`);
      expect(answer).toMatchObject({ status: 405, headers: { allow: 'DELETE, GET, HEAD, PATCH' } });
    });

    it('answers 414 to an id that is longer than any', async () => {
      expectFailure(await admin.get(`get/states/${'x'.repeat(4_000)}/`), 414, 'URI Too Long');
    });

    it('takes a path with and without its trailing slash', async () => {
      expect((await member.get('commerce/cart-items')).body).toEqual((await member.get('commerce/cart-items/')).body);
    });

    it.each([
      '/%zz',
      '/api/v1/commerce/%',
      '/api/v1/commerce/cart-items/%ff%fe',
      '/api/v1/commerce/product/list/?name=%zz',
      '/api/v1/commerce/product/list/?name=%ff',
    ])('answers the bad address %s', async (path) => {
      const answer = await app.send('GET', path);
      expectFailure(answer, 400, 'Bad Request');
    });

    it('gives a HEAD request what GET would, without the body', async () => {
      const answer = await app.send('HEAD', 'commerce/cart-items/', { headers: member.headers });
      expect(answer).toMatchObject({ status: 200, text: '' });
    });
  });

  describe('request ids', () => {
    it('keeps a sane one of the client', async () => {
      expect(
        (await member.get('commerce/cart-items/', { headers: { 'x-request-id': 'abc-123' } })).headers['x-request-id'],
      ).toBe('abc-123');
    });

    it.each([
      '',
      'a b',
      'x'.repeat(129),
      'a\tb',
      'st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM',
      'try-2:rt_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM',
    ])('replaces "%s"', async (id) => {
      const answer = await member.get('commerce/cart-items/', { headers: { 'x-request-id': id } });
      expect(answer.headers['x-request-id']).not.toBe(id);
      expect(answer.headers['x-request-id']).toBeTruthy();
    });
  });

  describe('bodies', () => {
    const json = (payload: string): Promise<Answer> =>
      member.post(ADD, payload, { headers: { 'content-type': 'application/json' } });

    it.each(['{', '{"product_id":}', 'product_id=1', '[1,2', '{"a":1}{"b":2}', '\u0000'])(
      'refuses the malformed JSON %j',
      async (payload) => {
        expectFailure(await json(payload), 400, 'Bad Request');
      },
    );

    it.each(['null', '[]', '"text"', '1', 'true'])('refuses %s where an object is needed', async (payload) => {
      const answer = await json(payload);
      expectFailure(answer, 400, 'Validation Error');
      expect(answer.body.errors).toHaveProperty('detail');
    });

    it('takes no body at all for an empty object', async () => {
      const answer = await member.post(ADD);
      expectFailure(answer, 400, 'Validation Error');
      expect(answer.body.errors).toHaveProperty('product_id');
    });

    it('refuses depth 5,000 without harm', async () => {
      expectFailure(await json(`{"product_id":${'['.repeat(5_000)}${']'.repeat(5_000)}}`), 400, 'Bad Request');
      expectFailure(await json(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`), 400, 'Bad Request');
    });

    it.each([
      ['"1"', 'text'],
      ['true', 'a boolean'],
      ['[1]', 'an array'],
      ['{}', 'an object'],
      ['null', 'null'],
      ['1.5', 'a fraction'],
      ['0', 'zero'],
      ['-1', 'a negative'],
      ['-0', 'minus zero'],
      ['9007199254740993', '2^53+1'],
      ['1e400', 'infinity'],
    ])('refuses the id %s (%s) and names the field', async (value) => {
      const answer = await json(`{"product_id":${value}}`);
      expectFailure(answer, 400, 'Validation Error');
      expect(Object.keys(answer.body.errors as object)).toEqual(['product_id']);
    });

    it('refuses an id beyond those of any row as an unknown one', async () => {
      const answer = await json('{"product_id":2147483648}');
      expectFailure(answer, 400, 'Validation Error');
      expect(answer.body.errors).toHaveProperty('product_id');
    });

    it.each(['"a\\u0000b"', '"\\ud800"', '"\\udc00x"'])('refuses the text %s, which cannot be stored', async (text) => {
      const answer = await admin.post('commerce/product/create/', `{"bundle_id":${text}}`, {
        headers: { 'content-type': 'application/json' },
      });
      expectFailure(answer, 400, 'Validation Error');
      expect(answer.body.errors).toHaveProperty('bundle_id');
    });

    it('ignores unknown fields, __proto__ among them', async () => {
      const answer = await json('{"product_id":"x","__proto__":{"quantity":2},"constructor":1,"unknown":true}');
      expect(Object.keys(answer.body.errors as object)).toEqual(['product_id']);
      expect(({} as { quantity?: number }).quantity).toBeUndefined();
    });

    it('reports text that cannot be stored with everything else that is wrong', async () => {
      const payload = { bundle_id: 'b\u0000', name: 'a\u0000', varients: [{ 'product-name': '\ud800' }] };
      const { body } = await admin.post('commerce/product/create/', payload);
      expect(Object.keys(body.errors as object).sort()).toEqual([
        'attributes',
        'bundle_id',
        'bundle_name_translations',
        'description_translations',
        'name',
        'short_description_translations',
        'varients',
      ]);
      const update = await admin.post('commerce/product/update/', payload);
      expectFailure(update, 400, 'Invalid Input');
    });

    it('refuses __proto__ as an extra attribute', async () => {
      const payload = '{"attributes":{"business-volume":1,"points":1,"cumulative-volume":1,"__proto__":1}}';
      const { body } = await admin.post('commerce/product/create/', payload, {
        headers: { 'content-type': 'application/json' },
      });
      expect(JSON.stringify(body.errors.attributes)).toContain('__proto__');
    });

    it('refuses a body of more than 50,000 values, so that no number of them takes all memory', async () => {
      const payload = `{"username":"root","password":"a password","more":[${'{},'.repeat(300_000)}{}]}`;
      const headers = { 'content-type': 'application/json' };
      const answers = await Promise.all(Array.from({ length: 20 }, () => member.post('token/', payload, { headers })));
      for (const answer of answers) {
        expectFailure(answer, 400, 'Bad Request');
        expect(answer.body.message).toContain('50000 values');
      }
      const problemsOf = async (varients: string): Promise<unknown> => {
        const form = new URLSearchParams({ varients }).toString();
        const ofForm = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
        return (await admin.post('commerce/product/create/', form, ofForm)).body.errors.varients;
      };
      // In a form the field stays the text that it came as.
      expect(await problemsOf(`[${'1,'.repeat(50_000)}1]`)).toEqual(await problemsOf('a text'));
      expect(await problemsOf('[1,1]')).not.toEqual(await problemsOf('a text'));
    });

    it('refuses an object of more than 200 keys before anything looks at it', async () => {
      const keys = Object.fromEntries(Array.from({ length: 80_000 }, (_, index) => [`k${index}`, 1]));
      expectFailure(await member.post('token/', keys), 400, 'Bad Request');
      expectFailure(await member.post(ADD, { product_id: keys }), 400, 'Bad Request');
    });

    it('refuses bytes that are no UTF-8', async () => {
      const payload = Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
      expectFailure(
        await member.post(ADD, payload, { headers: { 'content-type': 'application/json' } }),
        400,
        'Bad Request',
      );
    });

    it('answers 413 to more than 2 MiB, in JSON and in forms', async () => {
      expectFailure(await json(`{"a":"${'x'.repeat(2_097_152)}"}`), 413, 'Payload Too Large');
      const form = await member.post(ADD, `a=${'x'.repeat(2_097_152)}`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expectFailure(form, 413, 'Payload Too Large');
      const parts = `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(2_097_152)}\r\n--x--\r\n`;
      expectFailure(
        await member.post(ADD, parts, { headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
        413,
        'Payload Too Large',
      );
    });

    it.each(['text/plain', 'application/xml', 'application/json; charset=utf-16', 'application/jsonp', 'nonsense'])(
      'answers 415 to %s',
      async (type) => {
        expectFailure(
          await member.post(ADD, '{}', { headers: { 'content-type': type } }),
          415,
          'Unsupported Media Type',
        );
      },
    );

    it('answers 415 to a compressed body', async () => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      expectFailure(await member.post(ADD, '{}', { headers }), 415, 'Unsupported Media Type');
    });

    it.each([
      ['no boundary', 'multipart/form-data', 'x'],
      [
        'a cut part',
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="product_id"\r\n\r\n1',
      ],
    ])('refuses multipart with %s', async (_, type, payload) => {
      expectFailure(await member.post(ADD, payload, { headers: { 'content-type': type } }), 400, 'Bad Request');
    });

    it('refuses a file', async () => {
      const payload =
        '--x\r\nContent-Disposition: form-data; name="product_id"; filename="a.txt"\r\n\r\n1\r\n--x--\r\n';
      const answer = await member.post(ADD, payload, {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      });
      expectFailure(answer, 400, 'Validation Error');
      expect(answer.body.errors).toHaveProperty('product_id');
    });

    it('refuses a form field that is sent twice', async () => {
      const answer = await member.post(ADD, 'product_id=1&product_id=2', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expectFailure(answer, 400, 'Validation Error');
      expect(answer.body.errors).toHaveProperty('product_id');
    });
  });

  describe('query parameters', () => {
    it.each([
      'limit=0',
      'limit=101',
      'limit=abc',
      'limit=1e1',
      'limit=%205',
      'limit=01',
      'limit=',
      'limit=1&limit=2',
      'offset=-1',
      'offset=1.5',
      'offset=9007199254740993',
    ])('refuses ?%s and names it', async (query) => {
      const answer = await member.get(`commerce/product/list/?${query}`);
      expectFailure(answer, 400, 'Validation Error');
      expect(Object.keys(answer.body.errors as object)).toEqual([query.split('=')[0]]);
    });

    it('ignores a name that it does not know, such as limit[]', async () => {
      expect((await member.get('commerce/product/list/?limit[]=x')).status).toBe(200);
    });

    it('refuses NUL and broken text', async () => {
      expectFailure(await member.get('commerce/product/list/?name=a%00b'), 400, 'Validation Error');
    });
  });

  describe('failures inside', () => {
    it('[7.1 status: 500] [7.2 500 Server Error: the request could not be processed] says nothing of a defect', async () => {
      const query = jest
        .spyOn(app.nest.get(Database), 'query')
        .mockRejectedValue(new Error('SELECT secret FROM node_modules'));
      try {
        expectFailure(await member.get('commerce/cart-items/'), 500, 'Server Error');
      } finally {
        query.mockRestore();
      }
    });

    it('[7.1 status: 503] says when to come again while the database is away', async () => {
      const query = jest
        .spyOn(app.nest.get(Database), 'query')
        .mockRejectedValue(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
      try {
        const answer = await member.get('commerce/cart-items/');
        expectFailure(answer, 503, 'Service Unavailable');
        expect(answer.headers['retry-after']).toBe('2');
        expect((await app.send('GET', '/health/ready')).status).toBe(503);
        expect((await app.send('GET', '/health/live')).status).toBe(200);
      } finally {
        query.mockRestore();
      }
    });

    it('goes on after its connections to the database were cut', async () => {
      await app.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      const answers = await Promise.all(Array.from({ length: 5 }, () => member.get('commerce/cart-items/')));
      for (const { status } of answers) expect([200, 503]).toContain(status);
      expect((await member.get('commerce/cart-items/')).status).toBe(200);
    });
  });

  describe('over a socket', () => {
    let address: URL;

    beforeAll(async () => {
      address = new URL(await app.listen());
    });

    async function raw(text: string): Promise<string> {
      const socket = createConnection(Number(address.port), '127.0.0.1');
      socket.write(text);
      let answer = '';
      for await (const chunk of socket) answer += String(chunk);
      return answer;
    }

    it('answers what is no HTTP in the shape of every failure', async () => {
      const answer = await raw('NONSENSE\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
        status_code: 400,
        type: 'Bad Request',
        errors: {},
        data: {},
      });
    });

    it('lets nobody keep a failure, not even one of an address or of HTTP that cannot be read', async () => {
      for (const path of ['%zz', '%ED%A0%80', 'none/?a=%zz']) {
        const get = `GET /api/v1/get/states/${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
        expect(await raw(get)).toMatch(/^HTTP\/1\.1 400 [^]*\r\ncache-control: no-store\r\n/);
      }
      expect(await raw('NONSENSE\r\n\r\n')).toMatch(/\r\ncache-control: no-store\r\n/);
    });

    it('sends security headers with every failure, also of an address or of HTTP that cannot be read', async () => {
      const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      for (const request of ['NONSENSE\r\n\r\n', get('/%zz'), get('/none/?a=%zz'), get(`/${'a'.repeat(9_000)}/`)]) {
        const answer = await raw(request);
        expect(answer).toMatch(/^HTTP\/1\.1 4\d\d [^]*\r\nx-content-type-options: nosniff\r\n/i);
        expect(answer).toMatch(/\r\ncontent-security-policy: default-src 'none';/i);
        expect(answer).toMatch(/\r\nstrict-transport-security: max-age=31536000; includeSubDomains\r\n/i);
      }
    });

    it('does a few at a time of many requests that one connection sends ahead', async () => {
      let [running, most] = [0, 0];
      const check = jest.spyOn(app.nest.get(Readiness), 'check').mockImplementation(async () => {
        running += 1;
        most = Math.max(most, running);
        await setImmediate();
        running -= 1;
        return { status: 'ok' };
      });
      const ready = 'GET /health/ready HTTP/1.1\r\nHost: x\r\n';
      const answers = await raw(`${`${ready}\r\n`.repeat(99)}${ready}Connection: close\r\n\r\n`);
      check.mockRestore();
      expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(100);
      expect(most).toBeLessThanOrEqual(4);
    });

    it('answers headers that are too large', async () => {
      expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 431 /);
    });

    it('answers 413 to a client that is still sending', async () => {
      for (const size of [4, 16]) {
        const body = `{"a":"${'x'.repeat(size * 1_048_576)}"}`;
        const answer = await fetch(new URL('/api/v1/token/', address), {
          method: 'POST',
          body,
          headers: { ...member.headers, 'content-type': 'application/json' },
        });
        expect(answer.status).toBe(413);
        expect(await answer.json()).toMatchObject({ status_code: 413, type: 'Payload Too Large' });
      }
    });

    it('refuses a request without a host', async () => {
      const answer = await raw('GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n');
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
      expect(answer).toContain('"request_id"');
    });

    it('refuses a request with two hosts, or with one that is none', async () => {
      for (const hosts of ['Host: a\r\nHost: a', 'Host: a\r\nhost: b', 'Host: a b', 'Host: a/b', 'Host: a@b']) {
        const answer = await raw(`GET /health/live HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
        expect([hosts, answer]).toEqual([hosts, expect.stringMatching(/^HTTP\/1\.1 400 /)]);
      }
      for (const host of ['a.example.com:3000', '[::1]:3000', '127.0.0.1', 'a_b']) {
        const answer = await raw(`GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
        expect([host, answer]).toEqual([host, expect.stringMatching(/^HTTP\/1\.1 200 /)]);
      }
    });

    it('leaves an expectation that it does not know alone', async () => {
      expect(await raw('GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n')).toMatch(
        /^HTTP\/1\.1 200 /,
      );
    });

    it('refuses smuggled lengths', async () => {
      const answer = await raw(
        'POST /api/v1/token/ HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    });
  });

  it('sends security headers', async () => {
    expect((await app.send('GET', '/health/live')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      // A policy that nothing of a library's own defaults has loosened: no base, no form, no object, no frame.
      'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  });

  it('shows metrics to Prometheus by route, not by address', async () => {
    await member.get('commerce/orders/123456/');
    const { text } = await app.send('GET', '/metrics');
    expect(text).toContain('commerce_http_requests_total');
    expect(text).not.toContain('123456');
  });
});
