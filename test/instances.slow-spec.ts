import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseProxy } from './support/database-proxy.js';
import type { TestClient } from './support/factories.js';
import { SERVICE, ServiceProcess } from './support/service-process.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

interface Answer {
  status: number;
  body: { type?: string; data: Record<string, unknown> };
}

/** Makes what the tests need, and is an instance that asks nothing of theirs. */
let app: TestApp;
let proxy: DatabaseProxy;
let service: ServiceProcess;

const settings = (): Record<string, string> => ({
  ...{ DATABASE_URL: proxy.url, INSTANCES: '2', LOG_LEVEL: 'info', PUBLIC_URL: app.config.publicUrl },
});

beforeAll(async () => {
  app = await startTestApp();
  proxy = await DatabaseProxy.before(app.database.url);
});
afterAll(async () => {
  await service?.end('SIGKILL');
  await proxy.cut();
  await app.stop();
});

/** Sends a request on a connection of its own, so that it goes to whichever worker is free. */
async function send(path: string, headers: Record<string, string> = {}, body?: object): Promise<Answer> {
  const method = body === undefined ? 'GET' : 'POST';
  const sent = request(`${service.url}${path}`, {
    method,
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = await once(sent, 'response');
  const answer = await text(response);
  const isJson = answer.startsWith('{');
  return {
    status: response.statusCode,
    body: isJson ? (JSON.parse(answer) as Answer['body']) : { data: {} },
  };
}

/** Requests, by status, that each worker has answered on a route, as any of them tells Prometheus. */
async function answered(route: string): Promise<Record<string, number>> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
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
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    const counts = await answered(route);
    return [1, 2].every((worker) => (counts[`${worker}: ${status}`] ?? 0) > 0);
  });
  return sent;
}

const pids = (): number[] => [1, 2].map((number) => service.workers(number).at(-1)!);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// One service from here to its stop: each test leaves it with two workers that serve.
describe('two instances at one address', () => {
  beforeAll(async () => {
    service = await ServiceProcess.start(settings());
    // They have got ready, but their lines are on their way.
    await until(() => [1, 2].every((number) => service.workers(number).length === 1));
  });
  afterAll(() => service.end('SIGKILL'));

  it('both serve requests, and tell the metrics of both, whichever is asked', async () => {
    const sent = await untilBothAnswer('/health/live"', 200, () => send('/health/live'));
    const counts = await answered('/health/live"');
    expect(counts['1: 200']! + counts['2: 200']!).toBe(sent);
    await untilBothAnswer('/metrics"', 200, () => send('/metrics'));
    expect(await answered('/health/live"')).toEqual(counts);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    for (const worker of ['1', '2']) expect(metrics).toContain(`process_start_time_seconds{worker="${worker}"}`);
    const names = metrics.split('\n').filter((line) => line.startsWith('# TYPE'));
    expect(new Set(names).size).toBe(names.length);
  });

  it('both refuse a revoked key', async () => {
    const admin = await app.make.superAdmin();
    const { id, apikey } = await app.make.application();
    const knock = (): Promise<Answer> => send(app.path('token/'), { apikey }, {});
    await untilBothAnswer('/token"', 400, knock);
    const keys = await admin.get(`/admin/api/applications/${id}/keys/`);
    await admin.delete(`/admin/api/applications/${id}/keys/${keys.body.data.results[0].key_id}/`);
    await until(async () => {
      for (const { status } of await Promise.all(Array.from({ length: 8 }, knock))) expect(status).toBe(401);
    });
    await untilBothAnswer('/token"', 401, knock);
  });

  it('lose nothing that was acknowledged when one is killed, which is replaced', async () => {
    const product = await app.make.catalogue.product();
    const members = await Promise.all(Array.from({ length: 4 }, () => app.make.member()));
    let isOver = false;
    const shop = async (member: TestClient): Promise<[acknowledged: number, unknown: number]> => {
      let [acknowledged, unknown] = [0, 0];
      while (!isOver) {
        const add = { product_id: product.id, quantity: 1 };
        const answer = await send(app.path('commerce/add-cart-item/'), member.headers, add).catch(() => undefined);
        if (answer === undefined) unknown += 1;
        else expect(answer.status).toBe(200);
        if (answer !== undefined) acknowledged += 1;
      }
      return [acknowledged, unknown];
    };
    const shopping = Promise.all(members.map(shop));
    const isShopped = async (): Promise<boolean> => ((await answered('/add-cart-item"'))['2: 200'] ?? 0) > 5;
    try {
      await until(isShopped);
      process.kill(service.workers(2)[0]!, 'SIGKILL');
      await until(() => service.workers(2).length === 2);
      await until(isShopped);
    } finally {
      isOver = true;
    }
    for (const [index, [acknowledged, unknown]] of (await shopping).entries()) {
      const cart = await members[index]!.get('commerce/cart-items/');
      const { quantity } = cart.body.data.cartitems[0];
      expect(quantity).toBeGreaterThanOrEqual(acknowledged);
      expect(quantity).toBeLessThanOrEqual(acknowledged + unknown);
    }
    expect(service.workers(1)).toHaveLength(1);
  });

  it('wait ever longer before one that cannot start is tried again, and serve meanwhile', async () => {
    await proxy.cut();
    try {
      process.kill(service.workers(1)[0]!, 'SIGKILL');
      const delays = (): string[] =>
        service.lines().flatMap((line) => /"worker":1,.*restarting in (\d+) ms/.exec(line)?.[1] ?? []);
      await until(() => delays().includes('1000'));
      // One that has run for a minute is replaced at once.
      expect(delays().filter((delay) => delay !== '0')).toEqual(['500', '1000']);
      expect((await send('/health/live')).status).toBe(200);
    } finally {
      await proxy.restore();
    }
    await until(() => service.workers(1).length === 2);
    await until(async () => (await send('/health/ready')).status === 200);
  });

  it('let requests in flight finish when they are told to stop, and leave nothing running', async () => {
    // A client that heeds `Connection: close`, as a load balancer heeds readiness, loses no request at all.
    const load = async (): Promise<number[]> => {
      const statuses: number[] = [];
      for (let told = false; !told;) {
        const answer = await fetch(`${service.url}/api/v1/token/`, { method: 'POST' });
        statuses.push(answer.status);
        told = answer.headers.get('connection') === 'close';
      }
      return statuses;
    };
    const workers = pids();
    expect(workers.filter(isAlive)).toHaveLength(2);
    const loads = Promise.all(Array.from({ length: 8 }, load));
    expect(await service.end('SIGTERM')).toBe(0);
    expect(new Set((await loads).flat())).toEqual(new Set([400]));
    expect(workers.filter(isAlive)).toEqual([]);
    await expect(send('/health/live')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('two instances that start', () => {
  it('replace one that ends while the others still start, and end with what supervises them', async () => {
    const killed: number[] = [];
    service = await ServiceProcess.launch(settings(), SERVICE, (starting) => {
      const [first] = starting.workers(1);
      if (killed.length > 0 || first === undefined) return;
      killed.push(first);
      process.kill(first, 'SIGKILL');
    });
    await until(() => service.workers(1).length === 2 && service.workers(2).length === 1);
    expect(killed).toEqual([service.workers(1)[0]]);
    const workers = pids();
    expect(await service.end('SIGKILL')).toBeNull();
    // Killed, it cannot wait for them.
    await until(() => workers.filter(isAlive).length === 0);
    await expect(send('/health/live')).rejects.toThrow('ECONNREFUSED');
  });

  it('say in one line that their port is taken', async () => {
    const server = createServer().listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { ended } = await ServiceProcess.launch({ ...settings(), LOG_LEVEL: 'warn', PORT: String(port) });
    expect(await ended).toEqual({
      code: 1,
      output: expect.stringMatching(/^PORT \d+ is in use[^\n]*\n$/),
    });
    server.close();
  });
});
