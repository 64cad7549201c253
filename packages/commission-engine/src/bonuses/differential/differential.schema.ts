import { z } from 'zod';
import { id, MAX_STEPS, percent, volume } from '../../document/fields.js';

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
      'Pays each member their percentage, by the volume of their group, less what the groups below get: stair steps, also with breakaway.',
  });

export type DifferentialBonus = z.output<typeof differentialSchema>;
