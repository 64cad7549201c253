import type { QueryRunner } from 'typeorm';
import { isLockedByOthers, isRetryable } from '@commerce/postgres';

/** Rows that one statement of {@link changeInBatches} changes; the gate of migrations sets fewer. */
const BATCH_ROWS = 1_000;

/** How often a batch is tried while others hold its rows. */
const BATCH_ATTEMPTS = 20;

/**
 * What a migration declares when it takes away something that an earlier version needed: the gate then lets it. Each name is
 * that of a table, index or function, or that of a column, constraint or trigger after its table's: `orders.total`.
 */
export interface Contracts {
  /** The released version from which on it holds, such as `2.1.0`. */
  readonly since: string;
  /** What that version and later ones do not use any more. */
  readonly unused?: readonly string[];
  /** New rules (NOT NULL as the column's name; constraints) that all that version and later ones write keep to. */
  readonly upheld?: readonly string[];
}

/** An index for {@link createIndexOnline}; all parts are SQL. */
export interface OnlineIndex {
  readonly name: string;
  readonly table: string;
  /** All that follows the table: `(uid, id DESC) WHERE status = 'cart'`, `USING gin (name gin_trgm_ops)`. */
  readonly on: string;
  readonly isUnique?: boolean;
}

/**
 * Creates an index without keeping anybody from writing. The migration needs `readonly transaction = false`. Run again after
 * a crash, it first drops what that left. Of a partitioned table, each partition gets its index, one after the other.
 */
export async function createIndexOnline(runner: QueryRunner, index: OnlineIndex): Promise<void> {
  assertNoTransaction(runner, 'createIndexOnline');
  if (!(await isPartitioned(runner, index.table))) return createConcurrently(runner, index);
  const unique = index.isUnique === true ? 'UNIQUE ' : '';
  await runner.query(`CREATE ${unique}INDEX IF NOT EXISTS ${index.name} ON ONLY ${index.table} ${index.on}`);
  for (const partition of await partitionsWithout(runner, index)) {
    const name = `"${partition.slice(-31)}_${index.name.slice(0, 31)}"`;
    await createIndexOnline(runner, { ...index, name, table: `"${partition}"` });
    await runner.query(`ALTER INDEX ${index.name} ATTACH PARTITION ${name}`);
  }
}

/** A change of all rows of a table for {@link changeInBatches}; all parts are SQL. */
export interface BatchChange {
  readonly table: string;
  /** A unique column with an index, by whose order the rows are taken. */
  readonly key: string;
  /** `total_minor = round(total * 100)`. */
  readonly set: string;
  /** Which rows have yet to be changed, so that it can be run again: `total_minor IS NULL`. */
  readonly where: string;
}

/**
 * Changes the rows of a table in batches, each in a transaction of its own, so that no row is locked for long. The migration
 * needs `readonly transaction = false`.
 */
export async function changeInBatches(runner: QueryRunner, change: BatchChange): Promise<void> {
  assertNoTransaction(runner, 'changeInBatches');
  const [setting] = (await runner.query(`SELECT current_setting('commerce.batch_rows', true) AS rows`)) as [
    { rows: string | null },
  ];
  const rows = Number(setting.rows) || BATCH_ROWS;
  let last: string | undefined;
  do last = await changeBatch(runner, change, rows, last);
  while (last !== undefined);
}

async function changeBatch(
  runner: QueryRunner,
  { table, key, set, where }: BatchChange,
  rows: number,
  last: string | undefined,
): Promise<string | undefined> {
  const after = last === undefined ? '' : `WHERE ${key} > $1`;
  const text = `
    WITH batch AS (SELECT ${key} AS key FROM ${table} ${after} ORDER BY ${key} LIMIT ${rows}),
         changed AS (UPDATE ${table} SET ${set} FROM batch WHERE ${table}.${key} = batch.key AND (${where}))
    SELECT (SELECT key FROM batch ORDER BY key DESC LIMIT 1)::text AS last`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [row] = (await runner.query(text, last === undefined ? [] : [last])) as [{ last: string | null }];
      return row.last ?? undefined;
    } catch (error) {
      if (!(isLockedByOthers(error) || isRetryable(error)) || attempt >= BATCH_ATTEMPTS) throw error;
    }
  }
}

async function createConcurrently(runner: QueryRunner, { name, table, on, isUnique }: OnlineIndex): Promise<void> {
  const [found] = (await runner.query(
    'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)::oid',
    [name],
  )) as { valid: boolean }[];
  if (found?.valid === true) return;
  // It waits for all transactions that have begun before, which take as long as they take. Nobody waits behind it.
  const [limit] = (await runner.query(`SELECT current_setting('lock_timeout') AS usual`)) as [{ usual: string }];
  await runner.query('SET lock_timeout = 0');
  try {
    if (found !== undefined) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
    await runner.query(`CREATE ${isUnique === true ? 'UNIQUE ' : ''}INDEX CONCURRENTLY ${name} ON ${table} ${on}`);
  } finally {
    await runner.query(`SELECT set_config('lock_timeout', $1, false)`, [limit.usual]);
  }
}

async function isPartitioned(runner: QueryRunner, table: string): Promise<boolean> {
  const rows = (await runner.query(`SELECT FROM pg_class WHERE oid = to_regclass($1)::oid AND relkind = 'p'`, [
    table,
  ])) as object[];
  return rows.length > 0;
}

/** The partitions of a table whose index is not yet a part of this one; not those that are being detached. */
async function partitionsWithout(runner: QueryRunner, { name, table }: OnlineIndex): Promise<string[]> {
  const rows = (await runner.query(
    `SELECT c.relname AS name FROM pg_inherits t JOIN pg_class c ON c.oid = t.inhrelid
      WHERE t.inhparent = to_regclass($1)::oid AND NOT t.inhdetachpending AND NOT EXISTS (
        SELECT FROM pg_inherits i JOIN pg_index x ON x.indexrelid = i.inhrelid
         WHERE i.inhparent = to_regclass($2)::oid AND x.indrelid = c.oid)
      ORDER BY c.relname`,
    [table, name],
  )) as { name: string }[];
  return rows.map((row) => row.name);
}

function assertNoTransaction(runner: QueryRunner, what: string): void {
  if (runner.isTransactionActive) throw new Error(`${what} needs a migration with "readonly transaction = false"`);
}
