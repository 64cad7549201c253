import type { TupleWriter } from '@commerce/postgres';
import type { Outcome } from '@commerce/commission-engine';
import type { RunInput } from '../reading/run-reader.js';
import type { CommissionRun } from '../run.entity.js';
import type { ResultTable } from './result-partitions.js';

/** What a run has come to, and what it read. */
export interface RunResult {
  readonly run: Pick<CommissionRun, 'id' | 'document'>;
  readonly read: RunInput;
  readonly outcome: Outcome;
}

/** Rows of a table. */
export interface ResultTuples {
  readonly table: ResultTable;
  /** In the order in which they are written. */
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
