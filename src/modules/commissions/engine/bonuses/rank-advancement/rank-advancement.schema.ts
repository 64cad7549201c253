import { z } from 'zod';
import { byRank, id, money } from '../../document/fields.js';
import {
  entriesOf,
  joined,
  validateMoneyByRank,
  type Problem,
  type Surroundings,
  type Unvalidated,
} from '../../document/problem.js';

/** Pays once in a member's life for each rank that it reaches. */
export const rankAdvancementSchema = z
  .strictObject({
    id,
    type: z.literal('rank_advancement'),
    amounts: byRank(money).describe(
      'what reaching each rank pays; a rank that is not named pays nothing. Only ranks that nobody reaches without volume',
    ),
  })
  .meta({
    id: 'RankAdvancementBonus',
    title: 'Rank advancement',
    description: 'Pays once in a member’s life for each rank that it reaches or passes.',
  });

export type RankAdvancementBonus = z.output<typeof rankAdvancementSchema>;

/** What the schema cannot say: ranks of the plan that ask for volume (docs/spec/commissions.md#6), and the currency's decimals. */
export function* validateRankAdvancement(
  { amounts }: Unvalidated<RankAdvancementBonus>,
  around: Surroundings,
): Iterable<Problem> {
  yield* validateMoneyByRank('amounts', amounts, around);
  for (const [rank] of entriesOf(amounts)) {
    if (around.ranks.has(rank) && !around.ranksAskingVolume.has(rank))
      yield { path: joined('amounts', rank), message: 'is a rank that can be reached without volume' };
  }
}
