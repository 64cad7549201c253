import { z } from 'zod';
import { count, MAX_CONDITIONS, positivePercent, rankName, volume } from './fields.js';

const legs = z.strictObject({
  rank: rankName.describe('the rank that somebody in the leg has, or a higher one'),
  count: count.describe('in how many frontline legs'),
});

/**
 * The conditions of a rank, and of being active; all that are named must hold.
 * See docs/spec/commissions.md#3-ranks.
 */
export const requirementsSchema = z
  .strictObject({
    personal_volume: volume
      .describe(
        'at least so much personal volume: qualifying volume of the member’s own rows, and of their customers if the plan counts them',
      )
      .optional(),
    group_volume: volume
      .describe('at least so much group volume: qualifying volume of the member and all below')
      .optional(),
    leg_cap_percent: positivePercent
      .describe(
        'each leg, and the personal volume, count for at most this percentage of the required group volume; stands beside a group_volume',
      )
      .optional(),
    active_frontline: count.describe('at least so many active distributors in the frontline').optional(),
    customers: count
      .describe('at least so many customers and preferred customers in the frontline with qualifying volume above 0')
      .optional(),
    legs: z
      .array(legs)
      .max(MAX_CONDITIONS)
      .describe('in so many frontline legs somebody has this paid-as rank or a higher one')
      .optional(),
    get any(): z.ZodOptional<z.ZodArray<z.ZodType<Requirements, Requirements>>> {
      return z.array(requirementsSchema).min(1).max(MAX_CONDITIONS).describe('one of these must be met').optional();
    },
  })
  .meta({ id: 'PlanConditions', description: 'conditions, which must all be met; none: always' });

/** The conditions of a rank, and of being active. Volumes are in units, percentages of 0 to 100. */
export interface Requirements {
  personal_volume?: number | undefined;
  group_volume?: number | undefined;
  leg_cap_percent?: number | undefined;
  active_frontline?: number | undefined;
  customers?: number | undefined;
  legs?: { rank: string; count: number }[] | undefined;
  any?: Requirements[] | undefined;
}
