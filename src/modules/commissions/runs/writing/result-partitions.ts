import type { PoolClient } from 'pg';

/** The tables of results, which have a partition for each run. */
const RESULT_TABLES = ['commission_lines', 'commission_members', 'commission_legs'] as const;
export type ResultTable = (typeof RESULT_TABLES)[number];

/** The partition of a run. */
export function partitionOf(table: ResultTable, runId: number): string {
  return `${table}_${runId}`;
}

/** SQL that makes an empty table of its own, which becomes the partition of a run when it is full. */
export function makeTable(table: ResultTable, runId: number): string {
  const partition = partitionOf(table, runId);
  return `CREATE TABLE ${partition} (LIKE ${table} INCLUDING DEFAULTS INCLUDING CONSTRAINTS,
    CONSTRAINT ${partition}_of_run CHECK (run_id = ${runId}))`;
}

/** SQL that drops what a run has come to. It waits for those who read results, and they for it. */
export function dropResults(runId: number): string {
  return `DROP TABLE IF EXISTS ${RESULT_TABLES.map((table) => partitionOf(table, runId)).join(', ')}`;
}

/** Indexes a full table as the whole one is, before it becomes a part of that. */
export async function index(client: PoolClient, table: ResultTable, runId: number): Promise<void> {
  const partition = partitionOf(table, runId);
  const { rows } = await client.query<{ isPrimary: boolean; definition: string; key: string | null }>(
    `SELECT i.indisprimary AS "isPrimary", pg_get_indexdef(i.indexrelid) AS definition,
            (SELECT pg_get_constraintdef(c.oid) FROM pg_constraint c WHERE c.conindid = i.indexrelid AND c.contype = 'p') AS key
       FROM pg_index i WHERE i.indrelid = $1::regclass`,
    [table],
  );
  for (const { isPrimary, definition, key } of rows) {
    const columns = definition.slice(definition.indexOf(' USING '));
    await client.query(
      isPrimary
        ? `ALTER TABLE ${partition} ADD CONSTRAINT ${partition}_pkey ${key}`
        : `CREATE INDEX ON ${partition}${columns}`,
    );
  }
  await client.query(`ANALYZE ${partition}`);
}

/** Makes a full table with its indexes a partition. Other runs that do so wait from then on until the transaction ends. */
export async function attach(client: PoolClient, table: ResultTable, runId: number): Promise<void> {
  const partition = partitionOf(table, runId);
  await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES IN (${runId})`);
  await client.query(`ALTER TABLE ${partition} DROP CONSTRAINT ${partition}_of_run`);
}
