import { z } from 'zod';
import { bonusId, byRank, describedCompression, id, levels, MAX_BONUSES } from '../../document/fields.js';
import {
  validateIds,
  validateRanks,
  listOf,
  type Problem,
  type Surroundings,
  type Unvalidated,
} from '../../document/problem.js';

/** Pays percentages of what those below earned by other bonuses. */
export const matchingSchema = z
  .strictObject({
    id,
    type: z.literal('matching'),
    of: z
      .array(bonusId)
      .min(1)
      .max(MAX_BONUSES)
      .describe('ids of the bonuses, above this one, whose earnings are matched'),
    percents: byRank(levels).describe('by rank of the payee: the percentage of each level, the first level first'),
    compression: describedCompression,
  })
  .meta({
    id: 'MatchingBonus',
    title: 'Matching',
    description:
      'Pays percentages of what those below in the sponsor tree earned by other bonuses, before caps, level by level.',
  });

export type MatchingBonus = z.output<typeof matchingSchema>;

/** What the schema cannot say: what is matched stands above, and the table names ranks of the plan. */
export function* validateMatching(
  { of, percents }: Unvalidated<MatchingBonus>,
  around: Surroundings,
): Iterable<Problem> {
  yield* validateIds('of', listOf(of, MAX_BONUSES), {
    mayName: (other) => around.above.has(other),
    message: 'is not the id of a bonus above this one',
  });
  yield* validateRanks('percents', percents, around);
}
