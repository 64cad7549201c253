import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiEvents } from '../../common/openapi/index.js';
import { replaceable } from '../../common/replaceable.js';
import { CartModule } from '../cart/index.js';
import { OrderAdministration } from './order-administration.js';
import { OrderLine } from './order-line.entity.js';
import { DatedOrderNumbers, OrderNumbers } from './order-numbers.js';
import { OrderPlacement } from './order-placement.js';
import { OrderReader } from './order-reader.js';
import { Order } from './order.entity.js';
import { OrdersController } from './orders.controller.js';
import { ORDER_EVENTS } from './orders.events.js';
import { OrdersService } from './orders.service.js';

/** Placed orders, and the placing of carts. */
@ApiEvents(ORDER_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([Order, OrderLine]), CartModule],
  controllers: [OrdersController],
  providers: [
    OrdersService,
    OrderPlacement,
    OrderReader,
    OrderAdministration,
    ...replaceable(OrderNumbers, DatedOrderNumbers),
  ],
  exports: [OrderAdministration],
})
export class OrdersModule {}
