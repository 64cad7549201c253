import { from as copyFrom } from 'pg-copy-streams';
import type { PoolClient } from 'pg';
import { TupleWriter } from '@commerce/postgres';
import type { Legs } from '@commerce/commission-engine';
import { LineTuples } from './line-tuples.js';
import { MemberTuples } from './member-tuples.js';
import {
  attach,
  complete,
  dropResults,
  index,
  makeTable,
  partitionOf,
  type ResultTuples,
  type RunResult,
} from './result-partitions.js';

/**
 * Writes the lines, members and legs of a run into partitions of their own, in a transaction that may be rolled back at any
 * time: then nothing of it is left.
 * @param client of the transaction; see `Database.forCopy`
 * @param progress is called with the share that is done, 0 to 1
 */
export async function writeResult(
  client: PoolClient,
  result: RunResult,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: (share: number) => void },
): Promise<void> {
  const { run } = result;
  const tables: readonly ResultTuples[] = [new LineTuples(result), new MemberTuples(result), new LegTuples(result)];
  // What an attempt that was not finished could have left: nothing, but for defects.
  await client.query(dropResults(run.id));
  for (const [at, tuples] of tables.entries()) {
    signal.throwIfAborted();
    await makeTable(client, tuples.table, run.id, tuples.columns);
    await copy(client, tuples, run.id, signal);
    await complete(client, tuples.table, run.id, tuples.columns);
    progress((at + 0.6) / tables.length);
    await index(client, tuples.table, run.id);
    progress((at + 1) / tables.length);
  }
  // All at the end, since another run that has come so far waits for it.
  for (const { table } of tables) await attach(client, table, run.id);
}

async function copy(client: PoolClient, tuples: ResultTuples, runId: number, signal: AbortSignal): Promise<void> {
  const partition = partitionOf(tuples.table, runId);
  // Frozen rows are never written again, and found in indexes alone. Nobody else sees the table yet.
  const sql = `COPY ${partition} (${tuples.columns.join(', ')}) FROM STDIN (FORMAT binary, FREEZE)`;
  const writer = new TupleWriter(client.query(copyFrom(sql)), tuples.columns.length);
  try {
    for (const _ of tuples.write(writer)) {
      signal.throwIfAborted();
      await writer.flush();
    }
    await writer.finish();
  } catch (error) {
    writer.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

const VOLUME_DECIMALS = 4;

/** The legs of binary bonuses as rows, of members of whom one of the numbers is not 0. */
class LegTuples implements ResultTuples {
  readonly table = 'commission_legs';
  readonly columns = ['uid', 'bonus', 'left_in', 'right_in', 'left_volume', 'right_volume', 'left_out', 'right_out'];

  constructor(private readonly result: RunResult) {}

  *write(writer: TupleWriter): Iterable<void> {
    const { read, outcome } = this.result;
    const { uid } = read.input.members;
    const none: Legs = { left: new Float64Array(uid.length), right: new Float64Array(uid.length) };
    for (const [bonus, found] of outcome.legs) {
      const id = Buffer.from(bonus);
      const legs = [read.input.carried.get(bonus) ?? none, found, outcome.carried.get(bonus)!];
      const columns = legs.flatMap(({ left, right }) => [left, right]);
      for (let member = 0; member < uid.length; member += 1) {
        if (columns.every((column) => column[member] === 0)) continue;
        writer.begin();
        writer.bigint(uid[member]!);
        writer.text(id);
        for (const column of columns) writer.numeric(column[member]!, VOLUME_DECIMALS);
        if (writer.end()) yield;
      }
    }
  }
}
