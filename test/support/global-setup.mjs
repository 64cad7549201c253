import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../dist/common/database/embedded/index.js';
import { TlsClient } from '../../dist/common/database/tls-client.js';
import { migrate } from '../../dist/common/migrate.js';

/** Tests lose nothing when the machine stops, so the embedded server need not wait for the disk. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };

/**
 * Makes the template that each test file clones its own database from: on the server of DATABASE_URL, or on an embedded
 * one of this run.
 */
export default async function globalSetup() {
  const run = (globalThis.__COMMERCE_TEST_RUN__ = {});
  const adminUrl = process.env.DATABASE_URL ?? (await startServer(run));
  const template = `commerce_test_${randomBytes(6).toString('hex')}`;
  run.adminUrl = adminUrl;
  run.template = template;
  await query(adminUrl, `CREATE DATABASE ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${template}`;
  await migrate(url.href);
  process.env.TEST_ADMIN_URL = adminUrl;
  process.env.TEST_TEMPLATE = template;
}

async function startServer(run) {
  run.dataDir = await mkdtemp(join(tmpdir(), 'commerce-test-'));
  run.server = await startEmbeddedPostgres({ dataDir: run.dataDir, settings: FAST });
  run.remove = () => rm(run.dataDir, { recursive: true, force: true });
  return run.server.adminUrl;
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
