import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The volume ledger by id, for who follows it. */
export class VolumeRowsById1790640000000 implements MigrationInterface {
  name = 'VolumeRowsById1790640000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX volume_rows_by_id ON volume_rows (id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX volume_rows_by_id');
  }
}
