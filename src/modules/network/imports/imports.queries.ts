import { Conditions, ONE_PROCESS, statement, type Statement } from '#common/database/index.js';
import type { Import } from './import.entity.js';

/** An import of a list: without its refused rows, of which there may be a thousand. */
export type ImportRow = Omit<Import, 'requestKey' | 'bodyHash' | 'refused' | 'mediaType'> & {
  /** Username of who asked for it. */
  by: string | null;
  refusedRows: number;
};

/** Adds piece $2 of import $1. */
export const ADD_CHUNK = statement(
  'imports.add-chunk',
  'INSERT INTO import_chunks (import_id, number, bytes) VALUES ($1, $2, $3)',
);

/** Piece $2 of import $1. */
export const READ_CHUNK = statement(
  'imports.read-chunk',
  'SELECT bytes FROM import_chunks WHERE import_id = $1 AND number = $2',
);

/** Lets the statements of this transaction take their time, and sort millions of rows in memory; gives the process that runs them. */
export const TAKE_TIME = statement(
  'imports.take-time',
  `SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
          set_config('work_mem', '128MB', true), set_config('temp_buffers', '64MB', true), ${ONE_PROCESS},
          pg_backend_pid() AS pid`,
);

export const CANCEL_STATEMENT = statement('imports.cancel-statement', 'SELECT pg_cancel_backend($1)');

/** Pieces of imports that nobody does any more: cancelled, failed, or whose upload was broken off. */
export const FORGET_CHUNKS = statement(
  'imports.forget-chunks',
  `DELETE FROM import_chunks c USING imports i
    WHERE i.id = c.import_id AND (i.outcome IS NOT NULL OR i.job_id = ANY ($1::uuid[])
      OR (i.job_id IS NULL AND i.created_at < now() - interval '1 day'))`,
);

/** Imports with pieces, and their jobs. */
export const WITH_CHUNKS = statement(
  'imports.with-chunks',
  `SELECT job_id FROM imports i WHERE job_id IS NOT NULL AND EXISTS (SELECT FROM import_chunks c WHERE c.import_id = i.id)`,
);

/** An `Idempotency-Key` holds for a day. */
export const FORGET_KEYS = statement(
  'imports.forget-keys',
  `UPDATE imports SET request_key = NULL WHERE request_key IS NOT NULL AND created_at < now() - interval '1 day'`,
);

/** Uploads that were broken off. */
export const FORGET_UPLOADS = statement(
  'imports.forget-uploads',
  `DELETE FROM imports WHERE job_id IS NULL AND created_at < now() - interval '1 day'`,
);

/** A page of the imports whose files have arrived, newest first; its values are those of the filter, then limit and offset. */
export function listImports(kind: string | undefined): {
  sql: Statement;
  count: Statement;
  values: readonly unknown[];
} {
  const filters = new Conditions().and('kind', (p) => `i.kind = ${p}`, kind);
  const sql = filters.pageStatement(
    'imports.list',
    (
      where,
    ) => `SELECT i.id, i.kind, i.is_dry_run AS "isDryRun", i.by_uid AS "byUid", u.username AS by, i.job_id AS "jobId", i.outcome,
            i.rows, i.accepted, i.skipped, jsonb_array_length(i.refused) AS "refusedRows", i.created_at AS "createdAt",
            i.finished_at AS "finishedAt"
       FROM imports i LEFT JOIN users u ON u.uid = i.by_uid
      WHERE i.job_id IS NOT NULL AND ${where}
      ORDER BY i.created_at DESC, i.id DESC`,
  );
  const count = filters.statement(
    'imports.count',
    (where) => `SELECT count(*) AS count FROM imports i WHERE i.job_id IS NOT NULL AND ${where}`,
  );
  return { sql, count, values: filters.values };
}
