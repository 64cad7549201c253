import type { ExplainBonus } from './explain-bonus.js';
import { levelWords } from './level-words.js';

export const explainRetail: ExplainBonus<'retail'> = (bonus, facts) => {
  const rule = `Pays ${bonus.percent} % of what customers paid above the wholesale price, to the nearest distributor above them, if that one is active. It is never below 0 for a customer.`;
  return levelWords(facts, bonus, { rule, own: [bonus.percent], highest: [bonus.percent] });
};
