/**
 * Binary: a member's left and right placement legs, with what was carried in, are held against each other. What matches in the
 * ratio pays a percentage, or an amount for each full cycle, and is consumed; the rest is carried into the next period. Who is
 * not active, or lacks an own active distributor in a leg where that is asked for, gets nothing, and keeps or loses its volumes.
 */
import { z } from 'zod';
import type { BonusType } from '../../bonus-type.js';
import { byRank as tableByRank } from '../../by-rank.js';
import { byRank, id, money, percent, positiveVolume, volume } from '../../document/fields.js';
import { entriesOf, validateMoney, validateMoneyByRank } from '../../document/problem.js';
import { BeyondRange, isHeld, minorUnits, tenThousandths } from '../../exact.js';
import { NOT_PLACED, type Legs } from '../../period.js';
import type { PeriodCalculation } from '../../period-calculation.js';
import { explainBinary, explainOrderInLegs } from './explain.js';
import { haveBothLegs, headsOf, placementVolumes, type Heads } from './legs.js';
import { matcherOf, type Match, type Matcher } from './match.js';

const MAX_RATIO = 1000;
const part = z.int().min(1).max(MAX_RATIO).default(1);

/** Pays on volume that the two placement legs of a member match. */
export const binarySchema = z
  .strictObject({
    id,
    type: z.literal('binary'),
    ratio: z
      .strictObject({
        strong: part.describe('parts of the larger leg; the left one if they are equal'),
        weak: part.describe('parts of the smaller leg'),
      })
      .prefault({})
      .describe('how much of the larger leg matches how much of the smaller: 1 and 1, or 2 and 1'),
    percent: percent.describe('the percentage paid on what matches of the weak leg; or else a cycle').optional(),
    cycle: z
      .strictObject({
        volume: positiveVolume.describe('the volume of one cycle, times the ratio of each leg'),
        amount: money.describe('what one cycle pays'),
      })
      .describe('pays an amount for each cycle of volume that both legs have; or else a percent')
      .optional(),
    cap: byRank(money)
      .describe('the most that the bonus pays a member, by its rank; a rank below all that are named has no cap')
      .optional(),
    over_cap: z
      .enum(['flush', 'carry'])
      .default('flush')
      .describe(
        'what becomes of volume that matched above the cap. `flush`: it is consumed. `carry`: only what the cap pays is consumed',
      ),
    carry_cap: volume
      .describe('the most that is carried into the next period in each leg; without it there is no limit')
      .optional(),
    requires_legs: z
      .boolean()
      .default(false)
      .describe('whether a member must have sponsored an active distributor itself in each leg'),
    inactive: z
      .enum(['keep', 'flush'])
      .default('keep')
      .describe(
        'what becomes of the legs of members who are not active or lack a required leg, and get nothing. `keep`: they are carried, with what is new. `flush`: nothing is carried',
      ),
  })
  .meta({
    id: 'BinaryBonus',
    title: 'Binary',
    description: 'Pays on volume that the left and the right placement leg match; the rest is carried.',
  });

export type BinaryBonus = z.output<typeof binarySchema>;

export const binary: BonusType<BinaryBonus> = {
  type: 'binary',
  schema: binarySchema,
  unit: 'volume',
  *validate({ percent, cycle, cap }, around) {
    if (percent === undefined && cycle === undefined)
      yield { path: 'percent', message: 'is required, unless there is a cycle' };
    if (percent !== undefined && cycle !== undefined)
      yield { path: 'cycle', message: 'must not stand beside a percent' };
    yield* validateMoney('cycle.amount', Object.fromEntries(entriesOf(cycle)).amount, around);
    yield* validateMoneyByRank('cap', cap, around);
  },
  base: () => null,
  levels: () => null,
  placement: () => 'binary',
  carriesLegs: true,
  calculate(period, bonus) {
    const heads = headsOf(period);
    const legs = legVolumes(period, bonus, heads);
    period.legs.set(bonus.id, { left: legs.left.slice(), right: legs.right.slice() });
    const qualified = bonus.requires_legs ? haveBothLegs(period, heads) : undefined;
    const matcher = matcherOf(bonus, period.money);
    const caps = tableByRank(bonus.cap ?? {}, period.plan.ranks, Infinity).map((cap) =>
      minorUnits(cap, period.money.digits),
    );
    const mostCarried = bonus.carry_cap === undefined ? Infinity : tenThousandths(bonus.carry_cap);
    const { parent } = period.input.members;
    const { active, paidAs } = period.standings;
    const position = period.positionOf(bonus.id);
    for (let member = 0; member < period.count; member += 1) {
      if (period.payees[member] === 0 || parent[member] === NOT_PLACED) {
        setLegs(legs, member, 0, 0);
        continue;
      }
      const match = matchOf(legs, member, matcher, caps[paidAs[member]!]!);
      const lacking = active[member] === 0 ? 'not_active' : qualified?.[member] === 0 ? 'legs' : undefined;
      if (lacking === undefined) {
        const { amount, base, overCap } = match;
        period.lines.add({ bonus: position, payee: member, percent: matcher.percent, base, amount });
        period.unpaid.add(bonus.id, 'over_cap', overCap);
        consume(legs, member, match);
      } else {
        period.unpaid.add(bonus.id, lacking, match.amount);
        if (bonus.inactive === 'flush') setLegs(legs, member, 0, 0);
      }
      setLegs(legs, member, Math.min(legs.left[member]!, mostCarried), Math.min(legs.right[member]!, mostCarried));
    }
    period.carried.set(bonus.id, legs);
  },
  explain: explainBinary,
  explainLine: (_, { bonus }) => `By the bonus ${bonus}.`,
  explainOrder: explainOrderInLegs,
};

/** Volume of both legs of each member: what was carried in and what is new. */
function legVolumes(period: PeriodCalculation, { id }: BinaryBonus, heads: Heads): Legs {
  const volumes = placementVolumes(period);
  const carried = period.input.carried.get(id);
  const leg = (head: Int32Array, before: Float64Array | undefined): Float64Array => {
    const sums = new Float64Array(period.count);
    for (let member = 0; member < sums.length; member += 1) {
      const sum = (before?.[member] ?? 0) + (head[member]! < 0 ? 0 : volumes[head[member]!]!);
      if (!isHeld(sum)) throw new BeyondRange(`leg volume of bonus ${id}`, period.input.members.uid[member]);
      sums[member] = sum;
    }
    return sums;
  };
  return { left: leg(heads.left, carried?.left), right: leg(heads.right, carried?.right) };
}

/** The larger leg is the strong one; the left if they are equal. */
function matchOf({ left, right }: Legs, member: number, matcher: Matcher, cap: number): Match {
  const [one, other] = [left[member]!, right[member]!];
  return one >= other ? matcher.match(one, other, cap) : matcher.match(other, one, cap);
}

function consume(legs: Legs, member: number, { strong, weak }: Match): void {
  const [left, right] = [legs.left[member]!, legs.right[member]!];
  if (left >= right) setLegs(legs, member, left - strong, right - weak);
  else setLegs(legs, member, left - weak, right - strong);
}

function setLegs({ left, right }: Legs, member: number, leftVolume: number, rightVolume: number): void {
  left[member] = leftVolume;
  right[member] = rightVolume;
}
