import { Body } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { failure, notFound } from '#common/errors/failures.js';
import { COMMON } from '#common/errors/common.messages.js';
import { AdminController, ClientController, Endpoint } from '#common/http/endpoint.js';
import { type IfMatch, IfMatchParam, STALE_VERSION } from '#common/http/if-match.js';
import { type Validated, ValidatedPipe } from '#common/validation/index.js';
import { AddCartItemDto, CartView, RemoveCartItemDto, UpdateCartDto } from './cart.dto.js';
import { INVALID_PRODUCT, UNKNOWN_ITEM } from './cart.rules.js';
import { CartService } from './cart.service.js';
import { UserUidParam } from '#people/users/index.js';

/** The cart of a user. See docs/spec/commerce-api.md#4.1; docs/spec/service.md#6. */
@ClientController('commerce', {
  tag: { name: 'Cart', order: 70, description: 'The cart of a user.' },
  access: 'user',
  scope: 'shop',
})
export class CartController {
  constructor(private readonly cart: CartService) {}

  @Endpoint('GET cart-items', {
    id: 'getCartItems',
    summary: 'Read the cart',
    description:
      'All items with current prices and volumes. Without a cart there are no items, `cart_id` is null and `version` is 0.',
    answer: CartView,
  })
  read(@CallerParam() caller: Caller): Promise<CartView> {
    return this.cart.read(caller);
  }

  @Endpoint('POST add-cart-item', {
    id: 'addCartItem',
    summary: 'Add a product to the cart',
    description:
      'Creates the cart if there is none. If the product is already in the cart, its quantity increases. Returns the cart.',
    body: AddCartItemDto,
    ifMatch: true,
    answer: CartView,
    failures: [INVALID_PRODUCT, STALE_VERSION],
  })
  add(
    @CallerParam() caller: Caller,
    @Body(new ValidatedPipe(AddCartItemDto)) body: Validated<AddCartItemDto>,
    @IfMatchParam() expected: IfMatch,
  ): Promise<CartView> {
    return this.cart.add(caller, body, expected);
  }

  @Endpoint('POST update-cart', {
    id: 'updateCart',
    summary: 'Change the quantity of a cart item',
    description:
      '404 for an unknown item or cart, or another user’s. An unavailable item can only be removed. Returns the cart.',
    ifMatch: true,
    answer: CartView,
    failures: [
      { code: 'VALIDATION', field: 'quantity', message: 'must be between 1 and 9999' },
      UNKNOWN_ITEM,
      STALE_VERSION,
    ],
  })
  changeQuantity(
    @CallerParam() caller: Caller,
    @Body() dto: UpdateCartDto,
    @IfMatchParam() expected: IfMatch,
  ): Promise<CartView> {
    return this.cart.changeQuantity(caller, dto, expected);
  }

  @Endpoint('POST remove-cart-item', {
    id: 'removeCartItem',
    summary: 'Remove an item from the cart',
    description: '404 for an unknown item or cart, or another user’s. Returns the cart.',
    ifMatch: true,
    answer: CartView,
    failures: [failure(COMMON.blank, { field: 'pk' }), UNKNOWN_ITEM, STALE_VERSION],
  })
  remove(
    @CallerParam() caller: Caller,
    @Body() dto: RemoveCartItemDto,
    @IfMatchParam() expected: IfMatch,
  ): Promise<CartView> {
    return this.cart.remove(caller, dto, expected);
  }
}

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
  read(@CallerParam() caller: Caller, @UserUidParam() uid: number): Promise<CartView> {
    return this.carts.readOf(caller, uid);
  }
}
