import { z } from 'zod';
import { byRank, count, id, percent } from '../../document/fields.js';
import { validateRanks, type Problem, type Surroundings, type Unvalidated } from '../../document/problem.js';

/** Shares a percentage of all volume among members by their ranks. */
export const poolSchema = z
  .strictObject({
    id,
    type: z.literal('pool'),
    percent: percent.describe('the percentage of all commissionable volume × rate that is shared'),
    shares: byRank(count).describe('how many shares an active member has, by its rank: whole numbers'),
  })
  .meta({
    id: 'PoolBonus',
    title: 'Pool',
    description: 'Shares a percentage of all volume among active members, by their ranks.',
  });

export type PoolBonus = z.output<typeof poolSchema>;

/** What the schema cannot say: the table names ranks of the plan. */
export function validatePool({ shares }: Unvalidated<PoolBonus>, around: Surroundings): Iterable<Problem> {
  return validateRanks('shares', shares, around);
}
