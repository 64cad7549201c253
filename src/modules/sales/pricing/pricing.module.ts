import { Global, Module } from '@nestjs/common';
import { Currency } from '#common/money/currency.js';
import { replaceable } from '#common/extensions.js';
import { CataloguePricing, Pricing } from './pricing.js';

/** Provides the {@link Pricing} and the {@link Currency} to all rooms. */
@Global()
@Module({ providers: [Currency, ...replaceable(Pricing, CataloguePricing)], exports: [Currency, Pricing] })
export class PricingModule {}
