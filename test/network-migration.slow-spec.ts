import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '#common/database/data-source.js';
import { Network1790610000000 } from '#common/database/migrations/1790610000000-network.js';
import { CommissionRuns1790670000000 } from '#common/database/migrations/1790670000000-commission-runs.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

const since = (uid: number): Date => new Date(Date.UTC(2026, 0, 1 + uid));

/** A database as it was before there was a network. */
describe('the migration of members that exist', () => {
  let database: TestDatabase;
  let service: DataSource;
  let runner: QueryRunner;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await new DataSource(dataSourceOptions(database.url, 2)).initialize();
    runner = service.createQueryRunner();
    // What came later refers to members.
    await new CommissionRuns1790670000000().down(runner);
    await new Network1790610000000().down(runner);
  });
  afterAll(async () => {
    await runner.release();
    await service.destroy();
    await database.drop();
  });

  it('makes distributors of them, below the sponsor that they have, since they were made', async () => {
    const users: [uid: number, sponsor: number | null, role: string][] = [
      ...([1, 2] as const).map((uid): [number, null, string] => [uid, null, 'member']),
      [3, 1, 'member'],
      [4, 3, 'member'],
      [5, null, 'api_admin'],
      [6, 5, 'member'],
      [7, 1, 'super_admin'],
    ];
    for (const [uid, sponsor, role] of users)
      await database.query(
        `INSERT INTO users (uid, username, email, password_hash, sponsor_uid, roles, created_at)
         VALUES ($1, $2, $3, '', $4, ARRAY[$5], $6)`,
        [uid, `user-${uid}`, `user-${uid}@example.com`, sponsor, role, since(uid)],
      );
    await new Network1790610000000().up(runner);
    const edges = await database.query(
      'SELECT tree, uid, parent_uid, from_at, to_at, by_uid FROM network_edges ORDER BY id',
    );
    const open = { tree: 'sponsor', to_at: null, by_uid: null };
    expect(edges).toEqual(
      [
        [1, null],
        [2, null],
        [3, 1],
        [4, 3],
        [6, null],
      ].map(([uid, parent_uid]) => ({ ...open, uid, parent_uid, from_at: since(uid!) })),
    );
    const members = await database.query(
      `SELECT m.uid, m.enrolled_at, s.kind, s.status, s.from_at FROM network_members m JOIN network_states s USING (uid) ORDER BY uid`,
    );
    expect(members).toEqual(
      [1, 2, 3, 4, 6].map((uid) => ({
        uid,
        kind: 'distributor',
        status: 'active',
        enrolled_at: since(uid),
        from_at: since(uid),
      })),
    );
  });
});
