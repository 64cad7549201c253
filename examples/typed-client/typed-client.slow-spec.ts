import { execFile } from 'node:child_process';
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD } from '#test/support/factories.js';
import { startTestApp, type TestApp } from '#test/support/start-test-app.js';

const run = promisify(execFile);
const console = createRequire(join(process.cwd(), 'console/package.json'));

const HERE = 'examples/typed-client';
const COPY = '.cache/typed-client';

describe('a client whose types are made of the document for clients', () => {
  let app: TestApp;
  let address: string;

  beforeAll(async () => {
    app = await startTestApp();
    address = await app.listen();
    await app.make.catalogue.product({ price: '12.5' });
    await mkdir(COPY, { recursive: true });
    for (const file of ['shop.ts', 'tsconfig.json']) await copyFile(join(HERE, file), join(COPY, file));
  });
  afterAll(() => app.stop());

  it('compiles strictly, without a cast', async () => {
    const generator = join(console.resolve('openapi-typescript'), '../../bin/cli.js');
    const schema = join(COPY, 'schema.d.ts');
    await run(process.execPath, [generator, `${address}/openapi.client.json`, '--output', schema]);
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', COPY]);
  });

  it('logs in, reads the list, is told what is wrong, fills the cart, orders and reads the order', async () => {
    const { apikey } = await app.make.application();
    const { username } = await app.make.user();
    const { stdout } = await run(process.execPath, [`${HERE}/shop.ts`, username, PASSWORD], {
      env: { ...process.env, API_URL: address, API_KEY: apikey },
    });
    expect(stdout.split('\n')).toEqual([expect.stringContaining('product_id'), '1 × SKU-1: 12.5', '']);
  });

  it('is told why a login fails', async () => {
    const { apikey } = await app.make.application();
    const failing = run(process.execPath, [`${HERE}/shop.ts`, 'nobody', 'wrong'], {
      env: { ...process.env, API_URL: address, API_KEY: apikey },
    });
    await expect(failing).rejects.toThrow('Authentication Failed: the username or the password is wrong');
  });
});
