import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users who are imported have no password yet, and may have no e-mail address. */
export class ImportedUsers1790650000000 implements MigrationInterface {
  name = 'ImportedUsers1790650000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ALTER COLUMN email DROP NOT NULL, ALTER COLUMN password_hash DROP NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    // Nobody can log in by either.
    await runner.query(`UPDATE users SET email = username || '@imported.invalid' WHERE email IS NULL`);
    await runner.query(`UPDATE users SET password_hash = '' WHERE password_hash IS NULL`);
    await runner.query('ALTER TABLE users ALTER COLUMN email SET NOT NULL, ALTER COLUMN password_hash SET NOT NULL');
  }
}
