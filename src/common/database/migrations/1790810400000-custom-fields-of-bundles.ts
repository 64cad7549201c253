import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The custom fields of bundles; null without any, which takes no room. */
export class CustomFieldsOfBundles1790810400000 implements MigrationInterface {
  name = 'CustomFieldsOfBundles1790810400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bundles ADD COLUMN custom_fields jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bundles DROP COLUMN custom_fields');
  }
}
