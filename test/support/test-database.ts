import { randomBytes } from 'node:crypto';
import { TlsClient } from '@commerce/postgres';
import { connectTestDatabase, type TestDatabase } from '../../src/testing/test-database.js';

export type { TestDatabase };

/** A database of a test file's own, cloned from a template: that of the run, unless another is named. */
export async function createTestDatabase(template = process.env.TEST_TEMPLATE): Promise<TestDatabase> {
  const { TEST_ADMIN_URL: adminUrl } = process.env;
  if (adminUrl === undefined || template === undefined)
    throw new Error('run tests through Jest, which prepares the database');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await run(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY = FILE_COPY`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return connectTestDatabase(url.href, () => run(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

async function run(url: string, sql: string): Promise<void> {
  const client = new TlsClient(url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
