import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { withCurl } from './support/curl.js';
import { issueKey, open, seal } from './support/jose-client.js';
import { useTestApp } from './support/use-test-app.js';

const PAGE = readFileSync('docs/encrypted-bodies.md', 'utf8');

/** The code blocks of a language, in their order. */
function blocks(language: string): string[] {
  return [...PAGE.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, fence, code]) => (fence === language ? [code!] : []));
}

const hasJwcrypto = spawnSync('python3', ['-c', 'import jwcrypto']).status === 0;

const app = await useTestApp();
const shop = await app.make.application();
const member = await app.make.member(shop);
const key = await issueKey(await app.make.superAdmin(), shop.id);
const env: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  BASE_URL: `${await app.listen()}${app.path('').slice(0, -1)}`,
  APIKEY: shop.apikey,
  ACCESS_TOKEN: member.token,
  ENCRYPTION_KEY: JSON.stringify(key.jwk),
  PRODUCT_ID: String((await app.make.catalogue.product()).id),
};

describe('docs/encrypted-bodies.md', () => {
  async function run(changes: NodeJS.ProcessEnv = {}): Promise<string> {
    const code = blocks('js').join('\n');
    const options = { env: { ...env, ...changes } };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], options);
    return stdout.trim();
  }

  it('has JavaScript that sends an encrypted body and reads the encrypted answer', async () => {
    expect(await run()).toBe('200 2');
    expect((await member.get('commerce/cart-items/')).body.data.totals.quantity).toBe(2);
  });

  it('has JavaScript that reads encrypted and plain failures', async () => {
    expect(await run({ PRODUCT_ID: '999999' })).toMatch(/^400 \{\s+product_id: /);
    expect(await run({ APIKEY: 'none' })).toMatch(/^401 \{\s+detail: /);
  });

  it('has a line that issues a key and takes it out of the answer', async () => {
    const root = await app.make.superAdmin();
    const admin = new URL('/admin/api', env.BASE_URL).href;
    const script = `set -euo pipefail\nadmin=${admin} root=${root.token} id=${shop.id}\n${blocks('sh').join('\n')}\necho "$ENCRYPTION_KEY"`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { env: await withCurl() });
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(Object.keys(key.jwk));
    expect(await run({ ENCRYPTION_KEY: stdout })).toMatch(/^200 /);
  });

  it('shows a JWK as it is issued', () => {
    expect(Object.keys(JSON.parse(blocks('json')[0]!) as object)).toEqual(Object.keys(key.jwk));
  });

  (hasJwcrypto ? it : it.skip)('has Python that agrees with jose', async () => {
    const code = `${blocks('python').join('\n')}
import os, sys
key = json.loads(os.environ["ENCRYPTION_KEY"])
print(encrypt({"seen": decrypt(sys.argv[1], key)}, key))`;
    const sealed = await seal({ quantity: 1 }, key);
    const { stdout } = await promisify(execFile)('python3', ['-c', code, sealed], { env });
    const headers = { 'content-type': 'application/jose' };
    expect((await open({ headers, text: stdout.trim() }, key)).toString()).toBe('{"seen": {"quantity": 1}}');
  });
});
