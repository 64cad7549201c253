import { Injectable } from '@nestjs/common';
import { Pricing, type Decimal, type PricingContext, type PricingLine } from 'direct-selling-commerce-api';
import type { EntityManager } from 'typeorm';
import { Ledger } from './ledger.js';
import { priced } from './loyalty.rules.js';
import { LoyaltySettings } from './loyalty.settings.js';

/** The prices of a member's tier, less the points that it wants to redeem. */
@Injectable()
export class LoyaltyPricing extends Pricing {
  constructor(
    private readonly ledger: Ledger,
    private readonly settings: LoyaltySettings,
  ) {
    super();
  }

  override async unitPrices(
    { uid }: PricingContext,
    lines: readonly PricingLine[],
    tx: EntityManager,
  ): Promise<Decimal[]> {
    const terms = await this.ledger.read(tx, uid);
    return priced(lines, terms, this.settings.LOYALTY_POINT_VALUE).prices;
  }
}
