import { z } from 'zod';
import { id, levels, rankName } from '../../document/fields.js';
import { validateRank, type Problem, type Surroundings, type Unvalidated } from '../../document/problem.js';

/** Pays the leaders above a source, generation by generation. */
export const generationSchema = z
  .strictObject({
    id,
    type: z.literal('generation'),
    rank: rankName.describe('a member who has at least this paid-as rank, and is active, begins a generation'),
    percents: levels.describe('the percentage of each generation, the nearest first'),
  })
  .meta({
    id: 'GenerationBonus',
    title: 'Generation',
    description: 'Pays the k-th leader above each source, in the sponsor tree, the k-th percentage.',
  });

export type GenerationBonus = z.output<typeof generationSchema>;

/** What the schema cannot say: the rank is one of the plan. */
export function validateGeneration({ rank }: Unvalidated<GenerationBonus>, around: Surroundings): Iterable<Problem> {
  return validateRank('rank', rank, around);
}
