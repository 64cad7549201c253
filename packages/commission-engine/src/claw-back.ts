import { isWithin, type Base } from './bases.js';
import type { BonusTypes } from './bonus-types.js';
import type { AnyBonus } from './document/plan.schema.js';
import { CLAWBACK, NONE } from './lines.js';
import type { EarlierPeriod, Members } from './period.js';
import type { PeriodCalculation } from './period-calculation.js';

/** Which line of an earlier period a `clawback` line takes back. */
export interface Clawback {
  /** Position of the line among the lines of this run. */
  readonly line: number;
  /** Position of the period in the input's `earlier`. */
  readonly earlier: number;
  /** Position of the line in that period's `lines`. */
  readonly earlierLine: number;
}

const WHOLE: Fraction = { numerator: 1n, denominator: 1n };

/**
 * Takes back in proportion what posted periods gave for what came back later: docs/spec/commissions.md#3, "What
 * was taken back". Of each line its part of all that came back so far, rounded down, less the same part of what came back before:
 * so all returns together never take back more than was given, and a whole one takes back all of it.
 */
export function clawBack(period: PeriodCalculation, types: BonusTypes): Clawback[] {
  const clawbacks: Clawback[] = [];
  for (const [earlier, one] of period.input.earlier.entries()) {
    const due = new TakenParts(period.input.members, types, one, 'now').amounts();
    const before = new TakenParts(period.input.members, types, one, 'before').amounts();
    for (let earlierLine = 0; earlierLine < due.length; earlierLine += 1) {
      const amount = due[earlierLine]! - before[earlierLine]!;
      // What was sold below wholesale gives back, when it returns, of what was taken for the rest of the same purchases.
      if (amount === 0) continue;
      clawbacks.push({ line: period.lines.length, earlier, earlierLine });
      const { payee, source, level } = one.lines;
      period.lines.addLevel(
        CLAWBACK,
        payee[earlierLine]!,
        source[earlierLine]!,
        level[earlierLine]!,
        NONE,
        NONE,
        -amount,
      );
    }
  }
  return clawbacks;
}

/** Which part of each line of an earlier period was taken back, up to now or before now. */
class TakenParts {
  private readonly parts: Fraction[] = [];
  /** Positions of lines by the member who got them. */
  private readonly linesOfPayee = new Map<number, number[]>();
  /** Positions of returns by the member whose rows came back. */
  private readonly returnsOfSource = new Map<number, number[]>();

  constructor(
    private readonly members: Members,
    private readonly types: BonusTypes,
    private readonly earlier: EarlierPeriod,
    until: 'before' | 'now',
  ) {
    const { lines, returns, plan } = earlier;
    for (const [line, payee] of lines.payee.entries()) listOf(this.linesOfPayee, payee).push(line);
    for (const [row, source] of returns.source.entries())
      if (until === 'now' || returns.posted[row] === 1) listOf(this.returnsOfSource, source).push(row);
    // Matching bonuses stand after those that they match, whose parts they need.
    const inOrder = [...lines.bonus.keys()].sort((one, other) => lines.bonus[one]! - lines.bonus[other]!);
    const cache = new Map<string, Fraction>();
    for (const line of inOrder) {
      const bonus = plan.bonuses[lines.bonus[line]!]!;
      const key = `${bonus.id} ${lines.source[line]!}`;
      let part = cache.get(key);
      if (part === undefined) cache.set(key, (part = this.partOf(bonus, line)));
      this.parts[line] = part;
    }
  }

  /** What is to be taken back of each line, in minor units, rounded down. */
  amounts(): number[] {
    const { lines, paid } = this.earlier;
    return this.parts.map(({ numerator, denominator }, line) => {
      const { before, left } = paid.get(lines.payee[line]!)!;
      const amount = BigInt(lines.amount[line]!) * BigInt(left) * numerator;
      return Number(amount / (BigInt(before) * denominator));
    });
  }

  /** The part of the base of a source that came back, at most all of it. */
  private partOf(bonus: AnyBonus, line: number): Fraction {
    const counts = this.types.baseOf(this.earlier.plan, bonus);
    if (counts === null) return ZERO;
    const source = this.earlier.lines.source[line]!;
    const base = BigInt(this.earlier.lines.base[line]!);
    const { numerator, denominator } =
      'earnedBy' in counts ? this.earned(counts.earnedBy, source) : this.returned(bonus, counts, source);
    return lower({ numerator, denominator: denominator * base }, WHOLE);
  }

  /** Of what a member earned by some bonuses, that which was taken back; before caps. */
  private earned(of: readonly string[], payee: number): Fraction {
    const { lines, plan } = this.earlier;
    const matched = (this.linesOfPayee.get(payee) ?? []).filter((line) =>
      of.includes(plan.bonuses[lines.bonus[line]!]!.id),
    );
    return sumOf(matched.map((line) => times(lines.amount[line]!, this.parts[line] ?? ZERO)));
  }

  /** Of what a member bought, and that counted in a bonus, that which came back. */
  private returned(bonus: AnyBonus, days: Exclude<Base, { earnedBy: unknown }>, source: number): Fraction {
    const { returns } = this.earlier;
    const column = this.types.of(bonus).unit === 'price' ? returns.margin : returns.commissionable;
    let numerator = 0n;
    for (const row of this.returnsOfSource.get(source) ?? [])
      if (isWithin(this.members, source, returns.soldAt[row]!, days)) numerator += BigInt(column[row]!);
    return { numerator: numerator > 0n ? numerator : 0n, denominator: 1n };
  }
}

function listOf(lists: Map<number, number[]>, key: number): number[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}

/** A quotient of whole numbers. */
interface Fraction {
  readonly numerator: bigint;
  /** Above 0. */
  readonly denominator: bigint;
}

const ZERO: Fraction = { numerator: 0n, denominator: 1n };

/**
 * The sum of many fractions, exactly. Those of one denominator are added first, then their sums in pairs, and the sums of pairs
 * in pairs again: with many denominators numbers grow long, and adding them one after the other would take quadratic time.
 */
function sumOf(fractions: Iterable<Fraction>): Fraction {
  const numerators = new Map<bigint, bigint>();
  for (const { numerator, denominator } of fractions)
    numerators.set(denominator, (numerators.get(denominator) ?? 0n) + numerator);
  let sums: Fraction[] = [...numerators].map(([denominator, numerator]) => ({ numerator, denominator }));
  while (sums.length > 1) {
    const halves: Fraction[] = [];
    for (let at = 0; at < sums.length; at += 2) halves.push(sumOfTwo(sums[at]!, sums[at + 1] ?? ZERO));
    sums = halves;
  }
  return sums[0] ?? ZERO;
}

/** A whole number times a fraction. */
function times(value: number, { numerator, denominator }: Fraction): Fraction {
  return { numerator: BigInt(value) * numerator, denominator };
}

/** The lower one of two fractions. */
function lower(one: Fraction, other: Fraction): Fraction {
  return one.numerator * other.denominator <= other.numerator * one.denominator ? one : other;
}

function sumOfTwo(one: Fraction, other: Fraction): Fraction {
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}
