import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of imports are workbooks, too, and have names of columns and encodings of their own. */
export class FormatsOfImports1790897003000 implements MigrationInterface {
  name = 'FormatsOfImports1790897003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE imports ALTER COLUMN media_type TYPE varchar(100),
      ADD COLUMN format jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM imports WHERE length(media_type) > 30`);
    await runner.query('ALTER TABLE imports ALTER COLUMN media_type TYPE varchar(30), DROP COLUMN format');
  }
}
