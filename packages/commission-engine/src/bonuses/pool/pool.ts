/**
 * Pool: a percentage of all commissionable volume, rounded down to a minor unit, is shared among the active payees by the shares
 * of their ranks. Each gets its part rounded down; what is left goes by one minor unit each to the largest remainders, of equal
 * ones to the lower uids, so that the lines add up to the pool.
 */
import { z } from 'zod';
import type { BonusType } from '../../bonus-type.js';
import { byRank as tableByRank } from '../../by-rank.js';
import { byRank, count, id, percent } from '../../document/fields.js';
import { validateRanks } from '../../document/problem.js';
import { BeyondRange, isHeld, tenThousandths } from '../../exact.js';
import { counted, rankAt, sumOf, whyUnpaid, type Reason } from '../../explanation.js';
import type { PeriodCalculation } from '../../period-calculation.js';

/** Shares a percentage of all commissionable volume among members by their ranks. */
const poolSchema = z
  .strictObject({
    id,
    type: z.literal('pool'),
    percent: percent.describe('the percentage of all commissionable volume × rate that is shared'),
    shares: byRank(count).describe('how many shares an active member has, by rank: whole numbers'),
  })
  .meta({
    id: 'PoolBonus',
    title: 'Pool',
    description: 'Shares a percentage of all commissionable volume among active members, by their ranks.',
  });

type PoolBonus = z.output<typeof poolSchema>;

export const pool = {
  type: 'pool',
  schema: poolSchema,
  unit: 'volume',
  isMain: true,
  validate: ({ shares }, around) => validateRanks('shares', shares, around),
  base: () => null,
  levels: () => null,
  explainedBy: 'totals',
  calculate(period, { id, percent, shares }) {
    const { numerator, denominator } = period.money.fraction('volume', tenThousandths(percent), period.allVolume);
    if (numerator <= 0n) return;
    const amount = Number(numerator / denominator);
    if (!isHeld(amount)) throw new BeyondRange(`pool of bonus ${id}`);
    const byShares = sharers(period, tableByRank(shares, period.plan.ranks, 0));
    if (byShares.size === 0) return period.unpaid.add(id, 'not_shared', amount);
    const bonus = period.positionOf(id);
    for (const { members, each } of parts(amount, byShares, period.input.members.uid)) {
      for (const payee of members) period.lines.add({ bonus, payee, amount: each });
    }
  },
  explain(bonus, run) {
    const { plan, member, words, totals } = run;
    const table = tableByRank(bonus.shares, plan.ranks, 0);
    const shares = member.active ? (table[rankAt(plan, member.rank)] ?? 0) : 0;
    let all = 0;
    for (const [rank, active] of totals!.activeByRank) all += (table[rankAt(plan, rank)] ?? 0) * active;
    const pool = totals!.byBonus.get(bonus.id) ?? 0n;
    const unpaid = whyUnpaid(member);
    const sentences: string[] = [];
    const reasons: Reason[] = [];
    if (unpaid !== undefined) {
      sentences.push(unpaid.sentence);
      reasons.push(unpaid.reason);
    } else if (shares === 0) {
      sentences.push(`The rank of this period, ${member.rank!}, has no share.`);
      reasons.push('shares');
    } else if (pool === 0n) {
      sentences.push('There was no volume to share.');
      reasons.push('no_source');
    } else {
      sentences.push(
        `The pool was ${words.money(pool)} for ${counted(all, 'share')}; the rank ${member.rank!} has ${counted(shares, 'share')}, which is ${words.money(sumOf(run, bonus.id))}.`,
      );
    }
    return {
      rule: `Divides ${bonus.percent} % of all commissionable volume, in money, among active members by the shares of their ranks. Each part is rounded down; the cents that are left go to those who lost most by that.`,
      sentences,
      reasons,
      figures: {
        percent: bonus.percent,
        all_commissionable_volume: words.number(totals!.commissionable),
        pool: words.number(pool),
        all_shares: all,
        shares,
      },
    };
  },
  explainLine: (_, { bonus }) => `By the bonus ${bonus}.`,
  explainOrder({ id, percent }, { member, totals, words }, { volume }) {
    const whole = totals!.commissionable;
    return {
      share: null,
      whole,
      sentence: `Its ${words.volume(volume)} are a part of the ${words.volume(whole)} of everybody, of which ${percent} % is shared out; this member’s part of that is ${words.money(member.bonuses.get(id) ?? 0n)}, whoever bought.`,
    };
  },
} satisfies BonusType<PoolBonus>;

/** The active payees by how many shares they have. */
function sharers(
  { standings: { active, paidAs }, count }: PeriodCalculation,
  shares: readonly number[],
): Map<number, number[]> {
  const byShares = new Map<number, number[]>();
  for (let member = 0; member < count; member += 1) {
    const has = active[member] === 1 ? shares[paidAs[member]!]! : 0;
    if (has === 0) continue;
    const others = byShares.get(has);
    if (others === undefined) byShares.set(has, [member]);
    else others.push(member);
  }
  return byShares;
}

/** Members who get the same. Who has the same shares has the same remainder, so only those on the border are told apart by uid. */
function* parts(
  amount: number,
  byShares: ReadonlyMap<number, number[]>,
  uid: Float64Array,
): Iterable<{ members: readonly number[]; each: number }> {
  let all = 0n;
  for (const [shares, members] of byShares) all += BigInt(shares) * BigInt(members.length);
  const quotas = [...byShares].map(([shares, members]) => {
    const product = BigInt(amount) * BigInt(shares);
    return { members, floor: Number(product / all), remainder: product % all };
  });
  let left = amount;
  for (const { members, floor } of quotas) left -= floor * members.length;
  quotas.sort((one, other) => (one.remainder < other.remainder ? 1 : one.remainder > other.remainder ? -1 : 0));
  for (let first = 0; first < quotas.length;) {
    let next = first + 1;
    while (next < quotas.length && quotas[next]!.remainder === quotas[first]!.remainder) next += 1;
    const equal = quotas.slice(first, next);
    const count = equal.reduce((sum, { members }) => sum + members.length, 0);
    const border = left > 0 && left < count ? lowestUids(equal, left, uid) : left >= count ? Infinity : -Infinity;
    for (const { members, floor } of equal) {
      yield { members: members.filter((member) => uid[member]! <= border), each: floor + 1 };
      yield { members: members.filter((member) => uid[member]! > border), each: floor };
    }
    left -= Math.min(left, count);
    first = next;
  }
}

/** The uid of the last of so many members with the lowest ones. */
function lowestUids(groups: readonly { members: readonly number[] }[], count: number, uid: Float64Array): number {
  const uids = Float64Array.from(groups.flatMap(({ members }) => members.map((member) => uid[member]!)));
  return uids.sort()[count - 1]!;
}
