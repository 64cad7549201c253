import { z } from 'zod';
import { MAX_BONUSES, MAX_RANKS, money, percent, planName, rankName, rate } from './fields.js';
import { requirementsSchema } from './requirements.schema.js';

/** The volumes of a ledger row. */
const volumeKind = z.enum(['business_volume', 'points', 'cumulative_volume']);

const rankSchema = z.strictObject({
  name: rankName.describe('the name of the rank, unique in the plan'),
  requires: requirementsSchema.prefault({}).describe('its conditions, which must all be met; the first rank has none'),
});

const volumesSchema = z.strictObject({
  qualifying: volumeKind.describe('the volume that ranks, activity and steps are measured in'),
  commissionable: volumeKind.describe('the volume that bonuses pay on'),
});

/** Schemas of bonuses, which a plan tells apart by `type`. */
type BonusSchemas = readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]];

/**
 * A plan as a document: what a schema can say of it. See docs/spec/commissions.md#3. What it cannot say (references,
 * orders, the currency's decimals) the validation in the room `plans` adds.
 * @param bonuses the parameters of each type of bonus
 */
export function planSchemaOf<const Schemas extends BonusSchemas>(bonuses: Schemas) {
  return z
    .strictObject({
      name: planName.describe('the name of the plan'),
      period: z.enum(['month', 'week']).describe('what a run calculates: calendar months, or ISO weeks'),
      time_zone: z
        .string()
        .max(64)
        .describe('the IANA name of the time zone in which periods begin and end, such as `Europe/Berlin`'),
      volumes: volumesSchema.describe('which of the ledger’s volumes count for what'),
      rate: rate.default(1).describe('money for one unit of commissionable volume; base is volume × rate'),
      rounding: z
        .enum(['half_even', 'half_up'])
        .default('half_even')
        .describe(
          'how each line is rounded to the currency’s minor unit: a half to the even neighbour, or away from zero',
        ),
      personal_volume_includes_customers: z
        .boolean()
        .default(false)
        .describe(
          'whether personal volume includes that of the customers and preferred customers whose nearest distributor above is the member',
        ),
      active: requirementsSchema
        .prefault({})
        .describe('what makes a distributor active in the period; without conditions each one is'),
      ranks: z.array(rankSchema).min(1).max(MAX_RANKS).describe('the ranks, the lowest first'),
      bonuses: z
        .array(z.discriminatedUnion('type', bonuses))
        .max(MAX_BONUSES)
        .describe('the bonuses, in the order in which they are calculated'),
      member_cap: money
        .describe('the maximum for one member in one period: a line `cap` deducts what is above')
        .optional(),
      payout_cap_percent: percent
        .describe(
          'the maximum of all lines together, as a percentage of all commissionable volume × rate: what is above is deducted from all in proportion',
        )
        .optional(),
      minimum_payout: money.default(0).describe('the minimum balance for a payout; less is carried over'),
      four_eyes: z
        .boolean()
        .default(true)
        .describe('whether a run must be approved, and a payout released, by a second person'),
    })
    .meta({ title: 'Plan', description: 'A commission plan: ranks, bonuses and caps.' });
}

/** What all bonuses of a plan have; what else one has only its type reads. */
export interface AnyBonus {
  id: string;
  type: string;
}

/** A validated plan, with its defaults filled in. Amounts and percentages are decimals with at most 4 places. */
export type Plan = Omit<z.output<ReturnType<typeof planSchemaOf>>, 'bonuses'> & { bonuses: AnyBonus[] };
