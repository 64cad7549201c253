import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '#common/database/data-source.js';
import { MIGRATIONS } from '#common/database/migrations/index.js';
import { createIndexOnline } from '#common/database/online.js';
import { migrate } from '#common/migrate.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { until } from './support/until.js';

class AddColumn1900000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE goods ADD COLUMN rank int');
  }
  async down(): Promise<void> {}
}

class AddIndex1900000000002 implements MigrationInterface {
  readonly transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, { name: 'goods_label', table: 'goods', on: '(label)' });
  }
  async down(): Promise<void> {}
}

describe('migrations beside a service that works', () => {
  let database: TestDatabase;
  let reader: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase();
    await database.query('CREATE TABLE goods (id int PRIMARY KEY, label text)');
    reader = new pg.Client({ connectionString: database.url, application_name: 'a long report' });
    await reader.connect();
  });
  afterEach(async () => {
    await reader.end();
    await database.drop();
  });

  const columns = (): Promise<object[]> =>
    database.query(`SELECT FROM pg_attribute WHERE attrelid = 'goods'::regclass AND attname = 'rank'`);

  it('give way to a long reader, say so, and are done when it has ended', async () => {
    await reader.query('BEGIN; SELECT FROM goods');
    const lines: string[] = [];
    const migrating = migrate(database.url, [AddColumn1900000000001], {
      attempts: 1_000,
      pauseMs: 10,
      warn: (line) => lines.push(line),
    });
    await until(() => lines.length >= 2);
    // Nobody waits behind it.
    await database.query(`INSERT INTO goods VALUES (1, 'one')`);
    expect(lines[1]).toMatch(
      /^a migration did not get its lock within 500 ms, and gave way \(attempt 2 of 1000\)(; the longest open transaction is of pid \d+ \(a long report\), for \d+ s)?$/,
    );
    await reader.query('COMMIT');
    await migrating;
    expect(await columns()).toHaveLength(1);
  });

  it('end with the reason when a reader does not end', async () => {
    await reader.query('BEGIN; SELECT FROM goods');
    const migrating = migrate(database.url, [AddColumn1900000000001], { attempts: 2, pauseMs: 1 });
    await expect(migrating).rejects.toThrow('canceling statement due to lock timeout');
    await reader.query('COMMIT');
    await migrate(database.url, [AddColumn1900000000001]);
    expect(await columns()).toHaveLength(1);
  });

  it('build an index while others wait for their turn, and write', async () => {
    await reader.query(`BEGIN; INSERT INTO goods VALUES (1, 'one')`);
    const own = [AddIndex1900000000002];
    const both = Promise.all([migrate(database.url, own), migrate(database.url, own)]);
    const building = async (): Promise<boolean> =>
      (
        await database.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'CREATE INDEX CONC%'
             AND wait_event_type = 'Lock'`,
        )
      ).length > 0;
    await until(building);
    await database.query(`INSERT INTO goods VALUES (2, 'two')`);
    await reader.query('COMMIT');
    await both;
    expect(await valid()).toEqual([{ valid: true }]);
  });

  it('rebuild an index that a crash has left unfinished', async () => {
    await reader.query(`BEGIN; INSERT INTO goods VALUES (1, 'one')`);
    const builder = new pg.Client({ connectionString: database.url });
    builder.on('error', () => undefined);
    await builder.connect();
    const { rows } = await builder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const built = builder.query('CREATE INDEX CONCURRENTLY goods_label ON goods (label)').catch(() => undefined);
    await until(async () => (await valid()).length > 0);
    const ended = new Promise((resolve) => builder.once('end', resolve));
    await database.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
    await Promise.all([built, ended]);
    expect(await valid()).toEqual([{ valid: false }]);
    await reader.query('COMMIT');
    await migrate(database.url, [AddIndex1900000000002]);
    expect(await valid()).toEqual([{ valid: true }]);
  });

  it('of a later version stay, when an earlier one starts on its schema', async () => {
    await database.query('ALTER TABLE goods ADD COLUMN later int');
    await database.query(`INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'Later1999999999999')`);
    await migrate(database.url);
    expect(await database.query(`SELECT FROM migrations WHERE name = 'Later1999999999999'`)).toHaveLength(1);
    const service = await new DataSource({
      ...dataSourceOptions(database.url, 2),
      migrations: MIGRATIONS,
    }).initialize();
    expect(await service.runMigrations()).toEqual([]);
    await service.destroy();
  });

  const valid = (): Promise<object[]> =>
    database.query(
      `SELECT indisvalid AS valid FROM pg_index x JOIN pg_class c ON c.oid = x.indexrelid WHERE c.relname = 'goods_label'`,
    );
});
