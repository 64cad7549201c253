/**
 * Unilevel: each source's base goes up its payees, and the payee at level k gets the k-th percentage of its rank. What becomes
 * of a level whose payee cannot be paid is the compression: it stays unpaid, or goes to the next active payee, or to the next
 * whose rank has a percentage at that level.
 */
import { z } from 'zod';
import { ALL_PURCHASES } from '../../bases.js';
import type { BonusType } from '../../bonus-type.js';
import { byRank, describedCompression, id, levels } from '../../document/fields.js';
import { validateRanks } from '../../document/problem.js';
import { COMPRESSION, levelLine, levelWords, percentsOf, percentsWord } from '../../level-words.js';
import { tableRule } from '../../level-rule.js';
import { payLevels } from '../levels.js';

/** Pays percentages of what is bought below, level by level. */
const unilevelSchema = z
  .strictObject({
    id,
    type: z.literal('unilevel'),
    tree: z
      .enum(['sponsor', 'placement'])
      .default('sponsor')
      .describe('which upline is paid: that of the sponsor tree, or that of the placement tree'),
    percents: byRank(levels).describe('by rank of the payee: the percentage of each level, the first level first'),
    compression: describedCompression,
  })
  .meta({
    id: 'UnilevelBonus',
    title: 'Unilevel',
    description: 'Pays percentages of what is bought below, level by level.',
  });

type UnilevelBonus = z.output<typeof unilevelSchema>;

export const unilevel = {
  type: 'unilevel',
  schema: unilevelSchema,
  unit: 'volume',
  isMain: true,
  validate: ({ percents }, around) => validateRanks('percents', percents, around),
  base: () => ALL_PURCHASES,
  levels: (bonus, plan) => tableRule(plan, bonus),
  placement: ({ tree }) => (tree === 'placement' ? 'any' : undefined),
  calculate: payLevels,
  explain(bonus, run) {
    const rule = tableRule(run.plan, bonus);
    return levelWords(
      run,
      bonus,
      rule,
      `Pays a percentage of what is bought below, level by level in the ${bonus.tree} tree. ${COMPRESSION[bonus.compression]}. The rank ${run.member.rank ?? '(none)'} has ${percentsWord(percentsOf(run, rule))}.`,
    );
  },
  explainLine: (_, line) => levelLine(line, 'bought'),
} satisfies BonusType<UnilevelBonus>;
