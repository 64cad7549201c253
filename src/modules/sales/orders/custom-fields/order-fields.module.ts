import { Body, Module } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { IS_ERASED, UsersModule } from '#people/users/index.js';
import { AdminOrderDetailsView } from '../order-details.dto.js';
import { UNKNOWN_LINE } from '../order-returns.rules.js';
import { OrderIdParam } from '../orders.dto.js';
import { OrderFieldsDto } from './order-fields.dto.js';
import { OrderFields } from './order-fields.service.js';

/** Custom fields of orders in the admin module. */
@AdminController('orders', 'Admin: orders', { read: 'orders.read', write: 'orders.write' })
class AdminOrderFieldsController {
  constructor(private readonly fields: OrderFields) {}

  @Endpoint('PATCH :id/custom-fields', {
    id: 'adminChangeOrderFields',
    summary: 'Change custom fields of an order',
    description: 'Those of the order, and of its lines. What is left out stays, null takes a value away.',
    answer: AdminOrderDetailsView,
    failures: [notFound('order'), UNKNOWN_LINE, IS_ERASED],
  })
  change(
    @CallerParam() caller: Caller,
    @OrderIdParam() id: number,
    @Body() dto: OrderFieldsDto,
  ): Promise<AdminOrderDetailsView> {
    return this.fields.change(caller, id, dto);
  }
}

/** Only where an extension declares fields of orders or their lines. */
@Module({ imports: [UsersModule], controllers: [AdminOrderFieldsController], providers: [OrderFields] })
export class OrderFieldsModule {}
