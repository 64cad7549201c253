import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PARTITION_FUNCTIONS } from '@commerce/postgres';

const MAKE_OF_VOLUMES = `CREATE OR REPLACE FUNCTION make_volume_partition(instant timestamptz) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM make_time_partition('volume_rows', 'month', instant);
    END $$`;

const MAKE_OF_VOLUMES_BEFORE = `CREATE OR REPLACE FUNCTION make_volume_partition(instant timestamptz) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      month timestamp := date_trunc('month', instant AT TIME ZONE 'UTC');
      partition text := 'volume_rows_' || to_char(month, 'YYYY_MM');
    BEGIN
      IF to_regclass(partition) IS NOT NULL THEN RETURN; END IF;
      LOCK TABLE volume_rows IN SHARE UPDATE EXCLUSIVE MODE;
      IF to_regclass(partition) IS NOT NULL THEN RETURN; END IF;
      EXECUTE format('CREATE TABLE %I (LIKE volume_rows INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition);
      EXECUTE format('ALTER TABLE volume_rows ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', partition,
        month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
      EXECUTE format('CREATE TRIGGER volume_rows_stay_all BEFORE TRUNCATE ON %I
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_volumes()', partition);
    END $$`;

/**
 * Partitions by time, for any table: what there are, and making one, which the volume ledger now does by it too.
 */
export class TimePartitions1790710000000 implements MigrationInterface {
  name = 'TimePartitions1790710000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...PARTITION_FUNCTIONS, MAKE_OF_VOLUMES]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(MAKE_OF_VOLUMES_BEFORE);
    await runner.query('DROP FUNCTION make_time_partition(regclass, text, timestamptz)');
    await runner.query('DROP FUNCTION time_partitions(regclass)');
  }
}
