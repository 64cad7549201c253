import { whyUnpaid, type Reason } from '../facts.js';
import { rankAt } from '../levels.js';
import { listed } from '../words.js';
import type { ExplainBonus } from './explain-bonus.js';
import { sumOf } from './level-words.js';

export const explainRankAdvancement: ExplainBonus<'rank_advancement'> = (bonus, facts) => {
  const { plan, member, words } = facts;
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
    sentences.push(`${words.money(sumOf(facts, bonus.id))} for ${ranks}, reached for the first time.`);
  } else {
    const title = member.titleBefore ?? 'no rank';
    sentences.push(
      `The highest rank so far was ${title}. The rank of this period, ${member.rank!}, brings no other one with an amount.`,
    );
    reasons.push('title');
  }
  return {
    rule: `Pays each member once for each rank that they reach: ${listed(amounts.map(({ rank, amount }) => `${amount} for ${rank}`))}.`,
    sentences,
    reasons,
    figures: { title_before: member.titleBefore, paid_as: member.rank, amounts },
  };
};
