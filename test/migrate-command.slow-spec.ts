import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { MIGRATIONS } from '../src/common/database/migrations/index.js';
import { SERVICE } from './support/service-process.js';

const NAME = `commerce_migrate_${randomBytes(6).toString('hex')}`;

describe('the argument migrate', () => {
  const url = new URL(process.env.TEST_ADMIN_URL!);
  url.pathname = `/${NAME}`;

  async function query(at: string, sql: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: at });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, DATABASE_URL: url.href, LOG_LEVEL: 'warn', INSTANCES: '2' };
    const child = spawn(process.execPath, [...SERVICE, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output: output.join('') };
  }

  beforeAll(() => query(process.env.TEST_ADMIN_URL!, `CREATE DATABASE ${NAME}`));
  afterAll(() => query(process.env.TEST_ADMIN_URL!, `DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`));

  it('runs the pending migrations and ends, without serving or preparing anything else', async () => {
    expect(await run('migrate')).toEqual({ code: 0, output: 'migrated\n' });
    const history = await query(url.href, 'SELECT name FROM migrations');
    expect(history).toHaveLength(MIGRATIONS.length);
    expect(await query(url.href, 'SELECT FROM users')).toEqual([]);
    expect(await run('migrate')).toEqual({ code: 0, output: 'migrated\n' });
  }, 60_000);

  it('is the only one: a misspelt one starts nothing', async () => {
    for (const args of [['migrat'], ['migrate', '--all']]) {
      const { code, output } = await run(...args);
      expect(code).toBe(1);
      expect(output).toMatch(
        /^unknown argument ".+": there are "migrate" and "after-restore", all else are settings\n$/,
      );
    }
  });

  it('fails with one line when the database cannot be used', async () => {
    const wrong = new URL(url);
    wrong.port = '1';
    const env = { PATH: process.env.PATH, DATABASE_URL: wrong.href };
    const child = spawn(process.execPath, [...SERVICE, 'migrate'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    const lines: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => lines.push(String(chunk)));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(lines.join('')).toMatch(/^DATABASE_URL: the database cannot be used: .+\n$/);
  });
});
