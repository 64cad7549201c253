import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RefusalLog } from '#platform/traffic/index.js';
import { fakeOnly } from './support/clock.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const PATH = '/admin/api/requests/';

const app = await useTestApp();
const root = await app.make.superAdmin();
const shop = await app.make.application({ name: 'Refused shop' });
const member = await app.make.member(shop);

beforeEach(async () => {
  await log().flush();
  await app.database.query('TRUNCATE refused_requests');
});
afterEach(() => void jest.useRealTimers());

const log = (): RefusalLog => app.nest.get(RefusalLog, { strict: false });

async function list(query = ''): Promise<Answer['body'][]> {
  await log().flush();
  const { status, text, body } = await root.get(PATH + query);
  if (status !== 200) throw new Error(`answered with ${status} ${text}`);
  return body.data.results;
}

describe('the log of refused requests', () => {
  it('tells which request was refused, whose it was, and why, in the words of docs/errors.md', async () => {
    const answer = await member.get('commerce/orders/no-such-order/?secret=value-of-a-query');
    expect(answer.status).toBe(404);
    const [one] = await list();
    expect(one).toMatchObject({
      method: 'GET',
      status: 404,
      code: answer.body.code,
      fields: [],
      application: { id: shop.id, name: 'Refused shop' },
      uid: member.user.uid,
      username: member.user.username,
      request_id: answer.body.request_id,
      reason: { message: answer.body.message, cause: expect.any(String), remedy: expect.any(String) },
    });
    expect(one.route).toMatch(/^\/api\/v1\/commerce\/orders\/:\w+/);
    expect(one.duration_ms).toBeGreaterThan(0);
  });

  it('names the fields with problems, and keeps neither their values nor the body nor the query', async () => {
    const sent = { product_id: 'a-value-that-is-secret', quantity: -3 };
    expect((await member.post('commerce/add-cart-item/?x=a-value-that-is-secret', sent)).status).toBe(400);
    const [one] = await list();
    expect(one).toMatchObject({ code: 'validation', fields: expect.arrayContaining(['quantity']) });
    const rows = await app.database.query('SELECT r::text AS text FROM refused_requests r');
    expect(JSON.stringify(rows)).not.toContain('a-value-that-is-secret');
  });

  it('keeps a request without a valid key and without a route, but not its address', async () => {
    await app.send('GET', 'no-such-place/whsec_secret-in-the-path/', { headers: { apikey: 'none' } });
    const [one] = await list('?application_id=none');
    expect(one).toMatchObject({ application: null, uid: null, route: null });
    expect(JSON.stringify(one)).not.toContain('whsec');
  });

  it('leaves out what succeeds, and the admin module', async () => {
    expect((await member.get('commerce/cart-items/')).status).toBe(200);
    expect((await root.get('/admin/api/orders/no/')).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('is filtered by application, class, code, request, route and time', async () => {
    const { body } = await member.get('commerce/orders/no-such-order/');
    const before = encodeURIComponent(new Date(Date.now() - 60_000).toISOString());
    const queries: readonly (readonly [string, number])[] = [
      [`?application_id=${shop.id}`, 1],
      ['?application_id=none', 0],
      ['?status_class=4xx', 1],
      ['?status_class=5xx', 0],
      [`?code=${body.code}`, 1],
      ['?code=validation', 0],
      [`?request_id=${body.request_id}`, 1],
      ['?request_id=another', 0],
      ['?route=commerce/orders', 1],
      ['?route=100%25', 0],
      [`?from=${before}`, 1],
      [`?to=${before}`, 0],
    ];
    for (const [query, count] of queries) expect([query, (await list(query)).length]).toEqual([query, count]);
    expect((await root.get(`${PATH}?application_id=0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47`)).status).toBe(404);
  });

  it('takes no more than a hundred of an application at once, and lets others have theirs', async () => {
    // None are written before all have come.
    fakeOnly(['setTimeout', 'clearTimeout']);
    for (let index = 0; index < 105; index += 1) await member.get('commerce/orders/no-such-order/');
    const other = await app.make.member(await app.make.application({ name: 'Quiet shop' }));
    await other.get('commerce/orders/no-such-order/');
    await list();
    const rows = await app.database.query(
      'SELECT count(*)::int AS count FROM refused_requests GROUP BY application_id',
    );
    expect(rows.map(({ count }) => count).sort()).toEqual([1, 100]);
  });

  it('forgets what is old, and all but the newest of an application', async () => {
    await app.database.query(
      `INSERT INTO refused_requests (at, method, status, fields, ip, request_id, duration_ms, application_id)
       SELECT now() - i * interval '1 second', 'GET', 404, '{}', '::1', i, 1, $1 FROM generate_series(1, 10010) i`,
      [shop.id],
    );
    await app.database.query(
      `INSERT INTO refused_requests (at, method, status, fields, ip, request_id, duration_ms)
       VALUES (now() - interval '15 days', 'GET', 404, '{}', '::1', 'old', 1)`,
    );
    await log().forget();
    const [left] = await app.database.query(
      `SELECT count(*)::int AS count, max(request_id::int) AS oldest FROM refused_requests WHERE request_id <> 'old'`,
    );
    expect(left).toEqual({ count: 10_000, oldest: 10_000 });
    expect(await list('?request_id=old')).toEqual([]);
  });

  it('loses what the database does not take, and no request fails by it', async () => {
    await app.database.query('ALTER TABLE refused_requests RENAME TO refused_requests_away');
    try {
      expect((await member.get('commerce/orders/no-such-order/')).status).toBe(404);
      await log().flush();
    } finally {
      await app.database.query('ALTER TABLE refused_requests_away RENAME TO refused_requests');
    }
    expect(await list()).toEqual([]);
  });

  it('is read by developers, and not by support', async () => {
    expect((await (await app.make.admin(['developer'])).get(PATH)).status).toBe(200);
    expect((await (await app.make.admin(['support'])).get(PATH)).status).toBe(403);
  });
});
