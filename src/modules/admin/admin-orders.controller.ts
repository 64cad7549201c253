import { Body, Controller, Get, Param, Patch, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import type { Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { AdminOrdersQuery, AdminOrderStatusDto, OrderAdministration, AdminOrderView } from '../orders/index.js';

/** Everybody's orders. Section 8 of the decisions. */
@ApiTags('Admin: orders')
@Access('super_admin')
@Controller({ path: 'admin/api/orders', version: VERSION_NEUTRAL })
export class AdminOrdersController {
  constructor(private readonly orders: OrderAdministration) {}

  @Get()
  @ApiOperation({
    operationId: 'adminListOrders',
    summary: 'List all orders',
    description:
      'Newest first. `search` looks for a part of the order number or of the user name, in any case. Carts are not among them.',
  })
  @ApiAnswer(AdminOrderView, { paged: true })
  list(@Query() query: AdminOrdersQuery): Promise<Page<AdminOrderView>> {
    return this.orders.list(query);
  }

  @Get(':id')
  @ApiOperation({
    operationId: 'adminGetOrder',
    summary: 'Read an order',
    description: 'Anybody’s order, with its owner and what it can move to. A cart is 404.',
  })
  @ApiAnswer(AdminOrderView)
  @ApiFailures({ code: 'NOT_FOUND', message: 'order not found' })
  read(@Param('id') id: string): Promise<AdminOrderView> {
    return this.orders.read(id);
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'adminChangeOrderStatus',
    summary: "Change an order's status",
    description: 'placed → paid → completed, placed → cancelled, paid → cancelled; any other move is 409.',
  })
  @ApiAnswer(AdminOrderView)
  @ApiFailures(
    { code: 'NOT_FOUND', message: 'order not found' },
    { code: 'CONFLICT', message: 'the order is completed and cannot become cancelled; it is final' },
  )
  changeStatus(
    @CallerParam() caller: Caller,
    @Param('id') id: string,
    @Body() dto: AdminOrderStatusDto,
  ): Promise<AdminOrderView> {
    return this.orders.changeStatus(caller, id, dto);
  }
}
