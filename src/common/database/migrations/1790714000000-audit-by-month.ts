import type { MigrationInterface, QueryRunner } from 'typeorm';
import { partitionByTime, unpartition } from '@commerce/postgres';

const TABLE = { table: 'audit_entries', identity: 'id' };

/** The audit log is partitioned by month, and read in the order of time. */
export class AuditByMonth1790714000000 implements MigrationInterface {
  name = 'AuditByMonth1790714000000';

  async up(runner: QueryRunner): Promise<void> {
    const indexes = {
      audit_entries_actor: '(actor_uid, at, id)',
      audit_entries_actor_name: '(lower(actor_username), at, id)',
      audit_entries_entity: '(entity_type, entity_id, at, id)',
    };
    await partitionByTime(runner, { ...TABLE, key: ['at', 'id'], indexes, column: 'at', width: 'month' });
  }

  async down(runner: QueryRunner): Promise<void> {
    const indexes = { audit_entries_entity: '(entity_type, entity_id, id)', audit_entries_actor: '(actor_uid, id)' };
    await unpartition(runner, { ...TABLE, key: ['id'], indexes });
  }
}
