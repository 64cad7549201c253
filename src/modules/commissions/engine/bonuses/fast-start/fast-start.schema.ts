import { z } from 'zod';
import { bonusId, id, levels, MAX_BONUSES } from '../../document/fields.js';
import { validateIds, listOf, type Problem, type Surroundings, type Unvalidated } from '../../document/problem.js';

/** Ten years: longer is no start. */
const MAX_DAYS = 3650;
const EXCLUDABLE: readonly (string | undefined)[] = ['unilevel', 'generation'];

/** Pays on what new members buy in their first days. */
export const fastStartSchema = z
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

export type FastStartBonus = z.output<typeof fastStartSchema>;

/** What the schema cannot say: what is excluded are unilevel and generation bonuses of the plan. */
export function validateFastStart(
  { excludes }: Unvalidated<FastStartBonus>,
  { bonuses }: Surroundings,
): Iterable<Problem> {
  return validateIds('excludes', listOf(excludes, MAX_BONUSES), {
    mayName: (id) => EXCLUDABLE.includes(bonuses.get(id)),
    message: 'is not the id of a unilevel or generation bonus of this plan',
  });
}
