import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actsForAnother, type Caller } from '../../common/access/index.js';
import { AuditLog } from '../../common/audit/index.js';
import { Currency } from '../../common/currency.js';
import { Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { EventRecorder } from '../../common/events/index.js';
import type { Counted } from '../../common/http/pagination.js';
import type { WishDto, WishlistQuery } from './wishlist.dto.js';
import type { WishlistChange } from './wishlist.events.js';
import {
  ADD_WISH,
  FORGET_DELETED,
  LOCK_WISHLIST,
  MAX_WISHES,
  READ_WISHES,
  REMOVE_WISH,
  searchWishes,
  type AddOutcome,
  type ToldProduct,
  type WishedRow,
  type WishSearch,
} from './wishlist.queries.js';
import { wishedProduct, type WishlistResultView } from './wishlist.views.js';

/** Reads and changes wishlists. Sections 2.2 and 4.2 of the specification; section 6 of the decisions. */
@Injectable()
export class WishlistService {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /** The user's wishlist from `offset` on, newest first, at most 50 products. Another user's is audited. */
  async read(caller: Caller, { offset = 0 }: WishlistQuery): Promise<WishlistResultView[]> {
    if (!actsForAnother(caller)) return this.load(null, caller, offset);
    return this.audited(caller, (tx) => this.load(tx, caller, offset));
  }

  /** A page of the wishlist of the user that the caller acts for, newest first. Another user's is audited. */
  async search(caller: Caller, wanted: WishSearch): Promise<Counted<WishedRow>> {
    return this.audited(caller, async (tx) => {
      const { page, pageValues, count, values } = searchWishes(caller.actsFor, wanted);
      const rows = await this.db.query<WishedRow>(tx, page, pageValues);
      return { rows, count: (await this.db.queryOne<{ count: number }>(tx, count, values))!.count };
    });
  }

  /**
   * Puts a product on the list. One that is there keeps its place, and nothing is told.
   * @throws AppError VALIDATION on `product_id` for a product that does not exist, or a full list
   */
  async add(caller: Caller, { product_id }: WishDto): Promise<object> {
    return this.db.transaction(async (tx) => {
      await this.db.query(tx, LOCK_WISHLIST, [caller.actsFor]);
      const { product, added, listed } = await this.tryAdd(tx, caller.actsFor, product_id);
      if (product === null) throw AppError.ofField('VALIDATION', 'product_id', 'invalid product id');
      if (!added && !listed) {
        throw AppError.ofField(
          'VALIDATION',
          'product_id',
          `the wishlist is full: it may have at most ${MAX_WISHES} products`,
        );
      }
      if (added) await this.tell(tx, caller, 'added', { product_id, ...product });
      return {};
    });
  }

  /**
   * Takes a product off the list.
   * @throws AppError ITEM_NOT_FOUND for a product that is not on it
   */
  async remove(caller: Caller, { product_id }: WishDto): Promise<object> {
    return this.db.transaction(async (tx) => {
      const product = await this.db.queryOne<ToldProduct>(tx, REMOVE_WISH, [caller.actsFor, product_id]);
      if (product === undefined) throw notFound();
      await this.tell(tx, caller, 'removed', { product_id, ...product });
      return {};
    });
  }

  /** Reads, and records it if the list is another user's. */
  private async audited<T>(caller: Caller, read: (tx: EntityManager) => Promise<T>): Promise<T> {
    return this.db.transaction(async (tx) => {
      const act = { action: 'wishlist.read', entityType: 'wishlist', entityId: caller.actsFor };
      await this.audit.recordForAnother(tx, caller, act);
      return read(tx);
    });
  }

  private async load(tx: EntityManager | null, caller: Caller, offset: number): Promise<WishlistResultView[]> {
    const rows = await this.db.query<WishedRow>(tx, READ_WISHES, [caller.actsFor, offset]);
    return [{ wished_products: rows.map(wishedProduct), currency_symbol: this.currency.symbol }];
  }

  /** Adds; a list that is full makes room by forgetting products that were deleted since. */
  private async tryAdd(tx: EntityManager, uid: number, productId: number): Promise<AddOutcome> {
    const outcome = await this.addOnce(tx, uid, productId);
    if (outcome.product === null || outcome.added || outcome.listed) return outcome;
    const forgotten = await this.db.change(tx, FORGET_DELETED, [uid]);
    return forgotten === 0 ? outcome : this.addOnce(tx, uid, productId);
  }

  private async addOnce(tx: EntityManager, uid: number, productId: number): Promise<AddOutcome> {
    const outcome = await this.db.queryOne<AddOutcome>(tx, ADD_WISH, [uid, productId]);
    return outcome ?? { product: null, added: false, listed: false };
  }

  private async tell(
    tx: EntityManager,
    caller: Caller,
    change: WishlistChange,
    { product_id, bundle_id, sku }: ToldProduct & WishDto,
  ): Promise<void> {
    const uid = caller.actsFor;
    const data = { uid, change, product_id, bundle_id, sku };
    await this.events.record(tx, 'wishlist.updated', { type: 'wishlist', id: uid }, data);
    const wish = { product_id };
    await this.audit.recordForAnother(tx, caller, {
      action: change === 'added' ? 'wishlist.add' : 'wishlist.remove',
      entityType: 'wishlist',
      entityId: uid,
      ...(change === 'added' ? { after: wish } : { before: wish }),
    });
  }
}

/** Section 7.3 names the field of this failure `product not found`; clients that look for `product_id` find it there too. */
function notFound(): AppError {
  const message = 'product not found';
  return new AppError('ITEM_NOT_FOUND', message, { errors: { [message]: [{ message }], product_id: [{ message }] } });
}
