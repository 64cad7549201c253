import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withCurl } from './support/curl.js';
import { SERVICE } from './support/service-process.js';
import { createTestDatabase } from './support/test-database.js';

const START_MS = 60_000;

/** A started service: the process, what it printed, and its address. */
interface Started {
  process: ChildProcess;
  output: string[];
  url: string;
}

describe('starting the service', () => {
  let dataDir: string;
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'commerce start '));
  });
  afterAll(async () => {
    await Promise.all([...running].map((child) => stop(child)));
    await rm(dataDir, { recursive: true, force: true });
  });

  function launch(env: Record<string, string>): ChildProcess {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, SERVICE, {
      env: { PATH, HOME, DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  }

  async function start(env: Record<string, string> = {}): Promise<Started> {
    const port = String(await freePort());
    const child = launch({ PORT: port, ...env });
    const output: string[] = [];
    child.stderr!.on('data', (chunk: Buffer) => output.push(String(chunk)));
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`ended with ${code}: ${output.join('')}`)));
      child.stdout!.on('data', (chunk: Buffer) => {
        output.push(String(chunk));
        if (/listening/.test(output.join(''))) resolve();
      });
    });
    return { process: child, output: output.join('').split('\n'), url: `http://localhost:${port}` };
  }

  async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (child.exitCode !== null) return child.exitCode;
    child.kill(signal);
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  async function failure(env: Record<string, string>): Promise<{ code: number | null; message: string }> {
    const child = launch(env);
    const lines: string[] = [];
    child.stderr!.on('data', (chunk: Buffer) => lines.push(String(chunk)));
    const [code] = (await once(child, 'exit')) as [number | null];
    return { code, message: lines.join('') };
  }

  it(
    'leaves no database server behind when it is told to stop while it starts',
    async () => {
      const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
      const child = launch({ PORT: String(await freePort()) });
      const ended = once(child, 'exit');
      while (!(await exists(pidFile))) await new Promise((resolve) => setTimeout(resolve, 10));
      child.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
      expect(await exists(pidFile)).toBe(false);
    },
    START_MS,
  );

  it(
    'prints curl lines that work as printed, twice on the same data, and stops with 0',
    async () => {
      for (let round = 0; round < 2; round += 1) {
        const { process: child, output, url } = await start();
        const curls = output.filter((line) => line.startsWith('curl '));
        expect(curls).toHaveLength(3);
        const variables = output.filter((line) => /^\w+=/.test(line));
        for (const line of curls) {
          const script = [...variables, line].join('\n');
          const { stdout } = await promisify(execFile)('sh', ['-c', script], { env: await withCurl() });
          expect(JSON.parse(stdout)).toMatchObject({ status_code: 200 });
        }
        // Nothing stands between the passwords and the end of a start but its last line.
        expect(output.findIndex((line) => line.includes('demo-admin-password-123'))).toBeGreaterThan(
          output.findLastIndex((line) => line.startsWith('curl ')),
        );
        expect(output.filter(Boolean).at(-1)).toBe(`listening on ${url}`);
        expect((await fetch(`${url}/health/ready`)).status).toBe(200);
        // As browsers and load balancers do, to be quicker when they have something to ask.
        const idle = connect(Number(new URL(url).port), 'localhost').on('error', () => undefined);
        await once(idle, 'connect');
        expect(await stop(child)).toBe(0);
        expect(await exists(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
      }
    },
    START_MS,
  );

  it(
    'goes on with its data after kill -9, and shares them with a second instance',
    async () => {
      const first = await start();
      await stop(first.process, 'SIGKILL');
      const [second, third] = await Promise.all([start(), start()]);
      for (const { url } of [second, third]) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      expect(await stop(second.process)).toBe(0);
      expect((await fetch(`${third.url}/health/ready`)).status).toBe(200);
      expect(await stop(third.process)).toBe(0);
    },
    START_MS,
  );

  it.each(['1', '2'])(
    'lets requests in flight finish when it is told to stop, with INSTANCES=%s',
    async (instances) => {
      const { process: child, url } = await start({ INSTANCES: instances });
      // A client that heeds `Connection: close`, as a load balancer heeds readiness, loses no request at all.
      const load = async (): Promise<number[]> => {
        const statuses: number[] = [];
        for (let told = false; !told;) {
          const answer = await fetch(`${url}/api/v1/token/`, { method: 'POST' });
          statuses.push(answer.status);
          told = answer.headers.get('connection') === 'close';
        }
        return statuses;
      };
      const loads = Promise.all(Array.from({ length: 8 }, load));
      expect(await stop(child)).toBe(0);
      expect(new Set((await loads).flat())).toEqual(new Set([400]));
    },
    START_MS,
  );

  it.each([
    ['PORT', 'abc'],
    ['CURRENCY', 'GOLD'],
    ['DATABASE_URL', 'postgres://nobody:wrong@127.0.0.1:1/none'],
    ['HOST', '203.0.113.1'],
    ['INSTANCES', '65'],
    ['DATA_DIR', '/proc/none'],
  ])(
    'ends with one line that names %s=%s',
    async (name, value) => {
      const { code, message } = await failure({ PORT: String(await freePort()), [name]: value });
      expect(code).toBe(1);
      expect(message.trim().split('\n')).toHaveLength(1);
      expect(message).toContain(name);
    },
    START_MS,
  );

  it(
    'refuses a replica of another database',
    async () => {
      const database = await createTestDatabase();
      const DATABASE_REPLICA_URL = new URL('/postgres', database.url).href;
      const { code, message } = await failure({
        DATABASE_URL: database.url,
        DATABASE_REPLICA_URL,
        PORT: String(await freePort()),
      });
      await database.drop();
      expect(code).toBe(1);
      expect(message).toMatch(/^DATABASE_REPLICA_URL must name [^\n]*\n$/);
    },
    START_MS,
  );

  it.each(['1', '2'])(
    'says so when the port is taken, with INSTANCES=%s',
    async (instances) => {
      const server = createServer().listen(0, 'localhost');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const { code, message } = await failure({ PORT: String(port), INSTANCES: instances });
      server.close();
      expect(code).toBe(1);
      expect(message).toMatch(/^PORT \d+ is in use[^\n]*\n$/);
    },
    START_MS,
  );
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
