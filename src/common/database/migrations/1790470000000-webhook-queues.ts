import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `ALTER TABLE webhook_deliveries
      ADD COLUMN aggregate varchar(300) NOT NULL DEFAULT 'unknown',
      ADD COLUMN in_bulk boolean NOT NULL DEFAULT FALSE,
      ADD COLUMN is_due boolean NOT NULL DEFAULT TRUE`,
  // What is over needs no place in a queue; it gets one when it is sent again.
  `UPDATE webhook_deliveries d
      SET aggregate = e.aggregate_type || ':' || e.aggregate_id, is_due = d.next_attempt_at <= now()
     FROM events e WHERE e.id = d.event_id AND d.status = 'pending'`,
  `CREATE INDEX webhook_deliveries_queue
      ON webhook_deliveries (application_id, is_due, in_bulk, aggregate, sequence) WHERE status = 'pending'`,
  `CREATE INDEX webhook_deliveries_later
      ON webhook_deliveries (application_id, next_attempt_at) WHERE status = 'pending' AND NOT is_due`,
  `DROP INDEX webhook_deliveries_due`,
];

const DOWN = [
  `CREATE INDEX webhook_deliveries_due
      ON webhook_deliveries (application_id, next_attempt_at, sequence) WHERE status = 'pending'`,
  `DROP INDEX webhook_deliveries_queue, webhook_deliveries_later`,
  `ALTER TABLE webhook_deliveries DROP COLUMN aggregate, DROP COLUMN in_bulk, DROP COLUMN is_due`,
];

/** Deliveries know what they are about, so that each thing has a queue of its own whose first is found at once. */
export class WebhookQueues1790470000000 implements MigrationInterface {
  name = 'WebhookQueues1790470000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
