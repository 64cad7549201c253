import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access/index.js';
import { likePattern } from '../../common/database/index.js';
import { Pager, type Page, type SearchQuery } from '../../common/http/pagination.js';
import { UsersService } from '../users/index.js';
import { WishlistService } from './wishlist.service.js';
import { wishedProduct, type WishedProductView } from './wishlist.views.js';

/** Everybody's wishlists, for the admin module. Section 8 of the decisions. */
@Injectable()
export class WishlistAdministration {
  constructor(
    private readonly users: UsersService,
    private readonly wishlist: WishlistService,
    private readonly pager: Pager,
  ) {}

  /**
   * The wishlist of a user, newest first; audited. `search` is part of a name, a SKU or a bundle id.
   * @param uid as it stands in the path
   * @throws AppError NOT_FOUND for an unknown user
   */
  async list(caller: Caller, uid: string, query: SearchQuery): Promise<Page<WishedProductView>> {
    const actsFor = await this.users.resolve(uid);
    const pattern = query.search === undefined || query.search === '' ? undefined : likePattern(query.search);
    const bounds = { pattern, ...Pager.bounds(query) };
    const { rows, count } = await this.wishlist.search({ ...caller, actsFor }, bounds);
    return this.pager.page(`/admin/api/users/${actsFor}/wishlist/`, query, { rows: rows.map(wishedProduct), count });
  }
}
