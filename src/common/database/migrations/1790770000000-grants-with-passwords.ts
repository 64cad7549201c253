import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has had power over an account, and could also know its password. */
export class GrantsWithPasswords1790770000000 implements MigrationInterface {
  name = 'GrantsWithPasswords1790770000000';

  async up(runner: QueryRunner): Promise<void> {
    // Of those that are there nobody knows.
    await runner.query('ALTER TABLE account_grants ADD COLUMN with_password boolean NOT NULL DEFAULT true');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account_grants DROP COLUMN with_password');
  }
}
