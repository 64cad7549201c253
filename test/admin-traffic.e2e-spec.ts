import { get } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { newId } from '#common/ids.js';
import { Housekeeping } from '#common/jobs/index.js';
import { KeyUsage } from '#platform/client-apps/index.js';
import { TrafficCounter } from '#platform/traffic/index.js';
import { ADD_TRAFFIC } from '#platform/traffic/traffic.queries.js';
import { noCounts } from '#platform/traffic/traffic.rules.js';
import { fakeOnly } from './support/clock.js';
import type { TestApplication, TestClient } from './support/factories.js';
import { dropFirstPartition } from './support/partitions.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

const UNKNOWN = '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47';
const NONE = '00000000-0000-0000-0000-000000000000';
const PATH = '/admin/api/traffic/';
const WINDOWS = [
  ['hour', 60, 60],
  ['day', 96, 900],
  ['week', 168, 3600],
  ['month', 120, 21600],
] as const;

let app: TestApp;
let root: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  root = await app.make.superAdmin();
  // No step may end within a test.
  fakeOnly(['Date']);
});
beforeEach(async () => {
  await flush();
  await app.database.query('DELETE FROM traffic');
});
afterAll(async () => {
  jest.useRealTimers();
  await app.stop();
});

const flush = (of: TestApp = app): Promise<void> => of.nest.get(TrafficCounter, { strict: false }).flush();

async function read(query = ''): Promise<Answer['body']> {
  const answer = await root.get(`${PATH}?${query}`);
  expect(answer.body).toMatchObject({ status_code: 200 });
  return answer.body.data;
}

const begun = (span: number, ago: number): Date => new Date((Math.floor(Date.now() / 1000 / span) - ago) * span * 1000);

/** Requests of an application, straight in the table: in a span of so many seconds that began so many spans ago. */
async function counted(applicationId: string, requests: number, { span = 900, ago = 0, at = begun(span, ago) } = {}) {
  await app.database.query(
    `INSERT INTO traffic (span, at, application_id, requests, client_errors, server_errors, latencies)
     VALUES ($1, $4, $2, $3::int, $3::int / 2, $3::int / 10, array_prepend($3::int, array_fill(0, ARRAY[13])))`,
    [span, applicationId, requests, at],
  );
}

describe('requests of the client API', () => {
  let shop: TestApplication;
  let member: TestClient;

  beforeAll(async () => {
    shop = await app.make.application({ name: 'Counted shop' });
    member = await app.make.member(shop);
  });

  it('count under their application, and as a use of it, when its access rules refuse them', async () => {
    const closed = await app.make.application({ name: 'Closed shop', ipsBlock: ['127.0.0.1'] });
    const { status, body } = await app.send('GET', 'commerce/product/list/', { headers: { apikey: closed.apikey } });
    expect([status, body.type]).toEqual([403, 'IP Blocked']);
    await flush();
    await app.nest.get(KeyUsage, { strict: false }).flush();
    const { applications } = await read('window=hour');
    expect(applications).toEqual([
      expect.objectContaining({ application_id: closed.id, requests: 1, client_errors: 1 }),
    ]);
    expect((await root.get(`/admin/api/applications/${closed.id}/`)).body.data.last_used_at).not.toBeNull();
  });

  it.each(WINDOWS.map(([window]) => window))(
    'are in the last step of the window %s, with their errors and latencies',
    async (window) => {
      await member.get('commerce/cart-items/');
      await member.get('commerce/cart-items/');
      await member.post('commerce/update-cart/', {});
      await flush();
      const data = await read(`window=${window}`);
      const figures = {
        requests: 3,
        client_errors: 1,
        server_errors: 0,
        latency_p50_ms: expect.any(Number),
        latency_p95_ms: expect.any(Number),
      };
      expect(data.totals).toEqual(figures);
      expect(data.totals.latency_p95_ms).toBeGreaterThan(data.totals.latency_p50_ms);
      const [application, ...others] = data.applications;
      expect(others).toEqual([]);
      expect(application).toEqual({
        kind: 'application',
        application_id: shop.id,
        name: 'Counted shop',
        ...figures,
        requests_by_step: expect.any(Array),
      });
      expect(application.requests_by_step.at(-1)).toBe(3);
      expect(application.requests_by_step).toEqual(data.points.map((point: { requests: number }) => point.requests));
    },
  );

  it('count apart when no application is known: without a key, with a wrong one, at an unknown address', async () => {
    await app.send('GET', 'commerce/cart-items/');
    await app.send('GET', 'commerce/cart-items/', { headers: { apikey: 'none' } });
    await app.send('GET', 'commerce/nothing/', { headers: member.headers });
    await flush();
    const { applications, totals } = await read();
    expect(applications).toEqual([
      expect.objectContaining({ kind: 'none', application_id: null, name: null, requests: 3, client_errors: 3 }),
    ]);
    expect(totals).toMatchObject({ requests: 3, client_errors: 3 });
  });

  it('are not those of the admin API, the health, the metrics, the documents and the console, nor preflights', async () => {
    for (const path of ['/health/live', '/metrics', '/openapi.json', '/admin/', '/.well-known/jwks.json', '/nothing']) {
      await app.send('GET', path);
    }
    await root.get('/admin/api/audit/');
    const headers = { origin: 'https://shop.example.com', 'access-control-request-method': 'GET' };
    await app.send('OPTIONS', 'commerce/cart-items/', { headers });
    await flush();
    expect(await app.database.query('SELECT * FROM traffic')).toEqual([]);
  });

  it('count as failures of the service when they are', async () => {
    await app.database.query('ALTER TABLE orders RENAME TO gone');
    try {
      expect((await member.get('commerce/orders/')).status).toBe(500);
    } finally {
      await app.database.query('ALTER TABLE gone RENAME TO orders');
    }
    await flush();
    expect((await read()).totals).toMatchObject({ requests: 1, client_errors: 0, server_errors: 1 });
  });

  it('add up over all instances, and what one has counted is written when it stops', async () => {
    const other = await startTestApp({ sharing: app });
    await other.send('GET', 'commerce/cart-items/', { headers: member.headers });
    await other.send('GET', 'commerce/cart-items/', { headers: member.headers });
    await member.get('commerce/cart-items/');
    await flush();
    expect((await read()).totals.requests).toBe(1);
    await other.stop();
    const { totals, applications } = await read('window=hour');
    expect([totals.requests, applications.length]).toEqual([3, 1]);
    expect(totals.latency_p95_ms).toEqual(expect.any(Number));
  });

  it('count when they are answered while the instance stops', async () => {
    const other = await startTestApp({ sharing: app });
    // By a connection: what is injected does not keep the server from closing.
    const address = `${await other.listen()}${other.path('commerce/orders/')}`;
    const isWaiting = `SELECT 1 FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%orders%'`;
    let stopped: Promise<void> | undefined;
    let answered: Promise<number | undefined> | undefined;
    await app.db.transaction(async (tx) => {
      await tx.query('LOCK TABLE orders IN ACCESS EXCLUSIVE MODE');
      // Without keep-alive: the server would wait for the client to close the connection.
      answered = new Promise((resolve, reject) => {
        get(address, { agent: false, headers: member.headers }, (response) => resolve(response.resume().statusCode)).on(
          'error',
          reject,
        );
      });
      await until(async () => (await app.database.query(isWaiting)).length > 0);
      stopped = other.stop();
      await new Promise((resolve) => setImmediate(resolve));
    });
    expect(await answered!).toBe(200);
    await stopped;
    expect((await read()).totals.requests).toBe(1);
  });

  it('count under an address that is percent-encoded', async () => {
    const path = app.path('commerce/cart-items/').replace('api', '%61pi');
    expect((await app.send('GET', path, { headers: member.headers })).status).toBe(200);
    await flush();
    expect((await read()).applications).toEqual([expect.objectContaining({ application_id: shop.id, requests: 1 })]);
  });

  it('are kept for the next time when they cannot be written', async () => {
    await member.get('commerce/cart-items/');
    await app.database.query('ALTER TABLE traffic RENAME TO gone');
    try {
      await flush();
      await member.get('commerce/cart-items/');
    } finally {
      await app.database.query('ALTER TABLE gone RENAME TO traffic');
    }
    await flush();
    expect((await read()).totals.requests).toBe(2);
  });

  it('are written every 10 seconds', async () => {
    const now = Date.now();
    fakeOnly(['Date', 'setTimeout', 'clearTimeout'], now);
    await member.get('commerce/cart-items/');
    jest.advanceTimersByTime(10_000);
    fakeOnly(['Date'], now);
    await until(async () => (await read()).totals.requests === 1);
  });
});

describe('a window', () => {
  it.each(WINDOWS)(
    '%s has %d points of %d seconds, gapless, with nulls where nothing was',
    async (window, steps, step) => {
      const { id } = await app.make.application();
      await counted(id, 40, { span: step, ago: steps - 1 });
      await counted(id, 7, { span: step, ago: steps });
      const data = await read(`window=${window}`);
      expect([data.window, data.step_seconds, data.points.length]).toEqual([window, step, steps]);
      const times = data.points.map(({ at }: { at: string }) => Date.parse(at) / 1000);
      expect(times).toEqual(times.map((_: number, index: number) => times[0] + index * step));
      expect(times[0] % step).toBe(0);
      expect([data.from, Date.parse(data.to) / 1000]).toEqual([data.points[0].at, times.at(-1) + step]);
      expect(Math.abs(Date.parse(data.to) - step * 500 - Date.now())).toBeLessThanOrEqual(step * 500);
      expect(data.points[0]).toMatchObject({ requests: 40, client_errors: 20, server_errors: 4, latency_p50_ms: 0.5 });
      expect(data.points[1]).toMatchObject({ requests: 0, latency_p50_ms: null, latency_p95_ms: null });
      expect(data.totals.requests).toBe(40);
    },
  );

  it('is a day unless another one is asked for', async () => {
    expect((await read()).window).toBe('day');
  });

  it('without requests has points all the same', async () => {
    const data = await read('window=week');
    const nothing = { requests: 0, client_errors: 0, server_errors: 0, latency_p50_ms: null, latency_p95_ms: null };
    expect(data.totals).toEqual(nothing);
    expect([data.points.length, data.applications]).toEqual([168, []]);
    expect(data.points[3]).toMatchObject(nothing);
  });
});

describe('applications', () => {
  it('are the six with most requests by name, those without one, and the others as one, last', async () => {
    const ids: string[] = [];
    for (let number = 1; number <= 8; number += 1) {
      const { id } = await app.make.application({ name: `Shop ${number}` });
      ids.push(id);
      await counted(id, number * 10);
      await counted(id, number, { ago: 2 });
    }
    await counted(NONE, 60);
    const { applications, totals, points } = await read();
    const shown = applications.map(({ kind, name, requests }: Answer['body']) => [kind, name, requests]);
    expect(shown).toEqual([
      ['application', 'Shop 8', 88],
      ['application', 'Shop 7', 77],
      ['application', 'Shop 6', 66],
      ['none', null, 60],
      ['application', 'Shop 5', 55],
      ['application', 'Shop 4', 44],
      ['application', 'Shop 3', 33],
      ['others', null, 33],
    ]);
    const others = applications.at(-1);
    expect(others).toMatchObject({ application_id: null, client_errors: 16, server_errors: 3, latency_p50_ms: 0.5 });
    expect(others.requests_by_step.slice(-4)).toEqual([0, 3, 0, 30]);
    expect(totals.requests).toBe(456);
    for (const [step, point] of points.entries()) {
      expect(sum(applications.map((one: Answer['body']) => one.requests_by_step[step]))).toBe(point.requests);
    }
    expect(applications[0].application_id).toBe(ids[7]);
  });

  it('are one when one is asked for, and it alone is in the totals and points', async () => {
    const { id } = await app.make.application({ name: 'The one' });
    await counted(id, 5);
    await counted((await app.make.application()).id, 70);
    await counted(NONE, 7);
    const { applications, totals, points } = await read(`application_id=${id}`);
    expect(applications).toEqual([expect.objectContaining({ application_id: id, name: 'The one', requests: 5 })]);
    expect([totals.requests, points.at(-1).requests]).toEqual([5, 5]);
  });

  it('keep what they asked when they are deleted, under their name', async () => {
    const { id } = await app.make.application({ name: 'Closed shop' });
    await counted(id, 5);
    await root.delete(`/admin/api/applications/${id}/`);
    expect((await read()).applications).toEqual([expect.objectContaining({ application_id: id, name: 'Closed shop' })]);
  });

  it.each([UNKNOWN, NONE, 'nonsense'])('that do not exist are 404: %s', async (id) => {
    expect((await root.get(`${PATH}?application_id=${id}`)).body).toMatchObject({
      status_code: 404,
      message: 'application not found',
    });
  });

  it('refuse a window that there is not', async () => {
    expect((await root.get(`${PATH}?window=year`)).body).toMatchObject({ status_code: 400, type: 'Validation Error' });
  });
});

describe('rows', () => {
  it('of less than an hour are kept for 2 days, the others for 90, and go with their day or month', async () => {
    for (const table of ['traffic_short', 'traffic_long']) await dropFirstPartition(app, table);
    await app.database.query(
      `SELECT make_time_partition(table_name, width, now() - make_interval(days => n))
         FROM (VALUES ('traffic_short'::regclass, 'day', 4), ('traffic_long', 'month', 125)) AS t (table_name, width, days),
              generate_series(0, days) n`,
    );
    for (const span of [60, 900]) await insertAt(span, [0, 1.99, 3.01]);
    for (const span of [3600, 21600]) await insertAt(span, [0, 3, 89.99, 121.01]);
    await app.nest.get(Housekeeping, { strict: false }).round();
    const kept = await app.database.query(
      `SELECT span, round(max(extract(epoch FROM now() - at)) / 86400) AS oldest, count(*) AS rows FROM traffic GROUP BY span ORDER BY span`,
    );
    expect(kept.map(({ span, oldest, rows }) => [span, Number(oldest), rows])).toEqual([
      [60, 2, 2],
      [900, 2, 2],
      [3600, 90, 3],
      [21600, 90, 3],
    ]);
  });

  it('of long ago are not counted any more: they may have no partition', async () => {
    const day = Math.floor(Date.now() / 86_400_000) * 86_400;
    const counts = { requests: 1, client_errors: 0, server_errors: 0, latencies: noCounts().latencies };
    const counted = [day - 2.5 * 86_400, day - 91 * 86_400].map((second) => ({
      application_id: newId(),
      second,
      ...counts,
    }));
    await app.database.query(ADD_TRAFFIC.text, [JSON.stringify(counted)]);
    expect(await app.database.query('SELECT span FROM traffic ORDER BY span')).toEqual([
      { span: 3600 },
      { span: 21600 },
    ]);
  });

  async function insertAt(span: number, days: readonly number[]): Promise<void> {
    for (const ago of days) await counted(newId(), 1, { span, at: new Date(Date.now() - ago * 86_400_000) });
  }
});

function sum(numbers: number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
