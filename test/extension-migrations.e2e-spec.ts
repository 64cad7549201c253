import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '#common/database/data-source.js';
import { MIGRATIONS } from '#common/database/migrations/index.js';
import { withSeparateHistories } from '#common/migrate.js';
import { extensionMigrations, migrate } from '../src/index.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

/** Older than all but the first of the service's; writes down how many of those there were before it. */
class ShopFirst1790000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE shop_first AS SELECT count(*)::int AS before FROM migrations');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shop_first');
  }
}

class ShopSecond1790000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE shop_second AS SELECT * FROM shop_first');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shop_second');
  }
}

/** Keeps the limits that it runs under. */
class ShopThird1790000000003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE shop_third AS SELECT current_setting('statement_timeout') AS statement,
         current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shop_third');
  }
}

const FIRST = ShopFirst1790000000001.name;
const SECOND = ShopSecond1790000000002.name;
// As an author may give them: not in order.
const OWN = [ShopSecond1790000000002, ShopFirst1790000000001];
const SERVICE = MIGRATIONS.map(({ name }) => name);

describe('migrations of an extension', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  async function history(table: string): Promise<string[]> {
    return (await database.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY id`)).map(({ name }) => name);
  }

  async function exists(table: string): Promise<boolean> {
    return (await database.query('SELECT 1 FROM pg_tables WHERE tablename = $1', [table])).length > 0;
  }

  /** As on a new database, which nothing was ever run on. */
  async function empty(): Promise<void> {
    await database.query('DROP SCHEMA public CASCADE');
    await database.query('DROP SCHEMA IF EXISTS graphile_worker CASCADE');
    await database.query('CREATE SCHEMA public');
  }

  /** As versions before 1.4 have left it: the first of the extension's has been run, in the service's history. */
  async function mixed(): Promise<void> {
    await database.query('DROP TABLE extension_migrations');
    await database.query('CREATE TABLE shop_first AS SELECT 1 AS before');
    await database.query('INSERT INTO migrations (timestamp, name) VALUES (1790000000001, $1)', [FIRST]);
  }

  /** What TypeORM's command line does with a data source. */
  async function through<T>(dataSource: DataSource, work: (open: DataSource) => Promise<T>): Promise<T> {
    await dataSource.initialize();
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  }
  const service = (): DataSource => new DataSource({ ...dataSourceOptions(database.url, 2), migrations: MIGRATIONS });

  it("run after all of the service's, in their own order, with a history of their own", async () => {
    await empty();
    await migrate(database.url, OWN);
    expect(await history('migrations')).toEqual(SERVICE);
    expect(await history('extension_migrations')).toEqual([FIRST, SECOND]);
    expect(await database.query('SELECT before FROM shop_second')).toEqual([{ before: SERVICE.length }]);
  });

  it('run once, also when two instances start at the same time', async () => {
    await Promise.all([migrate(database.url, OWN), migrate(database.url, OWN)]);
    expect(await history('extension_migrations')).toEqual([FIRST, SECOND]);
  });

  it('take as long as they take, whatever limits the database has', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`ALTER DATABASE ${name} SET statement_timeout = '20s'`);
    await database.query(`ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = '20s'`);
    await migrate(database.url, [ShopThird1790000000003]);
    expect(await database.query('SELECT * FROM shop_third')).toEqual([{ statement: '0', idle: '0' }]);
  });

  it("move out of the service's history where an earlier version has written them, and are not run again", async () => {
    await mixed();
    await migrate(database.url, OWN);
    expect(await history('migrations')).toEqual(SERVICE);
    expect(await history('extension_migrations')).toEqual([FIRST, SECOND]);
    expect(await database.query('SELECT before FROM shop_first')).toEqual([{ before: 1 }]);
  });

  it("leave a migration of a later version in the service's history", async () => {
    await database.query(`INSERT INTO migrations (timestamp, name) VALUES (1999000000000, 'Later1999000000000')`);
    await migrate(database.url, OWN);
    expect(await history('migrations')).toEqual([...SERVICE, 'Later1999000000000']);
  });

  it("do not disturb a revert of the service's, whatever version has run them", async () => {
    await mixed();
    await withSeparateHistories(database.url);
    await through(service(), async (open) => {
      expect(await open.showMigrations()).toBe(false);
      await open.undoLastMigration();
    });
    expect(await history('migrations')).toEqual(SERVICE.slice(0, -1));
    expect(await history('extension_migrations')).toEqual([FIRST]);
  });

  it('are named by `typeorm migration:show`', async () => {
    const written = jest.spyOn(console, 'log').mockReturnValue();
    await migrate(database.url, [ShopFirst1790000000001]);
    const dataSource = await extensionMigrations(OWN, database.url);
    // As the command does.
    dataSource.setOptions({ logging: ['schema'] });
    await through(dataSource, (open) => open.showMigrations());
    const lines = written.mock.calls.map((call) => stripVTControlCharacters(call.join(' ')));
    written.mockRestore();
    expect(lines).toEqual([expect.stringContaining(`[X] 1 ${FIRST}`), expect.stringContaining(`[ ] ${SECOND}`)]);
  });

  it('are shown, reverted and run by TypeORM through extensionMigrations()', async () => {
    await mixed();
    await through(await extensionMigrations(OWN, database.url), async (open) => {
      expect(await open.showMigrations()).toBe(true);
      await open.runMigrations();
      expect(await open.showMigrations()).toBe(false);
      await open.undoLastMigration();
    });
    expect(await history('extension_migrations')).toEqual([FIRST]);
    expect(await exists('shop_second')).toBe(false);
    await through(await extensionMigrations(OWN, database.url), (open) => open.undoLastMigration());
    expect(await exists('shop_first')).toBe(false);
    expect(await history('migrations')).toEqual(SERVICE);
  });
});
