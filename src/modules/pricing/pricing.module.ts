import { Global, Module } from '@nestjs/common';
import { Currency } from '../../common/currency.js';
import { replaceable } from '../../common/replaceable.js';
import { CataloguePricing, Pricing } from './pricing.js';

/** Gives every room the {@link Pricing} in force and the {@link Currency}. */
@Global()
@Module({
  providers: [Currency, ...replaceable(Pricing, CataloguePricing)],
  exports: [Currency, Pricing],
})
export class PricingModule {}
