import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a log-in by authorization code may lead back to. */
export class RedirectUris1790897001000 implements MigrationInterface {
  name = 'RedirectUris1790897001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE applications ADD COLUMN redirect_uris text[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE applications DROP COLUMN redirect_uris');
  }
}
