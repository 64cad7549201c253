import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withCurl } from './support/curl.js';
import { SERVICE } from './support/service-process.js';

const run = promisify(execFile);
const START_MS = 60_000;

describe('the README', () => {
  let readme: string;
  let dataDir: string;
  let service: ChildProcess;
  let port: number;

  beforeAll(async () => {
    readme = await readFile('README.md', 'utf8');
    dataDir = await mkdtemp(join(tmpdir(), 'commerce-readme-'));
    port = await freePort();
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
    service = spawn(process.execPath, SERVICE, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise<void>((resolve, reject) => {
      service.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
      service.stdout!.on('data', (chunk: Buffer) => /listening/.test(String(chunk)) && resolve());
    });
  }, START_MS);

  afterAll(async () => {
    service.kill('SIGTERM');
    if (service.exitCode === null) await once(service, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Runs the lines of a page as a reader does, and gives what they print. */
  async function runBlock(page: string): Promise<string> {
    const [, walk = ''] = /readme\.slow-spec\.ts\. -->(.+?)\n## /s.exec(await readFile(page, 'utf8')) ?? [];
    const block = [...walk.matchAll(/^```sh\n(.+?)^```/gms)].map(([, lines]) => lines).join('');
    expect(block).toContain('curl');
    const script = `set -euo pipefail\n${block.replaceAll('localhost:3000', `localhost:${port}`)}`;
    const { stdout } = await run('bash', ['-c', script], { env: await withCurl() });
    return stdout;
  }

  it('is short, and says how to start', () => {
    expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(6_000);
    expect(readme).toMatch(/^npm ci && npm start$/m);
    expect(readme).toMatch(/^npm ci && npm test$/m);
    expect(readme.indexOf('git clone')).toBeLessThan(readme.indexOf('npm ci'));
  });

  it('has no comments in lines to paste, nor have the pages: an interactive zsh takes them for commands', async () => {
    for (const page of ['README.md', 'docs/client.md', 'docs/single-sign-on.md', 'docs/webhooks.md']) {
      const blocks = [...(await readFile(page, 'utf8')).matchAll(/^```sh\n(.+?)^```/gms)];
      expect({ page, comments: blocks.flatMap(([, lines]) => lines!.match(/(^|\s)#.*$/gm) ?? []) }).toEqual({
        page,
        comments: [],
      });
    }
  });

  it('has first calls that print something, can be run again, and end in orders', async () => {
    // Two of the latest are those of the lines, after those that alice has placed in the demo.
    for (const orders of [1, 2]) {
      const lines = (await runBlock('README.md')).trim().split('\n');
      expect(lines[0]).toMatch(/^application [0-9a-f-]{36}$/);
      const table = lines.filter((line) => line.includes('│'));
      expect(table[0]).toMatch(/order_number.*status.*price.*business_volume/);
      const statuses = table.slice(1).map((row) => /'(\w+)'/.exec(row.split('│')[3]!)![1]);
      expect(statuses).toEqual([
        ...Array.from({ length: orders }, () => 'placed'),
        ...Array.from({ length: 4 }, () => 'completed'),
      ]);
    }
  });

  it('links to a page for client developers with a longer walk, which can be repeated too', async () => {
    expect(readme).toContain('](docs/client.md');
    for (const time of ['first', 'second']) {
      const answers = (await runBlock('docs/client.md'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(answers.length).toBeGreaterThan(8);
      expect({ time, statuses: answers.map(({ status_code }) => status_code) }).toEqual({
        time,
        statuses: answers.map(() => 200),
      });
      expect(answers[0].data.count).toBeGreaterThan(0);
      expect(answers.find(({ data }) => data.order_number)?.data).toMatchObject({ status: 'placed' });
      expect(answers.at(-1).data.results[0]).toMatchObject({ status: 'placed' });
    }
  });

  it('links to a page about single sign-on with lines that work, more than once', async () => {
    expect(readme).toContain('](docs/single-sign-on.md)');
    for (const time of ['first', 'second']) {
      const [loginUrl, ...answers] = (await runBlock('docs/single-sign-on.md')).trim().split('\n');
      expect(loginUrl).toMatch(/^http:\/\/localhost:8080\/sso\?ticket=st_/);
      expect({ time, answers: answers.map((line) => JSON.parse(line)) }).toMatchObject({
        time,
        answers: [
          { status_code: 200 },
          { status_code: 401, type: 'Invalid Token' },
          { status_code: 200, data: { logout_urls: ['http://localhost:8080/sso/logout'] } },
          { status_code: 401, type: 'Invalid Token' },
        ],
      });
    }
  });

  it('links to a page for operators that lists all settings, and no other', async () => {
    const source = await readFile('src/common/config/read-config.ts', 'utf8');
    const read = new Set([...source.matchAll(/(?:get\('|env\.)([A-Z_]+)/g)].map(([, name]) => name));
    read.delete('NODE_ENV');
    const page = await readFile('docs/operating.md', 'utf8');
    const [, table = ''] = /## Settings\n(.+?)\n## /s.exec(page) ?? [];
    const listed = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.match(/[A-Z_]{4,}/g) ?? []);
    expect(listed.sort()).toEqual([...read].sort());
  });

  it('shows with docs/console.md every picture that is kept, and no more than 45 are', async () => {
    const page = await readFile('docs/console.md', 'utf8');
    const shown = [...page.matchAll(/console\/([a-z-]+\.png)/g)].map(([, name]) => name);
    expect((await readdir('docs/console')).sort()).toEqual(shown.sort());
    expect(shown.length).toBeLessThanOrEqual(45);
  });

  it('links to files that exist, as do the pages beside it', async () => {
    const pages = [
      'README.md',
      ...(await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
    ];
    for (const page of pages) {
      const text = await readFile(page, 'utf8');
      for (const [, target] of text.matchAll(/\]\(((?!#|https?:)[^)#]+)/g)) {
        await expect(access(join(dirname(page), target!))).resolves.toBeUndefined();
      }
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
