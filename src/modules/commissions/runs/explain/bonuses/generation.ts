import { rankAt } from '../levels.js';
import type { ExplainBonus } from './explain-bonus.js';
import { levelWords, percentsWord } from './level-words.js';

export const explainGeneration: ExplainBonus<'generation'> = (bonus, facts) => {
  const { plan, member } = facts;
  const isLeader = rankAt(plan, member.rank) >= rankAt(plan, bonus.rank);
  const rule = `Pays active members of the rank ${bonus.rank} or higher on what is bought below, and counts only them as levels: ${percentsWord(bonus.percents)}.`;
  return levelWords(facts, bonus, { rule, own: isLeader ? bonus.percents : [], highest: bonus.percents });
};
