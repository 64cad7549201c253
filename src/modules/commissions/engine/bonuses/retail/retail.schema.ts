import { z } from 'zod';
import { id, percent } from '../../document/fields.js';

/** Pays what customers paid above wholesale. */
export const retailSchema = z
  .strictObject({
    id,
    type: z.literal('retail'),
    percent: percent
      .default(100)
      .describe('the percentage of price − wholesale price that the nearest distributor above gets, if active'),
  })
  .meta({
    id: 'RetailBonus',
    title: 'Retail',
    description: 'Pays on the margin between the price that customers paid and the wholesale price.',
  });

export type RetailBonus = z.output<typeof retailSchema>;
