import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ClientOptions, createClient } from './client.js';
import { isApiError } from './errors.js';
import { memoryTokens, storedTokens } from './tokens.js';

interface Asked {
  path: string;
  headers: Record<string, string>;
  body: unknown;
}
type Answerer = (asked: Asked) => Response | Promise<Response>;

const json = (status: number, body: object, headers = {}) => new Response(JSON.stringify(body), { status, headers });
const success = (data: unknown) => json(200, { status_code: 200, errors: {}, data });
const failure = (status: number, type: string, code: string, headers = {}) => {
  const errors = { detail: [{ code, message: 'no', params: { version: 4 } }] };
  return json(status, { status_code: status, type, code, message: 'no', errors, data: {}, request_id: 'r' }, headers);
};
const refused = () => failure(401, 'Invalid Token', 'invalid_token');
const tokens = (n: number) => ({ access_token: `access-${n}`, refresh_token: `refresh-${n}` });

let asked: Asked[];
let answer: Answerer;
let ended: number;

beforeEach(() => {
  [asked, ended] = [[], 0];
});

function client(options: Partial<ClientOptions> = {}) {
  return createClient({
    baseUrl: 'http://shop/api/v1',
    applicationKey: 'key',
    retry: { firstPauseMs: 1 },
    onSessionEnd: () => ended++,
    fetch: async (url, { headers, body }) => {
      const request = {
        path: url.replace('http://shop/api/v1/', ''),
        headers: headers as Record<string, string>,
        body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
      };
      asked.push(request);
      return answer(request);
    },
    ...options,
  });
}

const calls = (path: string) => asked.filter((request) => request.path.startsWith(path));
const thrown = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the session', () => {
  /** Only the newest access token is good, and each refresh token once. */
  function service(newest = 1): Answerer {
    return ({ path, headers, body }) => {
      if (path !== 'token/') return headers.authorization === `Bearer access-${newest}` ? success({}) : refused();
      const isGood = (body as { refresh_token: string }).refresh_token === `refresh-${newest - 1}`;
      return isGood ? success(tokens(newest)) : failure(401, 'Authentication Failed', 'refresh_token_expired');
    };
  }

  it('begins with a log-in, without an idempotency key, and is kept', async () => {
    answer = ({ path }) => success(path === 'token/' ? { ...tokens(1), uid: 7 } : {});
    const shop = client();
    await expect(shop.logIn({ username: 'alice', password: 'secret' })).resolves.toMatchObject({ uid: 7 });
    await shop.getProfile();
    expect(asked[0]!.headers).not.toHaveProperty('idempotency-key');
    expect(asked[1]!.headers).toMatchObject({ apikey: 'key', authorization: 'Bearer access-1' });
  });

  it('is renewed once for parallel calls, which are then repeated', async () => {
    answer = service(2);
    const shop = client({ tokens: memoryTokens(tokens(1)) });
    await Promise.all(Array.from({ length: 20 }, () => shop.getProfile()));
    expect(calls('token/')).toHaveLength(1);
    expect(calls('account/')).toHaveLength(40);
    expect(await shop.tokens.get()).toEqual(tokens(2));
  });

  it('repeats a change with the same idempotency key', async () => {
    answer = service(2);
    await client({ tokens: memoryTokens(tokens(1)) }).createOrder();
    const [first, second] = calls('commerce/create-order/').map(({ headers }) => headers['idempotency-key']);
    expect(first).toBe(second);
  });

  it('takes the tokens that another tab has renewed', async () => {
    answer = service(3);
    let stored = tokens(1);
    const store = { get: () => stored, set: (next?: typeof stored) => (stored = next!) };
    const shop = client({ tokens: store });
    const profile = shop.getProfile();
    stored = tokens(3);
    await profile;
    expect(calls('token/')).toEqual([]);
  });

  it('has ended when it cannot be renewed: the tokens are forgotten, and the page is told once', async () => {
    answer = service(9);
    const shop = client({ tokens: memoryTokens(tokens(1)) });
    const errors = await Promise.all([shop.getProfile(), shop.getCartItems()].map(thrown));
    expect(errors).toMatchObject([{ code: 'invalid_token' }, { code: 'invalid_token' }]);
    expect([await shop.tokens.get(), ended]).toEqual([undefined, 1]);
  });

  it('has not ended when the service is down, or the key of the application is no good', async () => {
    for (const failing of [
      () => failure(503, 'Service Unavailable', 'service_unavailable'),
      () => failure(401, 'Request Failed', 'api_key_invalid'),
    ]) {
      answer = ({ path }) => (path === 'token/' ? failing() : refused());
      const shop = client({ tokens: memoryTokens(tokens(1)) });
      await thrown(shop.getProfile());
      expect([await shop.tokens.get(), ended]).toEqual([tokens(1), 0]);
    }
  });

  it('ends with a log-out, also if it had ended before or nobody answers', async () => {
    answer = ({ path }) => (path === 'logout/' ? success({ logout_urls: ['a'] }) : success({}));
    const shop = client({ tokens: memoryTokens(tokens(1)) });
    await expect(shop.logOut({ everywhere: true })).resolves.toEqual({ logout_urls: ['a'] });
    expect(await shop.tokens.get()).toBeUndefined();
    await shop.tokens.set(tokens(1));
    answer = service(9);
    await expect(shop.logOut()).resolves.toEqual({});
    await shop.tokens.set(tokens(1));
    answer = () => Promise.reject(new TypeError('offline'));
    await expect(shop.logOut()).rejects.toMatchObject({ code: 'unreachable' });
    expect(await shop.tokens.get()).toBeUndefined();
  });

  it('is kept by storages that answer at once or later', async () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: async (key: string) => kept.get(key) ?? null,
      setItem: async (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    };
    const store = storedTokens(storage);
    expect(await store.get()).toBeUndefined();
    await store.set({ ...tokens(1) });
    expect(await storedTokens(storage).get()).toEqual(tokens(1));
    await store.set(undefined);
    kept.set('commerce.tokens', 'not JSON');
    expect(await store.get()).toBeUndefined();
  });
});

describe('a call', () => {
  it('is repeated with the same key until it is answered', async () => {
    const answers = [
      () => Promise.reject(new TypeError('connection lost')),
      () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
      () => failure(429, 'Too Many Requests', 'too_many_requests', { 'retry-after': '0' }),
      () => success({ version: 5 }),
    ];
    answer = () => answers.shift()!();
    await expect(client().addCartItem({ product_id: 1 })).resolves.toEqual({ version: 5 });
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(asked).toHaveLength(4);
  });

  it('fails with what the last answer said', async () => {
    answer = () => failure(503, 'Service Unavailable', 'service_unavailable');
    expect(await thrown(client().getBalance())).toMatchObject({ status: 503, operation: 'getBalance', requestId: 'r' });
    expect(asked).toHaveLength(4);
    answer = () => failure(429, 'Too Many Requests', 'too_many_requests', { 'retry-after': '900' });
    expect(await thrown(client().logIn({ username: 'a', password: 'b' }))).toMatchObject({ retryAfter: 900 });
    expect(asked).toHaveLength(5);
  });

  it('fails as unreachable when there is no answer in time, with the cause', async () => {
    const fetched = (_: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(new Error('aborted by the limit'))),
      );
    const error = await thrown(client({ fetch: fetched, timeoutMs: 1, retry: { times: 0 } }).getProfile());
    expect(error).toMatchObject({ code: 'unreachable', status: 0, cause: { message: 'aborted by the limit' } });
  });

  it('ends with the reason of its signal, between attempts too', async () => {
    const abort = new AbortController();
    answer = () => {
      abort.abort(new Error('left the page'));
      return failure(503, 'Service Unavailable', 'service_unavailable');
    };
    const call = client({ retry: { firstPauseMs: 600_000, longestPauseMs: 600_000 } }).getProfile(
      {},
      { signal: abort.signal },
    );
    await expect(call).rejects.toThrow('left the page');
    await expect(client().getProfile({}, { signal: abort.signal })).rejects.toThrow('left the page');
    expect(asked).toHaveLength(1);
  });

  it('has errors that programs tell apart', async () => {
    answer = () => failure(409, 'Conflict', 'stale_version');
    const error = await thrown(client().createOrder({}, { ifMatch: 3 }));
    if (!isApiError(error, 'createOrder')) throw new Error('of another operation');
    switch (error.code) {
      case 'stale_version': {
        // Compiled: the status and the values in the message follow from the code.
        const { status, params }: { status: 409; params: { version: number } } = error;
        expect([status, params]).toEqual([409, { version: 4 }]);
        break;
      }
      case 'total_changed':
        // Compiled: the data of this error is the cart.
        expect(error.data.totals.price).toBe('never');
        break;
      default:
        throw error;
    }
    expect([isApiError(error, 'updateCart'), isApiError(error), isApiError(new Error('x'))]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('takes no other answer for one of the service', async () => {
    answer = () => new Response('<h1>Welcome to the hotel</h1>');
    expect(await thrown(client().getProfile())).toMatchObject({ code: 'unexpected_answer', status: 200 });
  });

  it('has the language of the client unless it says another', async () => {
    answer = () => success({});
    const shop = client({ language: 'de' });
    await shop.createOrder({}, { language: undefined, idempotencyKey: undefined });
    await shop.createOrder({}, { language: 'en', idempotencyKey: 'mine' });
    expect(asked.map(({ headers }) => headers['accept-language'])).toEqual(['de', 'en']);
    const [random, mine] = asked.map(({ headers }) => headers['idempotency-key']);
    expect([random!.length > 15, mine]).toEqual([true, 'mine']);
  });

  it('can be one of an extension', async () => {
    answer = () => success({ left: 5 });
    const { left } = await client().request<{ left: number }>('POST loyalty/redeem/', { points: 7 });
    expect([left, asked[0]]).toMatchObject([5, { path: 'loyalty/redeem/', body: { points: 7 } }]);
  });
});

describe('a list', () => {
  const pages: Answerer = ({ path }) => {
    const [, offset = '0'] = /offset=(\d+)/.exec(path) ?? [];
    const next =
      offset === '4' ? null : `http://other/api/v1/commerce/orders/?status=paid&limit=2&offset=${Number(offset) + 2}`;
    return success({ results: [{ id: Number(offset) }, { id: Number(offset) + 1 }], count: 6, next, previous: null });
  };

  it('is a page, or all rows from there on', async () => {
    answer = pages;
    const shop = client();
    await expect(shop.listOrders({ limit: 2 })).resolves.toMatchObject({ count: 6 });
    const ids = [];
    for await (const { id } of shop.listOrders({ limit: 2, status: 'paid' }, { uid: 7 })) ids.push(id);
    expect(ids).toEqual([0, 1, 2, 3, 4, 5]);
    expect(asked.at(-1)!.path).toBe('commerce/orders/?limit=2&status=paid&offset=4&uid=7');
  });

  it('asks for no page that nobody reads', async () => {
    answer = pages;
    for await (const { id } of client().listOrders({ limit: 2 })) if (id === 1) break;
    expect(asked).toHaveLength(1);
  });
});
