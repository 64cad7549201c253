import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '#common/database/migrations/index.js';
import { program, ServiceProcess, type Ended } from './support/service-process.js';

const TYPESCRIPT = program('.').slice(0, 2);
const START = new URL('../src/start.ts', import.meta.url).href;

/** Lets a program think that it runs on an older Node, which lacks a module that the service uses. */
const OLD_NODE = `
  import { registerHooks } from 'node:module';
  Object.defineProperty(process.versions, 'node', { value: '22.20.0' });
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:sqlite') throw new Error('No such built-in module: node:sqlite');
      return next(specifier, context);
    },
  });`;

describe('a program that cannot start', () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'commerce-wrong-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  async function run(...args: readonly string[]): Promise<Ended> {
    return (await ServiceProcess.launch({ DATA_DIR: dataDir }, [...TYPESCRIPT, ...args])).ended;
  }

  it.each(['src/main.ts', 'src/index.ts'])('says in one line that Node is too old, as %s', async (file) => {
    const old = `data:text/javascript,${encodeURIComponent(OLD_NODE)}`;
    const path = new URL(`../${file}`, import.meta.url).pathname;
    expect(await run('--import', old, path)).toEqual({
      code: 1,
      output: 'Node 24.11 or later is needed, this is 22.20.0; use "npm start", which brings its own\n',
    });
  });

  it('says in one line what is wrong with an extension, before it starts a database', async () => {
    const script = `import { start } from '${START}';
      await start({ extensions: [{ module: class Shop {}, builtFor: '1.0.0' }] });`;
    const { code, output } = await run('--input-type=module', '--eval', script);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Shop was built for version 1\.0\.0 of the service.+\n$/),
    ]);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  it('shows the migrations of the embedded database, which it starts and stops', async () => {
    const { code, output } = await run('node_modules/typeorm/cli.js', 'migration:show', '-d', 'ormconfig.ts');
    expect([code, output.match(/\[ \]/g)?.length]).toEqual([0, MIGRATIONS.length]);
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });
});
