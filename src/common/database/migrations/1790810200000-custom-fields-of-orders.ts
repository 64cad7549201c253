import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The custom fields of orders; null without any, which takes no room. */
export class CustomFieldsOfOrders1790810200000 implements MigrationInterface {
  name = 'CustomFieldsOfOrders1790810200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders ADD COLUMN custom_fields jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP COLUMN custom_fields');
  }
}
