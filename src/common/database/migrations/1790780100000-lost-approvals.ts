import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who could approve something until somebody took that from them. */
export class LostApprovals1790780100000 implements MigrationInterface {
  name = 'LostApprovals1790780100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account_grants ADD COLUMN takes_away boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE account_grants DROP COLUMN takes_away');
  }
}
