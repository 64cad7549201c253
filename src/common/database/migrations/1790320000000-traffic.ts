import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests over time, and the deliveries to all applications as a list. See docs/spec/service.md#8. */
export class Traffic1790320000000 implements MigrationInterface {
  name = 'Traffic1790320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE traffic (
          span integer NOT NULL,
          at timestamptz NOT NULL,
          application_id uuid NOT NULL,
          requests integer NOT NULL,
          client_errors integer NOT NULL,
          server_errors integer NOT NULL,
          latencies integer[] NOT NULL,
          CONSTRAINT traffic_pkey PRIMARY KEY (span, at, application_id)
        )`,
    );
    await runner.query('CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (created_at, id)');
    await runner.query('CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (status, created_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhook_deliveries_newest, webhook_deliveries_by_status');
    await runner.query('DROP TABLE traffic');
  }
}
