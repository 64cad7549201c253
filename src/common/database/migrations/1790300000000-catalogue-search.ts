import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bundles are found by a part of their id or of a SKU as quickly as by a part of their name. See docs/spec/service.md#8. */
export class CatalogueSearch1790300000000 implements MigrationInterface {
  name = 'CatalogueSearch1790300000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX bundles_id_search ON bundles USING gin (bundle_id gin_trgm_ops) WHERE deleted_at IS NULL',
    );
    await runner.query(
      'CREATE INDEX products_sku_search ON products USING gin (sku gin_trgm_ops) WHERE deleted_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX bundles_id_search, products_sku_search');
  }
}
