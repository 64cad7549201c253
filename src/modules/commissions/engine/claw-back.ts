import { isWithin, longestWindow } from './bases.js';
import type { Bonus, Plan } from './document/plan.schema.js';
import { lower, sumOf, times, ZERO, type Fraction } from './fractions.js';
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
export function clawBack(period: PeriodCalculation): Clawback[] {
  const clawbacks: Clawback[] = [];
  for (const [earlier, one] of period.input.earlier.entries()) {
    const due = new TakenParts(period.input.members, one, 'now').amounts();
    const before = new TakenParts(period.input.members, one, 'before').amounts();
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
  private partOf(bonus: Bonus, line: number): Fraction {
    if (!TAKEN_BACK.includes(bonus.type)) return ZERO;
    const source = this.earlier.lines.source[line]!;
    const base = BigInt(this.earlier.lines.base[line]!);
    const { numerator, denominator } =
      bonus.type === 'matching' ? this.earned(bonus.of, source) : this.returned(bonus, source);
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
  private returned(bonus: Bonus, source: number): Fraction {
    const { returns, plan } = this.earlier;
    let numerator = 0n;
    for (const row of this.returnsOfSource.get(source) ?? []) {
      if (!counts(plan, bonus, this.members, source, returns.soldAt[row]!)) continue;
      numerator += BigInt(bonus.type === 'retail' ? returns.margin[row]! : returns.commissionable[row]!);
    }
    return { numerator: numerator > 0n ? numerator : 0n, denominator: 1n };
  }
}

/** The bonuses whose lines have a source, and are taken back with what it bought. */
const TAKEN_BACK: readonly Bonus['type'][] = ['unilevel', 'generation', 'fast_start', 'retail', 'matching'];

/** Whether what was sold at an instant counted in a bonus that has sources. */
function counts(plan: Plan, bonus: Bonus, members: Members, source: number, soldAt: number): boolean {
  if (bonus.type === 'fast_start') return isWithin(members, source, soldAt, bonus.days);
  if (bonus.type !== 'unilevel' && bonus.type !== 'generation') return true;
  const days = longestWindow(plan, bonus.id);
  return days === 0 || !isWithin(members, source, soldAt, days);
}

function listOf(lists: Map<number, number[]>, key: number): number[] {
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = []));
  return list;
}
