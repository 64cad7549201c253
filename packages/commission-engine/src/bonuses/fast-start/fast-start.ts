/**
 * Fast start: what a member buys in its first days goes up its payees, of which the k-th gets the k-th percentage, or nothing if
 * it is not active. What counts here does not count in the unilevel and generation bonuses that it excludes.
 */
import { z } from 'zod';
import type { BonusType } from '../../bonus-type.js';
import { bonusId, id, levels, MAX_BONUSES } from '../../document/fields.js';
import { counted, listed } from '../../explanation.js';
import { levelLine, levelWords, percentsWord } from '../../level-words.js';
import { everyPayee } from '../../level-rule.js';
import { payLevels } from '../levels.js';

/** Ten years: longer is no start. */
const MAX_DAYS = 3650;

/** Pays on what new members buy in their first days. */
const fastStartSchema = z
  .strictObject({
    id,
    type: z.literal('fast_start'),
    days: z
      .int()
      .min(1)
      .max(MAX_DAYS)
      .describe('how many days of 24 hours after its enrolment what a member buys counts here'),
    percents: levels.describe(
      'the percentage of each level, the first level first; unpaid where the payee is not active',
    ),
    excludes: z
      .array(bonusId)
      .max(MAX_BONUSES)
      .default([])
      .describe('ids of the unilevel and generation bonuses in which such purchases do not count'),
  })
  .meta({
    id: 'FastStartBonus',
    title: 'Fast start',
    description: 'Pays the sponsors above on what new members buy in their first days, level by level.',
  });

type FastStartBonus = z.output<typeof fastStartSchema>;

export const fastStart = {
  type: 'fast_start',
  schema: fastStartSchema,
  unit: 'volume',
  names: { excludes: { types: ['unilevel', 'generation'] } },
  base: ({ days }) => ({ fromDay: 0, toDay: days }),
  withholds: ({ days, excludes }) => ({ days, from: excludes }),
  levels: ({ percents }, plan) => everyPayee(plan, percents),
  calculate: payLevels,
  explain(bonus, run) {
    const { days, percents, excludes } = bonus;
    const excluded = excludes.length === 0 ? '' : ` Such purchases do not count in ${listed(excludes)}.`;
    const words = `Pays on what members below bought in their first ${counted(days, 'day')}: ${percentsWord(percents)}. If the member on a level is not active, nobody gets that level.${excluded}`;
    return levelWords(run, bonus, everyPayee(run.plan, percents), words, percents);
  },
  explainLine: (_, line) => levelLine(line, 'bought'),
} satisfies BonusType<FastStartBonus>;
