import type { MigrationInterface, QueryRunner } from 'typeorm';
import { partitionByTime, unpartition } from '@commerce/postgres';

const EVENTS = {
  table: 'events',
  indexes: { events_aggregate: '(aggregate_type, aggregate_id, sequence)', events_timestamp: '(timestamp)' },
};

const DELIVERIES = {
  table: 'webhook_deliveries',
  indexes: {
    webhook_deliveries_queue: `(application_id, is_due, in_bulk, aggregate, sequence) WHERE status = 'pending'`,
    webhook_deliveries_later: `(application_id, next_attempt_at) WHERE status = 'pending' AND NOT is_due`,
    webhook_deliveries_log: '(application_id, created_at, id)',
    webhook_deliveries_newest: '(created_at, id)',
    webhook_deliveries_by_status: '(status, created_at, id)',
  },
};

const ATTEMPTS = { table: 'webhook_attempts', indexes: {} };

// Rewritten, which is quicker than an update of each row; with what the oldest lack of their aggregate.
const WITH_TIME_OF_EVENT = [
  `ALTER TABLE webhook_attempts DROP CONSTRAINT webhook_attempts_delivery_fkey`,
  `ALTER TABLE webhook_deliveries RENAME TO webhook_deliveries_old`,
  `CREATE TABLE webhook_deliveries (LIKE webhook_deliveries_old INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
     event_at timestamptz NOT NULL)`,
  `INSERT INTO webhook_deliveries (id, sequence, application_id, event_id, event_at, aggregate, in_bulk, is_due, status, tries,
     next_attempt_at, created_at, finished_at)
   SELECT d.id, d.sequence, d.application_id, d.event_id, e.timestamp, e.aggregate_type || ':' || e.aggregate_id, d.in_bulk,
          d.is_due, d.status, d.tries, d.next_attempt_at, d.created_at, d.finished_at
     FROM webhook_deliveries_old d JOIN events e ON e.id = d.event_id`,
  `ALTER SEQUENCE webhook_deliveries_sequence_seq OWNED BY webhook_deliveries.sequence`,
  `DROP TABLE webhook_deliveries_old`,
];

// Two instances may have recorded attempts of one delivery at the same time, with the same number.
const NUMBERED_ATTEMPTS = `SELECT a.delivery_id, (row_number() OVER (PARTITION BY a.delivery_id ORDER BY a.number, a.started_at))::integer,
    a.started_at, a.duration_ms, a.status_code, a.error, a.response
  FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id`;

/**
 * Events and attempts are partitioned by their time, and deliveries by that of their event, so that what is older than 30 days
 * is dropped and not deleted. A delivery has the time of its event for that.
 */
export class EventsByWeeks1790730000000 implements MigrationInterface {
  name = 'EventsByWeeks1790730000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of WITH_TIME_OF_EVENT) await runner.query(sql);
    await partitionByTime(runner, { ...EVENTS, key: ['id', 'timestamp'], column: 'timestamp', width: 'week' });
    await partitionByTime(runner, { ...DELIVERIES, key: ['id', 'event_at'], column: 'event_at', width: 'week' });
    const attempts = { ...ATTEMPTS, key: ['delivery_id', 'number', 'started_at'] };
    await partitionByTime(runner, { ...attempts, column: 'started_at', width: 'week' });
    for (const { table } of [EVENTS, DELIVERIES]) await own(runner, table, `${table}.sequence`);
    await runner.query(
      'CREATE UNIQUE INDEX webhook_deliveries_event ON webhook_deliveries (event_id, application_id, event_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await unpartition(runner, { ...ATTEMPTS, key: ['delivery_id', 'number'] }, NUMBERED_ATTEMPTS);
    for (const shape of [EVENTS, DELIVERIES]) {
      await own(runner, shape.table, 'NONE');
      await unpartition(runner, { ...shape, key: ['id'] });
      await own(runner, shape.table, `${shape.table}.sequence`);
    }
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN event_at');
    await runner.query('CREATE UNIQUE INDEX webhook_deliveries_event ON webhook_deliveries (event_id, application_id)');
    await runner.query(
      `ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_delivery_fkey
         FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON DELETE CASCADE`,
    );
  }
}

/** Ties the sequence of a table's `sequence` to a column, with which it would be dropped. */
async function own(runner: QueryRunner, table: string, owner: string): Promise<void> {
  await runner.query(`ALTER SEQUENCE ${table}_sequence_seq OWNED BY ${owner}`);
}
