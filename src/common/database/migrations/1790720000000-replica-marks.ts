import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever has a mark follows the server that it was written on. Decision 82. */
export class ReplicaMarks1790720000000 implements MigrationInterface {
  name = 'ReplicaMarks1790720000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE replica_marks (
         id uuid PRIMARY KEY,
         made_at timestamptz NOT NULL DEFAULT clock_timestamp()
       )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE replica_marks`);
  }
}
