/**
 * Checks the migrations that follow the latest release: whether they may run while that release serves. The database then
 * holds the demo's data.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createApp } from '../../src/app.js';
import { readConfig } from '#common/config/read-config.js';
import { MIGRATIONS } from '#common/database/migrations/index.js';
import { RELEASED } from '#common/database/migrations/released.js';
import { migrate } from '#common/migrate.js';
import { prepareFirstStart } from '#operations/first-start/index.js';
import { checkMigrations } from './check-migrations.js';
import { stillNamed } from './still-named.js';

const SOURCES = join(import.meta.dirname, '../../src');

/** @param dataSource of a database to which all migrations have been applied, and nothing else */
export async function assertRolling(dataSource, url) {
  assert.equal(
    MIGRATIONS[RELEASED.count - 1]?.name,
    RELEASED.migration,
    'released.ts is not about a migration in the list',
  );
  const later = MIGRATIONS.slice(RELEASED.count);
  await migrate(url);
  await assertJobSchema(dataSource);
  if (later.length > 0) await fill(url);
  for (let count = 0; count < later.length; count += 1) await dataSource.undoLastMigration();
  const findings = await checkMigrations(url, later, RELEASED.version);
  for (const Migration of later) {
    const { contracts = {} } = new Migration();
    findings.push(...stillNamed(SOURCES, contracts).map((what) => `${Migration.name} ${what}`));
  }
  assert.equal(findings.length, 0, `docs/upgrading.md says how to write it instead:\n${findings.join('\n')}`);
  console.log(`${later.length} migration(s) after ${RELEASED.version} may run while it serves`);
}

async function assertJobSchema(dataSource) {
  const [{ newest }] = await dataSource.query('SELECT max(id)::int AS newest FROM graphile_worker.migrations');
  assert.equal(
    newest,
    RELEASED.jobSchema,
    "the job queue's library has new migrations: read whether its version before runs on them, and then set jobSchema",
  );
}

/** The data of the demo, made by the service itself. */
async function fill(url) {
  const settings = {
    DATABASE_URL: url,
    DEMO: 'true',
    LOG_LEVEL: 'error',
    JOB_CONCURRENCY: '0',
    WEBHOOK_CONCURRENCY: '0',
  };
  const app = await createApp({ config: readConfig(settings), databaseUrl: url });
  await prepareFirstStart(app);
  await app.close();
}
