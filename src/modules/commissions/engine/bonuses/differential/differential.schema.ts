import { z } from 'zod';
import { id, MAX_STEPS, percent, volume } from '../../document/fields.js';
import { entriesOf, listOf, type Problem, type Unvalidated } from '../../document/problem.js';

const ASCENDING = ['from', 'percent'];

const stepSchema = z.strictObject({
  from: volume.describe('the qualifying group volume from which this percentage applies'),
  percent: percent.describe('the percentage of the base of the group'),
});

/** Pays the difference between a member's percentage and those of the groups below: stair steps. */
export const differentialSchema = z
  .strictObject({
    id,
    type: z.literal('differential'),
    steps: z
      .array(stepSchema)
      .min(1)
      .max(MAX_STEPS)
      .describe('the steps by group volume, each higher than the one before in both'),
    breakaway: z
      .strictObject({
        leadership_percent: percent.describe(
          'the percentage of the group of a member who has broken away, paid to the nearest upline member who has too',
        ),
      })
      .describe('a member who reaches the highest step breaks away: their group no longer counts for the upline')
      .optional(),
  })
  .meta({
    id: 'DifferentialBonus',
    title: 'Differential',
    description:
      'Pays each member its percentage, by the volume of its group, less what the groups below get: stair steps, also with breakaway.',
  });

export type DifferentialBonus = z.output<typeof differentialSchema>;

/** What the schema cannot say: steps ascend strictly. */
export function* validateDifferential({ steps }: Unvalidated<DifferentialBonus>): Iterable<Problem> {
  const before = new Map<string, number>();
  for (const [index, step] of listOf(steps, MAX_STEPS).entries()) {
    for (const [field, value] of entriesOf(step)) {
      if (!ASCENDING.includes(field) || typeof value !== 'number') continue;
      const last = before.get(field);
      if (last !== undefined && value <= last)
        yield { path: `steps[${index}].${field}`, message: `must be above ${last}, that of the step before` };
      before.set(field, value);
    }
  }
}
