import { fixedNumber } from '#common/money/fixed.js';
import { byRank } from '#commissions/engine/index.js';
import { whyUnpaid, type Reason } from '../facts.js';
import { rankAt } from '../levels.js';
import { counted } from '../words.js';
import type { ExplainBonus } from './explain-bonus.js';
import { sumOf } from './level-words.js';

export const explainPool: ExplainBonus<'pool'> = (bonus, facts) => {
  const { plan, member, words, totals } = facts;
  const table = byRank(bonus.shares, plan.ranks, 0);
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
      `The pool was ${words.money(pool)} for ${counted(all, 'share')}; the rank ${member.rank!} has ${counted(shares, 'share')}, which is ${words.money(sumOf(facts, bonus.id))}.`,
    );
  }
  return {
    rule: `Divides ${bonus.percent} % of all volume that commissions are paid on, in money, among active members by the shares of their ranks. Each part is rounded down; the cents that are left go to those who lost most by that.`,
    sentences,
    reasons,
    figures: {
      percent: bonus.percent,
      all_commissionable_volume: fixedNumber(totals!.commissionable),
      pool: fixedNumber(pool),
      all_shares: all,
      shares,
    },
  };
};
