import type { PoolClient } from 'pg';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { isLockedByOthers } from '@commerce/postgres';
import { Job, JobQueue, JobType, Retention } from '#common/jobs/index.js';

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
