import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The one row that readiness changes to find out whether the database can write. */
export class WriteProbe1790431000000 implements MigrationInterface {
  name = 'WriteProbe1790431000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE write_probe (id integer PRIMARY KEY, written_at timestamptz NOT NULL)');
    await runner.query('INSERT INTO write_probe (id, written_at) VALUES (1, now())');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE write_probe');
  }
}
