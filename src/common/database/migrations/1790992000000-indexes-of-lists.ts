import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline } from '../online.js';

/** Indexes for filters that match few rows, actions of the audit log and roles of users: without them a list reads the whole table. */
export class IndexesOfLists1790992000000 implements MigrationInterface {
  name = 'IndexesOfLists1790992000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, { name: 'audit_entries_action', table: 'audit_entries', on: '(action, at, id)' });
    await createIndexOnline(runner, {
      name: 'users_not_only_members',
      table: 'users',
      on: `(created_at, uid) WHERE NOT roles <@ '{member}'::text[]`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_not_only_members');
    await runner.query('DROP INDEX audit_entries_action');
  }
}
