import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withCurl } from './support/curl.js';
import { freePort, ServiceProcess } from './support/service-process.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { until } from './support/until.js';

const run = promisify(execFile);

/** With the demo, as who reads the pages has it. */
let service: ServiceProcess;
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await ServiceProcess.start({ DATABASE_URL: database.url, DEMO: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' });
});
afterAll(async () => {
  await service?.end('SIGTERM');
  await database.drop();
});

/** The lines of a page that follow the remark that this file runs them. */
async function linesOf(page: string, end: RegExp): Promise<string> {
  const [, walk = ''] =
    new RegExp(`readme\\.slow-spec\\.ts\\. -->(.+?)${end.source}`, 's').exec(await readFile(page, 'utf8')) ?? [];
  const lines = [...walk.matchAll(/^```sh\n(.+?)^```/gms)].map(([, some]) => some).join('');
  expect(lines).toContain('curl');
  return `set -euo pipefail\n${lines.replaceAll('http://localhost:3000', service.url)}`;
}

/** Runs the lines of a page as a reader does, and gives what they print. */
async function runBlock(page: string): Promise<string> {
  const { stdout } = await run('bash', ['-c', await linesOf(page, /\n## /)], { env: await withCurl() });
  return stdout;
}

describe('the README', () => {
  let readme: string;

  beforeAll(async () => {
    readme = await readFile('README.md', 'utf8');
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
});

describe('the lines of docs/webhooks.md', () => {
  it('let the receiver tell of a test event, a cart, an order and a logout', async () => {
    const page = await readFile('docs/webhooks.md', 'utf8');
    const script = await linesOf('docs/webhooks.md', /The receiver prints/);
    const [, promised = ''] = /The receiver prints.+?```\n(.+?)```/s.exec(page) ?? [];
    const promises = promised.trim().split('\n').map(withoutNumbers).sort();
    const { story, answers } = await tell(script, promises.length);
    expect(story.map(withoutNumbers).sort()).toEqual(promises);
    expect(answers.map(({ status_code }) => status_code)).toEqual(answers.map(() => 200));
    expect(answers.at(-1)).toMatchObject({ data: { count: 4 } });
  });

  it('wait no longer for a receiver that has ended', async () => {
    const page = await readFile('docs/webhooks.md', 'utf8');
    const [, lines = ''] = /^(WEBHOOK_SECRET=.+?)^```/ms.exec(page) ?? [];
    expect(lines).toContain('example:receiver');
    const script = `set -euo pipefail; secret=undefined\n${lines.replaceAll('4000', String(await freePort()))}`;
    const { stderr } = await run('bash', ['-c', script], { env: await withCurl() });
    expect(stderr).toContain('WEBHOOK_SECRET');
  });

  /** Runs the lines until the receiver has said so much, and the last answer is there. */
  async function tell(script: string, length: number): Promise<{ story: string[]; answers: Answered[] }> {
    // A process group of its own, so that the receiver ends with it.
    const shell = spawn('bash', ['-c', `${script.replaceAll('4000', String(await freePort()))}\nwait`], {
      env: await withCurl(),
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(shell, 'exit');
    let said = '';
    shell.stdout.on('data', (chunk: Buffer) => (said += String(chunk)));
    const heard = (): { story: string[]; answers: Answered[] } => {
      const whole = said
        .split('\n')
        .slice(0, -1)
        .flatMap(apart)
        .filter((line) => line !== '' && !line.startsWith('> '));
      const answers = whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Answered);
      return { story: whole.filter((line) => !line.startsWith('{')), answers };
    };
    try {
      await until(() => {
        const { story, answers } = heard();
        return (story.length >= length && answers.at(-1)?.data?.count !== undefined) || shell.exitCode !== null;
      });
    } finally {
      if (shell.exitCode === null) process.kill(-shell.pid!, 'SIGKILL');
      await exit;
    }
    return heard();
  }
});

interface Answered {
  status_code: number;
  data?: { count?: number };
}

/** An answer and what the receiver said before curl had ended its line. */
function apart(line: string): string[] {
  if (!line.startsWith('{')) return [line];
  const ends = [...line.matchAll(/}/g)].map(({ index }) => index + 1);
  const end = ends.find((place) => isJson(line.slice(0, place))) ?? line.length;
  return [line.slice(0, end), ...apart(line.slice(end))];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Ids and amounts differ from the page. */
function withoutNumbers(line: string): string {
  return line.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').replace(/[0-9]+([.-][0-9]+)*/g, '…');
}
