import { Module } from '@nestjs/common';
import { Pricing, type Extension } from 'direct-selling-commerce-api';
import { DiscountsController } from './discounts.controller.js';
import { Discounts, VolumePricing } from './discounts.js';
import { OrderJournal } from './order-journal.js';
import { StarterKitLimit } from './starter-kit-limit.js';

/** An extension is an ordinary Nest module. Hooks and listeners are found by their decorators. */
@Module({
  controllers: [DiscountsController],
  providers: [Discounts, StarterKitLimit, OrderJournal],
})
class MinimalModule {}

/** What `start` and `createApp` take: the module, and what it puts in the place of the service's own. */
export const minimalExtension: Extension = {
  module: MinimalModule,
  replaces: [{ provide: Pricing, useClass: VolumePricing }],
};
