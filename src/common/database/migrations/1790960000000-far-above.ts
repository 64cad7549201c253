import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Some members of a run name who stands far above them, so that nobody climbs a long chain step by step. */
export class FarAbove1790960000000 implements MigrationInterface {
  name = 'FarAbove1790960000000';

  async up(runner: QueryRunner): Promise<void> {
    // Runs from before have none, nor have those that the previous version writes: they are climbed step by step.
    await runner.query(
      'ALTER TABLE commission_members ADD COLUMN far_sponsor_uid bigint, ADD COLUMN far_parent_uid bigint',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE commission_members DROP COLUMN far_sponsor_uid, DROP COLUMN far_parent_uid');
  }
}
