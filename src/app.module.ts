import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule } from './common/audit/index.js';
import type { Config } from './common/config/config.js';
import { ConfigModule } from './common/config/config.module.js';
import { DatabaseModule } from './common/database/index.js';
import { EventsModule } from './common/events/index.js';
import { HttpModule } from './common/http/http.module.js';
import { JobsModule } from './common/jobs/index.js';
import { OutgoingModule } from './common/outgoing/index.js';
import { PartitionsModule } from './common/partitions/index.js';
import { mountExtensions, type Extension } from './common/replaceable.js';
import { ApprovalsModule } from './modules/people/approvals/index.js';
import { AuthModule } from './modules/platform/auth/index.js';
import { BundlesModule } from './modules/sales/bundles/index.js';
import { ConsoleModule } from './modules/operations/console/index.js';
import { DocsModule } from './modules/operations/docs/index.js';
import { EncryptionModule } from './modules/platform/encryption/index.js';
import { FirstStartModule } from './modules/operations/first-start/index.js';
import { GeographyModule } from './modules/people/geography/index.js';
import { HealthModule } from './modules/operations/health/index.js';
import { LiveModule } from './modules/network/live/index.js';
import { MembersModule } from './modules/network/members/index.js';
import { PlansModule } from './modules/commissions/plans/index.js';
import { CommissionSettingsModule } from './modules/commissions/settings/index.js';
import { EarningsModule } from './modules/commissions/earnings/index.js';
import { RunsModule } from './modules/commissions/runs/index.js';
import { PayoutsModule } from './modules/commissions/payouts/index.js';
import { SimulationsModule } from './modules/commissions/simulations/index.js';
import { StatementsModule } from './modules/commissions/statements/index.js';
import { ComplianceModule } from './modules/commissions/compliance/index.js';
import { CorrectionsModule } from './modules/commissions/corrections/index.js';
import { MetricsModule } from './modules/platform/metrics/index.js';
import { ImportsModule } from './modules/network/imports/index.js';
import { VolumesModule } from './modules/network/volumes/index.js';
import { RestoreModule } from './modules/operations/restore/index.js';
import { CartModule, OrdersModule } from './modules/sales/orders/index.js';
import { PricingModule } from './modules/sales/pricing/index.js';
import { TrafficModule } from './modules/platform/traffic/index.js';
import { WebhooksModule } from './modules/platform/webhooks/index.js';
import { WishlistModule } from './modules/sales/wishlist/index.js';

/** All rooms. */
@Module({})
export class AppModule {
  /**
   * @param config the settings
   * @param databaseUrl a migrated database
   * @param extensions modules of extensions, after all rooms
   */
  static with(config: Config, databaseUrl: string, extensions: readonly Extension[]): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.at(databaseUrl, config.databaseDirectUrl),
        EventsModule,
        JobsModule,
        PartitionsModule,
        AuditModule,
        HttpModule,
        OutgoingModule,
        ApprovalsModule,
        AuthModule,
        EncryptionModule,
        GeographyModule,
        BundlesModule,
        PricingModule,
        CartModule,
        WishlistModule,
        OrdersModule,
        MembersModule,
        VolumesModule,
        LiveModule,
        ImportsModule,
        PlansModule,
        CommissionSettingsModule,
        EarningsModule,
        RunsModule,
        PayoutsModule,
        SimulationsModule,
        StatementsModule,
        ComplianceModule,
        CorrectionsModule,
        WebhooksModule,
        ConsoleModule,
        FirstStartModule,
        HealthModule,
        DocsModule,
        MetricsModule,
        RestoreModule,
        TrafficModule,
        ...mountExtensions(extensions),
      ],
    };
  }
}
