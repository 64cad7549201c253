import { Module } from '@nestjs/common';
import { PayoutsModule } from '#commissions/payouts/index.js';
import { PlansModule } from '#commissions/plans/index.js';
import { RunsModule } from '#commissions/runs/index.js';
import { UsersModule } from '#people/users/index.js';
import { ClientAppsModule } from '#platform/client-apps/index.js';
import { BundlesModule } from '#sales/bundles/index.js';
import { AdminSearchController } from './admin-search.controller.js';
import { CommissionKinds, ShopKinds } from './search.kinds.js';
import { SearchService } from './search.service.js';

/** One search over everything. */
@Module({
  imports: [UsersModule, ClientAppsModule, BundlesModule, RunsModule, PlansModule, PayoutsModule],
  controllers: [AdminSearchController],
  providers: [ShopKinds, CommissionKinds, SearchService],
})
export class SearchModule {}
