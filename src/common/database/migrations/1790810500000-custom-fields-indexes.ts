import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexOnline } from '../online.js';

const TABLES = ['users', 'orders', 'bundles'];

/** Lists are filtered by custom fields: one index for all fields of a table, empty without any. */
export class CustomFieldsIndexes1790810500000 implements MigrationInterface {
  name = 'CustomFieldsIndexes1790810500000';

  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await createIndexOnline(runner, {
        name: `${table}_custom_fields`,
        table,
        on: 'USING gin (custom_fields jsonb_path_ops) WHERE custom_fields IS NOT NULL',
      });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`DROP INDEX ${table}_custom_fields`);
  }
}
