import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline } from '../online.js';

/** Who can be invited to set a password: after the first weeks of an import few, among a million members. */
export class UsersWithoutPassword1790970000000 implements MigrationInterface {
  name = 'UsersWithoutPassword1790970000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, {
      name: 'users_without_password',
      table: 'users',
      on: `(uid) WHERE password_hash IS NULL AND email IS NOT NULL AND status = 'active'`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_without_password');
  }
}
