import { mkdtemp, rm, mkdir, open, readdir, readFile, rename, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { MigrationClass } from '#common/database/data-source.js';
import { migrate } from '#common/migrate.js';
import { letClockBeMoved } from './clock.js';
import { startEmbeddedPostgres } from '@commerce/postgres/embedded';
import { TlsClient } from '@commerce/postgres';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { MIGRATIONS } from '#common/database/migrations/index.js';
import { PACKAGE_ROOT } from '#common/package-root.js';

/** The usual place for files that can be made again. */
export const CACHE = 'node_modules/.cache/direct-selling-commerce-api';

/** Milliseconds between two looks at whether another file has made the template, and after which it is thought dead. */
const LOOK_MS = 50;
const DEAD_MS = 120_000;

/** Milliseconds after which a template is replaced. */
const OLD_MS = 7 * 86_400_000;

/**
 * Fills a directory with a migrated database. The first test file of a project makes it and keeps it; the others, in this run
 * and later ones, copy it, until a migration or the version of the service changes.
 * @param make makes it in a directory, and stops the server again
 */
export async function fillFromTemplate(
  dataDir: string,
  migrations: readonly MigrationClass[],
  make: (dataDir: string) => Promise<void>,
): Promise<void> {
  if (!existsSync('node_modules')) return make(dataDir);
  const template = join(CACHE, await keyOf(migrations));
  while (!existsSync(template)) {
    await mkdir(CACHE, { recursive: true });
    const lock = await open(`${template}.lock`, 'wx').catch(() => undefined);
    if (lock === undefined) await waitForOther(template);
    else await keep(template, make).finally(() => lock.close().then(() => rm(`${template}.lock`, { force: true })));
  }
  await copy(template, dataDir);
}

/** Makes the template under another name, so that a half one is never taken for it. */
async function keep(template: string, make: (dataDir: string) => Promise<void>): Promise<void> {
  if (existsSync(template)) return;
  await removeOld();
  const unfinished = `${template}-${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { mode: 0o700 });
  try {
    await make(unfinished);
    await rename(unfinished, template).catch((error: unknown) => {
      // Another process that thought this one dead was first.
      if (!existsSync(template)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Removes old templates: each takes 70 MB. */
async function removeOld(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    // Locks and unfinished templates of others come and go.
    const found = await stat(join(CACHE, name)).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > OLD_MS)
      await rm(join(CACHE, name), { recursive: true, force: true });
  }
}

async function waitForOther(template: string): Promise<void> {
  await sleep(LOOK_MS);
  const { mtimeMs } = await stat(`${template}.lock`).catch(() => ({ mtimeMs: Date.now() }));
  if (Date.now() - mtimeMs > DEAD_MS) await rm(`${template}.lock`, { force: true });
}

/** Changes with whatever may change the schema. */
async function keyOf(migrations: readonly MigrationClass[]): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(PACKAGE_ROOT, 'package.json')));
  for (const migration of [...MIGRATIONS, ...migrations]) hash.update(String(migration));
  return hash.digest('hex').slice(0, 32);
}

/** Copies what is in a folder, with its rights, which PostgreSQL looks at. */
async function copy(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', `${from}/.`, to]);
}

/** A database for one test. */
export interface TestDatabase {
  url: string;
  /** Runs one statement, outside the service. */
  query<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Tests need no durability. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Connects to a test database.
 * @param remove drops it, after the connections are closed
 */
export function connectTestDatabase(url: string, remove: () => Promise<void>): TestDatabase {
  const pool = new pg.Pool({ Client: TlsClient, connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return {
    url,
    query: async <Row extends object>(sql: string, values?: unknown[]) => (await pool.query<Row>(sql, values)).rows,
    drop: async () => {
      await pool.end();
      await remove();
    },
  };
}

/**
 * Creates a migrated database on its own embedded PostgreSQL, in a temporary directory.
 * @param migrations of extensions
 */
export async function startTestDatabase(migrations: readonly MigrationClass[]): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-test-'));
  const remove = (): Promise<void> => rm(dataDir, { recursive: true, force: true });
  try {
    await fillFromTemplate(dataDir, migrations, (folder) => makeMigrated(folder, migrations));
    const server = await startEmbeddedPostgres({ dataDir, settings: FAST });
    const first = connectTestDatabase(server.url, () => Promise.resolve());
    await letClockBeMoved(first, new URL(server.url).pathname.slice(1)).finally(() => first.drop());
    return connectTestDatabase(server.url, () => server.release().finally(remove));
  } catch (error) {
    await remove();
    throw error;
  }
}

async function makeMigrated(dataDir: string, migrations: readonly MigrationClass[]): Promise<void> {
  // While the server stops nothing else may keep the process alive: a test runner would think that it is done.
  const alive = setInterval(() => undefined, 1_000);
  try {
    const server = await startEmbeddedPostgres({ dataDir, settings: FAST });
    await migrate(server.url, migrations).finally(() => server.release());
  } finally {
    clearInterval(alive);
  }
}
