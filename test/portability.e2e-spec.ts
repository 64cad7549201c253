import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

/** What the migrations may make is bounded by how a database is moved and kept: decisions 34 and 60. */
describe('what the migrations have made', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Tables of ours, not of the job queue's library, for which a condition holds. */
  async function tablesWhere(condition: string): Promise<string[]> {
    const rows = await database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c
        WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND ${condition}`,
    );
    return rows.map(({ name }) => name);
  }

  it('has a primary key on each table: without one, logical replication refuses changes and deletions', async () => {
    expect(await tablesWhere('true')).toContain('orders');
    const unkeyed = 'NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)';
    expect(await tablesWhere(unkeyed)).toEqual([]);
  });

  it('has no unlogged table: a standby does not get it, and a crash empties it', async () => {
    expect(await tablesWhere(`c.relpersistence <> 'p'`)).toEqual([]);
  });

  it('needs no extension but pg_trgm, which every provider of PostgreSQL has', async () => {
    const rows = await database.query<{ name: string }>('SELECT extname AS name FROM pg_extension ORDER BY extname');
    expect(rows.map(({ name }) => name)).toEqual(['pg_trgm', 'plpgsql']);
  });
});
