import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What users do with their own account. */
export class SelfService1790800000000 implements MigrationInterface {
  name = 'SelfService1790800000000';

  async up(runner: QueryRunner): Promise<void> {
    // Null: asked for by the user.
    await runner.query('ALTER TABLE password_resets ALTER COLUMN made_by_uid DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM password_resets WHERE made_by_uid IS NULL');
    await runner.query('ALTER TABLE password_resets ALTER COLUMN made_by_uid SET NOT NULL');
  }
}
