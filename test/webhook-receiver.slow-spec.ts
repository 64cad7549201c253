import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createReceiver, describe as storyOf, type WebhookEvent } from '../examples/webhook-receiver/receiver.js';
import { withCurl } from './support/curl.js';
import { SERVICE } from './support/service-process.js';
import { until } from './support/until.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const START_MS = 60_000;
const STORY_MS = 60_000;

describe('the example of a receiver', () => {
  let receiver: Server;
  let address: string;
  let work: WebhookEvent[];

  beforeEach(async () => {
    work = [];
    receiver = createReceiver(SECRET, (event) => work.push(event)).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks`;
  });
  afterEach(() => void receiver.close());

  const event = (): WebhookEvent => {
    return {
      id: randomUUID(),
      type: 'webhook.test',
      timestamp: new Date().toISOString(),
      data: { application_id: '…' },
    };
  };

  /** Sends an event, signed as it is; `body` is what arrives. */
  async function send(
    told: WebhookEvent,
    { body = JSON.stringify(told), secret = SECRET, at = new Date() } = {},
  ): Promise<number> {
    const headers = {
      'webhook-id': told.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(told.id, at, JSON.stringify(told)),
    };
    return (await fetch(address, { method: 'POST', headers, body })).status;
  }

  it('works on an event that is signed', async () => {
    const told = event();
    expect(await send(told)).toBe(204);
    await until(() => work.length === 1);
    expect(work).toEqual([told]);
  });

  it('works once on an event that comes twice', async () => {
    const [told, other] = [event(), event()];
    expect(await send(told)).toBe(204);
    expect(await send(told)).toBe(204);
    expect(await send(other)).toBe(204);
    await until(() => work.some(({ id }) => id === other.id));
    expect(work).toEqual([told, other]);
  });

  it('refuses what is not signed, signed by somebody else, changed or old, and works on none of it', async () => {
    const unsigned = await fetch(address, { method: 'POST', body: JSON.stringify(event()) });
    expect([unsigned.status, await unsigned.text()]).toEqual([400, 'the signature is not valid']);
    expect(await send(event(), { secret: 'whsec_c29tZWJvZHkgZWxzZQ==' })).toBe(400);
    expect(await send(event(), { body: JSON.stringify(event()) })).toBe(400);
    expect(await send(event(), { at: new Date(Date.now() - 600_000) })).toBe(400);
    const genuine = event();
    expect(await send(genuine)).toBe(204);
    await until(() => work.length > 0);
    expect(work).toEqual([genuine]);
  });

  it('refuses other methods, and bodies that are too large', async () => {
    expect((await fetch(address)).status).toBe(405);
    expect(await send({ ...event(), data: 'x'.repeat(2_000_000) })).toBe(413);
  });

  it.each([undefined, '', 'undefined'])(
    'does not start with %j for a secret, and says what is missing',
    async (secret) => {
      const env = { PATH: process.env.PATH, ...(secret === undefined ? {} : { WEBHOOK_SECRET: secret }) };
      const start = promisify(execFile)(process.execPath, ['examples/webhook-receiver/receiver.ts'], { env });
      const stderr = 'WEBHOOK_SECRET must be the secret of the webhook, whsec_…\n';
      await expect(start).rejects.toMatchObject({ code: 1, stdout: '', stderr });
    },
  );

  it('tells of types that it does not know', () => {
    expect(storyOf({ ...event(), type: 'order.lost', data: { id: 4 } })).toBe('order.lost: {"id":4}');
  });
});

describe('the lines of docs/webhooks.md', () => {
  let dataDir: string;
  let service: ChildProcess;
  let port: number;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'commerce-webhooks-'));
    port = await freePort();
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', WEBHOOK_ALLOW_PRIVATE: 'true' };
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

  it(
    'let the receiver tell of a test event, a cart, an order and a logout',
    async () => {
      const page = await readFile('docs/webhooks.md', 'utf8');
      const [, walk = ''] = /webhook-receiver\.slow-spec\.ts\. -->(.+?)The receiver prints/s.exec(page) ?? [];
      const block = [...walk.matchAll(/^```sh\n(.+?)^```/gms)].map(([, some]) => some).join('');
      const [, promised = ''] = /The receiver prints.+?```\n(.+?)```/s.exec(page) ?? [];
      const promises = promised.trim().split('\n').map(withoutNumbers).sort();
      const { story, answers } = await tell(block, promises.length);
      expect(story.map(withoutNumbers).sort()).toEqual(promises);
      expect(answers.map(({ status_code }) => status_code)).toEqual(answers.map(() => 200));
      expect(answers.at(-1)).toMatchObject({ data: { count: 4 } });
    },
    STORY_MS,
  );

  it(
    'wait no longer for a receiver that has ended',
    async () => {
      const page = await readFile('docs/webhooks.md', 'utf8');
      const [, lines = ''] = /^(WEBHOOK_SECRET=.+?)^```/ms.exec(page) ?? [];
      expect(lines).toContain('example:receiver');
      const script = `set -euo pipefail; secret=undefined\n${lines.replaceAll('4000', String(await freePort()))}`;
      const { stderr } = await promisify(execFile)('bash', ['-c', script], { env: await withCurl() });
      expect(stderr).toContain('WEBHOOK_SECRET');
    },
    STORY_MS,
  );

  /** Runs the lines until the receiver has said so much, and the last answer is there. */
  async function tell(block: string, length: number): Promise<{ story: string[]; answers: Answered[] }> {
    const hookPort = String(await freePort());
    const lines = block.replaceAll('localhost:3000', `localhost:${port}`).replaceAll('4000', hookPort);
    const script = `set -euo pipefail\n${lines}\nwait`;
    // A process group of its own, so that the receiver ends with it.
    const shell = spawn('bash', ['-c', script], {
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
      }, STORY_MS);
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
