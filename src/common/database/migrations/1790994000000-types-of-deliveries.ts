import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeInBatches, createIndexOnline } from '../online.js';

const OF_EVENT = 'SELECT type FROM events e WHERE e.id = d.event_id AND e.timestamp = d.event_at';

/**
 * Deliveries keep the type of their event, so that the log is filtered by it along an index. For instances of the previous
 * version, which do not write it, a trigger adds it.
 */
export class TypesOfDeliveries1790994000000 implements MigrationInterface {
  name = 'TypesOfDeliveries1790994000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries ADD COLUMN IF NOT EXISTS event_type varchar(40)');
    await runner.query(`CREATE OR REPLACE FUNCTION add_delivery_type() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.event_type := (${OF_EVENT.replaceAll('d.', 'NEW.')});
        RETURN NEW;
      END $$`);
    await runner.query(`CREATE OR REPLACE TRIGGER webhook_deliveries_type BEFORE INSERT ON webhook_deliveries
      FOR EACH ROW WHEN (NEW.event_type IS NULL) EXECUTE FUNCTION add_delivery_type()`);
    await changeInBatches(runner, {
      table: 'webhook_deliveries',
      key: 'id',
      set: `event_type = (${OF_EVENT.replaceAll('d.', 'webhook_deliveries.')})`,
      where: 'event_type IS NULL',
    });
    const on = '(event_type, created_at, id)';
    await createIndexOnline(runner, { name: 'webhook_deliveries_by_type', table: 'webhook_deliveries', on });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER IF EXISTS webhook_deliveries_type ON webhook_deliveries');
    await runner.query('DROP FUNCTION IF EXISTS add_delivery_type()');
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN IF EXISTS event_type');
  }
}
