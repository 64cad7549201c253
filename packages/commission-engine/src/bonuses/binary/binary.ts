/**
 * Binary: a member's left and right placement legs, with what was carried in, are held against each other. What matches in the
 * ratio pays a percentage, or an amount for each full cycle, and is consumed; the rest is carried into the next period. Who is
 * not active, or lacks an own active distributor in a leg where that is asked for, gets nothing, and keeps or loses its volumes.
 */
import type { BonusType } from '../../bonus-type.js';
import { byRank as tableByRank } from '../../by-rank.js';
import { entriesOf, validateMoney, validateMoneyByRank } from '../../document/problem.js';
import { BeyondRange, isHeld, minorUnits, tenThousandths } from '../../exact.js';
import { NOT_PLACED, type Legs } from '../../period.js';
import type { PeriodCalculation } from '../../period-calculation.js';
import { binarySchema, type BinaryBonus } from './binary.schema.js';
import { explainBinary, explainOrderInLegs } from './explain.js';
import { haveBothLegs, headsOf, placementVolumes, type Heads } from './legs.js';
import { matcherOf, type Match, type Matcher } from './match.js';

export const binary = {
  type: 'binary',
  schema: binarySchema,
  unit: 'volume',
  isMain: true,
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
} satisfies BonusType<BinaryBonus>;

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
