import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline } from '../online.js';

/**
 * The audit log is searched by trigrams. Sales are read along the time where imports are many times as many, and members who are
 * not active where nearly all are.
 */
export class MoreIndexesOfLists1790999000000 implements MigrationInterface {
  name = 'MoreIndexesOfLists1790999000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, {
      name: 'audit_entries_search',
      table: 'audit_entries',
      on: `USING gin ((' ' || actor_username || ' ' || action || ' ' || entity_type || ' ' || entity_id || ' ') gin_trgm_ops)`,
    });
    // The planner knows nothing of an expression until then. An empty table stays one of which nothing is known.
    const entries = (await runner.query('SELECT FROM audit_entries LIMIT 1')) as unknown[];
    if (entries.length > 0) await runner.query('ANALYZE audit_entries');
    await createIndexOnline(runner, {
      name: 'volume_rows_sold',
      table: 'volume_rows',
      on: `(at, id) WHERE kind = 'sale'`,
    });
    await createIndexOnline(runner, {
      name: 'network_states_not_active',
      table: 'network_states',
      on: `(status, uid) WHERE to_at IS NULL AND status <> 'active'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX network_states_not_active');
    await runner.query('DROP INDEX volume_rows_sold, audit_entries_search');
  }
}
