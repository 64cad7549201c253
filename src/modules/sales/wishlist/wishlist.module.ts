import { Body, Query, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { type Caller, CallerParam } from '#common/access/index.js';
import { failure, notFound } from '#common/errors/failures.js';
import { COMMON } from '#common/errors/common.messages.js';
import { AdminController, ClientController, Endpoint } from '#common/http/endpoint.js';
import { type Page, SearchQuery } from '#common/http/pagination.js';
import { UserUidParam, UsersModule } from '#people/users/index.js';
import { Events } from '#common/events/index.js';
import { WishDto, WishedProductView, WishlistQuery, WishlistResultView } from './wishlist.dto.js';
import { INVALID_PRODUCT, NOT_LISTED, WishlistService } from './wishlist.service.js';
import { WishlistItem } from './wishlist-item.entity.js';
import { WISHLIST_EVENTS } from './wishlist.events.js';
import { WishlistPersonalData } from './wishlist-personal-data.js';

/** The wishlist of a user. See docs/spec/commerce-api.md#4.2; docs/spec/service.md#6. */
@ClientController('commerce', {
  tag: { name: 'Wishlist', order: 80, description: 'The wishlist of a user.' },
  access: 'user',
  scope: 'shop',
})
class WishlistController {
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
    failures: [failure(COMMON.blank, { field: 'product_id' }), NOT_LISTED],
  })
  remove(@CallerParam() caller: Caller, @Body() dto: WishDto): Promise<object> {
    return this.wishlist.remove(caller, dto);
  }
}

/** The wishlist of a user in the admin module. See docs/spec/service.md#8. */
@AdminController('users/:uid/wishlist', 'Admin: users', 'users.read')
class AdminUserWishlistController {
  constructor(private readonly wishlists: WishlistService) {}

  @Endpoint('GET', {
    id: 'adminListUserWishes',
    summary: 'Read the wishlist of a user',
    description:
      'Newest first; `search` is part of a product’s name, a SKU or a bundle id. This is audited. Products that were deleted are not shown.',
    answer: WishedProductView,
    paged: true,
    failures: [notFound('user')],
  })
  list(
    @CallerParam() caller: Caller,
    @UserUidParam() uid: number,
    @Query() query: SearchQuery,
  ): Promise<Page<WishedProductView>> {
    return this.wishlists.search(caller, uid, query);
  }
}

/** The wishlist. */
@Events(WISHLIST_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([WishlistItem]), UsersModule],
  controllers: [WishlistController, AdminUserWishlistController],
  providers: [WishlistPersonalData, WishlistService],
})
export class WishlistModule {}
