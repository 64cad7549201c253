import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Long jobs, and how far they have come. */
export class LongJobs1790520000000 implements MigrationInterface {
  name = 'LongJobs1790520000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE long_jobs (
        id uuid NOT NULL PRIMARY KEY,
        task varchar(100) NOT NULL,
        payload jsonb NOT NULL,
        state varchar(10) NOT NULL DEFAULT 'waiting',
        done integer NOT NULL DEFAULT 0,
        total integer,
        error text,
        is_cancelled boolean NOT NULL DEFAULT FALSE,
        runner uuid,
        heartbeat_at timestamptz,
        created_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      )`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE long_jobs');
  }
}
