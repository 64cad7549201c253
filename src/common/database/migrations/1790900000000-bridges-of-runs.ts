import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a run pays another amount than the run before. */
export class BridgesOfRuns1790900000000 implements MigrationInterface {
  name = 'BridgesOfRuns1790900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE commission_runs ADD COLUMN bridge json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE commission_runs DROP COLUMN bridge');
  }
}
