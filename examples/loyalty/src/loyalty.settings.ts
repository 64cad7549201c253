import { decimal, Settings, z } from 'direct-selling-commerce-api';

export class LoyaltySettings extends Settings(
  z.object({
    LOYALTY_DAYS: z.coerce.number().int().min(1).max(3650).default(365).describe('days until points expire'),
    LOYALTY_POINT_VALUE: z
      .string()
      .regex(/^\d{1,3}(\.\d{1,4})?$/)
      .transform(decimal)
      .refine((value) => value.gt(0), 'must be above 0')
      .default(decimal('0.01'))
      .describe('what a redeemed point takes off the price, in the currency of the service'),
  }),
) {
  /** Points from before this instant have expired. */
  get expiredBefore(): Date {
    return new Date(Date.now() - this.LOYALTY_DAYS * 24 * 3600 * 1000);
  }
}
