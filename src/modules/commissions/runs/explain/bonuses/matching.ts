import { byRank } from '#commissions/engine/index.js';
import { rankAt } from '../levels.js';
import { listed } from '../words.js';
import type { ExplainBonus } from './explain-bonus.js';
import { highestOf, levelWords, percentsWord } from './level-words.js';
import { COMPRESSION } from './unilevel.js';

export const explainMatching: ExplainBonus<'matching'> = (bonus, facts) => {
  const { plan, member } = facts;
  const table = byRank(bonus.percents, plan.ranks, []);
  const own = table[rankAt(plan, member.rank)] ?? [];
  const rule = `Pays a percentage of what the downline in the sponsor tree earned by ${listed(bonus.of)}, level by level, before upper limits are applied. ${COMPRESSION[bonus.compression]}. The rank ${member.rank ?? '(none)'} has ${percentsWord(own)}.`;
  return levelWords(facts, bonus, { rule, own, highest: highestOf(table) });
};
