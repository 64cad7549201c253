import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseProxy } from './support/database-proxy.js';
import type { TestClient } from './support/factories.js';
import { ServiceProcess } from './support/service-process.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

/** Milliseconds for starts on a machine that does much else. */
const PATIENCE_MS = 180_000;
const WAIT_MS = 60_000;

interface Answer {
  status: number;
  body: { type?: string; data: Record<string, unknown> };
}

describe('two instances at one address', () => {
  /** Makes what the tests need, and is an instance that asks nothing of theirs. */
  let app: TestApp;
  let service: ServiceProcess | undefined;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterEach(async () => {
    await service?.end('SIGKILL');
    service = undefined;
  });
  afterAll(() => app.stop());

  async function start(
    databaseUrl = app.database.url,
    watch?: (starting: ServiceProcess) => void,
  ): Promise<ServiceProcess> {
    const env = { DATABASE_URL: databaseUrl, INSTANCES: '2', LOG_LEVEL: 'info', PUBLIC_URL: app.config.publicUrl };
    service = await ServiceProcess.start(env, watch);
    // They have got ready, but their lines are on their way.
    await until(() => [1, 2].every((number) => service!.workers(number).length > 0));
    return service;
  }

  /** Requests, by status, that each worker has answered on a route, as any of them tells Prometheus. */
  async function answered(route: string): Promise<Record<string, number>> {
    const metrics = await (await fetch(`${service!.url}/metrics`)).text();
    const lines = metrics
      .split('\n')
      .filter((line) => line.startsWith('commerce_http_requests_total{') && line.includes(route));
    return Object.fromEntries(
      lines.map((line) => {
        const [, status, worker, count] = /status="(\d+)".*worker="(\d)"\} (\d+)/.exec(line)!;
        return [`${worker}: ${status}`, Number(count)];
      }),
    );
  }

  /** Sends requests, some at a time, until both workers have answered one with a status. */
  async function untilBothAnswer(route: string, status: number, ask: () => Promise<Answer>): Promise<number> {
    let sent = 0;
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, ask));
      sent += answers.length;
      for (const answer of answers) expect(answer.status).toBe(status);
      const counts = await answered(route);
      return [1, 2].every((worker) => (counts[`${worker}: ${status}`] ?? 0) > 0);
    }, WAIT_MS);
    return sent;
  }

  it(
    'both serve requests, and tell the metrics of both, whichever is asked',
    async () => {
      const { url } = await start();
      const sent = await untilBothAnswer('/health/live"', 200, () => send(url, '/health/live'));
      const counts = await answered('/health/live"');
      expect(counts['1: 200']! + counts['2: 200']!).toBe(sent);
      await untilBothAnswer('/metrics"', 200, () => send(url, '/metrics'));
      expect(await answered('/health/live"')).toEqual(counts);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      for (const worker of ['1', '2']) expect(metrics).toContain(`process_start_time_seconds{worker="${worker}"}`);
      const names = metrics.split('\n').filter((line) => line.startsWith('# TYPE'));
      expect(new Set(names).size).toBe(names.length);
    },
    PATIENCE_MS,
  );

  it(
    'both refuse a revoked key within 2 seconds',
    async () => {
      const { url } = await start();
      const admin = await app.make.superAdmin();
      const { id, apikey } = await app.make.application();
      const knock = (): Promise<Answer> => send(url, app.path('token/'), { apikey }, {});
      await untilBothAnswer('/token"', 400, knock);
      const keys = await admin.get(`/admin/api/applications/${id}/keys/`);
      await admin.delete(`/admin/api/applications/${id}/keys/${keys.body.data.results[0].key_id}/`);
      await until(async () => {
        for (const { status } of await Promise.all(Array.from({ length: 8 }, knock))) expect(status).toBe(401);
      });
      await untilBothAnswer('/token"', 401, knock);
    },
    PATIENCE_MS,
  );

  it(
    'lose nothing that was acknowledged when one is killed, which is replaced',
    async () => {
      const started = await start();
      const { url } = started;
      const product = await app.make.catalogue.product();
      const members = await Promise.all(Array.from({ length: 4 }, () => app.make.member()));
      let isOver = false;
      const shop = async (member: TestClient): Promise<[acknowledged: number, unknown: number]> => {
        let [acknowledged, unknown] = [0, 0];
        while (!isOver) {
          const add = { product_id: product.id, quantity: 1 };
          const answer = await send(url, app.path('commerce/add-cart-item/'), member.headers, add).catch(
            () => undefined,
          );
          if (answer === undefined) unknown += 1;
          else expect(answer.status).toBe(200);
          if (answer !== undefined) acknowledged += 1;
        }
        return [acknowledged, unknown];
      };
      const shopping = Promise.all(members.map(shop));
      const isShopped = async (): Promise<boolean> => ((await answered('/add-cart-item"'))['2: 200'] ?? 0) > 5;
      try {
        await until(isShopped, WAIT_MS);
        process.kill(started.workers(2)[0]!, 'SIGKILL');
        await until(() => started.workers(2).length === 2, WAIT_MS);
        await until(isShopped, WAIT_MS);
      } finally {
        isOver = true;
      }
      for (const [index, [acknowledged, unknown]] of (await shopping).entries()) {
        const cart = await members[index]!.get('commerce/cart-items/');
        const { quantity } = cart.body.data.cartitems[0];
        expect(quantity).toBeGreaterThanOrEqual(acknowledged);
        expect(quantity).toBeLessThanOrEqual(acknowledged + unknown);
      }
      expect(started.workers(1)).toHaveLength(1);
      expect(await started.end('SIGTERM')).toBe(0);
    },
    PATIENCE_MS,
  );

  it(
    'wait ever longer before one that cannot start is tried again, and serve meanwhile',
    async () => {
      const proxy = await DatabaseProxy.before(app.database.url);
      try {
        const started = await start(proxy.url);
        await proxy.cut();
        process.kill(started.workers(1)[0]!, 'SIGKILL');
        await until(() => started.printed('restarting in 1000 ms') === 1, WAIT_MS);
        expect(started.printed('restarting in 500 ms')).toBe(1);
        expect((await send(started.url, '/health/live')).status).toBe(200);
        await proxy.restore();
        await until(() => started.workers(1).length === 2, WAIT_MS);
        await until(async () => (await send(started.url, '/health/ready')).status === 200, WAIT_MS);
        expect(await started.end('SIGTERM')).toBe(0);
      } finally {
        await proxy.cut();
      }
    },
    PATIENCE_MS,
  );

  it(
    'replace one that ends while the others still start',
    async () => {
      const killed: number[] = [];
      const started = await start(app.database.url, (starting) => {
        const [first] = starting.workers(1);
        if (killed.length > 0 || first === undefined) return;
        killed.push(first);
        process.kill(first, 'SIGKILL');
      });
      await until(() => started.workers(1).length === 2, WAIT_MS);
      expect(killed).toEqual([started.workers(1)[0]]);
      expect(await started.end('SIGTERM')).toBe(0);
    },
    PATIENCE_MS,
  );

  it.each([
    ['SIGTERM', 0],
    ['SIGKILL', null],
  ] as const)(
    'leave nothing running after %s',
    async (signal, code) => {
      const started = await start();
      const pids = [1, 2].flatMap((number) => started.workers(number));
      expect(pids.filter(isAlive)).toHaveLength(2);
      expect(await started.end(signal)).toBe(code);
      // Told to stop, it waits for them; killed, it cannot.
      if (signal === 'SIGTERM') expect(pids.filter(isAlive)).toEqual([]);
      await until(() => pids.filter(isAlive).length === 0);
      await expect(send(started.url, '/health/live')).rejects.toThrow('ECONNREFUSED');
    },
    PATIENCE_MS,
  );
});

/** Sends a request on a connection of its own, so that it goes to whichever worker is free. */
async function send(url: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const sent = request(`${url}${path}`, {
    method,
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(sent, 'response');
  const answer = await text(response);
  const isJson = answer.startsWith('{');
  return { status: response.statusCode, body: isJson ? (JSON.parse(answer) as Answer['body']) : { data: {} } };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
