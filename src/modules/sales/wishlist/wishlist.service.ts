import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Currency } from '#common/money/currency.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder } from '#common/events/index.js';
import { Pager, type Page, type SearchQuery } from '#common/http/pagination.js';
import { UsersService } from '#people/users/index.js';
import type { WishDto, WishlistQuery } from './wishlist.dto.js';
import type { WishlistChange } from './wishlist.events.js';
import {
  ADD_WISH,
  REMOVE_DELETED,
  LOCK_WISHLIST,
  MAX_WISHES,
  READ_WISHES,
  REMOVE_WISH,
  searchWishes,
  type AddOutcome,
  type ProductIds,
  type WishedRow,
} from './wishlist.queries.js';
import { toWishedProductView, type WishedProductView, type WishlistResultView } from './wishlist.view.js';

/** What refuses products that do not exist, or are not in the list. */
export const INVALID_PRODUCT = { code: 'VALIDATION', field: 'product_id', message: 'invalid product id' } as const;
export const NOT_LISTED = {
  code: 'ITEM_NOT_FOUND',
  field: 'product not found',
  message: 'product not found',
} as const;

/** Reads and changes wishlists. See docs/spec/commerce-api.md#2.2 and #4.2; docs/spec/service.md#6. */
@Injectable()
export class WishlistService {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
    private readonly users: UsersService,
    private readonly pager: Pager,
  ) {}

  /** The user's wishlist from `offset` on, newest first, at most 50 products. Reading another user's is audited. */
  async read(caller: Caller, { offset = 0 }: WishlistQuery): Promise<WishlistResultView[]> {
    if (!actsForAnother(caller)) return this.load(null, caller, offset);
    return this.audited(caller, (tx) => this.load(tx, caller, offset));
  }

  /**
   * A page of the wishlist of a user, newest first, for the admin module; audited. `search` is part of a name, a SKU or a
   * bundle id.
   * @param uid from the path
   * @throws AppError NOT_FOUND for an unknown user
   */
  async search(caller: Caller, uid: string, query: SearchQuery): Promise<Page<WishedProductView>> {
    const actsFor = await this.users.resolve(uid);
    const { page, pageValues, count, values } = searchWishes(actsFor, {
      text: query.search || undefined,
      ...Pager.bounds(query),
    });
    const counted = await this.audited({ ...caller, actsFor }, async (tx) => {
      const rows = await this.db.query<WishedRow>(tx, page, pageValues);
      const { count: all } = (await this.db.queryOne<{ count: number }>(tx, count, values))!;
      return { rows: rows.map(toWishedProductView), count: all };
    });
    return this.pager.page(`/admin/api/users/${actsFor}/wishlist/`, query, counted);
  }

  /**
   * Adds a product. One that is on the list keeps its place, and no event is recorded.
   * @throws AppError VALIDATION on `product_id` for a product that does not exist, or a full list
   */
  async add(caller: Caller, { product_id }: WishDto): Promise<object> {
    return this.db.transaction(async (tx) => {
      await this.db.query(tx, LOCK_WISHLIST, [caller.actsFor]);
      const { product, added, listed } = await this.tryAdd(tx, caller.actsFor, product_id);
      if (product === null) throw AppError.of(INVALID_PRODUCT);
      if (!added && !listed) {
        throw AppError.ofField(
          'VALIDATION',
          'product_id',
          `the wishlist is full: it may have at most ${MAX_WISHES} products`,
        );
      }
      if (added) await this.record(tx, caller, 'added', { product_id, ...product });
      return {};
    });
  }

  /**
   * Removes a product.
   * @throws AppError ITEM_NOT_FOUND for a product that is not on it
   */
  async remove(caller: Caller, { product_id }: WishDto): Promise<object> {
    return this.db.transaction(async (tx) => {
      const product = await this.db.queryOne<ProductIds>(tx, REMOVE_WISH, [caller.actsFor, product_id]);
      if (product === undefined) throw notFound();
      await this.record(tx, caller, 'removed', { product_id, ...product });
      return {};
    });
  }

  /** Reads; reading another user's list is audited. */
  private async audited<T>(caller: Caller, read: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      const act = { action: 'wishlist.read', entityType: 'wishlist', entityId: caller.actsFor };
      await this.audit.recordForAnother(tx, caller, act);
      return read(tx);
    });
  }

  private async load(tx: EntityManager | null, caller: Caller, offset: number): Promise<WishlistResultView[]> {
    const rows = await this.db.query<WishedRow>(tx, READ_WISHES, [caller.actsFor, offset]);
    return [{ wished_products: rows.map(toWishedProductView), currency_symbol: this.currency.symbol }];
  }

  /** Adds; from a full list, deleted products are removed first. */
  private async tryAdd(tx: EntityManager, uid: number, productId: number): Promise<AddOutcome> {
    const outcome = await this.addOnce(tx, uid, productId);
    if (outcome.product === null || outcome.added || outcome.listed) return outcome;
    const removed = await this.db.change(tx, REMOVE_DELETED, [uid]);
    return removed === 0 ? outcome : this.addOnce(tx, uid, productId);
  }

  private async addOnce(tx: EntityManager, uid: number, productId: number): Promise<AddOutcome> {
    const outcome = await this.db.queryOne<AddOutcome>(tx, ADD_WISH, [uid, productId]);
    return outcome ?? { product: null, added: false, listed: false };
  }

  private async record(
    tx: EntityManager,
    caller: Caller,
    change: WishlistChange,
    { product_id, bundle_id, sku }: ProductIds & WishDto,
  ): Promise<void> {
    const uid = caller.actsFor;
    const data = { uid, change, product_id, bundle_id, sku };
    await this.events.record(tx, 'wishlist.updated', uid, data);
    const wish = { product_id };
    await this.audit.recordForAnother(tx, caller, {
      action: change === 'added' ? 'wishlist.add' : 'wishlist.remove',
      entityType: 'wishlist',
      entityId: uid,
      ...(change === 'added' ? { after: wish } : { before: wish }),
    });
  }
}

/** See docs/spec/commerce-api.md#7.3 names the field of this error `product not found`; it is given under `product_id` too. */
function notFound(): AppError {
  const { code, field, message } = NOT_LISTED;
  return new AppError(code, message, { errors: { [field]: [{ message }], product_id: [{ message }] } });
}
