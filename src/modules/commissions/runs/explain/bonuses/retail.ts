import type { ExplainBonus } from './explain-bonus.js';
import { levelWords } from './level-words.js';

export const explainRetail: ExplainBonus<'retail'> = (bonus, facts) => {
  const rule = `Pays ${bonus.percent} % of price less wholesale price of what customers and preferred customers bought, to the nearest distributor above, if that one is active. Never below 0 for a customer.`;
  return levelWords(facts, bonus, { rule, own: [bonus.percent], highest: [bonus.percent] });
};
