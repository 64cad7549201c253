import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An answer that is given again under an Idempotency-Key has the headers of the first one, its cookie among them. */
export class IdempotencyHeaders1790420000000 implements MigrationInterface {
  name = 'IdempotencyHeaders1790420000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_records ADD COLUMN headers bytea');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE idempotency_records DROP COLUMN headers');
  }
}
