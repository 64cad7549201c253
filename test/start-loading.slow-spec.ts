import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { createTestDatabase } from './support/test-database.js';

const SOURCES = new URL('../src/', import.meta.url).href;
const TYPESCRIPT = new URL('../tools/typescript.mjs', import.meta.url).href;

/** Prints the address of each file that the application loads before it is asked anything. */
const SCRIPT = `
  import { registerHooks } from 'node:module';
  const found = new Set();
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      found.add(resolved.url);
      return resolved;
    },
  });
  const { migrate } = await import('${SOURCES}common/migrate.js');
  const { readConfig } = await import('${SOURCES}common/config/read-config.js');
  const { createApp } = await import('${SOURCES}app.js');
  const { DATABASE_URL: databaseUrl } = process.env;
  await migrate(databaseUrl);
  await createApp({ config: readConfig(process.env), databaseUrl });
  process.stdout.write([...found].join('\\n'), () => process.exit(0));
`;

describe('the start', () => {
  it('has the same limits of memory wherever it is written', async () => {
    const limits = async (file: string): Promise<string[]> =>
      (await readFile(file, 'utf8')).match(/--[a-z-]+-space-size=\d+/g) ?? [];
    const ofStart = await limits('package.json');
    expect(ofStart).toHaveLength(3);
    expect(await limits('Dockerfile')).toEqual(ofStart);
    expect(await limits('docs/operating.md')).toEqual(ofStart);
  });

  it('loads nothing large that only few requests need', async () => {
    const database = await createTestDatabase();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', TYPESCRIPT, '--input-type=module', '--eval', SCRIPT],
      { maxBuffer: 8 * 2 ** 20, env: { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: 'fatal' } },
    ).finally(() => database.drop());
    const files = stdout.split('\n').map((url) => url.split('/node_modules/').at(-1)!);
    const loaded = (beginning: string): string[] => files.filter((file) => file.startsWith(beginning));
    expect(loaded('@nestjs/core/')).not.toEqual([]);
    const late = [
      '@nestjs/swagger/',
      'es-toolkit/',
      'undici/',
      'iso-3166/2',
      'libphonenumber-js/',
      'read-excel-file/',
      '@noble/',
      'ajv/',
      'csv-parse/',
    ];
    for (const one of late) {
      expect({ one, files: loaded(one) }).toEqual({ one, files: [] });
    }
    // None is pending, and there are many.
    expect(files.filter((file) => /\/migrations\/\d+/.test(file))).toEqual([]);
    // The API comes with prom-client.
    expect(loaded('@opentelemetry/').filter((file) => !file.startsWith('@opentelemetry/api/'))).toEqual([]);
    expect(loaded('class-transformer/')).not.toContain('class-transformer/cjs/index.js');
    expect(loaded('i18n-iso-countries/')).toEqual(['i18n-iso-countries/langs/en.json']);
  });
});
