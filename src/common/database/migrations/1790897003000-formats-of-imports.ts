import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of imports have names of columns and encodings of their own. */
export class FormatsOfImports1790897003000 implements MigrationInterface {
  name = 'FormatsOfImports1790897003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE imports ADD COLUMN format jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE imports DROP COLUMN format');
  }
}
