import type { Bonus, NamedLine, Plan, SmallMember } from '@commerce/commission-engine';
import type { Evaluator } from './ranks.js';
import type { Network } from './network.js';
import { Rational } from './rational.js';

/** What each bonus needs, and where its lines go. */
export interface Period {
  readonly plan: Plan;
  readonly network: Network;
  readonly evaluator: Evaluator;
  readonly lines: NamedLine[];
  /** By bonus and uid, in ten-thousandths. */
  readonly carried: Record<string, Record<number, { left: number; right: number }>>;
  /** Minor units of the currency in one unit. */
  readonly minor: Rational;
}

const HUNDRED = Rational.of(100);

/** The bonuses of a plan, all of types that there are without extensions. */
export const bonusesOf = ({ bonuses }: Plan): readonly Bonus[] => bonuses as Bonus[];

/** Adds a line of an amount of money, which is rounded here and nowhere else. */
export function addLine(period: Period, line: Omit<NamedLine, 'amount'>, money: Rational): void {
  addRounded(period, line, money.times(period.minor).rounded(period.plan.rounding));
}

/** Adds a line of whole minor units. */
export function addRounded({ lines }: Period, line: Omit<NamedLine, 'amount'>, minorUnits: Rational): void {
  const amount = minorUnits.toNumber();
  if (amount !== 0) lines.push({ ...line, amount });
}

/** A percentage of an amount. */
export function percentOf(percent: number, amount: Rational): Rational {
  return amount.times(Rational.decimal(percent)).over(HUNDRED);
}

/** The value that a table by rank has for a member's paid-as rank: its own, or that of the next lower one that is named. */
export function valueOf<Value>(
  { plan, evaluator }: Period,
  table: Readonly<Record<string, Value>>,
  member: SmallMember,
): Value | undefined {
  for (let rank = evaluator.paidAs(member); rank >= 0; rank -= 1) {
    const value = table[plan.ranks[rank]!.name];
    if (value !== undefined) return value;
  }
  return undefined;
}
