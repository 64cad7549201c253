import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How many live bundles there are of each type, kept by the database itself: counting a million for each page of a list
 * costs more than the page. Each type has a few rows, of which a connection changes its own, so that bundles that are made
 * at the same time seldom wait for each other; what a transaction sees of them is as exact as counting.
 */
export class BundleCounts1790400000000 implements MigrationInterface {
  name = 'BundleCounts1790400000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE TABLE bundle_counts (
          product_type varchar(64) NOT NULL,
          slot integer NOT NULL,
          live bigint NOT NULL,
          CONSTRAINT bundle_counts_pkey PRIMARY KEY (product_type, slot)
        )`,
    );
    await runner.query(
      `CREATE FUNCTION count_bundles(of_type text, more bigint) RETURNS void LANGUAGE sql AS $$
         INSERT INTO bundle_counts AS c (product_type, slot, live) VALUES (of_type, pg_backend_pid() % 16, more)
         ON CONFLICT (product_type, slot) DO UPDATE SET live = c.live + EXCLUDED.live
       $$`,
    );
    await runner.query(
      `CREATE FUNCTION count_new_bundles() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         PERFORM count_bundles(product_type, count(*))
            FROM new_bundles WHERE deleted_at IS NULL GROUP BY product_type ORDER BY product_type;
         RETURN NULL;
       END $$`,
    );
    await runner.query(
      `CREATE FUNCTION count_ended_bundle() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF OLD.deleted_at IS NULL THEN PERFORM count_bundles(OLD.product_type, -1); END IF;
         IF TG_OP = 'UPDATE' THEN
           IF NEW.deleted_at IS NULL THEN PERFORM count_bundles(NEW.product_type, 1); END IF;
         END IF;
         RETURN NULL;
       END $$`,
    );
    await runner.query(
      `CREATE TRIGGER bundles_made AFTER INSERT ON bundles REFERENCING NEW TABLE AS new_bundles
         FOR EACH STATEMENT EXECUTE FUNCTION count_new_bundles()`,
    );
    await runner.query(
      `CREATE TRIGGER bundles_changed AFTER UPDATE OF deleted_at, product_type ON bundles FOR EACH ROW
         WHEN (OLD.deleted_at IS DISTINCT FROM NEW.deleted_at OR OLD.product_type <> NEW.product_type)
         EXECUTE FUNCTION count_ended_bundle()`,
    );
    await runner.query(
      `CREATE TRIGGER bundles_removed AFTER DELETE ON bundles FOR EACH ROW EXECUTE FUNCTION count_ended_bundle()`,
    );
    await runner.query(
      `INSERT INTO bundle_counts (product_type, slot, live)
         SELECT product_type, 0, count(*) FROM bundles WHERE deleted_at IS NULL GROUP BY product_type`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER bundles_made ON bundles');
    await runner.query('DROP TRIGGER bundles_changed ON bundles');
    await runner.query('DROP TRIGGER bundles_removed ON bundles');
    await runner.query('DROP FUNCTION count_new_bundles()');
    await runner.query('DROP FUNCTION count_ended_bundle()');
    await runner.query('DROP FUNCTION count_bundles(text, bigint)');
    await runner.query('DROP TABLE bundle_counts');
  }
}
