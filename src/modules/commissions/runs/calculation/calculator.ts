import { createHash, type Hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { calculate, type Legs, type Outcome, type PeriodInput } from '@commerce/commission-engine';
import { InstalledBonuses } from '../../plans/index.js';
import { RunReader, type Reading, type RunInput, type RunToRead } from '../reading/run-reader.js';

/** What a run read and what it came to. */
export interface Calculated {
  readonly read: RunInput;
  readonly outcome: Outcome;
  /** SHA-256, in hexadecimal. */
  readonly inputHash: string;
  readonly resultHash: string;
}

/** Reads and calculates a run, and keeps nothing. */
@Injectable()
export class Calculator {
  constructor(
    private readonly reader: RunReader,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /** @throws CannotCalculate, BrokenInput */
  async calculate(run: RunToRead, reading: Reading): Promise<Calculated> {
    const read = await this.reader.read(run, reading);
    const input = inputHash(run, read);
    const outcome = calculate(run.document, read.input, this.bonuses.types);
    return { read, outcome, inputHash: input, resultHash: resultHash(outcome) };
  }
}

/** Rises when something else is hashed: hashes of before then say nothing. */
const FORM = 1;

type Column = Float64Array | Int32Array | Int16Array | Uint16Array | Uint8Array;
type Columns = Readonly<Record<string, Column>>;

/**
 * SHA-256 of all that a run reads: plan, period, the network as it stood, rows in the order of their ids, titles, what was
 * carried, inputs of bonuses and what is taken back. It says the same of the same, whatever order it came in and wherever the database stands.
 */
function inputHash(run: RunToRead, { input, taken }: RunInput): string {
  const { period, fromAt, toAt, document } = run;
  const { currencyDigits, members, rows, carried, earlier, inputs } = input;
  const { prices, ...columns } = rows;
  const hash = new ColumnHash();
  hash.text({ form: FORM, period, from: fromAt.toISOString(), to: toAt.toISOString(), currencyDigits, document });
  hash.columns({ ...members });
  hash.columns({ ...columns, ...prices });
  hash.legs(carried);
  // Nothing for plans that read none, so that the hashes of their runs stay what they were.
  for (const [name, values] of inputs ?? []) {
    hash.text({ input: name });
    hash.columns({ values });
  }
  for (const [position, one] of earlier.entries()) hashEarlier(hash, one, taken[position]!);
  return hash.digest();
}

/** SHA-256 of all that a run comes to. */
function resultHash({ measures, standings, lines, legs, carried, clawbacks, unpaid }: Outcome): string {
  const hash = new ColumnHash();
  hash.text({ form: FORM, lines: lines.length });
  hash.columns({ ...measures });
  hash.columns({ ...standings });
  for (const { length, ...columns } of lines.pieces) {
    hash.columns(
      Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.subarray(0, length)])),
    );
  }
  hash.legs(legs);
  hash.legs(carried);
  hash.text(clawbacks);
  hash.text(
    [...unpaid.byBonus].map(([bonus, reasons]) => [bonus, [...reasons].map(([reason, sum]) => [reason, String(sum)])]),
  );
  return hash.digest();
}

function hashEarlier(
  hash: ColumnHash,
  { period, plan, returns, lines, paid }: PeriodInput['earlier'][number],
  { runId, numbers }: RunInput['taken'][number],
): void {
  hash.text({ period, plan, runId, numbers });
  const { posted, ...columns } = returns;
  // The column's first name is part of the hashes of runs that are kept.
  hash.columns({ ...columns, reckoned: posted });
  hash.columns({ ...lines });
  hash.text([...paid].sort(([one], [other]) => one - other));
}

/** Takes in columns with their names and lengths, so that nothing can be taken for something else. */
class ColumnHash {
  private readonly hash: Hash = createHash('sha256');

  text(value: unknown): void {
    const text = JSON.stringify(value);
    this.hash.update(`${text.length} `).update(text);
  }

  columns(columns: Columns): void {
    for (const name of Object.keys(columns).sort()) {
      const { buffer, byteOffset, byteLength } = columns[name]!;
      this.hash.update(`${name} ${byteLength} `).update(new Uint8Array(buffer, byteOffset, byteLength));
    }
  }

  legs(legs: ReadonlyMap<string, Legs>): void {
    for (const [bonus, { left, right }] of [...legs].sort(([one], [other]) => (one < other ? -1 : 1))) {
      this.text(bonus);
      this.columns({ left, right });
    }
  }

  digest(): string {
    return this.hash.digest('hex');
  }
}
