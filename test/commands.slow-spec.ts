import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MIGRATIONS } from '#common/database/migrations/index.js';
import { connectTestDatabase } from '../src/testing/test-database.js';
import { SERVICE, ServiceProcess, type Ended } from './support/service-process.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

describe('the argument', () => {
  let database: TestDatabase;
  /** Without any table. */
  let empty: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const name = `${new URL(database.url).pathname.slice(1)}_empty`;
    await database.query(`CREATE DATABASE ${name}`);
    const drop = async (): Promise<void> => void (await database.query(`DROP DATABASE ${name} WITH (FORCE)`));
    empty = connectTestDatabase(new URL(`/${name}`, database.url).href, drop);
  });
  afterAll(async () => {
    await empty.drop();
    await database.drop();
  });

  async function run(args: readonly string[], { url } = empty): Promise<Ended> {
    return (await ServiceProcess.launch({ DATABASE_URL: url }, [...SERVICE, ...args])).ended;
  }

  it('migrate runs the pending migrations and ends, without serving or preparing anything else', async () => {
    expect(await run(['migrate'])).toEqual({ code: 0, output: 'migrated\n' });
    expect(await empty.query('SELECT name FROM migrations')).toHaveLength(MIGRATIONS.length);
    expect(await empty.query('SELECT FROM users')).toEqual([]);
    expect(await run(['migrate'])).toEqual({ code: 0, output: 'migrated\n' });
  });

  it('after-restore prints what it has done and ends', async () => {
    const { code, output } = await run(['after-restore'], database);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('sessions') });
  });

  it.each([[['migrat']], [['migrate', '--all']]])(
    'is none of those that there are: %j starts nothing',
    async (args) => {
      expect(await run(args)).toEqual({
        code: 1,
        output: expect.stringMatching(
          /^unknown argument ".+": there are "migrate" and "after-restore", all else are settings\n$/,
        ),
      });
    },
  );

  it('migrate fails with one line when the database cannot be used', async () => {
    const nowhere = { ...empty, url: 'postgres://nobody:wrong@127.0.0.1:1/none' };
    expect(await run(['migrate'], nowhere)).toEqual({
      code: 1,
      output: expect.stringMatching(/^DATABASE_URL: the database cannot be used: .+\n$/),
    });
  });
});
