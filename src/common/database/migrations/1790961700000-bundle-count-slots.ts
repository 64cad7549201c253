import type { MigrationInterface, QueryRunner } from 'typeorm';

const counting = (slot: string): string => `
  CREATE OR REPLACE FUNCTION count_bundles(of_type text, of_range bigint, more bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO bundle_counts AS c (product_type, id_range, slot, live, changes) VALUES (of_type, of_range, ${slot}, more, 1)
    ON CONFLICT (product_type, id_range, slot) DO UPDATE SET live = c.live + EXCLUDED.live, changes = c.changes + 1
  $$`;

/** Long transactions, such as imports, count in slots of their own: others would wait for theirs until they end. */
export class BundleCountSlots1790961700000 implements MigrationInterface {
  name = 'BundleCountSlots1790961700000';

  async up(runner: QueryRunner): Promise<void> {
    const from = `coalesce(nullif(current_setting('commerce.bundle_count_slots', true), ''), '0')::integer`;
    await runner.query(counting(`${from} + pg_backend_pid() % 16`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(counting('pg_backend_pid() % 16'));
  }
}
