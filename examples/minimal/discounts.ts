import { Injectable } from '@nestjs/common';
import { decimal, Pricing, type Decimal, type PricingContext, type PricingLine } from 'direct-selling-commerce-api';

/** A volume discount. */
export interface Tier {
  from_quantity: number;
  percent: number;
}

/** The discounts: an ordinary provider of the extension's module. */
@Injectable()
export class Discounts {
  /** Highest quantity first. */
  readonly tiers: readonly Tier[] = [
    { from_quantity: 10, percent: 10 },
    { from_quantity: 5, percent: 5 },
  ];

  /** The factor for a price. */
  factor(quantity: number): Decimal {
    const percent = this.tiers.find(({ from_quantity }) => quantity >= from_quantity)?.percent ?? 0;
    return decimal(100 - percent).div(100);
  }
}

/** A replaced provider: used instead of the service's own pricing, with dependency injection as usual. */
@Injectable()
export class VolumePricing extends Pricing {
  constructor(private readonly discounts: Discounts) {
    super();
  }

  override unitPrices(_context: PricingContext, lines: readonly PricingLine[]): Decimal[] {
    return lines.map(({ unit_price, quantity }) => unit_price.times(this.discounts.factor(quantity)));
  }
}
