import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline } from '../online.js';

/** Whose key alone reads the catalogue; and bundles are found by their name in any language. */
export class PublicCatalogue1790790000000 implements MigrationInterface {
  name = 'PublicCatalogue1790790000000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE applications ADD COLUMN IF NOT EXISTS public_catalogue boolean NOT NULL DEFAULT false',
    );
    await createIndexOnline(runner, {
      name: 'bundles_translation_search',
      table: 'bundles',
      on: `USING gin ((jsonb_path_query_array(name_translations, '$.*')::text || '') gin_trgm_ops) WHERE deleted_at IS NULL`,
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX bundles_translation_search');
    await runner.query('ALTER TABLE applications DROP COLUMN public_catalogue');
  }
}
