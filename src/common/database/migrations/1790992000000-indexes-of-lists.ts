import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline } from '../online.js';

/** Indexes for filters that match few rows: without them a list, or the first page of the console, reads the whole table. */
export class IndexesOfLists1790992000000 implements MigrationInterface {
  name = 'IndexesOfLists1790992000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, { name: 'audit_entries_action', table: 'audit_entries', on: '(action, at, id)' });
    await createIndexOnline(runner, {
      name: 'audit_entries_type',
      table: 'audit_entries',
      on: '(entity_type, at, id)',
    });
    await createIndexOnline(runner, {
      name: 'webhook_deliveries_failed',
      table: 'webhook_deliveries',
      on: `(coalesce(finished_at, created_at)) WHERE status = 'failed'`,
    });
    await createIndexOnline(runner, {
      name: 'users_not_only_members',
      table: 'users',
      on: `(created_at, uid) WHERE NOT roles <@ '{member}'::text[]`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_not_only_members');
    await runner.query('DROP INDEX webhook_deliveries_failed, audit_entries_type, audit_entries_action');
  }
}
