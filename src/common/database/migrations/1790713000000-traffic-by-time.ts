import type { MigrationInterface, QueryRunner } from 'typeorm';
import { partitionByTime, unpartition } from '@commerce/postgres';

const SHAPE = { key: ['span', 'at', 'application_id'], indexes: {} };

/** Traffic is partitioned by how long its spans are kept, and then by time. */
export class TrafficByTime1790713000000 implements MigrationInterface {
  name = 'TrafficByTime1790713000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE traffic RENAME TO traffic_short');
    await runner.query('ALTER INDEX traffic_pkey RENAME TO traffic_short_pkey');
    await runner.query('CREATE TABLE traffic_long (LIKE traffic_short)');
    await runner.query(
      `WITH moved AS (DELETE FROM traffic_short WHERE span >= 3600 RETURNING *) INSERT INTO traffic_long SELECT * FROM moved`,
    );
    await partitionByTime(runner, { ...SHAPE, table: 'traffic_short', column: 'at', width: 'day' });
    await partitionByTime(runner, { ...SHAPE, table: 'traffic_long', column: 'at', width: 'month' });
    await runner.query(
      `CREATE TABLE traffic (LIKE traffic_short, CONSTRAINT traffic_pkey PRIMARY KEY (span, at, application_id)) PARTITION BY LIST (span)`,
    );
    await runner.query('ALTER TABLE traffic ATTACH PARTITION traffic_short FOR VALUES IN (60, 900)');
    await runner.query('ALTER TABLE traffic ATTACH PARTITION traffic_long FOR VALUES IN (3600, 21600)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await unpartition(runner, { ...SHAPE, table: 'traffic' });
  }
}
