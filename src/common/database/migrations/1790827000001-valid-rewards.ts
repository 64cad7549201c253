import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entries that were there before are looked at while others are written. */
export class ValidRewards1790827000001 implements MigrationInterface {
  name = 'ValidRewards1790827000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE earnings VALIDATE CONSTRAINT earnings_kind');
    await runner.query('ALTER TABLE earnings VALIDATE CONSTRAINT earnings_of_reward');
  }

  async down(): Promise<void> {
    // What is valid need not be undone: the migration before drops it.
  }
}
