import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Contracts } from '../online.js';

/** The roles of the admin module. See docs/spec/service.md#11. */
export class AdminRoles1790750000000 implements MigrationInterface {
  name = 'AdminRoles1790750000000';

  readonly contracts: Contracts = { since: '2.1.0', upheld: ['users.users_roles'] };

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE users ADD CONSTRAINT users_roles CHECK (
         roles <@ ARRAY['member', 'api_admin', 'super_admin', 'finance', 'support', 'catalogue', 'developer', 'auditor'])
       NOT VALID`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users DROP CONSTRAINT users_roles`);
  }
}
