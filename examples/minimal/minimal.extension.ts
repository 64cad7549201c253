import { Module } from '@nestjs/common';
import { Pricing, type Extension } from 'direct-selling-commerce-api';
import { DiscountsController } from './discounts.controller.js';
import { Discounts, VolumePricing } from './discounts.js';
import { LoyaltyBonus } from './loyalty-bonus.js';
import { OrderJournal } from './order-journal.js';
import { StarterKitLimit } from './starter-kit-limit.js';

/** An extension is an ordinary Nest module. Hooks, listeners and types of bonuses are found by their decorators. */
@Module({
  controllers: [DiscountsController],
  providers: [Discounts, StarterKitLimit, OrderJournal, LoyaltyBonus],
})
class MinimalModule {}

/** The argument for `start` and `createApp`: the module, the version that it is for, and the providers that it replaces. */
export const minimalExtension: Extension = {
  module: MinimalModule,
  builtFor: '2.0.0',
  replaces: [{ provide: Pricing, useClass: VolumePricing }],
};
