import { execFile, spawnSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startTestApp } from './support/start-test-app.js';

const PAGE = readFileSync('docs/webhooks.md', 'utf8');
const MINUTE_MS = 60_000;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OLD_SECRET = `whsec_${Buffer.from('the secret before').toString('base64')}`;

/** Runs a page's `verify` on all requests of its standard input; prints the ids of the events, null for what it refuses. */
interface Language {
  name: string;
  fence: string;
  extension: string;
  command: string;
  /** Whether the interpreter has what the block with the library needs. */
  hasLibrary: string[];
  runner: (file: string) => string;
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'JavaScript',
    fence: 'js',
    extension: 'mjs',
    command: process.execPath,
    hasLibrary: ['-e', 'require("standardwebhooks")'],
    runner: (file) => `
      import { text } from 'node:stream/consumers';
      import { verify } from './${file}';
      const ids = JSON.parse(await text(process.stdin)).map(({ secret, headers, body }) => {
        try { return verify(secret, headers, Buffer.from(body)).id; } catch { return null; }
      });
      console.log(JSON.stringify(ids));`,
  },
  {
    name: 'Python',
    fence: 'python',
    extension: 'py',
    command: 'python3',
    hasLibrary: ['-c', 'import standardwebhooks'],
    runner: (file) => `
import json, sys
from ${file.replace(/\.py$/, '')} import verify
def check(request):
    try:
        return verify(request["secret"], request["headers"], request["body"].encode())["id"]
    except Exception:
        return None
print(json.dumps([check(request) for request in json.load(sys.stdin)]))`,
  },
  {
    name: 'PHP',
    fence: 'php',
    extension: 'php',
    command: 'php',
    hasLibrary: ['-r', "require 'vendor/autoload.php'; new StandardWebhooks\\Webhook('eA==');"],
    runner: (file) => `<?php
      require __DIR__ . '/${file}';
      $check = function ($request) {
        try { return verify($request['secret'], $request['headers'], $request['body'])['id']; } catch (\\Throwable) { return null; }
      };
      echo json_encode(array_map($check, json_decode(stream_get_contents(STDIN), true)));`,
  },
];

interface Request {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

/** A request as the service sends it. */
function signed({ secrets = [SECRET], ageMs = 0, name = 'Zoë 🧴' } = {}): Request & { id: string } {
  const id = randomUUID();
  const at = new Date(Date.now() - ageMs);
  const body = JSON.stringify({ id, type: 'user.created', timestamp: at.toISOString(), data: { name, price: 49.9 } });
  return {
    id,
    secret: SECRET,
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
    },
  };
}

/** A good request with other headers; undefined leaves one out. */
function altered(change: Record<string, string | undefined>): Request {
  const { secret, headers, body } = signed();
  const changed = Object.entries({ ...headers, ...change }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { secret, headers: Object.fromEntries(changed), body };
}

/** A request that somebody signs with no key at all, for a receiver whose secret is missing. */
function signedWithNothing(): Request {
  const { headers, body } = signed();
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = `v1,${createHmac('sha256', '').update(text).digest('base64')}`;
  return { secret: '', headers: { ...headers, 'webhook-signature': signature }, body };
}

function goodRequests(): Record<string, Request & { id: string }> {
  const old = signed();
  return {
    'a good one': signed(),
    'one that is four minutes old': signed({ ageMs: 4 * MINUTE_MS }),
    'one of a rotated secret, for a receiver that has the new one': signed({ secrets: [SECRET, OLD_SECRET] }),
    'one of a rotated secret, for a receiver that still has the old one': signed({ secrets: [OLD_SECRET, SECRET] }),
    'one with a signature of a version that is not known': {
      ...old,
      headers: { ...old.headers, 'webhook-signature': `v9,abc ${old.headers['webhook-signature']}` },
    },
  };
}

function badRequests(): Record<string, Request> {
  const good = signed();
  const other = new Webhook(OLD_SECRET).sign(good.id, new Date(), good.body);
  return {
    'a body that was changed': { ...good, body: good.body.replace('49.9', '4.99') },
    'a body that was written again': { ...good, body: `${good.body} ` },
    'another id': altered({ 'webhook-id': randomUUID() }),
    'another time': altered({ 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) }),
    'one that is ten minutes old': signed({ ageMs: 10 * MINUTE_MS }),
    'one from in ten minutes': signed({ ageMs: -10 * MINUTE_MS }),
    'a time that is no number': altered({ 'webhook-timestamp': 'now' }),
    'an empty time': altered({ 'webhook-timestamp': '' }),
    'no time': altered({ 'webhook-timestamp': undefined }),
    'no id': altered({ 'webhook-id': undefined }),
    'no signature': altered({ 'webhook-signature': undefined }),
    'an empty signature': altered({ 'webhook-signature': '' }),
    'half a signature': altered({ 'webhook-signature': good.headers['webhook-signature']!.slice(0, 20) }),
    'a signature without a version': altered({ 'webhook-signature': good.headers['webhook-signature']!.slice(3) }),
    'a signature of another version': {
      ...good,
      headers: { ...good.headers, 'webhook-signature': good.headers['webhook-signature']!.replace('v1', 'v2') },
    },
    'a signature by another secret': altered({ 'webhook-signature': other }),
    'a request without a signature, from anybody': { ...good, headers: {} },
    'no secret to verify with': signedWithNothing(),
  };
}

/** The two `verify` of a language: with the library, and by hand. */
function blocks({ fence }: Language): { withLibrary: string; byHand: string } {
  const all = [...PAGE.matchAll(new RegExp(`^\`\`\`${fence}\n(.+?)^\`\`\``, 'gms'))].map(([, block]) => block!);
  const [withLibrary = '', byHand = '', ...more] = all;
  if (byHand === '' || more.length > 0) throw new Error(`the page has ${all.length} blocks of ${fence}`);
  return { withLibrary, byHand };
}

const runs = (command: string, args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

function whereThereIs(condition: boolean, what: string): typeof it | typeof it.skip {
  if (condition) return it;
  process.stderr.write(`skipped, since this machine does not have it: ${what}\n`);
  return it.skip;
}

describe('the page about webhooks', () => {
  const directory = resolve('.cache', `webhooks-page-${process.pid}`);
  beforeAll(() => mkdir(directory, { recursive: true }));
  afterAll(() => rm(directory, { recursive: true, force: true }));

  /** What a block makes of requests: the id of each event, or null. */
  async function check(
    language: Language,
    name: string,
    block: string,
    requests: Request[],
  ): Promise<(string | null)[]> {
    const file = `${name}.${language.extension}`;
    const runner = join(directory, `run_${file}`);
    await writeFile(join(directory, file), block);
    await writeFile(runner, language.runner(file));
    const child = promisify(execFile)(language.command, [runner]);
    child.child.stdin!.end(JSON.stringify(requests));
    return JSON.parse((await child).stdout) as (string | null)[];
  }

  async function expectVerdicts(language: Language, name: string, block: string): Promise<void> {
    const good = goodRequests();
    const bad = badRequests();
    const verdicts = await check(language, name, block, [...Object.values(good), ...Object.values(bad)]);
    const names = [...Object.keys(good), ...Object.keys(bad)];
    expect(Object.fromEntries(names.map((each, n) => [each, verdicts[n]]))).toEqual({
      ...Object.fromEntries(Object.entries(good).map(([each, { id }]) => [each, id])),
      ...Object.fromEntries(Object.keys(bad).map((each) => [each, null])),
    });
  }

  for (const language of LANGUAGES) {
    const present = language.command === process.execPath || runs(language.command, ['--version']);
    const withLibrary = present && runs(language.command, language.hasLibrary);

    whereThereIs(withLibrary, `${language.name} with the library`)(
      `verifies in ${language.name} with the library what the service signs, and nothing else`,
      () => expectVerdicts(language, 'with_library', blocks(language).withLibrary),
    );

    whereThereIs(present, language.name)(
      `verifies in ${language.name} by hand what the service signs, and nothing else`,
      () => expectVerdicts(language, 'by_hand', blocks(language).byHand),
    );
  }

  it('shows a request whose signature is that of its bytes under the secret that it names', () => {
    const [, head = '', body = ''] = /^```http\n(.+?)\n\n(.+?)\n```/ms.exec(PAGE) ?? [];
    const [, secret = ''] = /`(whsec_[A-Za-z0-9+/=]+)`/.exec(PAGE) ?? [];
    const headers = Object.fromEntries(
      head
        .split('\n')
        .slice(1)
        .map((line) => line.split(': ')),
    ) as Record<string, string>;
    const { 'webhook-id': id = '', 'webhook-timestamp': timestamp, 'webhook-signature': signature } = headers;
    expect(new Webhook(secret).sign(id, new Date(Number(timestamp) * 1000), body)).toBe(signature);
    expect(JSON.parse(body)).toMatchObject({ id });
  });

  it('lists every type of event with the fields of its data, and no other', async () => {
    const app = await startTestApp();
    const { body: document } = await app.send('GET', '/openapi.json');
    await app.stop();
    const documented = Object.entries<Described>(document.webhooks).map(([type, { post }]) => {
      const event = resolved(document, post.requestBody.content['application/json'].schema);
      return [type, Object.keys(resolved(document, event.properties.data).properties).sort()];
    });
    const [, table = ''] = /^## Events\n(.+?)^## /ms.exec(PAGE) ?? [];
    const listed = [...table.matchAll(/^\| ([^|]*`[^|]+) \|[^|]+\| ([^|]+) \|$/gm)].flatMap(
      ([, types = '', fields = '']) => names(types).map((type) => [type, names(fields).sort()]),
    );
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(documented));
  });

  it('links to files and headings that exist', async () => {
    const links = [...PAGE.matchAll(/\]\(((?!https?:)[^)]+)\)/g)].map(([, link]) => link!);
    const headings = [...PAGE.matchAll(/^#+ (.+)$/gm)].map(
      ([, text]) =>
        `#${text!
          .toLowerCase()
          .replace(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-')}`,
    );
    expect(links.filter((link) => link.startsWith('#') && !headings.includes(link))).toEqual([]);
    await Promise.all(links.filter((link) => !link.startsWith('#')).map((link) => readFile(join('docs', link))));
  });
});

function names(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any part of an OpenAPI document
type Described = any;

function resolved(document: Described, schema: Described): Described {
  return schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)];
}
