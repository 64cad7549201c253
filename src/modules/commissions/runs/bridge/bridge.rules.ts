import { isDeepStrictEqual } from 'node:util';
import { byRank, type AnyBonus, type Plan } from '@commerce/commission-engine';
import { type Fixed, roundedQuotient, fixedOfNumber } from '#common/money/fixed.js';
import { CAP_NAME, CLAWBACK_NAME, typesOf } from '../runs.rules.js';

/** Why a payout differs from that of the period before, in the order in which it is shown. */
export const PARTS = [
  'corrections',
  'new_members',
  'lost_members',
  'volume',
  'ranks',
  'plan',
  'caps',
  'returns',
] as const;
export type Part = (typeof PARTS)[number];

/** Whether a payee is active, and the paid-as rank. */
export interface Standing {
  readonly rank: string | null;
  readonly active: boolean;
}

/**
 * Lines of two runs that have one cause. Where the percentage may differ ({@link changedBonuses}, or the standing): of one bonus
 * and level, and of payees who stood the same before and stand the same now. Of others the level and standings say nothing.
 */
export interface BridgeCell {
  /** The id of the bonus, `cap` or `clawback`. */
  readonly bonus: string;
  readonly level: number | null;
  /** Whether they pay for a rank that is reached. */
  readonly isForRank: boolean;
  /** `new` or `lost` if the payee or the source is. */
  readonly who: 'new' | 'lost' | 'stayed';
  readonly standingBefore: Standing;
  readonly standing: Standing;
  readonly before: Fixed;
  readonly after: Fixed;
  /**
   * What the bases of now would have come to at each payee's percentage of before; null where there was nothing before, is
   * nothing now, or is no base.
   */
  readonly atOldRate: Fixed | null;
}

/** A bonus in both runs, with what makes the difference. All parts add up to `after` − `before`. */
export interface BridgeRow {
  readonly bonus: string;
  readonly type: string;
  /** As it was posted. */
  readonly before: Fixed;
  readonly after: Fixed;
  readonly parts: Readonly<Partial<Record<Part, Fixed>>>;
}

export interface BridgeInput {
  /** Of the run before and of this one. */
  readonly plans: readonly [before: Plan, after: Plan];
  /** What the run before came to when it was posted, by bonus. */
  readonly posted: ReadonlyMap<string, Fixed>;
  /** The lines of the run before, as it counts now, and of this one. */
  readonly cells: readonly BridgeCell[];
  /** The decimals of the currency. */
  readonly digits: number;
}

/**
 * Why a run pays another amount than the run before, bonus by bonus. Whatever the lines are, the parts of a bonus add up to its
 * difference exactly, because each is what the others leave.
 * @returns the bonuses of the plan in its order, those that only the plan before had, caps and clawbacks; without those of which
 *   there was and is nothing
 */
export function bridgeOf({ plans: [planBefore, plan], posted, cells, digits }: BridgeInput): BridgeRow[] {
  const rules = new Rules(planBefore, plan, digits);
  const sums = new Map<string, { before: Fixed; after: Fixed; parts: Map<Part, Fixed> }>();
  const sumOf = (bonus: string) => {
    const known = sums.get(bonus) ?? { before: 0n, after: 0n, parts: new Map<Part, Fixed>() };
    sums.set(bonus, known);
    return known;
  };
  for (const cell of cells) {
    const sum = sumOf(cell.bonus);
    sum.before += cell.before;
    sum.after += cell.after;
    for (const [part, amount] of rules.partsOf(cell)) sum.parts.set(part, (sum.parts.get(part) ?? 0n) + amount);
  }
  for (const bonus of posted.keys()) sumOf(bonus);
  const types = new Map([...typesOf(planBefore), ...typesOf(plan)]);
  const named = [...typesOf(plan).keys(), ...typesOf(planBefore).keys()].filter((bonus) => !isFurther(bonus));
  return [...new Set([...named, CAP_NAME, CLAWBACK_NAME, ...sums.keys()])].flatMap((bonus) => {
    const sum = sums.get(bonus);
    if (sum === undefined) return [];
    const before = posted.get(bonus) ?? 0n;
    sum.parts.set('corrections', sum.before - before);
    const parts = Object.fromEntries([...sum.parts].filter(([, amount]) => amount !== 0n));
    return [{ bonus, type: types.get(bonus) ?? bonus, before, after: sum.after, parts }];
  });
}

/** The bonuses of which two plans say something else, or only one has. */
export function changedBonuses(before: Plan, after: Plan): string[] {
  const ids = new Set([...before.bonuses, ...after.bonuses].map(({ id }) => id));
  return [...ids].filter((id) => !isSameRule(before, after, id));
}

const isFurther = (bonus: string): boolean => bonus === CAP_NAME || bonus === CLAWBACK_NAME;

/** Pays on prices: all others pay on volume, times the money for a unit of it. */
const ON_PRICES = 'retail';

function hasMoneyOfVolume(before: Plan, after: Plan, id: string): boolean {
  return (bonusOf(after, id) ?? bonusOf(before, id))?.type !== ON_PRICES;
}

function isSameRule(before: Plan, after: Plan, id: string): boolean {
  if (before.rate !== after.rate && hasMoneyOfVolume(before, after, id)) return false;
  return isDeepStrictEqual(bonusOf(before, id), bonusOf(after, id)) && isSameRanks(before, after);
}

/** What both plans say, and what follows for lines. */
class Rules {
  private readonly unit: bigint;

  constructor(
    private readonly planBefore: Plan,
    private readonly plan: Plan,
    digits: number,
  ) {
    this.unit = 10n ** BigInt(4 - digits);
  }

  /** The causes of what the lines of a cell came to; they add up to `after` − `before`. */
  partsOf(cell: BridgeCell): [Part, Fixed][] {
    const { bonus, who, before, after, isForRank } = cell;
    const difference = after - before;
    if (bonus === CAP_NAME) return [['caps', difference]];
    if (bonus === CLAWBACK_NAME) return [['returns', difference]];
    if (who !== 'stayed') return [[who === 'new' ? 'new_members' : 'lost_members', difference]];
    if (isForRank) return [['ranks', difference]];
    const isSameOfPlans = isSameRule(this.planBefore, this.plan, bonus);
    const isSameStanding = isDeepStrictEqual(cell.standingBefore, cell.standing);
    // Without either, what a percentage differs by is what lines are rounded by.
    if (isSameOfPlans && isSameStanding) return [['volume', difference]];
    if (cell.atOldRate === null) return [[this.causeOf(cell, isSameOfPlans), difference]];
    const [moneyBefore, money] = this.moneyOf(bonus);
    const atOldRate = this.rounded(cell.atOldRate * moneyBefore, money);
    const volume: [Part, Fixed] = ['volume', atOldRate - before];
    const rest = after - atOldRate;
    if (isSameOfPlans) return [volume, ['ranks', rest]];
    const planned = isSameStanding ? rest : this.ofPlan(cell, atOldRate, rest);
    return [volume, ['plan', planned], ['ranks', rest - planned]];
  }

  /** Why there are lines only now, or only before, or none that has a base. */
  private causeOf(cell: BridgeCell, isSameOfPlans: boolean): Part {
    const { bonus, level, standingBefore, standing } = cell;
    const [was, withPlan, is] = [
      percentOf(this.planBefore, bonus, standingBefore, level),
      percentOf(this.plan, bonus, standingBefore, level),
      percentOf(this.plan, bonus, standing, level),
    ];
    if (was === undefined || withPlan === undefined || is === undefined) return isSameOfPlans ? 'ranks' : 'plan';
    // There was a percentage, and there is one: what was missing is volume.
    if (was > 0 && is > 0) return 'volume';
    return was > 0 === withPlan > 0 ? 'ranks' : 'plan';
  }

  /** The part of the plan where both it and the standing of payees changed: what they would get as they stood before. */
  private ofPlan({ bonus, level, standingBefore }: BridgeCell, atOldRate: Fixed, rest: Fixed): Fixed {
    const was = percentOf(this.planBefore, bonus, standingBefore, level);
    const withPlan = percentOf(this.plan, bonus, standingBefore, level);
    if (was === undefined || withPlan === undefined || was <= 0) return rest;
    const [moneyBefore, money] = this.moneyOf(bonus);
    return this.rounded(atOldRate * fixedOfNumber(withPlan) * money, fixedOfNumber(was) * moneyBefore) - atOldRate;
  }

  /** The money for a unit of volume, before and now, where it is in the bases of a bonus. */
  private moneyOf(bonus: string): readonly [before: bigint, after: bigint] {
    const { planBefore, plan } = this;
    return hasMoneyOfVolume(planBefore, plan, bonus)
      ? [fixedOfNumber(planBefore.rate), fixedOfNumber(plan.rate)]
      : [1n, 1n];
  }

  /** To the smallest unit of the currency. */
  private rounded(dividend: bigint, divisor: bigint): Fixed {
    return roundedQuotient(dividend, divisor * this.unit) * this.unit;
  }
}

const bonusOf = ({ bonuses }: Plan, id: string): AnyBonus | undefined => bonuses.find((bonus) => bonus.id === id);

/** Whether tables by rank mean the same. */
function isSameRanks(one: Plan, other: Plan): boolean {
  const names = ({ ranks }: Plan) => ranks.map(({ name }) => name);
  return isDeepStrictEqual(names(one), names(other));
}

/**
 * The percentage of a bonus at a level for who stands so.
 * @returns undefined where it is not known from a table by rank
 */
function percentOf(plan: Plan, id: string, { rank, active }: Standing, level: number | null): number | undefined {
  const bonus = bonusOf(plan, id);
  if (bonus === undefined) return 0;
  const { percents } = bonus as { percents?: unknown };
  if (level === null || typeof percents !== 'object' || percents === null || Array.isArray(percents)) return undefined;
  if (!active) return 0;
  const at = plan.ranks.findIndex(({ name }) => name === rank);
  if (at < 0) return undefined;
  const table = byRank(percents as Readonly<Record<string, readonly number[]>>, plan.ranks, []);
  return table[at]![level - 1] ?? 0;
}
