import { z } from 'zod';
import { byRank, describedCompression, id, levels } from '../../document/fields.js';
import { validateRanks, type Problem, type Surroundings, type Unvalidated } from '../../document/problem.js';

/** Pays percentages of what is bought below, level by level. */
export const unilevelSchema = z
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

export type UnilevelBonus = z.output<typeof unilevelSchema>;

/** What the schema cannot say: the table names ranks of the plan. */
export function validateUnilevel({ percents }: Unvalidated<UnilevelBonus>, around: Surroundings): Iterable<Problem> {
  return validateRanks('percents', percents, around);
}
