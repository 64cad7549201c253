/**
 * Retail: a percentage of what a customer or preferred customer paid above wholesale in the period, to the nearest payee above
 * in the sponsor tree, if that one is active. Never below 0 for a customer and period.
 */
import { z } from 'zod';
import { ALL_PURCHASES } from '../../bases.js';
import type { BonusType } from '../../bonus-type.js';
import { id, percent } from '../../document/fields.js';
import { levelLine, levelWords } from '../../level-words.js';
import { everyPayee } from '../../level-rule.js';
import { payLevels } from '../levels.js';

/** Pays what customers paid above wholesale. */
const retailSchema = z
  .strictObject({
    id,
    type: z.literal('retail'),
    percent: percent
      .default(100)
      .describe('the percentage of price − wholesale price that the nearest distributor above gets, if active'),
  })
  .meta({
    id: 'RetailBonus',
    title: 'Retail',
    description: 'Pays on the margin between the price that customers paid and the wholesale price.',
  });

type RetailBonus = z.output<typeof retailSchema>;

export const retail = {
  type: 'retail',
  schema: retailSchema,
  unit: 'price',
  base: () => ALL_PURCHASES,
  levels: (bonus, plan) => everyPayee(plan, [bonus.percent]),
  calculate: payLevels,
  explain(bonus, run) {
    const words = `Pays ${bonus.percent} % of what customers paid above the wholesale price, to the nearest distributor above them, if that one is active. It is never below 0 for a customer.`;
    return levelWords(run, bonus, everyPayee(run.plan, [bonus.percent]), words, [bonus.percent]);
  },
  explainLine: (_, line) => levelLine(line, 'paid above the wholesale price'),
} satisfies BonusType<RetailBonus>;
