import { Body, Controller, Get, Post } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { ApiIfMatch, IfMatchParam, type IfMatch } from '../../common/http/if-match.js';
import { ApiBody, ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { JudgedBodyPipe, type Judged } from '../../common/validation/index.js';
import { AddCartItemDto, RemoveCartItemDto, UpdateCartDto } from './cart.dto.js';
import { CartService } from './cart.service.js';
import { CartView } from './cart.views.js';

const UNKNOWN_ITEM = { code: 'NOT_FOUND', message: 'cart item not found' } as const;
const STALE = {
  code: 'CONFLICT',
  message: 'If-Match asks for version 3, but the version is 4; read it again',
} as const;

/** The cart of a user. Section 4.1 of the specification; section 6 of the decisions. */
@ApiTags('Cart')
@Access('user')
@Controller({ path: 'commerce', version: ROUTE_VERSION })
export class CartController {
  constructor(private readonly cart: CartService) {}

  @Get('cart-items')
  @ApiOperation({
    operationId: 'getCartItems',
    summary: 'Read the cart',
    description: 'All items with current prices and volumes. Without a cart: no items, `cart_id` null, `version` 0.',
  })
  @ApiAnswer(CartView)
  read(@CallerParam() caller: Caller): Promise<CartView> {
    return this.cart.read(caller);
  }

  @Post('add-cart-item')
  @ApiOperation({
    operationId: 'addCartItem',
    summary: 'Add a product to the cart',
    description:
      'Makes the cart if there is none. A product that the cart holds already gets a higher quantity. Answers with the cart.',
  })
  @ApiBody({ type: AddCartItemDto })
  @ApiIfMatch()
  @ApiAnswer(CartView)
  @ApiFailures({ code: 'VALIDATION', field: 'product_id', message: 'invalid product id' }, STALE)
  add(
    @CallerParam() caller: Caller,
    @Body(new JudgedBodyPipe(AddCartItemDto)) body: Judged<AddCartItemDto>,
    @IfMatchParam() expected: IfMatch,
  ): Promise<CartView> {
    return this.cart.add(caller, body, expected);
  }

  @Post('update-cart')
  @ApiOperation({
    operationId: 'updateCart',
    summary: 'Change the quantity of a cart item',
    description:
      'An unknown item or cart, or another user’s, is 404. An item that is not available any more can only be removed. Answers with the cart.',
  })
  @ApiIfMatch()
  @ApiAnswer(CartView)
  @ApiFailures({ code: 'VALIDATION', field: 'quantity', message: 'must be between 1 and 9999' }, UNKNOWN_ITEM, STALE)
  changeQuantity(
    @CallerParam() caller: Caller,
    @Body() dto: UpdateCartDto,
    @IfMatchParam() expected: IfMatch,
  ): Promise<CartView> {
    return this.cart.changeQuantity(caller, dto, expected);
  }

  @Post('remove-cart-item')
  @ApiOperation({
    operationId: 'removeCartItem',
    summary: 'Remove an item from the cart',
    description: 'An unknown item or cart, or another user’s, is 404. Answers with the cart.',
  })
  @ApiIfMatch()
  @ApiAnswer(CartView)
  @ApiFailures({ code: 'VALIDATION', field: 'pk', message: 'must not be blank' }, UNKNOWN_ITEM, STALE)
  remove(
    @CallerParam() caller: Caller,
    @Body() dto: RemoveCartItemDto,
    @IfMatchParam() expected: IfMatch,
  ): Promise<CartView> {
    return this.cart.remove(caller, dto, expected);
  }
}
