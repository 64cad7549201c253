import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam, TakesInactive } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { type IfMatch, IfMatchParam, STALE_VERSION } from '#common/http/if-match.js';
import type { Page } from '#common/http/pagination.js';
import { CartView } from './cart/cart.dto.js';
import { EMPTY_CART } from './cart/cart.rules.js';
import { OrderDetailsView } from './order-details.dto.js';
import { OrderPlacement } from './order-placement.js';
import { OrderReturns } from './order-returns.js';
import { NO_RETURN, TOO_MANY, UNKNOWN_LINE } from './order-returns.rules.js';
import { CreateOrderDto, OrderReturnDto, OrdersQuery, OrderStatusDto, OrderIdParam } from './orders.dto.js';
import { OrderView, PlacedOrderView } from './orders.view.js';
import { NO_MOVE, OTHER_TOTAL } from './orders.rules.js';
import { OrdersService } from './orders.service.js';

const CREATE_ORDER_EXAMPLES = {
  whatever_it_costs: { summary: 'the current cart', value: {} },
  at_this_total: { summary: 'only at the total shown to the user', value: { expected_total: 27.8 } },
};

/** The orders of a user. See docs/spec/service.md#6. */
@ClientController('commerce', {
  tag: { name: 'Orders', order: 90, description: 'Placing carts as orders, and their status.' },
  access: 'user',
  scope: 'shop',
})
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly placement: OrderPlacement,
    private readonly returns: OrderReturns,
  ) {}

  @Endpoint('POST create-order', {
    id: 'createOrder',
    summary: 'Place the cart as an order',
    description:
      'Fixes prices, volumes and labels at their current catalogue values. Send the total shown to the user as `expected_total`: if the order would cost anything else, no order is placed, and the 409 contains the current cart in `data`. `If-Match` covers only the lines of the cart: price changes do not increase its version. Without a body, current prices are charged. An empty cart, one with an unavailable item, and more volume than 1,000,000,000 in a line or in all are a Validation Error.',
    body: { type: CreateOrderDto, required: false, examples: CREATE_ORDER_EXAMPLES },
    ifMatch: true,
    answer: PlacedOrderView,
    failures: [EMPTY_CART, STALE_VERSION, { ...OTHER_TOTAL, data: CartView }],
  })
  place(
    @CallerParam() caller: Caller,
    @Body() dto: CreateOrderDto,
    @IfMatchParam() ifMatch: IfMatch,
  ): Promise<PlacedOrderView> {
    return this.placement.place(caller, dto, ifMatch);
  }

  @Endpoint('GET orders', {
    id: 'listOrders',
    summary: 'List placed orders',
    description: 'Newest first. The cart is not included.',
    answer: OrderView,
    paged: true,
  })
  list(@CallerParam() caller: Caller, @Query() query: OrdersQuery): Promise<Page<OrderView>> {
    return this.orders.list(caller, query);
  }

  @Endpoint('GET orders/:id', {
    id: 'getOrder',
    summary: 'Read a placed order',
    description: 'With its history. 404 for a cart or another user’s order.',
    answer: OrderDetailsView,
    failures: [notFound('order')],
  })
  read(@CallerParam() caller: Caller, @OrderIdParam() id: number): Promise<OrderDetailsView> {
    return this.orders.read(caller, id);
  }

  @Endpoint('POST order-status', {
    access: 'api_admin',
    id: 'changeOrderStatus',
    summary: "Change an order's status",
    description:
      'placed → paid → completed, placed → cancelled, paid → cancelled; any other transition is 409, and returns are made by `order-return/`. Without `uid` it may be any user’s order; with `uid` only that user’s, who may be inactive. `reason` is kept in the order’s history. Returns the order.',
    answer: OrderView,
    failures: [notFound('order'), NO_MOVE],
  })
  @TakesInactive()
  changeStatus(@CallerParam() caller: Caller, @Body() dto: OrderStatusDto): Promise<OrderView> {
    return this.orders.changeStatus(caller, dto);
  }

  @Endpoint('POST order-return', {
    access: 'api_admin',
    id: 'returnOrder',
    summary: 'Take back an order, or some of its pieces',
    description:
      'A paid or completed order. Without `items` everything that is left of it is returned; with `items` the named pieces, or none of them if one is refused. Once nothing is left, the order is `returned`, which is final; until then it keeps its status, and its lines say how many pieces were returned. Without `uid` it may be any user’s order; with `uid` only that user’s, who may be inactive. Returns the order.',
    answer: OrderView,
    failures: [notFound('order'), UNKNOWN_LINE, NO_RETURN, TOO_MANY],
  })
  @TakesInactive()
  return(@CallerParam() caller: Caller, @Body() dto: OrderReturnDto): Promise<OrderView> {
    return this.returns.return(caller, dto);
  }
}
