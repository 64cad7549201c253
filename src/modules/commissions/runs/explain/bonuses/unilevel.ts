import { byRank } from '#commissions/engine/index.js';
import { rankAt } from '../levels.js';
import type { ExplainBonus } from './explain-bonus.js';
import { highestOf, levelWords, percentsWord } from './level-words.js';

/** What becomes of a level whose payee cannot be paid. */
export const COMPRESSION = {
  none: 'If the member on a level cannot be paid, nobody gets that level',
  active: 'Members who are not active are skipped: the level goes to the next one above',
  dynamic:
    'Members who are not active, or whose rank is not paid on a level, are skipped: it goes to the next one above who is',
} as const;

export const explainUnilevel: ExplainBonus<'unilevel'> = (bonus, facts) => {
  const { plan, member } = facts;
  const table = byRank(bonus.percents, plan.ranks, []);
  const own = table[rankAt(plan, member.rank)] ?? [];
  const rule = `Pays a percentage of what is bought below, level by level in the ${bonus.tree} tree. ${COMPRESSION[bonus.compression]}. The rank ${member.rank ?? '(none)'} has ${percentsWord(own)}.`;
  return levelWords(facts, bonus, { rule, own, highest: highestOf(table) });
};
