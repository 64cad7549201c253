import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows of the volume ledger that a succession wrote say so, and which row they move. Rows from before say nothing. */
export class VolumesOfSuccessions1790690000000 implements MigrationInterface {
  name = 'VolumesOfSuccessions1790690000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE volume_rows ADD COLUMN succession_id bigint, ADD COLUMN moved_id bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE volume_rows DROP COLUMN succession_id, DROP COLUMN moved_id');
  }
}
