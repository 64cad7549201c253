import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { AdminInputsModule, Pricing, type Extension } from 'direct-selling-commerce-api';
import { AdminLoyaltyController } from './admin-loyalty.controller.js';
import { Ledger } from './ledger.js';
import { LoyaltyController } from './loyalty.controller.js';
import { LOYALTY_EVENTS } from './loyalty.events.js';
import './loyalty.messages.js';
import { LOYALTY_PERMISSIONS } from './loyalty.permissions.js';
import { LoyaltySettings } from './loyalty.settings.js';
import { LoyaltyTables1790000000001 } from './loyalty.tables.js';
import { LoyaltyPricing } from './loyalty-pricing.js';
import { OrderPoints } from './order-points.js';
import { PersonalData } from './personal-data.js';
import { TierBonus } from './tier-bonus.js';
import { customFields, Tiers } from './tiers.js';

@Module({
  imports: [AdminInputsModule],
  controllers: [LoyaltyController, AdminLoyaltyController],
  providers: [Ledger, OrderPoints, Tiers, TierBonus, PersonalData],
})
class LoyaltyModule {}

/** Points for paid orders, which expire, are redeemed in the cart, and make tiers with better prices and a bonus. */
export const loyalty: Extension = {
  module: LoyaltyModule,
  builtFor: '2.0.0',
  replaces: [{ provide: Pricing, useClass: LoyaltyPricing }],
  events: LOYALTY_EVENTS,
  permissions: LOYALTY_PERMISSIONS,
  settings: [LoyaltySettings],
  customFields,
  console: {
    name: 'loyalty',
    title: 'Loyalty',
    entry: join(import.meta.dirname, 'console/index.js'),
    pages: [{ path: 'members', title: 'Points', permission: 'loyalty.read' }],
    blocks: [{ slot: 'member', permission: 'loyalty.read' }],
  },
};

export const migrations = [LoyaltyTables1790000000001];
