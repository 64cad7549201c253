import { Body, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { WishDto, WishlistQuery } from './wishlist.dto.js';
import { INVALID_PRODUCT, NOT_LISTED, WishlistService } from './wishlist.service.js';
import { WishlistResultView } from './wishlist.view.js';

/** The wishlist of a user. See docs/spec/commerce-api.md#4.2; docs/spec/service.md#6. */
@ClientController('commerce', {
  tag: { name: 'Wishlist', order: 80, description: 'The wishlist of a user.' },
  access: 'user',
})
export class WishlistController {
  constructor(private readonly wishlist: WishlistService) {}

  @Endpoint('GET wishlist-items', {
    id: 'getWishlistItems',
    summary: 'Read the wishlist',
    description: 'At most 50 products from `offset`, newest first. Products that were deleted are not shown.',
    answer: WishlistResultView,
    isArray: true,
  })
  read(@CallerParam() caller: Caller, @Query() query: WishlistQuery): Promise<WishlistResultView[]> {
    return this.wishlist.read(caller, query);
  }

  @Endpoint('POST wishlist-add', {
    id: 'addToWishlist',
    summary: 'Add a product to the wishlist',
    description: 'A product that is already on the wishlist keeps its position. A wishlist has at most 1,000 products.',
    answer: null,
    failures: [INVALID_PRODUCT],
  })
  add(@CallerParam() caller: Caller, @Body() dto: WishDto): Promise<object> {
    return this.wishlist.add(caller, dto);
  }

  @Endpoint('POST wishlist-remove', {
    id: 'removeFromWishlist',
    summary: 'Remove a product from the wishlist',
    description: '400 with type `Not Found` if the product is not on the wishlist.',
    answer: null,
    failures: [{ code: 'VALIDATION', field: 'product_id', message: 'must not be blank' }, NOT_LISTED],
  })
  remove(@CallerParam() caller: Caller, @Body() dto: WishDto): Promise<object> {
    return this.wishlist.remove(caller, dto);
  }
}
