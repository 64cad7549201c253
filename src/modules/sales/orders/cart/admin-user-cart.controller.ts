import { Param } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { CartService } from './cart.service.js';
import { CartView } from './cart.view.js';

/** The cart of a user in the admin module. See docs/spec/service.md#8. */
@AdminController('users/:uid/cart', 'Admin: users', 'users.read')
export class AdminUserCartController {
  constructor(private readonly carts: CartService) {}

  @Endpoint('GET', {
    id: 'adminGetUserCart',
    summary: 'Read the cart of a user',
    description:
      'As the user sees it: all items with current prices and volumes. This is audited. Reading creates no cart: without one there are no items, `cart_id` is null and `version` is 0.',
    answer: CartView,
    failures: [notFound('user')],
  })
  read(@CallerParam() caller: Caller, @Param('uid') uid: string): Promise<CartView> {
    return this.carts.readOf(caller, uid);
  }
}
