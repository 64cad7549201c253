import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline } from '../online.js';

/** What admins did with the data of one user is read along an index. Most entries are about nobody's, and are not in it. */
export class AuditOfUsers1791000000000 implements MigrationInterface {
  name = 'AuditOfUsers1791000000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, {
      name: 'audit_entries_target',
      table: 'audit_entries',
      on: '(target_uid, at, id) WHERE target_uid IS NOT NULL',
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX audit_entries_target');
  }
}
