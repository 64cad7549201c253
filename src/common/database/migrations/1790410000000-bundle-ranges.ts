import type { MigrationInterface, QueryRunner } from 'typeorm';
import { BundleCounts1790400000000 } from './1790400000000-bundle-counts.js';

/**
 * Bundles are counted by ranges of 32,768 ids: the counts then tell as well in which range a page begins, and no more than
 * one range is skipped for it. `changes` rises with whatever could change a list or a search: as long as the sum is the
 * same, so is what was counted.
 */
export class BundleRanges1790410000000 implements MigrationInterface {
  name = 'BundleRanges1790410000000';

  async up(runner: QueryRunner): Promise<void> {
    await this.dropTriggers(runner);
    await runner.query('DROP FUNCTION count_bundles(text, bigint)');
    await runner.query('DELETE FROM bundle_counts');
    await runner.query(
      `ALTER TABLE bundle_counts ADD COLUMN id_range bigint NOT NULL, ADD COLUMN changes bigint NOT NULL,
         DROP CONSTRAINT bundle_counts_pkey, ADD CONSTRAINT bundle_counts_pkey PRIMARY KEY (product_type, id_range, slot)`,
    );
    await runner.query(
      `CREATE FUNCTION count_bundles(of_type text, of_range bigint, more bigint) RETURNS void LANGUAGE sql AS $$
         INSERT INTO bundle_counts AS c (product_type, id_range, slot, live, changes)
           VALUES (of_type, of_range, pg_backend_pid() % 16, more, 1)
         ON CONFLICT (product_type, id_range, slot) DO UPDATE SET live = c.live + EXCLUDED.live, changes = c.changes + 1
       $$`,
    );
    await runner.query(
      `CREATE OR REPLACE FUNCTION count_new_bundles() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         PERFORM count_bundles(product_type, id >> 15, count(*))
            FROM new_bundles WHERE deleted_at IS NULL GROUP BY product_type, id >> 15 ORDER BY product_type, id >> 15;
         RETURN NULL;
       END $$`,
    );
    await runner.query(
      `CREATE OR REPLACE FUNCTION count_ended_bundle() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN
         IF OLD.deleted_at IS NULL THEN PERFORM count_bundles(OLD.product_type, OLD.id >> 15, -1); END IF;
         IF TG_OP = 'UPDATE' THEN
           IF NEW.deleted_at IS NULL THEN PERFORM count_bundles(NEW.product_type, NEW.id >> 15, 1); END IF;
         END IF;
         RETURN NULL;
       END $$`,
    );
    await runner.query(
      `CREATE TRIGGER bundles_made AFTER INSERT ON bundles REFERENCING NEW TABLE AS new_bundles
         FOR EACH STATEMENT EXECUTE FUNCTION count_new_bundles()`,
    );
    await runner.query(
      `CREATE TRIGGER bundles_changed AFTER UPDATE OF id, deleted_at, product_type, name ON bundles FOR EACH ROW
         WHEN ((OLD.id, OLD.product_type, OLD.name, OLD.deleted_at)
           IS DISTINCT FROM (NEW.id, NEW.product_type, NEW.name, NEW.deleted_at))
         EXECUTE FUNCTION count_ended_bundle()`,
    );
    await runner.query(
      `CREATE TRIGGER bundles_removed AFTER DELETE ON bundles FOR EACH ROW EXECUTE FUNCTION count_ended_bundle()`,
    );
    await runner.query(
      `INSERT INTO bundle_counts (product_type, id_range, slot, live, changes)
         SELECT product_type, id >> 15, 0, count(*), 1 FROM bundles WHERE deleted_at IS NULL GROUP BY product_type, id >> 15`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.dropTriggers(runner);
    await runner.query('DROP FUNCTION count_new_bundles()');
    await runner.query('DROP FUNCTION count_ended_bundle()');
    await runner.query('DROP FUNCTION count_bundles(text, bigint, bigint)');
    await runner.query('DROP TABLE bundle_counts');
    await new BundleCounts1790400000000().up(runner);
  }

  private async dropTriggers(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER bundles_made ON bundles');
    await runner.query('DROP TRIGGER bundles_changed ON bundles');
    await runner.query('DROP TRIGGER bundles_removed ON bundles');
  }
}
