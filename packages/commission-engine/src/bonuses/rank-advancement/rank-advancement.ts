/**
 * Rank advancement: once in a member's life an amount for each rank that its paid-as rank reaches or passes, and that its title
 * rank had not; a line for each rank.
 */
import { z } from 'zod';
import type { BonusType } from '../../bonus-type.js';
import { byRank, id, money } from '../../document/fields.js';
import { entriesOf, joined, validateMoneyByRank } from '../../document/problem.js';
import { minorUnits } from '../../exact.js';
import { exactly, listed, rankAt, sumOf, whyUnpaid, type Reason } from '../../explanation.js';

/** Pays once in a member's life for each rank that it reaches. */
const rankAdvancementSchema = z
  .strictObject({
    id,
    type: z.literal('rank_advancement'),
    amounts: byRank(money).describe(
      'what reaching each rank pays; a rank that is not named pays nothing. Only ranks that nobody reaches without volume',
    ),
  })
  .meta({
    id: 'RankAdvancementBonus',
    title: 'Rank advancement',
    description: 'Pays once in a member’s life for each rank that it reaches or passes.',
  });

type RankAdvancementBonus = z.output<typeof rankAdvancementSchema>;

export const rankAdvancement = {
  type: 'rank_advancement',
  schema: rankAdvancementSchema,
  unit: 'volume',
  // Only ranks that ask for volume: docs/spec/commissions.md#6.
  *validate({ amounts }, around) {
    yield* validateMoneyByRank('amounts', amounts, around);
    for (const [rank] of entriesOf(amounts)) {
      if (around.ranks.has(rank) && !around.ranksAskingVolume.has(rank))
        yield { path: joined('amounts', rank), message: 'is a rank that can be reached without volume' };
    }
  },
  base: () => null,
  levels: () => null,
  calculate(period, { id, amounts }) {
    const bonus = period.positionOf(id);
    const { active, paidAs } = period.standings;
    const { title } = period.input.members;
    const byRank = period.plan.ranks.map(({ name }) => {
      return Object.hasOwn(amounts, name) ? minorUnits(amounts[name]!, period.money.digits) : 0;
    });
    for (let payee = 0; payee < period.count; payee += 1) {
      if (active[payee] === 0) continue;
      for (let rank = title[payee]! + 1; rank <= paidAs[payee]!; rank += 1)
        period.lines.add({ bonus, payee, rank, amount: byRank[rank]! });
    }
  },
  explain(bonus, run) {
    const { plan, member, words } = run;
    const amounts = plan.ranks.flatMap(({ name }) =>
      Object.hasOwn(bonus.amounts, name) ? [{ rank: name, amount: bonus.amounts[name]! }] : [],
    );
    const [before, now] = [rankAt(plan, member.titleBefore), rankAt(plan, member.rank)];
    const reached = amounts.filter(({ rank }) => rankAt(plan, rank) > before && rankAt(plan, rank) <= now);
    const unpaid = whyUnpaid(member);
    const sentences: string[] = [];
    const reasons: Reason[] = [];
    if (unpaid !== undefined) {
      sentences.push(unpaid.sentence);
      reasons.push(unpaid.reason);
    } else if (reached.length > 0) {
      const ranks = listed(reached.map(({ rank }) => rank));
      sentences.push(`${words.money(sumOf(run, bonus.id))} for ${ranks}, reached for the first time.`);
    } else {
      const title = member.titleBefore ?? 'no rank';
      sentences.push(
        `The highest rank so far was ${title}. The rank of this period, ${member.rank!}, brings no other one with an amount.`,
      );
      reasons.push('title');
    }
    return {
      rule: `Pays each member once for each rank that they reach: ${listed(amounts.map(({ rank, amount }) => `${words.money(exactly(amount))} for ${rank}`))}.`,
      sentences,
      reasons,
      figures: { title_before: member.titleBefore, paid_as: member.rank, amounts },
    };
  },
  explainLine: (_, { rank }) => `For the rank ${rank!}, reached for the first time.`,
} satisfies BonusType<RankAdvancementBonus>;
