/**
 * Differential, or stair steps: on the tree of payees, from the bottom up, each member gets the percentage of the step that its
 * group has reached, of the base of its group, less what the groups below it come to by their own steps. With breakaway, the
 * group of who is at the highest step counts above no more; the nearest above who has broken away too gets a leadership
 * percentage of it.
 */
import type { BonusType } from '../../bonus-type.js';
import { MAX_STEPS } from '../../document/fields.js';
import { entriesOf, listOf, type Problem } from '../../document/problem.js';
import { ProductSums, tenThousandths } from '../../exact.js';
import type { PeriodCalculation } from '../../period-calculation.js';
import { nearestAbove } from '../../trees.js';
import { differentialSchema, type DifferentialBonus } from './differential.schema.js';
import { explainDifferential, explainOrderInGroup } from './explain.js';
import { Groups } from './groups.js';

const ASCENDING = ['from', 'percent'];

export const differential = {
  type: 'differential',
  schema: differentialSchema,
  unit: 'volume',
  isMain: true,
  validate: ({ steps }) => validateAscending(listOf(steps, MAX_STEPS)),
  base: () => null,
  levels: () => null,
  explainedBy: 'group',
  calculate(period, bonus) {
    const groups = payDifferences(period, bonus);
    if (bonus.breakaway !== undefined) payLeadership(period, bonus, groups);
  },
  explain: explainDifferential,
  explainLine: (_, { bonus, source }) =>
    source === null
      ? `The percentage of the whole group by ${bonus}, less what the groups below get by theirs.`
      : `By ${bonus} on the group of ${source}, which has reached the highest step and has broken away.`,
  explainOrder: explainOrderInGroup,
} satisfies BonusType<DifferentialBonus>;

/** What the schema cannot say: steps ascend strictly. */
function* validateAscending(steps: readonly unknown[]): Iterable<Problem> {
  const before = new Map<string, number>();
  for (const [index, step] of steps.entries()) {
    for (const [field, value] of entriesOf(step)) {
      if (!ASCENDING.includes(field) || typeof value !== 'number') continue;
      const last = before.get(field);
      if (last !== undefined && value <= last)
        yield { path: `steps[${index}].${field}`, message: `must be above ${last}, that of the step before` };
      before.set(field, value);
    }
  }
}

/** Adds up the groups, and writes the differences. */
function payDifferences(period: PeriodCalculation, bonus: DifferentialBonus): Groups {
  const upline = period.upline('sponsor');
  const { own: qualifying, commissionable } = period.measures;
  const { uid } = period.input.members;
  const groups = new Groups(bonus, { uid, payees: period.payees, upline, qualifying, commissionable });
  const position = period.positionOf(bonus.id);
  const percents = bonus.steps.map((step) => tenThousandths(step.percent));
  // Products of percentages that are as small as can be stay exact in doubles the longest.
  const unit = percents.reduce(greatestDivisor, 0) || 1;
  const share = period.money.share('volume', unit);
  const below = new ProductSums(period.count);
  let inactive = 0n;
  groups.addUp((member, step) => {
    const percent = step < 0 ? 0 : percents[step]!;
    const base = groups.commissionable[member]!;
    const difference = below.lessThan(member, percent / unit, base);
    if (difference > 0) {
      const amount = share.of(difference);
      if (period.standings.active[member] === 0) inactive += BigInt(amount);
      else period.lines.add({ bonus: position, payee: member, percent, base, amount });
    }
    if (groups.broken[member] === 0 && upline[member]! >= 0) below.add(upline[member]!, percent / unit, base);
  });
  period.unpaid.add(bonus.id, 'not_active', inactive);
  return groups;
}

/** Pays for each group that has broken away the nearest payee above who has too. */
function payLeadership(
  period: PeriodCalculation,
  { id, breakaway }: DifferentialBonus,
  { commissionable, broken }: Groups,
): void {
  const bonus = period.positionOf(id);
  const percent = tenThousandths(breakaway!.leadership_percent);
  const share = period.money.share('volume', percent);
  const leaders = nearestAbove(period.tree('sponsor'), broken);
  for (let source = 0; source < broken.length; source += 1) {
    const base = commissionable[source]!;
    if (broken[source] === 0 || base <= 0) continue;
    const payee = leaders[source]!;
    const amount = share.of(base);
    if (payee < 0) period.unpaid.add(id, 'no_upline', amount);
    else if (period.standings.active[payee] === 0) period.unpaid.add(id, 'not_active', amount);
    else period.lines.addLevel(bonus, payee, source, 1, percent, base, amount);
  }
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}
