import { z } from 'zod';
import { byRank, describedCompression, id, levels } from '../../document/fields.js';
import { judgeRanks, type Problem, type Surroundings, type Unjudged } from '../../document/problem.js';

/** Pays percentages of what is bought below, level by level. */
export const unilevelSchema = z
  .strictObject({
    id,
    type: z.literal('unilevel'),
    tree: z
      .enum(['sponsor', 'placement'])
      .default('sponsor')
      .describe('which upline is paid: who brought whom, or who stands where'),
    percents: byRank(levels).describe('by rank of the payee: the percentage of each level, the first level first'),
    compression: describedCompression,
  })
  .meta({
    id: 'UnilevelBonus',
    title: 'Unilevel',
    description: 'Pays percentages of what is bought below, level by level.',
  });

export type UnilevelBonus = z.output<typeof unilevelSchema>;

/** What the schema cannot say: the table names ranks of the plan. */
export function judgeUnilevel({ percents }: Unjudged<UnilevelBonus>, around: Surroundings): Iterable<Problem> {
  return judgeRanks('percents', percents, around);
}
