import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Events } from '#common/events/index.js';
import { replaceable } from '#common/extensions.js';
import { UsersModule } from '#people/users/index.js';
import { BundleUsage } from '../bundles/index.js';
import { AdminOrdersController } from './admin-orders.controller.js';
import { CartModule } from './cart/cart.module.js';
import { OrderBundleUsage } from './order-bundle-usage.js';
import { DatedOrderNumbers, OrderNumbers, OrderPlacement } from './order-placement.js';
import { OrderList } from './order-list.service.js';
import { OrderPersonalData } from './order-personal-data.js';
import { OrderReturns } from './order-returns.js';
import { Order, OrderLine, OrderMove } from './order.entity.js';
import { OrdersController } from './orders.controller.js';
import { ORDER_EVENTS } from './orders.events.js';
import { OrderLines, OrdersService } from './orders.service.js';

/** Placed orders, and the placing of carts. Global, because the bundles below ask for {@link BundleUsage}. */
@Events(ORDER_EVENTS)
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([Order, OrderLine, OrderMove]), CartModule, UsersModule],
  controllers: [OrdersController, AdminOrdersController],
  providers: [
    OrdersService,
    OrderList,
    OrderPersonalData,
    OrderPlacement,
    OrderReturns,
    OrderLines,
    ...replaceable(OrderNumbers, DatedOrderNumbers),
    { provide: BundleUsage, useClass: OrderBundleUsage },
  ],
  exports: [BundleUsage, OrderLines, OrderList, OrderPlacement, OrderReturns, OrdersService],
})
export class OrdersModule {}
