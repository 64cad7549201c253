import './messages.js';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import {
  AuditModule,
  DatabaseModule,
  EventsModule,
  HttpModule,
  JobsModule,
  OutgoingModule,
} from '#common/common.module.js';
import { Config } from '#common/config/config.js';
import { CustomFieldsModule, fieldsOf } from '#common/custom-fields/index.js';
import { PartitionsModule } from '#common/partitions/time-partitions.js';
import { type Environment, type Extension, mountExtensions } from '#common/extensions.js';
import { AccountModule } from '#people/account/account.module.js';
import { ApprovalsModule } from '#people/approvals/approvals.module.js';
import { AuthModule } from '#platform/auth/auth.module.js';
import { BundlesModule } from '#sales/bundles/bundles.module.js';
import { ConsoleModule } from '#operations/console/console.module.js';
import { DocsModule } from '#operations/docs/docs.module.js';
import { EncryptionModule } from '#platform/encryption/encryption.module.js';
import { FirstStartModule } from '#operations/first-start/first-start.module.js';
import { NotesModule } from '#people/notes/notes.module.js';
import { ViewsModule } from '#people/views/views.module.js';
import { GeographyModule } from '#people/geography/geography.module.js';
import { HealthModule } from '#operations/health/health.module.js';
import { HomeModule } from '#operations/home/home.module.js';
import { LiveModule } from '#network/live/live.module.js';
import { MemberFieldsModule } from '#network/members/custom-fields/member-fields.module.js';
import { MembersModule } from '#network/members/members.module.js';
import { PlansModule } from '#commissions/plans/plans.module.js';
import { InputsModule } from '#commissions/inputs/inputs.module.js';
import { CommissionSettingsModule } from '#commissions/settings/commission-settings.module.js';
import { EarningsModule } from '#commissions/earnings/earnings.module.js';
import { RunsModule } from '#commissions/runs/runs.module.js';
import { PayoutsModule } from '#commissions/payouts/payouts.module.js';
import { SimulationsModule } from '#commissions/simulations/simulations.module.js';
import { StatementsModule } from '#commissions/statements/statements.module.js';
import { ComplianceModule } from '#commissions/compliance/compliance.module.js';
import { CorrectionsModule } from '#commissions/corrections/corrections.module.js';
import { MetricsModule } from '#platform/metrics/metrics.module.js';
import { ImportsModule } from '#platform/imports/imports.module.js';
import { VolumesModule } from '#network/volumes/volumes.module.js';
import { SearchModule } from '#operations/search/search.module.js';
import { RestoreModule } from '#operations/restore/restore.module.js';
import { StorefrontModule } from '#operations/storefront/storefront.module.js';
import { CartModule } from '#sales/orders/cart/cart.module.js';
import { OrderFieldsModule } from '#sales/orders/custom-fields/order-fields.module.js';
import { OrdersModule } from '#sales/orders/orders.module.js';
import { PricingModule } from '#sales/pricing/pricing.module.js';
import { TrafficModule } from '#platform/traffic/traffic.module.js';
import { WebhooksModule } from '#platform/webhooks/webhooks.module.js';
import { WishlistModule } from '#sales/wishlist/wishlist.module.js';

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
        ViewsModule,
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
