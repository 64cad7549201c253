import { BeyondRange, CannotCalculate, isHeld, MOST } from './exact.js';
import { NOBODY, NO_RANK } from './period.js';

/**
 * Columns grow by pieces of so many lines, and no growth copies what is there. 2^17: small enough that little lies idle, large
 * enough that pieces are few.
 */
const PIECE = 2 ** 17;

/** The first piece begins small, and is copied as it grows: most runs have few lines. */
const FIRST = 2 ** 11;
const GROWTH = 8;

/**
 * Most lines of a run: 4 GB of columns, and four times what the reference plan gives for 5,000,000 members. A plan of a hundred
 * bonuses with a hundred levels each would have more than any machine holds.
 */
const MOST_LINES = 100_000_000;

/** What a column of levels can hold. */
const MOST_LEVEL = 0xffff;

/** {@link Line.bonus} of lines that come after the bonuses. */
export const CAP = 0xfffe;
export const CLAWBACK = 0xffff;

/** In {@link Line.percent} and {@link Line.base}: there is none. */
export const NONE = Number.NaN;

/** A line of commission. See docs/spec/commissions.md#3-lines. */
export interface Line {
  /** Position of the bonus in the plan, {@link CAP} or {@link CLAWBACK}. */
  readonly bonus: number;
  /** Position of the member who gets it. */
  readonly payee: number;
  /** Position of the member whose base it is, or `NOBODY`. */
  readonly source: number;
  /** From 1 on; 0 for none. */
  readonly level: number;
  /** The rank that the line pays for, or `NO_RANK`. */
  readonly rank: number;
  /** In ten-thousandths; {@link NONE} for none. */
  readonly percent: number;
  /**
   * What the percentage is of, in the unit of the bonus's type: ten-thousandths of commissionable volume, which times `rate` is
   * money, or of prices, or minor units of money. {@link NONE} for none.
   */
  readonly base: number;
  /** In minor units, never 0. */
  readonly amount: number;
}

/** Some of the lines, one column for each property of a {@link Line}; only the first `length` entries are lines. */
export interface LineColumns {
  length: number;
  readonly bonus: Uint16Array;
  readonly payee: Int32Array;
  readonly source: Int32Array;
  readonly level: Uint16Array;
  readonly rank: Int16Array;
  readonly percent: Float64Array;
  readonly base: Float64Array;
  readonly amount: Float64Array;
}

/** A line without what it does not have. */
export type LineParts = Pick<Line, 'bonus' | 'payee' | 'amount'> & Partial<Line>;

/** What lines of a bonus name beside members: its position, and ranks below so many. */
interface LineLimits {
  readonly bonus: number;
  readonly ranks: number;
}

/** A plan gives more lines than a run may have. */
export class TooManyLines extends CannotCalculate {
  /** @param most lines of a run */
  constructor(most: number) {
    super(`the plan gives more than ${most.toLocaleString('en')} lines; it needs fewer bonuses or levels`);
    this.name = 'TooManyLines';
  }
}

/** All lines of a run, in the order in which they were calculated: columns that grow. */
export class Lines {
  private readonly columns: LineColumns[] = [];
  /** What lines that are checked may name; undefined for those of the engine's own types, which are right. */
  private limits: LineLimits | undefined;

  /**
   * @param uid of the members, for errors
   * @param most lines that there may be
   */
  constructor(
    private readonly uid: Float64Array,
    private readonly most = MOST_LINES,
  ) {}

  get length(): number {
    const last = this.columns.at(-1);
    return last === undefined ? 0 : (this.columns.length - 1) * PIECE + last.length;
  }

  /** The columns, piece by piece. */
  get pieces(): readonly Readonly<LineColumns>[] {
    return this.columns;
  }

  /**
   * Adds a line, unless its amount is 0.
   * @throws BeyondRange if the amount is not exact; TooManyLines
   */
  add(line: LineParts): void {
    const { bonus, payee, source = NOBODY, level = 0, rank = NO_RANK, percent = NONE, base = NONE, amount } = line;
    this.write(bonus, payee, source, level, rank, percent, base, amount);
  }

  /** As {@link add}, for a line of a source and level: of these there are millions, so they are no objects. */
  addLevel(
    bonus: number,
    payee: number,
    source: number,
    level: number,
    percent: number,
    base: number,
    amount: number,
  ): void {
    this.write(bonus, payee, source, level, NO_RANK, percent, base, amount);
  }

  /**
   * Checks each line that is added meanwhile: an extension may add anything, of which columns keep only what fits.
   * @throws Error saying what of a line is wrong
   */
  checked(limits: LineLimits, add: () => void): void {
    this.limits = limits;
    try {
      add();
    } finally {
      this.limits = undefined;
    }
  }

  /** All lines as objects: for few of them. */
  *[Symbol.iterator](): Iterator<Line> {
    for (const { length, ...columns } of this.columns) {
      for (let at = 0; at < length; at += 1) {
        yield {
          bonus: columns.bonus[at]!,
          payee: columns.payee[at]!,
          source: columns.source[at]!,
          level: columns.level[at]!,
          rank: columns.rank[at]!,
          percent: columns.percent[at]!,
          base: columns.base[at]!,
          amount: columns.amount[at]!,
        };
      }
    }
  }

  /**
   * What the lines come to for each member, in minor units.
   * @param counts 1 for the positions of the bonuses that count; left out: all lines
   * @throws BeyondRange naming the member
   */
  sums(counts?: Uint8Array): Float64Array {
    const sums = new Float64Array(this.uid.length);
    for (const { length, bonus, payee, amount } of this.columns) {
      for (let at = 0; at < length; at += 1) {
        if (counts !== undefined && counts[bonus[at]!] !== 1) continue;
        const member = payee[at]!;
        const sum = sums[member]! + amount[at]!;
        if (!isHeld(sum)) throw new BeyondRange('commission', this.uid[member]);
        sums[member] = sum;
      }
    }
    return sums;
  }

  private write(
    bonus: number,
    payee: number,
    source: number,
    level: number,
    rank: number,
    percent: number,
    base: number,
    amount: number,
  ): void {
    if (amount === 0) return;
    if (this.limits !== undefined) this.assertLine({ bonus, payee, source, level, rank, percent, base, amount });
    if (!isHeld(amount)) throw new BeyondRange('commission', this.uid[payee]);
    let last = this.columns.at(-1);
    if (last === undefined || last.length === last.bonus.length) last = this.room();
    const at = last.length;
    last.bonus[at] = bonus;
    last.payee[at] = payee;
    last.source[at] = source;
    last.level[at] = level;
    last.rank[at] = rank;
    last.percent[at] = percent;
    last.base[at] = base;
    last.amount[at] = amount;
    last.length = at + 1;
  }

  private assertLine({ bonus, payee, source, level, rank, percent, base, amount }: Line): void {
    const { bonus: own, ranks } = this.limits!;
    const last = this.uid.length - 1;
    assertWhole('bonus', bonus, own, own);
    assertWhole('payee', payee, 0, last);
    assertWhole('source', source, NOBODY, last);
    assertWhole('level', level, 0, MOST_LEVEL);
    assertWhole('rank', rank, NO_RANK, ranks - 1);
    if (!Number.isNaN(percent)) assertWhole('percent', percent, -MOST, MOST);
    if (!Number.isNaN(base)) assertWhole('base', base, -MOST, MOST);
    assertWhole('amount', amount, -MOST, MOST);
  }

  /** A piece that is not full. How many lines there are is looked at here only: writing one is the innermost loop. */
  private room(): LineColumns {
    if (this.length >= this.most) throw new TooManyLines(this.most);
    const first = this.columns[0];
    if (first === undefined) this.columns.push(emptyPiece(FIRST));
    else if (first.bonus.length < PIECE) this.columns[0] = grown(first);
    else this.columns.push(emptyPiece(PIECE));
    return this.columns.at(-1)!;
  }
}

function assertWhole(part: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new Error(`the ${part} of a line must be a whole number from ${least} to ${most}, not ${value}`);
}

function grown({ length, ...columns }: LineColumns): LineColumns {
  const { length: _, ...larger } = emptyPiece(columns.bonus.length * GROWTH);
  for (const name of Object.keys(larger) as (keyof typeof larger)[]) larger[name].set(columns[name]);
  return { length, ...larger };
}

function emptyPiece(size: number): LineColumns {
  return {
    length: 0,
    bonus: new Uint16Array(size),
    payee: new Int32Array(size),
    source: new Int32Array(size),
    level: new Uint16Array(size),
    rank: new Int16Array(size),
    percent: new Float64Array(size),
    base: new Float64Array(size),
    amount: new Float64Array(size),
  };
}
