import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { BundlesModule } from '../bundles/index.js';
import { CartModule } from '../cart/index.js';
import { ClientAppsModule } from '../client-apps/index.js';
import { EncryptionModule } from '../encryption/index.js';
import { OrdersModule } from '../orders/index.js';
import { SigningKeysModule } from '../signing-keys/index.js';
import { TrafficModule } from '../traffic/index.js';
import { UsersModule } from '../users/index.js';
import { WebhooksModule } from '../webhooks/index.js';
import { WishlistModule } from '../wishlist/index.js';
import { AdminApplicationDeliveriesController } from './admin-application-deliveries.controller.js';
import { AdminApplicationEncryptionKeysController } from './admin-application-encryption-keys.controller.js';
import { AdminApplicationKeysController } from './admin-application-keys.controller.js';
import { AdminApplicationWebhookController } from './admin-application-webhook.controller.js';
import { AdminApplicationsController } from './admin-applications.controller.js';
import { AdminAuditController } from './admin-audit.controller.js';
import { AdminBundlesController } from './admin-bundles.controller.js';
import { AdminCookie } from './admin-cookie.js';
import { AdminDeliveriesController } from './admin-deliveries.controller.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { AdminProductTypesController } from './admin-product-types.controller.js';
import { AdminServiceController } from './admin-service.controller.js';
import { AdminSessionController } from './admin-session.controller.js';
import { AdminSigningKeysController } from './admin-signing-keys.controller.js';
import { AdminTrafficController } from './admin-traffic.controller.js';
import { AdminUserShoppingController } from './admin-user-shopping.controller.js';
import { AdminUsersController } from './admin-users.controller.js';

/** The REST interface of the admin module, one controller for each resource. It has no rules of its own. */
@Module({
  imports: [
    AuthModule,
    BundlesModule,
    CartModule,
    ClientAppsModule,
    EncryptionModule,
    OrdersModule,
    SigningKeysModule,
    TrafficModule,
    UsersModule,
    WebhooksModule,
    WishlistModule,
  ],
  controllers: [
    AdminSessionController,
    AdminServiceController,
    AdminApplicationsController,
    AdminApplicationKeysController,
    AdminApplicationEncryptionKeysController,
    AdminApplicationWebhookController,
    AdminApplicationDeliveriesController,
    AdminAuditController,
    AdminBundlesController,
    AdminDeliveriesController,
    AdminOrdersController,
    AdminProductTypesController,
    AdminSigningKeysController,
    AdminTrafficController,
    AdminUsersController,
    AdminUserShoppingController,
  ],
  providers: [AdminCookie],
})
export class AdminModule {}
