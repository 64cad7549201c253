import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a run read of inputs stays with its members. */
export class InputsOfMembers1790826100000 implements MigrationInterface {
  name = 'InputsOfMembers1790826100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE commission_members ADD COLUMN inputs jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE commission_members DROP COLUMN inputs');
  }
}
