import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { notFound } from '#common/errors/failures.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { INVALID_PRODUCT } from './cart/cart.rules.js';
import { OrderPlacement } from './order-placement.js';
import { OrderList, ORDERS_FILE } from './order-list.service.js';
import { AdminOrderDetailsView } from './order-details.dto.js';
import { OrderReturns } from './order-returns.js';
import { NO_RETURN, OTHER_ORDER, TOO_MANY, UNKNOWN_LINE } from './order-returns.rules.js';
import {
  AdminOrderReturnDto,
  AdminPlaceOrderDto,
  AdminOrdersQuery,
  AdminOrderStatusDto,
  OrderIdParam,
} from './orders.dto.js';
import { AdminOrderView, OrderSumsView } from './orders.view.js';
import { CART_IN_USE, NO_MOVE } from './orders.rules.js';
import { OrdersService } from './orders.service.js';

/** All users' orders in the admin module. See docs/spec/service.md#8. */
@AdminController(
  'orders',
  { name: 'Admin: orders', order: 170, description: 'All orders.' },
  { read: 'orders.read', write: 'orders.write' },
)
export class AdminOrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly all: OrderList,
    private readonly returns: OrderReturns,
    private readonly placement: OrderPlacement,
  ) {}

  @Endpoint('GET', {
    id: 'adminListOrders',
    summary: 'List all orders',
    description:
      'Newest first, unless `sort` says otherwise. `search` is part of the order number, or of the buyer’s username, e-mail address or name, or their uid. The order with exactly this number or id, and those of exactly this buyer, come first. A search counts at most 10,000 others, and a list at most 50,000. Carts are not included. The CSV file is in the order of the ids, and audited.',
    answer: AdminOrderView,
    paged: true,
    sums: OrderSumsView,
    csv: ORDERS_FILE,
    filteredBy: 'orders',
  })
  list(
    @CallerParam() caller: Caller,
    @Query() query: AdminOrdersQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<AdminOrderView>> {
    return this.all.list(caller, query, reader);
  }

  @Endpoint('POST', {
    id: 'adminPlaceOrder',
    summary: 'Place an order for a user',
    description:
      'An order of one product at the prices and volumes of the catalogue, such as a first one to try the service. It belongs to no application. 409 while the user’s cart has products.',
    permission: 'orders.place',
    answer: AdminOrderDetailsView,
    failures: [notFound('user'), INVALID_PRODUCT, CART_IN_USE],
  })
  async place(@CallerParam() caller: Caller, @Body() dto: AdminPlaceOrderDto): Promise<AdminOrderDetailsView> {
    return this.orders.readAny(caller, await this.placement.placeFor(caller, dto));
  }

  @Endpoint('GET :id', {
    id: 'adminGetOrder',
    summary: 'Read an order',
    description: 'Any user’s order, with its owner, its possible next statuses and its history. 404 for a cart.',
    answer: AdminOrderDetailsView,
    failures: [notFound('order')],
  })
  read(@CallerParam() caller: Caller, @OrderIdParam() id: number): Promise<AdminOrderDetailsView> {
    return this.orders.readAny(caller, id);
  }

  @Endpoint('PATCH :id', {
    id: 'adminChangeOrderStatus',
    summary: "Change an order's status",
    description: 'placed → paid → completed, placed → cancelled, paid → cancelled; any other transition is 409.',
    answer: AdminOrderDetailsView,
    failures: [notFound('order'), NO_MOVE],
  })
  changeStatus(
    @CallerParam() caller: Caller,
    @OrderIdParam() id: number,
    @Body() dto: AdminOrderStatusDto,
  ): Promise<AdminOrderDetailsView> {
    return this.orders.changeStatusOfAny(caller, id, dto);
  }

  @Endpoint('POST :id/return', {
    id: 'adminReturnOrder',
    summary: 'Take back an order, or some of its pieces',
    description:
      'A paid or completed order. Without `items` everything that is left of it is returned; with `items` the named pieces, or none of them if one is refused. Once nothing is left, the order is `returned`, which is final; until then it keeps its status.',
    answer: AdminOrderDetailsView,
    failures: [notFound('order'), OTHER_ORDER, UNKNOWN_LINE, NO_RETURN, TOO_MANY],
  })
  return(
    @CallerParam() caller: Caller,
    @OrderIdParam() id: number,
    @Body() dto: AdminOrderReturnDto,
  ): Promise<AdminOrderDetailsView> {
    return this.returns.returnAny(caller, id, dto);
  }
}
