import type { MigrationInterface, QueryRunner } from 'typeorm';

// With bounds as text of one form, whatever the session prefers.
// Without the partition's name `pg_get_expr` takes no lock on it: nobody who asks waits for who locks one of them.
const TIME_PARTITIONS = `CREATE FUNCTION time_partitions(parent regclass)
    RETURNS TABLE (piece regclass, begins timestamptz, ends timestamptz, is_leaving boolean)
    LANGUAGE sql STABLE SET timezone = 'UTC' SET datestyle = 'ISO' AS $$
      SELECT c.oid::regclass, coalesce(bound[1]::timestamptz, '-infinity'), coalesce(bound[2]::timestamptz, 'infinity'),
             i.inhdetachpending
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       CROSS JOIN LATERAL regexp_match(pg_get_expr(c.relpartbound, 0),
         'FROM \\((?:''([^'']+)''|MINVALUE)\\) TO \\((?:''([^'']+)''|MAXVALUE)\\)') AS bound
       WHERE i.inhparent = parent AND bound IS NOT NULL
    $$`;

// A table of its own is made first and then attached: that keeps neither readers nor writers waiting. All others who want a new
// partition wait for the lock, which attaching takes anyway; an advisory one would leave them with what they knew of tables
// before. The first look is for those, almost all, whose partition is there: it may also be a part of a larger one. Triggers of
// statements are not handed on to partitions, those of rows are.
const MAKE = `CREATE FUNCTION make_time_partition(parent regclass, width text, instant timestamptz) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      first timestamp := date_trunc(width, instant AT TIME ZONE 'UTC');
      since timestamptz := first AT TIME ZONE 'UTC';
      until timestamptz := (first + ('1 ' || width)::interval) AT TIME ZONE 'UTC';
      piece text := parent::text || '_' || to_char(first, CASE width WHEN 'month' THEN 'YYYY_MM' ELSE 'YYYY_MM_DD' END);
      definition text;
    BEGIN
      IF to_regclass(piece) IS NOT NULL
        OR EXISTS (SELECT FROM time_partitions(parent) p WHERE p.begins <= since AND p.ends >= until) THEN RETURN; END IF;
      EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', parent);
      IF to_regclass(piece) IS NOT NULL THEN RETURN; END IF;
      EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)', piece, parent);
      EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', parent, piece, since, until);
      FOR definition IN SELECT pg_get_triggerdef(oid) FROM pg_trigger
        WHERE tgrelid = parent AND NOT tgisinternal AND tgtype & 1 = 0 LOOP
        EXECUTE regexp_replace(definition, ' ON \\S+ ', format(' ON %s ', piece));
      END LOOP;
    END $$`;

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
 * `common/partitions` calls them.
 */
export class TimePartitions1790710000000 implements MigrationInterface {
  name = 'TimePartitions1790710000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [TIME_PARTITIONS, MAKE, MAKE_OF_VOLUMES]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(MAKE_OF_VOLUMES_BEFORE);
    await runner.query('DROP FUNCTION make_time_partition(regclass, text, timestamptz)');
    await runner.query('DROP FUNCTION time_partitions(regclass)');
  }
}
