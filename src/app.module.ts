import { Module, type DynamicModule } from '@nestjs/common';
import { AuditModule } from './common/audit/index.js';
import type { Config } from './common/config/config.js';
import { ConfigModule } from './common/config/config.module.js';
import { DatabaseModule } from './common/database/index.js';
import { EventsModule } from './common/events/index.js';
import { HttpModule } from './common/http/http.module.js';
import { JobsModule } from './common/jobs/index.js';
import { OutgoingModule } from './common/outgoing/index.js';
import { mountExtensions, type Extension } from './common/replaceable.js';
import { AdminModule } from './modules/admin/index.js';
import { AuthModule } from './modules/auth/index.js';
import { BundlesModule } from './modules/bundles/index.js';
import { CartModule } from './modules/cart/index.js';
import { ConsoleModule } from './modules/console/index.js';
import { DocsModule } from './modules/docs/index.js';
import { EncryptionModule } from './modules/encryption/index.js';
import { FirstStartModule } from './modules/first-start/index.js';
import { GeographyModule } from './modules/geography/index.js';
import { HealthModule } from './modules/health/index.js';
import { HousekeepingModule } from './modules/housekeeping/index.js';
import { MetricsModule } from './modules/metrics/index.js';
import { OrdersModule } from './modules/orders/index.js';
import { PricingModule } from './modules/pricing/index.js';
import { TrafficModule } from './modules/traffic/index.js';
import { WebhooksModule } from './modules/webhooks/index.js';
import { WishlistModule } from './modules/wishlist/index.js';

/** Which rooms there are. */
@Module({})
export class AppModule {
  /**
   * @param config the settings
   * @param databaseUrl a database that the migrations have been run on
   * @param extensions modules of extensions, after all rooms
   */
  static with(config: Config, databaseUrl: string, extensions: readonly Extension[]): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(config),
        DatabaseModule.at(databaseUrl),
        EventsModule,
        JobsModule,
        AuditModule,
        HttpModule,
        OutgoingModule,
        AuthModule,
        EncryptionModule,
        GeographyModule,
        BundlesModule,
        PricingModule,
        CartModule,
        WishlistModule,
        OrdersModule,
        WebhooksModule,
        AdminModule,
        ConsoleModule,
        FirstStartModule,
        HealthModule,
        DocsModule,
        MetricsModule,
        TrafficModule,
        HousekeepingModule,
        ...mountExtensions(extensions),
      ],
    };
  }
}
