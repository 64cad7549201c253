import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The custom fields of members; null without any, which takes no room. */
export class CustomFieldsOfMembers1790810100000 implements MigrationInterface {
  name = 'CustomFieldsOfMembers1790810100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE network_members ADD COLUMN custom_fields jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE network_members DROP COLUMN custom_fields');
  }
}
