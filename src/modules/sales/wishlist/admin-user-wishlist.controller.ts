import { Param, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { SearchQuery, type Page } from '#common/http/pagination.js';
import { WishlistService } from './wishlist.service.js';
import { WishedProductView } from './wishlist.view.js';

/** The wishlist of a user in the admin module. See docs/spec/service.md#8. */
@AdminController('users/:uid/wishlist', 'Admin: users', 'users.read')
export class AdminUserWishlistController {
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
    @Param('uid') uid: string,
    @Query() query: SearchQuery,
  ): Promise<Page<WishedProductView>> {
    return this.wishlists.search(caller, uid, query);
  }
}
