import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = [
  `CREATE TABLE imports (
      id uuid NOT NULL,
      kind varchar(20) NOT NULL,
      media_type varchar(30) NOT NULL,
      is_dry_run boolean NOT NULL,
      by_uid bigint NOT NULL,
      job_id uuid,
      request_key bytea,
      body_hash bytea,
      outcome varchar(10),
      rows integer NOT NULL DEFAULT 0,
      accepted integer NOT NULL DEFAULT 0,
      skipped integer NOT NULL DEFAULT 0,
      refused jsonb NOT NULL DEFAULT '[]',
      created_at timestamptz NOT NULL DEFAULT now(),
      finished_at timestamptz,
      CONSTRAINT imports_pkey PRIMARY KEY (id),
      CONSTRAINT imports_outcome CHECK (outcome IN ('done', 'refused'))
    )`,
  `CREATE UNIQUE INDEX imports_once ON imports (request_key)`,
  `CREATE TABLE import_chunks (
      import_id uuid NOT NULL,
      number integer NOT NULL,
      bytes bytea NOT NULL,
      CONSTRAINT import_chunks_pkey PRIMARY KEY (import_id, number),
      CONSTRAINT import_chunks_import_fkey FOREIGN KEY (import_id) REFERENCES imports (id) ON DELETE CASCADE
    )`,
  // Compressing a gigabyte costs more than the disk.
  `ALTER TABLE import_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL`,
];

/** Files that are imported, and what happened to them. */
export class Imports1790630000000 implements MigrationInterface {
  name = 'Imports1790630000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE import_chunks, imports');
  }
}
