import type { PoolClient } from 'pg';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { isLockedByOthers, type TupleWriter } from '@commerce/postgres';
import { Job, JobQueue, JobType, Retention } from '#common/jobs/index.js';
import type { Outcome } from '@commerce/commission-engine';
import type { RunInput } from '../reading/run-input.js';
import type { CommissionRun } from '../run.entity.js';

/** The tables of results, which have a partition for each run. */
export const RESULT_TABLES = ['commission_lines', 'commission_members', 'commission_legs'] as const;
export type ResultTable = (typeof RESULT_TABLES)[number];

/** The partition of a run. */
export function partitionOf(table: ResultTable, runId: number): string {
  return `${table}_${runId}`;
}

/** Makes an empty table of its own, which becomes the partition of a run when it is full. It has what rows are written with. */
export async function makeTable(
  client: PoolClient,
  table: ResultTable,
  runId: number,
  columns: readonly string[],
): Promise<void> {
  const types = await columnsOf(client, table);
  const written = columns.map((name) => `${name} ${types.get(name)!}`);
  await client.query(`CREATE TABLE ${partitionOf(table, runId)} (${written.join(', ')})`);
}

/**
 * Gives a full table what rows were written without: the run, and what all of them have nothing of. A column that is added
 * later takes no room in rows that are there. All checks come with it, so that the rows are read once.
 */
export async function complete(
  client: PoolClient,
  table: ResultTable,
  runId: number,
  columns: readonly string[],
): Promise<void> {
  const partition = partitionOf(table, runId);
  const others = [...(await columnsOf(client, table))].filter(([name]) => !columns.includes(name));
  const { rows: checks } = await client.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = $1::regclass AND contype = 'c'`,
    [table],
  );
  const parts = [
    ...others.map(([name, type]) => `ADD COLUMN ${name} ${type}${name === 'run_id' ? ` DEFAULT ${runId}` : ''}`),
    ...checks.map(({ name, definition }) => `ADD CONSTRAINT ${name} ${definition}`),
    `ADD CONSTRAINT ${partition}_of_run CHECK (run_id = ${runId})`,
  ];
  await client.query(`ALTER TABLE ${partition} ${parts.join(', ')}`);
}

/** The columns of a whole table, with their types and defaults. */
async function columnsOf(client: PoolClient, table: ResultTable): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT attname AS name, concat(format_type(atttypid, atttypmod), ' DEFAULT ' || pg_get_expr(adbin, adrelid),
                                    CASE WHEN attnotnull THEN ' NOT NULL' END) AS type
       FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** SQL that drops the results of a run. It waits for those who read results, and they for it. */
export function dropResults(runId: number): string {
  return `DROP TABLE IF EXISTS ${RESULT_TABLES.map((table) => partitionOf(table, runId)).join(', ')}`;
}

/** Full pages: no row comes later. */
const FULL = 'WITH (fillfactor = 100)';

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
        ? `ALTER TABLE ${partition} ADD CONSTRAINT ${partition}_pkey ${key} ${FULL}`
        : `CREATE INDEX ON ${partition}${columns} ${FULL}`,
    );
  }
  await client.query(`ANALYZE ${partition}`);
}

/** Makes a full table with its indexes a partition. Other runs that do so wait from then on until the transaction ends. */
export async function attach(client: PoolClient, table: ResultTable, runId: number): Promise<void> {
  const partition = partitionOf(table, runId);
  await client.query(`ALTER TABLE ${table} ATTACH PARTITION ${partition} FOR VALUES IN (${runId})`);
  await client.query(`ALTER TABLE ${partition} DROP CONSTRAINT ${partition}_of_run, ALTER COLUMN run_id DROP DEFAULT`);
}

/** Drops what a run came to. */
const DROP = new JobType<{ runId: number }>('commissions.drop-results', { retries: 3 });

/** Dropping a partition locks its table: who reads or writes it is waited for briefly, and later again. */
const WAIT_BRIEFLY = statement('runs.wait-briefly', `SELECT set_config('lock_timeout', '1s', true)`);

/** Ended runs whose results are still there. */
const FIND_LEFT = statement(
  'runs.find-left',
  `SELECT r.id FROM commission_runs r
    WHERE r.status IN ('failed', 'cancelled', 'discarded')
      AND coalesce(to_regclass('commission_lines_' || r.id), to_regclass('commission_members_' || r.id),
                   to_regclass('commission_legs_' || r.id)) IS NOT NULL`,
);

/** Drops the results of runs that are discarded. They are partitions of their own, so that dropping one costs the same whatever it holds. */
@Injectable()
export class ResultsDropping {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobQueue,
  ) {}

  /** Has the results of a run dropped soon after the transaction that discards it. */
  async request(tx: EntityManager, runId: number): Promise<void> {
    await this.jobs.add(tx, DROP, { payload: { runId } });
  }

  @Job(DROP)
  async drop({ runId }: { runId: number }): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.db.query(tx, WAIT_BRIEFLY);
      await tx.query(dropResults(runId));
    });
  }

  /** What a job could not drop. */
  @Retention('results of runs that are discarded, soon after')
  async dropLeft(): Promise<void> {
    for (const { id } of await this.db.query<{ id: number }>(null, FIND_LEFT)) {
      // One that is in the way of a run that writes is dropped the next time.
      await this.drop({ runId: id }).catch((error: unknown) => {
        if (!isLockedByOthers(error)) throw error;
      });
    }
  }
}

/** The results of a run, and what it read. */
export interface RunResult {
  readonly run: Pick<CommissionRun, 'id' | 'document'>;
  readonly read: RunInput;
  readonly outcome: Outcome;
}

/** Rows of a table. */
export interface ResultTuples {
  readonly table: ResultTable;
  /**
   * In the order in which they are written and stored: first those of a fixed length, the longest first, so that nothing is
   * left between them. What all rows have alike is not among them.
   */
  readonly columns: readonly string[];
  /** Writes all rows; each time that it yields, what has come together is to be flushed. */
  write(writer: TupleWriter): Iterable<void>;
}

/** Texts that many rows have, encoded once. */
export function encoded(texts: Iterable<string>): readonly Uint8Array[] {
  return Array.from(texts, (text) => Buffer.from(text));
}

/** Words by their numbers, encoded. */
export function words(numbers: Readonly<Record<string, number>>): readonly Uint8Array[] {
  return encoded(
    Object.entries(numbers)
      .sort(([, one], [, other]) => one - other)
      .map(([word]) => word),
  );
}
