import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has erased themselves. A migration of its own, so that it holds the lock of one table alone. */
export class ErasedUsers1790802000000 implements MigrationInterface {
  name = 'ErasedUsers1790802000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN erased_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN erased_at');
  }
}
