import './messages.js';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { AuditModule } from '#common/audit/index.js';
import { Config } from '#common/config/config.js';
import { CustomFieldsModule, fieldsOf } from '#common/custom-fields/index.js';
import { DatabaseModule } from '#common/database/index.js';
import { EventsModule } from '#common/events/index.js';
import { HttpModule } from '#common/http/http.module.js';
import { JobsModule } from '#common/jobs/index.js';
import { OutgoingModule } from '#common/outgoing/index.js';
import { PartitionsModule } from '#common/partitions/index.js';
import { type Environment, type Extension, mountExtensions } from '#common/replaceable.js';
import { AccountModule } from '#people/account/index.js';
import { ApprovalsModule } from '#people/approvals/index.js';
import { AuthModule } from '#platform/auth/index.js';
import { BundlesModule } from '#sales/bundles/index.js';
import { ConsoleModule } from '#operations/console/index.js';
import { DocsModule } from '#operations/docs/index.js';
import { EncryptionModule } from '#platform/encryption/index.js';
import { FirstStartModule } from '#operations/first-start/index.js';
import { NotesModule } from '#people/notes/index.js';
import { GeographyModule } from '#people/geography/index.js';
import { HealthModule } from '#operations/health/index.js';
import { HomeModule } from '#operations/home/index.js';
import { LiveModule } from '#network/live/index.js';
import { MemberFieldsModule, MembersModule } from '#network/members/index.js';
import { PlansModule } from '#commissions/plans/index.js';
import { InputsModule } from '#commissions/inputs/index.js';
import { CommissionSettingsModule } from '#commissions/settings/index.js';
import { EarningsModule } from '#commissions/earnings/index.js';
import { RunsModule } from '#commissions/runs/index.js';
import { PayoutsModule } from '#commissions/payouts/index.js';
import { SimulationsModule } from '#commissions/simulations/index.js';
import { StatementsModule } from '#commissions/statements/index.js';
import { ComplianceModule } from '#commissions/compliance/index.js';
import { CorrectionsModule } from '#commissions/corrections/index.js';
import { MetricsModule } from '#platform/metrics/index.js';
import { ImportsModule } from '#network/imports/index.js';
import { VolumesModule } from '#network/volumes/index.js';
import { SearchModule } from '#operations/search/index.js';
import { RestoreModule } from '#operations/restore/index.js';
import { StorefrontModule } from '#operations/storefront/index.js';
import { CartModule, OrderFieldsModule, OrdersModule } from '#sales/orders/index.js';
import { PricingModule } from '#sales/pricing/index.js';
import { TrafficModule } from '#platform/traffic/index.js';
import { WebhooksModule } from '#platform/webhooks/index.js';
import { WishlistModule } from '#sales/wishlist/index.js';

/** All rooms. */
@Module({})
export class AppModule {
  /**
   * @param config the settings
   * @param databaseUrl a migrated database
   * @param extensions modules of extensions, after all rooms
   * @param env where their settings are read from
   */
  static with(config: Config, databaseUrl: string, extensions: readonly Extension[], env: Environment): DynamicModule {
    const mounted = mountExtensions(extensions, env);
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.at(databaseUrl, config.databaseDirectUrl),
        CustomFieldsModule,
        EventsModule,
        JobsModule,
        PartitionsModule,
        AuditModule,
        HttpModule,
        OutgoingModule,
        ApprovalsModule,
        AuthModule,
        NotesModule,
        AccountModule,
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
        InputsModule,
        CommissionSettingsModule,
        EarningsModule,
        RunsModule,
        PayoutsModule,
        SimulationsModule,
        StatementsModule,
        ComplianceModule,
        CorrectionsModule,
        WebhooksModule,
        ConsoleModule.with(extensions),
        FirstStartModule,
        HealthModule,
        HomeModule,
        DocsModule,
        MetricsModule,
        RestoreModule,
        SearchModule,
        StorefrontModule,
        TrafficModule,
        ...(fieldsOf('orders').size + fieldsOf('order_lines').size > 0 ? [OrderFieldsModule] : []),
        ...(fieldsOf('members').size > 0 ? [MemberFieldsModule] : []),
        ...mounted,
      ],
    };
  }
}

/** The {@link Config}, for every room. */
@Global()
@Module({})
class ConfigModule {
  static with(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Config, useValue: config }], exports: [Config] };
  }
}
