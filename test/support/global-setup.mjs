import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rename, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import '../../tools/typescript.mjs';

const { startEmbeddedPostgres } = await import('@commerce/postgres/embedded');
const { TlsClient } = await import('@commerce/postgres');
const { migrate } = await import('#common/migrate.js');

const ROOT = join(import.meta.dirname, '../..');

/**
 * Tests lose nothing when the machine stops, so the embedded server need not wait for the disk. Statistics come from tests
 * alone: what autovacuum does at some time would change the plans of their statements.
 */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '300',
};

/** Bytes that the databases of a run take at most, with room to spare. */
const ROOM = 2 * 1024 ** 3;

/**
 * Makes the template that each test file clones its own database from: on the server of DATABASE_URL, or on an embedded
 * one of this run.
 */
export default async function globalSetup() {
  const run = (globalThis.__COMMERCE_TEST_RUN__ = { template: `commerce_test_${randomBytes(6).toString('hex')}` });
  if (process.env.DATABASE_URL === undefined) {
    await startServer(run);
  } else {
    run.adminUrl = process.env.DATABASE_URL;
    await makeTemplate(run);
  }
  process.env.TEST_ADMIN_URL = run.adminUrl;
  process.env.TEST_TEMPLATE = run.template;
}

/** Starts a server in memory where there is room. What is made once is kept in `.cache` for the next run. */
async function startServer(run) {
  run.dataDir = await mkdtemp(join(await roomyFolder(), 'commerce-test-'));
  run.remove = () => rm(run.dataDir, { recursive: true, force: true });
  run.template = 'commerce_test';
  const start = async () => {
    run.server = await startEmbeddedPostgres({ dataDir: run.dataDir, settings: FAST });
    run.adminUrl = run.server.adminUrl;
  };
  const prepared = join(ROOT, '.cache/test-cluster', await schemaDigest());
  const isPrepared = existsSync(prepared);
  if (isPrepared) await copy(prepared, run.dataDir);
  await start();
  if (isPrepared) return;
  await makeTemplate(run);
  await run.server.release();
  await rm(join(ROOT, '.cache/test-cluster'), { recursive: true, force: true });
  const unfinished = `${prepared}-${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { recursive: true });
  await copy(run.dataDir, unfinished);
  await rename(unfinished, prepared).catch(() => rm(unfinished, { recursive: true }));
  await start();
}

/** A database with the schema of the service, and with the partitions that its first start makes. */
async function makeTemplate({ adminUrl, template }) {
  await query(adminUrl, `CREATE DATABASE ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${template}`;
  await migrate(url.href);
  const { createApp } = await import('../../src/app.js');
  const { readConfig } = await import('#common/config/read-config.js');
  const { TEST_SETTINGS } = await import('../../src/testing/start-test-app.js');
  const app = await createApp({ config: readConfig(TEST_SETTINGS), databaseUrl: url.href });
  await app.close();
  await query(url.href, 'TRUNCATE signing_keys');
}

/** Copies what is in a folder, with its rights, which PostgreSQL looks at. */
async function copy(from, to) {
  await promisify(execFile)('cp', ['-Rp', `${from}/.`, to]);
}

/** Changes with whatever may change the schema, or the server that holds it. */
async function schemaDigest() {
  const hash = createHash('sha256').update(await readFile(join(ROOT, 'package-lock.json')));
  const files = await Array.fromAsync(glob('src/common/{database,jobs,partitions}/**/*.ts', { cwd: ROOT }));
  for (const file of files.sort()) hash.update(file).update(await readFile(join(ROOT, file)));
  return hash.digest('hex').slice(0, 32);
}

async function roomyFolder() {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize > ROOM ? memory : tmpdir();
}

export async function query(url, sql, values) {
  const client = new TlsClient(url);
  await client.connect();
  try {
    return await client.query(sql, values);
  } finally {
    await client.end();
  }
}
