import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { Access, CallerParam, TakesInactive, type Caller } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { ApiIfMatch, IfMatchParam, type IfMatch } from '../../common/http/if-match.js';
import type { Page } from '../../common/http/pagination.js';
import { ApiBody, ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { CartView } from '../cart/index.js';
import { OrderPlacement } from './order-placement.js';
import { CreateOrderDto, OrdersQuery, OrderStatusDto } from './orders.dto.js';
import { OrdersService } from './orders.service.js';
import { OrderView, PlacedOrderView } from './orders.views.js';

const CREATE_ORDER_EXAMPLES = {
  whatever_it_costs: { summary: 'the cart as it is now', value: {} },
  at_this_total: { summary: 'only at the total that the user was shown', value: { expected_total: 27.8 } },
};

/** The orders of a user. Section 6 of the decisions. */
@ApiTags('Orders')
@Access('user')
@Controller({ path: 'commerce', version: ROUTE_VERSION })
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly placement: OrderPlacement,
  ) {}

  @Post('create-order')
  @ApiOperation({
    operationId: 'createOrder',
    summary: 'Place the cart as an order',
    description:
      'Prices, volumes and labels are frozen as the catalogue has them now. Send the total that the user was shown as ' +
      '`expected_total`: when the order would cost anything else, nothing is placed, and the 409 has the cart as it is ' +
      'now in `data`. `If-Match` is about the lines of the cart alone: its version does not rise with a price. Without ' +
      'a body whatever the prices are now is charged. An empty cart, or one with an unavailable item, is a Validation Error.',
  })
  @ApiIfMatch()
  @ApiBody({ type: CreateOrderDto, required: false, examples: CREATE_ORDER_EXAMPLES })
  @ApiAnswer(PlacedOrderView)
  @ApiFailures(
    { code: 'VALIDATION', field: 'cart', message: 'is empty' },
    { code: 'CONFLICT', message: 'If-Match asks for version 3, but the version is 4; read it again' },
    {
      code: 'CONFLICT',
      field: 'expected_total',
      message: 'the total is 27.8 now, not 24.8; show the cart in data, then send its total',
      data: CartView,
    },
  )
  place(
    @CallerParam() caller: Caller,
    @Body() dto: CreateOrderDto,
    @IfMatchParam() ifMatch: IfMatch,
  ): Promise<PlacedOrderView> {
    return this.placement.place(caller, dto, ifMatch);
  }

  @Get('orders')
  @ApiOperation({
    operationId: 'listOrders',
    summary: 'List placed orders',
    description: 'Newest first. The cart is not among them.',
  })
  @ApiAnswer(OrderView, { paged: true })
  list(@CallerParam() caller: Caller, @Query() query: OrdersQuery): Promise<Page<OrderView>> {
    return this.orders.list(caller, query);
  }

  @Get('orders/:id')
  @ApiOperation({
    operationId: 'getOrder',
    summary: 'Read a placed order',
    description: 'Another user’s order, or a cart, is 404.',
  })
  @ApiAnswer(OrderView)
  @ApiFailures({ code: 'NOT_FOUND', message: 'order not found' })
  read(@CallerParam() caller: Caller, @Param('id') id: string): Promise<OrderView> {
    return this.orders.read(caller, id);
  }

  @Access('api_admin')
  @TakesInactive()
  @Post('order-status')
  @ApiOperation({
    operationId: 'changeOrderStatus',
    summary: "Change an order's status",
    description:
      'placed → paid → completed, placed → cancelled, paid → cancelled; any other move is 409. Without `uid` anybody’s order, with it only that user’s, who may be inactive. Answers with the order.',
  })
  @ApiAnswer(OrderView)
  @ApiFailures(
    { code: 'NOT_FOUND', message: 'order not found' },
    { code: 'CONFLICT', message: 'the order is completed and cannot become cancelled; it is final' },
  )
  changeStatus(@CallerParam() caller: Caller, @Body() dto: OrderStatusDto): Promise<OrderView> {
    return this.orders.changeStatus(caller, dto);
  }
}
