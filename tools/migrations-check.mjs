/**
 * Checks on a database of its own that the migrations make exactly what the entities describe, that each of them can be
 * undone, and that the whole way can then be gone again. Then it checks those that follow the latest release.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '#common/database/data-source.js';
import { MIGRATION_FILES } from '#common/database/migrations/files.js';
import { MIGRATIONS } from '#common/database/migrations/index.js';
import { startEmbeddedPostgres } from '@commerce/postgres/embedded';
import { assertRolling } from './migrations-gate/gate.mjs';

const SOURCES = join(import.meta.dirname, '../src');

const dataDir = await mkdtemp(join(tmpdir(), 'commerce-migrations-'));
const server = await startEmbeddedPostgres({ dataDir });
try {
  await check(server.url);
} catch (error) {
  if (!(error instanceof assert.AssertionError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await server.release();
  await rm(dataDir, { recursive: true, force: true });
}

async function check(url) {
  const dataSource = new DataSource({
    ...dataSourceOptions(url, 2),
    migrations: MIGRATIONS,
    entities: [join(SOURCES, '**/*.entity.ts')],
  });
  await dataSource.initialize();
  try {
    const { length } = await dataSource.runMigrations();
    assert(length > 0, 'there are no migrations');
    const times = dataSource.migrations.map(({ name }) => name.slice(-13));
    assert.deepEqual(
      new Set(times).size,
      times.length,
      'two migrations have one timestamp, so that their order is left to chance',
    );
    const named = MIGRATION_FILES.map((name) => name.slice(0, 13));
    assert.deepEqual(named, times, 'a file has another timestamp than its migration: a start would not run it');
    await assertMatchesEntities(dataSource);
    for (let count = 0; count < length; count += 1) await dataSource.undoLastMigration();
    assert.deepEqual(await tables(dataSource), ['migrations'], 'undoing all migrations leaves tables behind');
    await dataSource.runMigrations();
    await assertMatchesEntities(dataSource);
    console.log(`${length} migration(s) match ${dataSource.entityMetadatas.length} entities and can be undone`);
    await assertRolling(dataSource, url);
  } finally {
    await dataSource.destroy();
  }
}

async function assertMatchesEntities(dataSource) {
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  const missing = upQueries.map(({ query }) => query);
  assert.deepEqual(missing, [], `the migrations differ from the entities; missing:\n${missing.join('\n')}`);
}

async function tables(dataSource) {
  const rows = await dataSource.query(
    `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name`,
  );
  return rows.map(({ table_name: name }) => name);
}
