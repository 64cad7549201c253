import type { TupleWriter } from '@commerce/postgres';
import {
  CAP,
  CLAWBACK,
  type LineColumns,
  NO_RANK,
  NOBODY,
  type Outcome,
  type Plan,
  tenThousandths,
} from '@commerce/commission-engine';
import { CAP_NAME, CLAWBACK_NAME } from '../runs.rules.js';
import { encoded, type ResultTuples, type RunResult } from './result-partitions.js';

const NO_LEVEL = 0;
const PERCENT_DECIMALS = 4;
const BASE_DECIMALS = 8;
const VOLUME_DECIMALS = 4;

/** What all runs have of their lines. */
const COLUMNS = ['uid', 'source_uid', 'number', 'level', 'bonus', 'percent', 'base', 'amount'];

/** The lines of a run as rows: bases in money, and for what is taken back the lines that it takes back. */
export class LineTuples implements ResultTuples {
  readonly table = 'commission_lines';
  readonly columns: readonly string[];
  /** Whether any line is of a rank: most runs have none. */
  private readonly hasRanks: boolean;
  private readonly ranks: readonly Uint8Array[];
  private readonly bonuses: readonly BonusTexts[];
  private readonly cap = Buffer.from(CAP_NAME);
  private readonly clawback = Buffer.from(CLAWBACK_NAME);
  /** Which line is taken back, by the number of the line that does. */
  private readonly taken: ReadonlyMap<number, { readonly runId: number; readonly number: number }>;
  private number = 0;

  constructor(private readonly result: RunResult) {
    const { run, read, outcome } = result;
    this.hasRanks = outcome.lines.pieces.some(({ rank, length }) =>
      rank.subarray(0, length).some((one) => one !== NO_RANK),
    );
    const ranks = this.hasRanks ? ['rank'] : [];
    const taken = outcome.clawbacks.length > 0 ? ['taken_run_id', 'taken_number'] : [];
    this.columns = [...COLUMNS, ...ranks, ...taken];
    this.ranks = encoded(run.document.ranks.map(({ name }) => name));
    this.bonuses = bonusTexts(run.document, outcome.units, read.input.currencyDigits);
    this.taken = new Map(
      outcome.clawbacks.map(({ line, earlier, earlierLine }) => {
        const { runId, numbers } = read.taken[earlier]!;
        return [line + 1, { runId, number: numbers[earlierLine]! }];
      }),
    );
  }

  *write(writer: TupleWriter): Iterable<void> {
    for (const piece of this.result.outcome.lines.pieces) {
      for (let at = 0; at < piece.length; at += 1) {
        this.line(writer, piece, at);
        if (writer.end()) yield;
      }
    }
  }

  private line(writer: TupleWriter, piece: Readonly<LineColumns>, at: number): void {
    const { uid } = this.result.read.input.members;
    const bonus = piece.bonus[at]!;
    const source = piece.source[at]!;
    const level = piece.level[at]!;
    const percent = piece.percent[at]!;
    this.number += 1;
    writer.begin();
    writer.bigint(uid[piece.payee[at]!]!);
    if (source === NOBODY) writer.null();
    else writer.bigint(uid[source]!);
    writer.integer(this.number);
    if (level === NO_LEVEL) writer.null();
    else writer.smallint(level);
    writer.text(bonus === CAP ? this.cap : bonus === CLAWBACK ? this.clawback : this.bonuses[bonus]!.id);
    if (Number.isNaN(percent)) writer.null();
    else writer.numeric(percent, PERCENT_DECIMALS);
    this.base(writer, bonus, piece.base[at]!);
    writer.numeric(piece.amount[at]!, this.result.read.input.currencyDigits);
    if (this.hasRanks) this.rank(writer, piece.rank[at]!);
    if (this.taken.size > 0) this.takenBack(writer, bonus);
  }

  private rank(writer: TupleWriter, rank: number): void {
    if (rank === NO_RANK) writer.null();
    else writer.text(this.ranks[rank]!);
  }

  private base(writer: TupleWriter, bonus: number, base: number): void {
    if (Number.isNaN(base)) return writer.null();
    const { times, decimals } = this.bonuses[bonus]!;
    const money = base * times;
    if (Number.isSafeInteger(money)) writer.numeric(money, decimals);
    else writer.bigNumeric(BigInt(base) * BigInt(times), decimals);
  }

  private takenBack(writer: TupleWriter, bonus: number): void {
    const taken = bonus === CLAWBACK ? this.taken.get(this.number) : undefined;
    if (taken === undefined) {
      writer.null();
      writer.null();
    } else {
      writer.bigint(taken.runId);
      writer.integer(taken.number);
    }
  }
}

interface BonusTexts {
  readonly id: Uint8Array;
  /** What makes money of a base, and how many decimals that has. */
  readonly times: number;
  readonly decimals: number;
}

function bonusTexts({ bonuses, rate }: Plan, units: Outcome['units'], currencyDigits: number): BonusTexts[] {
  return bonuses.map(({ id }, at) => {
    const text = Buffer.from(id);
    if (units[at] === 'money') return { id: text, times: 1, decimals: currencyDigits };
    if (units[at] === 'price') return { id: text, times: 1, decimals: VOLUME_DECIMALS };
    return { id: text, times: tenThousandths(rate), decimals: BASE_DECIMALS };
  });
}
