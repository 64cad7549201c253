import { Module } from '@nestjs/common';
import { ClientAppsModule } from '#platform/client-apps/index.js';
import { OrdersModule } from '#sales/orders/index.js';
import { UsersModule } from '#people/users/index.js';
import { BackEndController } from './back-end.controller.js';
import { ShopBackEnd } from './shop-back-end.service.js';
import { StorefrontController } from './storefront.controller.js';
import { StorefrontPages } from './storefront-pages.js';

/** Serves the example shop of the demo at /shop/. Its source is the workspace `examples/storefront`. */
@Module({
  imports: [ClientAppsModule, OrdersModule, UsersModule],
  controllers: [BackEndController, StorefrontController],
  providers: [ShopBackEnd, StorefrontPages],
})
export class StorefrontModule {}
