import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Free places are found in the trees in memory: no row needs to say any more that what was known of them has ended. */
export class NoStructureVersion1790641000000 implements MigrationInterface {
  name = 'NoStructureVersion1790641000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE network_settings DROP COLUMN structure_version');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE network_settings ADD COLUMN structure_version bigint NOT NULL DEFAULT 0');
  }
}
