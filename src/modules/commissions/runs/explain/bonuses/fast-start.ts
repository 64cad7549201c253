import { counted, listed } from '../words.js';
import type { ExplainBonus } from './explain-bonus.js';
import { levelWords, percentsWord } from './level-words.js';

export const explainFastStart: ExplainBonus<'fast_start'> = (bonus, facts) => {
  const { days, percents, excludes } = bonus;
  const excluded = excludes.length === 0 ? '' : ` Such purchases do not count in ${listed(excludes)}.`;
  const rule = `Pays on what members below bought in their first ${counted(days, 'day')}: ${percentsWord(percents)}. If the member on a level is not active, nobody gets that level.${excluded}`;
  return levelWords(facts, bonus, { rule, own: percents, highest: percents });
};
