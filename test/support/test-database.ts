import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of a test file's own, cloned from the template of the run. */
export interface TestDatabase {
  url: string;
  /** Runs one statement, outside the service. */
  query<Row extends object = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const { TEST_ADMIN_URL: adminUrl, TEST_TEMPLATE: template } = process.env;
  if (adminUrl === undefined || template === undefined)
    throw new Error('run tests through Jest, which prepares the database');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await run(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = new pg.Pool({ connectionString: url.href, max: 2 });
  pool.on('error', () => undefined);
  return {
    url: url.href,
    query: async <Row extends object>(sql: string, values?: unknown[]) => (await pool.query<Row>(sql, values)).rows,
    drop: async () => {
      await pool.end();
      await run(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
