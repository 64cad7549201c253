import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rate limit of an application counts for each user; the application as a whole may have one of its own. */
export class RateLimitTotal1790451000000 implements MigrationInterface {
  name = 'RateLimitTotal1790451000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE applications ADD COLUMN rate_limit_total integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE applications DROP COLUMN rate_limit_total');
  }
}
