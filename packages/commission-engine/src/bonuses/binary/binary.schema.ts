import { z } from 'zod';
import { byRank, id, money, percent, positiveVolume, volume } from '../../document/fields.js';

const MAX_RATIO = 1000;
const part = z.int().min(1).max(MAX_RATIO).default(1);

/** Pays on volume that the two placement legs of a member match. */
export const binarySchema = z
  .strictObject({
    id,
    type: z.literal('binary'),
    ratio: z
      .strictObject({
        strong: part.describe('parts of the larger leg; the left one if they are equal'),
        weak: part.describe('parts of the smaller leg'),
      })
      .prefault({})
      .describe('how much of the larger leg matches how much of the smaller: 1 and 1, or 2 and 1'),
    percent: percent.describe('the percentage paid on what matches of the weak leg; or else a cycle').optional(),
    cycle: z
      .strictObject({
        volume: positiveVolume.describe('the volume of one cycle, times the ratio of each leg'),
        amount: money.describe('what one cycle pays'),
      })
      .describe('pays an amount for each cycle of volume that both legs have; or else a percent')
      .optional(),
    cap: byRank(money)
      .describe('the most that the bonus pays a member, by rank; a rank below all that are named has no cap')
      .optional(),
    over_cap: z
      .enum(['flush', 'carry'])
      .default('flush')
      .describe(
        'what happens to volume that matched above the cap. `flush`: it is consumed. `carry`: only what the cap pays is consumed',
      ),
    carry_cap: volume
      .describe('the most that is carried into the next period in each leg; without it there is no limit')
      .optional(),
    requires_legs: z
      .boolean()
      .default(false)
      .describe('whether a member must have sponsored an active distributor itself in each leg'),
    inactive: z
      .enum(['keep', 'flush'])
      .default('keep')
      .describe(
        'what happens to the legs of members who are not active or lack a required leg, and get nothing. `keep`: they are carried, with what is new. `flush`: nothing is carried',
      ),
  })
  .meta({
    id: 'BinaryBonus',
    title: 'Binary',
    description: 'Pays on volume that the left and the right placement leg match; the rest is carried.',
  });

export type BinaryBonus = z.output<typeof binarySchema>;
