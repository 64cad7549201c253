/**
 * Differential, or stair steps: on the tree of payees, from the bottom up, each member gets the percentage of the step that its
 * group has reached, of the base of its group, less what the groups below it come to by their own steps. With breakaway, the
 * group of who is at the highest step counts above no more; the nearest above who has broken away too gets a leadership
 * percentage of it.
 */
import type { BonusType } from '../../bonus-type.js';
import { BeyondRange, isHeld, ProductSums, tenThousandths } from '../../exact.js';
import type { PeriodCalculation } from '../../period-calculation.js';
import { nearestAbove } from '../../trees.js';
import { differentialSchema, validateDifferential, type DifferentialBonus } from './differential.schema.js';

export const differential: BonusType<DifferentialBonus> = {
  type: 'differential',
  schema: differentialSchema,
  validate: validateDifferential,
  calculate(period, bonus) {
    const groups = new Groups(period);
    const broken = payDifferences(period, bonus, groups);
    if (bonus.breakaway !== undefined) payLeadership(period, bonus, groups, broken);
  },
};

/** The groups on the tree of payees: each one's own volume, that of all who are passed over, and of the groups handed up. */
class Groups {
  readonly qualifying: Float64Array;
  readonly commissionable: Float64Array;
  private readonly upline: Int32Array;

  constructor(private readonly period: PeriodCalculation) {
    this.qualifying = period.measures.own.slice();
    this.commissionable = period.measures.commissionable.slice();
    this.upline = period.upline('sponsor');
  }

  /** Adds a member's group to that of the nearest payee above. */
  handUp(member: number): void {
    const above = this.upline[member]!;
    if (above < 0) return;
    this.qualifying[above]! += this.qualifying[member]!;
    this.commissionable[above]! += this.commissionable[member]!;
    if (!isHeld(this.qualifying[above]!) || !isHeld(this.commissionable[above]!))
      throw new BeyondRange('volume of the differential group', this.period.input.members.uid[above]);
  }
}

/** Writes the differences, and returns who has broken away. */
function payDifferences(period: PeriodCalculation, bonus: DifferentialBonus, groups: Groups): Uint8Array {
  const position = period.positionOf(bonus.id);
  const from = bonus.steps.map((step) => tenThousandths(step.from));
  const percents = bonus.steps.map((step) => tenThousandths(step.percent));
  // Products of percentages that are as small as can be stay exact in doubles the longest.
  const unit = percents.reduce(greatestDivisor, 0) || 1;
  const share = period.money.share('volume', unit);
  const upline = period.upline('sponsor');
  const broken = new Uint8Array(period.count);
  const below = new ProductSums(period.count);
  let inactive = 0n;
  for (let member = period.count - 1; member >= 0; member -= 1) {
    if (period.payees[member] === 0) {
      groups.handUp(member);
      continue;
    }
    const step = stepOf(from, groups.qualifying[member]!);
    const percent = step < 0 ? 0 : percents[step]!;
    const base = groups.commissionable[member]!;
    const difference = below.lessThan(member, percent / unit, base);
    if (difference > 0) {
      const amount = share.of(difference);
      if (period.standings.active[member] === 0) inactive += BigInt(amount);
      else period.lines.add({ bonus: position, payee: member, percent, base, amount });
    }
    if (bonus.breakaway !== undefined && step === from.length - 1) {
      broken[member] = 1;
      continue;
    }
    groups.handUp(member);
    if (upline[member]! >= 0) below.add(upline[member]!, percent / unit, base);
  }
  period.unpaid.add(bonus.id, 'not_active', inactive);
  return broken;
}

/** Pays for each group that has broken away the nearest payee above who has too. */
function payLeadership(
  period: PeriodCalculation,
  { id, breakaway }: DifferentialBonus,
  groups: Groups,
  broken: Uint8Array,
): void {
  const bonus = period.positionOf(id);
  const percent = tenThousandths(breakaway!.leadership_percent);
  const share = period.money.share('volume', percent);
  const leaders = nearestAbove(period.tree('sponsor'), broken);
  for (let source = 0; source < broken.length; source += 1) {
    const base = groups.commissionable[source]!;
    if (broken[source] === 0 || base <= 0) continue;
    const payee = leaders[source]!;
    const amount = share.of(base);
    if (payee < 0) period.unpaid.add(id, 'no_upline', amount);
    else if (period.standings.active[payee] === 0) period.unpaid.add(id, 'not_active', amount);
    else period.lines.addLevel(bonus, payee, source, 1, percent, base, amount);
  }
}

/** The highest step that a volume reaches, or -1. */
function stepOf(from: readonly number[], volume: number): number {
  let step = from.length - 1;
  while (step >= 0 && volume < from[step]!) step -= 1;
  return step;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}
