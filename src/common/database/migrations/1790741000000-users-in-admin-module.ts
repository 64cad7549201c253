import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline } from '../online.js';

/** The few users who have a role of the admin module, among a million members: who could approve something. */
export class UsersInAdminModule1790741000000 implements MigrationInterface {
  name = 'UsersInAdminModule1790741000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexOnline(runner, {
      name: 'users_in_admin_module',
      table: 'users',
      on: `(uid) WHERE NOT roles <@ '{member,api_admin}'::text[]`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX users_in_admin_module');
  }
}
