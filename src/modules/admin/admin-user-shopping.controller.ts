import { Controller, Get, Param, Query, VERSION_NEUTRAL } from '@nestjs/common';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { SearchQuery, type Page } from '../../common/http/pagination.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { CartAdministration, CartView } from '../cart/index.js';
import { WishedProductView, WishlistAdministration } from '../wishlist/index.js';

/** What a user is about to buy, and wishes, in the admin module. Section 8 of the decisions. */
@ApiTags('Admin: users')
@Access('super_admin')
@Controller({ path: 'admin/api/users/:uid', version: VERSION_NEUTRAL })
export class AdminUserShoppingController {
  constructor(
    private readonly carts: CartAdministration,
    private readonly wishlists: WishlistAdministration,
  ) {}

  @Get('cart')
  @ApiOperation({
    operationId: 'adminGetUserCart',
    summary: 'Read the cart of a user',
    description:
      'As the user sees it: all items with current prices and volumes. This is audited. Reading makes no cart: without one, no items, `cart_id` null, `version` 0.',
  })
  @ApiAnswer(CartView)
  @ApiFailures({ code: 'NOT_FOUND', message: 'user not found' })
  cart(@CallerParam() caller: Caller, @Param('uid') uid: string): Promise<CartView> {
    return this.carts.read(caller, uid);
  }

  @Get('wishlist')
  @ApiOperation({
    operationId: 'adminListUserWishes',
    summary: 'Read the wishlist of a user',
    description:
      'Newest first; `search` is part of a product’s name, a SKU or a bundle id. This is audited. Products that were deleted are not shown.',
  })
  @ApiAnswer(WishedProductView, { paged: true })
  @ApiFailures({ code: 'NOT_FOUND', message: 'user not found' })
  wishlist(
    @CallerParam() caller: Caller,
    @Param('uid') uid: string,
    @Query() query: SearchQuery,
  ): Promise<Page<WishedProductView>> {
    return this.wishlists.list(caller, uid, query);
  }
}
