import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The custom fields of order lines; null without any, which takes no room. */
export class CustomFieldsOfOrderLines1790810300000 implements MigrationInterface {
  name = 'CustomFieldsOfOrderLines1790810300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_lines ADD COLUMN custom_fields jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_lines DROP COLUMN custom_fields');
  }
}
