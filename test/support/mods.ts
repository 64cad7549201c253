import { Module } from '@nestjs/common';
import { AdminOrdersController } from '../../src/modules/admin/admin-orders.controller.js';
import { OrdersModule } from '../../src/modules/orders/index.js';
export { CartModule } from '../../src/modules/cart/index.js';
export { PricingModule } from '../../src/modules/pricing/index.js';
export { WishlistModule } from '../../src/modules/wishlist/index.js';
export { OrdersModule };
@Module({ imports: [OrdersModule], controllers: [AdminOrdersController] })
export class AdminTestModule {}
