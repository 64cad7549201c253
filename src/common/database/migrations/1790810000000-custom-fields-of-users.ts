import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The custom fields of users; null without any, which takes no room. */
export class CustomFieldsOfUsers1790810000000 implements MigrationInterface {
  name = 'CustomFieldsOfUsers1790810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD COLUMN custom_fields jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users DROP COLUMN custom_fields');
  }
}
