import { Module } from '@nestjs/common';
import { PayoutsModule } from '#commissions/payouts/index.js';
import { PlansModule } from '#commissions/plans/index.js';
import { RunsModule } from '#commissions/runs/index.js';
import { ImportsModule } from '#platform/imports/index.js';
import { MembersModule } from '#network/members/index.js';
import { VolumesModule } from '#network/volumes/index.js';
import { BundlesModule } from '#sales/bundles/index.js';
import { CartModule, OrdersModule } from '#sales/orders/index.js';
import { ClientAppsModule } from '#platform/client-apps/index.js';
import { DocsModule } from '../docs/index.js';
import { UsersModule } from '#people/users/index.js';
import { DemoClock } from './company/demo-clock.js';
import { DemoCommissions, DemoPlan } from './company/demo-commissions.js';
import { DemoCompany } from './company/demo-company.js';
import { DemoMembers } from './company/demo-members.js';
import { DemoOrders } from './company/demo-orders.js';
import { DemoCommands, DemoOffer } from './demo-commands.js';
import { DemoData } from './demo-data.js';
import { FirstStart } from './first-start.service.js';
import { SuperAdmin } from './super-admin.js';
import { Welcome } from './welcome.js';

/** The first super admin and the demo data. */
@Module({
  imports: [
    BundlesModule,
    CartModule,
    ClientAppsModule,
    DocsModule,
    ImportsModule,
    MembersModule,
    OrdersModule,
    PayoutsModule,
    PlansModule,
    RunsModule,
    UsersModule,
    VolumesModule,
  ],
  providers: [
    DemoClock,
    DemoCommands,
    DemoCommissions,
    DemoCompany,
    DemoData,
    DemoMembers,
    DemoOffer,
    DemoOrders,
    DemoPlan,
    FirstStart,
    SuperAdmin,
    Welcome,
  ],
})
export class FirstStartModule {}
