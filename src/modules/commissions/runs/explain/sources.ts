import { fixed, type Fixed } from '#common/money/fixed.js';
import type { Plan } from '../../engine/index.js';
import type { MemberFacts, SourceVolumes } from './facts.js';
import { excludedDays } from './levels.js';

type Bonus = Plan['bonuses'][number];

/** A row of `SOURCE`. */
export interface SourceRow {
  /** 0: all; -1: what takes back rows of posted periods; else a window of so many days. */
  days: number;
  business_volume: string;
  points: string;
  cumulative_volume: string;
  margin: string;
}

/** The windows of fast-start bonuses of a plan, and 0 for all. */
export function windowsOf(plan: Plan): number[] {
  return [...new Set([0, ...plan.bonuses.map((bonus) => (bonus.type === 'fast_start' ? bonus.days : 0))])];
}

/** What a member bought, by the commissionable volume of the plan. */
export function toSourceVolumes(plan: Plan, rows: readonly SourceRow[]): SourceVolumes {
  const column = plan.volumes.commissionable;
  const by = new Map(rows.map((row) => [row.days, row]));
  return {
    all: fixed(by.get(0)![column]),
    within: new Map(rows.filter(({ days }) => days > 0).map((row) => [row.days, fixed(row[column])])),
    margin: fixed(by.get(0)!.margin),
    takenBack: -fixed(by.get(-1)![column]),
  };
}

/**
 * The base of a member as a source of a bonus, in hundred-millionths of money: volume × rate is exact in these. Undefined for a
 * bonus without sources.
 */
export function baseOf(plan: Plan, bonus: Bonus, member: MemberFacts, volumes: SourceVolumes): bigint | undefined {
  const rate = fixed(plan.rate.toFixed(4));
  switch (bonus.type) {
    case 'unilevel':
    case 'generation': {
      const days = excludedDays(plan, bonus.id);
      return (volumes.all - (days === 0 ? 0n : volumes.within.get(days)!)) * rate;
    }
    case 'fast_start':
      return volumes.within.get(bonus.days)! * rate;
    case 'retail':
      return member.kind === 'distributor' ? 0n : volumes.margin * TEN_THOUSAND;
    case 'matching':
      return bonus.of.reduce((sum, id) => sum + (member.bonuses.get(id) ?? 0n), 0n) * TEN_THOUSAND;
    default:
      return undefined;
  }
}

/** Why nothing that was bought is in the base of a bonus. */
export function whyNoPart(plan: Plan, bonus: Bonus, buyer: MemberFacts, volumes: SourceVolumes): string {
  if (bonus.type === 'retail' && buyer.kind === 'distributor')
    return 'It is paid on what customers buy, and the buyer is a distributor.';
  if (bonus.type === 'retail') return 'The order was sold without a margin.';
  if (bonus.type === 'fast_start' && volumes.all > 0n)
    return `It is paid on the first ${bonus.days} days after the buyer enrolled, and the order came later.`;
  if ((bonus.type === 'unilevel' || bonus.type === 'generation') && volumes.all > 0n)
    return `The order is of the first ${excludedDays(plan, bonus.id)} days after the buyer enrolled, on which a fast start bonus is paid instead.`;
  return 'The order has no commissionable volume.';
}

const TEN_THOUSAND = 10_000n;

/** Hundred-millionths in ten-thousandths, rounded half away from zero: numbers that go out have four decimals. */
export function roundedBase(base: bigint): Fixed {
  const half = base < 0n ? -5_000n : 5_000n;
  return (base + half) / TEN_THOUSAND;
}
