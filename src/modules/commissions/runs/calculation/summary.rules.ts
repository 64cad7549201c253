import { fixedNumber, roundedQuotient } from '#common/money/fixed.js';
import {
  CAP,
  CLAWBACK,
  KIND,
  type LineColumns,
  NO_RANK,
  ONE,
  type Outcome,
  type PeriodInput,
  type Plan,
  tenThousandths,
  Total,
  totalOf,
} from '@commerce/commission-engine';
import { CAP_NAME, CLAWBACK_NAME } from '../runs.rules.js';
import type { RunBonusSumView, RunFiguresView, RunLevelSumView, RunRankSumView } from '../runs.dto.js';

const DECIMALS = 4;
const PERCENT = 100n * BigInt(ONE);

/**
 * What a run comes to in few numbers, with the uid of who got most in place of a name; of equals the lowest. Bonuses are in the
 * plan's order, then `cap` and `clawback`, if there are any: they add up to the payout. See docs/spec/commissions.md#4.
 */
export function summaryOf(plan: Plan, input: PeriodInput, outcome: Outcome): Omit<RunFiguresView, 'highest'> & Highest {
  const { members, currencyDigits } = input;
  const { measures, standings, lines } = outcome;
  const money = moneyOf(currencyDigits);
  const earned = lines.sums();
  const bonuses = new BonusSums(plan, members.uid.length);
  for (const piece of lines.pieces) bonuses.add(piece);
  const payout = totalOf(earned);
  const volume = totalOf(measures.commissionable);
  return {
    members: members.uid.length,
    distributors: countOf(members.kind, KIND.distributor),
    active: countOf(standings.active, 1),
    payees: bonuses.payees,
    qualifying_volume: fixedNumber(totalOf(measures.own)),
    commissionable_volume: fixedNumber(volume),
    payout: money(payout),
    payout_percent: percentOf(payout, volume, plan.rate, currencyDigits),
    clawed_back: money(-bonuses.clawedBack),
    lines: lines.length,
    by_bonus: bonuses.byBonus(money),
    by_rank: byRank(plan, outcome, earned, money),
    by_level: bonuses.byLevel(money),
    unpaid: [...outcome.unpaid.byBonus].flatMap(([bonus, reasons]) =>
      [...reasons].map(([reason, amount]) => ({ bonus, reason, amount: money(amount) })),
    ),
    highest: highestOf(members.uid, earned, money),
    median: medianOf(earned, currencyDigits),
  };
}

interface Highest {
  readonly highest: { readonly uid: number; readonly amount: number } | null;
}

type ToMoney = (minor: bigint) => number;

/** Minor units as a JSON number. */
function moneyOf(digits: number): ToMoney {
  const unit = 10n ** BigInt(DECIMALS - digits);
  return (minor) => fixedNumber(minor * unit);
}

function countOf(column: Uint8Array, value: number): number {
  let count = 0;
  for (const one of column) if (one === value) count += 1;
  return count;
}

/** With 4 decimals. */
function percentOf(payout: bigint, volume: bigint, rate: number, digits: number): number | null {
  if (volume <= 0n) return null;
  const base = volume * BigInt(tenThousandths(rate)) * 10n ** BigInt(digits);
  return fixedNumber(roundedQuotient(payout * PERCENT * BigInt(ONE) ** 2n, base));
}

function highestOf(uid: Float64Array, earned: Float64Array, money: ToMoney): Highest['highest'] {
  let best = -1;
  for (let member = 0; member < earned.length; member += 1) {
    if (earned[member]! <= 0) continue;
    const isBetter =
      best < 0 || earned[member]! > earned[best]! || (earned[member] === earned[best] && uid[member]! < uid[best]!);
    if (isBetter) best = member;
  }
  return best < 0 ? null : { uid: uid[best]!, amount: money(BigInt(earned[best]!)) };
}

function medianOf(earned: Float64Array, digits: number): number {
  const sorted = earned.filter((amount) => amount > 0).sort();
  if (sorted.length === 0) return 0;
  const middle = sorted.length >> 1;
  const twice = BigInt(sorted[middle]!) + BigInt(sorted[sorted.length % 2 === 0 ? middle - 1 : middle]!);
  return fixedNumber(roundedQuotient(twice * 10n ** BigInt(DECIMALS - digits), 2n));
}

function byRank({ ranks }: Plan, { standings }: Outcome, earned: Float64Array, money: ToMoney): RunRankSumView[] {
  const sums = [...ranks.map(({ name }) => name), null].map((rank) => ({
    rank,
    members: 0,
    active: 0,
    amount: new Total(),
  }));
  for (let member = 0; member < earned.length; member += 1) {
    const rank = standings.paidAs[member]!;
    const sum = sums[rank === NO_RANK ? ranks.length : rank]!;
    sum.members += 1;
    sum.active += standings.active[member]!;
    sum.amount.add(earned[member]!);
  }
  return sums
    .filter(({ rank, amount }) => rank !== null || amount.exact !== 0n)
    .map((sum) => ({ ...sum, amount: money(sum.amount.exact) }));
}

interface Sum {
  readonly amount: Total;
  lines: number;
  members: number;
}

const emptySum = (): Sum => ({ amount: new Total(), lines: 0, members: 0 });

/** Sums of lines by bonus and by level; the lines of a bonus follow each other. */
class BonusSums {
  payees = 0;
  private readonly names: readonly { readonly bonus: string; readonly type: string }[];
  private readonly own: number;
  private readonly sums: Sum[];
  private readonly levels: Sum[][];
  /** The last bonus of which each member had a line, from 1 on. */
  private readonly last: Uint16Array;

  constructor({ bonuses }: Plan, members: number) {
    this.own = bonuses.length;
    const further = [CAP_NAME, CLAWBACK_NAME].map((name) => ({ bonus: name, type: name }));
    this.names = [...bonuses.map(({ id, type }) => ({ bonus: id, type })), ...further];
    this.sums = this.names.map(emptySum);
    this.levels = bonuses.map(() => []);
    this.last = new Uint16Array(members);
  }

  add({ length, bonus, payee, level, amount }: Readonly<LineColumns>): void {
    for (let at = 0; at < length; at += 1) {
      const number = this.numberOf(bonus[at]!);
      this.count(this.sums[number]!, amount[at]!);
      this.meet(payee[at]!, number);
      if (level[at] === 0 || number >= this.own) continue;
      const levels = this.levels[number]!;
      while (levels.length < level[at]!) levels.push(emptySum());
      this.count(levels[level[at]! - 1]!, amount[at]!);
    }
  }

  get clawedBack(): bigint {
    return this.sums.at(-1)!.amount.exact;
  }

  byBonus(money: ToMoney): RunBonusSumView[] {
    return this.sums.flatMap(({ amount, lines, members }, number) =>
      lines === 0 && number >= this.own
        ? []
        : [{ ...this.names[number]!, amount: money(amount.exact), members, lines }],
    );
  }

  byLevel(money: ToMoney): RunLevelSumView[] {
    return this.levels.flatMap((levels, number) =>
      levels.map(({ amount, lines }, level) => ({
        bonus: this.names[number]!.bonus,
        level: level + 1,
        amount: money(amount.exact),
        lines,
      })),
    );
  }

  private numberOf(bonus: number): number {
    if (bonus === CAP) return this.own;
    return bonus === CLAWBACK ? this.own + 1 : bonus;
  }

  private count(sum: Sum, amount: number): void {
    sum.amount.add(amount);
    sum.lines += 1;
  }

  private meet(payee: number, number: number): void {
    const last = this.last[payee]!;
    if (last === 0) this.payees += 1;
    if (last === number + 1) return;
    this.last[payee] = number + 1;
    this.sums[number]!.members += 1;
  }
}
