import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Kept answers are compressed, and each user has a quota of them. Those that are there stay readable as they are, count for
 * nobody, and are gone within a day.
 */
export class KeptAnswers1790450000000 implements MigrationInterface {
  name = 'KeptAnswers1790450000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE idempotency_records
      ADD COLUMN compressed boolean NOT NULL DEFAULT false,
      ADD COLUMN owner bytea,
      ADD COLUMN size integer NOT NULL DEFAULT 0`);
    await runner.query(
      'CREATE INDEX idempotency_records_owner ON idempotency_records (owner, expires_at, key_hash, size)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    // What is compressed could not be read any more.
    await runner.query('DELETE FROM idempotency_records WHERE compressed');
    await runner.query('DROP INDEX idempotency_records_owner');
    await runner.query('ALTER TABLE idempotency_records DROP COLUMN compressed, DROP COLUMN owner, DROP COLUMN size');
  }
}
