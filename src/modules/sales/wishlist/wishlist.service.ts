import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Conditions, Database, likePattern, statement, type Statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { SALES } from '#sales/sales.messages.js';
import { EventRecorder } from '#common/events/index.js';
import { Page, Pager, type SearchQuery } from '#common/http/pagination.js';
import { Currency } from '#common/money/currency.js';
import { UsersService } from '#people/users/index.js';
import {
  toWishedProductView,
  type WishDto,
  type WishedProductView,
  type WishedRow,
  type WishlistQuery,
  type WishlistResultView,
} from './wishlist.dto.js';
import type { WishlistChange } from './wishlist.events.js';

/** Identifiers of an added or removed product, for the event. */
interface ProductIds {
  sku: string;
  bundle_id: string;
}

/** The outcome of an add. */
interface AddOutcome {
  /** Null when the product is not in the catalogue. */
  product: ProductIds | null;
  added: boolean;
  /** The product was on the list before. */
  listed: boolean;
}

/** Most products of one response. See docs/spec/service.md#6. */
const PAGE_SIZE = 50;

/** Most products of a wishlist. */
const MAX_WISHES = 1_000;

const COLUMNS = `w.product_id, b.bundle_id, p.sku, p.name, b.product_type, p.price,
     CASE WHEN p.status = 'active' AND b.status = 'active' THEN 'active' ELSE 'inactive' END AS status,
     b.image, w.added_at, b.business_volume, b.points, b.cumulative_volume`;

const WISHED = `FROM wishlist_items w JOIN products p ON p.id = w.product_id JOIN bundles b ON b.id = p.bundle_key
   WHERE p.deleted_at IS NULL AND b.deleted_at IS NULL`;

const NEWEST = 'ORDER BY w.added_at DESC, w.product_id DESC';

/** The wishlist of user $1 from $2 on, newest first. Deleted products are left out. */
const READ_WISHES = statement(
  'wishlist.read',
  `SELECT ${COLUMNS} ${WISHED} AND w.uid = $1 ${NEWEST} LIMIT ${PAGE_SIZE} OFFSET $2`,
);

/** Filters of the admin module's list. */
interface WishSearch {
  /** Part of a name, a SKU or a bundle id. */
  text?: string | undefined;
  limit: number;
  offset: number;
}

/** The statements of a page of a user's wishlist and of its count, with their values. */
function searchWishes(
  uid: number,
  { text, limit, offset }: WishSearch,
): { page: Statement; pageValues: unknown[]; count: Statement; values: unknown[] } {
  const filters = new Conditions()
    .and('uid', (p) => `w.uid = ${p}`, uid)
    .and(
      'search',
      (p) => `p.name ILIKE ${p} OR p.sku ILIKE ${p} OR b.bundle_id ILIKE ${p}`,
      text === undefined ? undefined : likePattern(text),
    );
  const { values } = filters;
  const exact = `$${values.length + 3}::text`;
  const order = `${NEWEST.replace('ORDER BY', `ORDER BY (lower(p.sku) = lower(${exact}) OR lower(b.bundle_id) = lower(${exact})) IS TRUE DESC,`)}`;
  return {
    page: filters.pageStatement('wishlist.page', (where) => `SELECT ${COLUMNS} ${WISHED} AND ${where} ${order}`),
    pageValues: [...values, limit, offset, text ?? null],
    count: filters.statement('wishlist.count', (where) => `SELECT count(*) AS count ${WISHED} AND ${where}`),
    values,
  };
}

/** Puts product $2 on the list of user $1, unless it is there or the list is full. */
const ADD_WISH = statement(
  'wishlist.add',
  `WITH product AS (
     SELECT p.id, p.sku, b.bundle_id FROM products p JOIN bundles b ON b.id = p.bundle_key
     WHERE p.id = $2 AND p.deleted_at IS NULL AND b.deleted_at IS NULL
   ), added AS (
     INSERT INTO wishlist_items (uid, product_id)
     SELECT $1, id FROM product WHERE (SELECT count(*) FROM wishlist_items WHERE uid = $1) < ${MAX_WISHES}
     ON CONFLICT (uid, product_id) DO NOTHING RETURNING product_id
   )
   SELECT (SELECT json_build_object('sku', sku, 'bundle_id', bundle_id) FROM product) AS product,
     EXISTS (SELECT FROM added) AS added,
     EXISTS (SELECT FROM wishlist_items WHERE uid = $1 AND product_id = $2) AS listed`,
);

/** Removes deleted products, which are not shown, from the list of user $1. */
const REMOVE_DELETED = statement(
  'wishlist.remove-deleted',
  `DELETE FROM wishlist_items w USING products p WHERE w.uid = $1 AND p.id = w.product_id AND p.deleted_at IS NOT NULL`,
);

/** Removes product $2 from the list of user $1 and returns its identifiers; a deleted product is not found. */
const REMOVE_WISH = statement(
  'wishlist.remove',
  `DELETE FROM wishlist_items w USING products p, bundles b
   WHERE w.uid = $1 AND w.product_id = $2 AND p.id = w.product_id AND p.deleted_at IS NULL AND b.id = p.bundle_key
   RETURNING p.sku, b.bundle_id`,
);

/** What refuses products that do not exist, or are not in the list. */
export const INVALID_PRODUCT = failure(SALES.invalid_product, { field: 'product_id' });
export const NOT_LISTED = failure(SALES.product_not_found, { field: 'product not found' });

/** Reads and changes wishlists. See docs/spec/commerce-api.md#2.2 and #4.2; docs/spec/service.md#6. */
@Injectable()
export class WishlistService {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
    private readonly users: UsersService,
  ) {}

  /** The user's wishlist from `offset` on, newest first, at most 50 products. Reading another user's is audited. */
  async read(caller: Caller, { offset = 0 }: WishlistQuery): Promise<WishlistResultView[]> {
    const rows = await this.db.query<WishedRow>(null, READ_WISHES, [caller.actsFor, offset]);
    await this.recordRead(caller);
    return [{ wished_products: rows.map(toWishedProductView), currency_symbol: this.currency.symbol }];
  }

  /**
   * A page of the wishlist of a user, newest first, for the admin module; audited. `search` is part of a name, a SKU or a
   * bundle id.
   * @throws AppError NOT_FOUND for an unknown user
   */
  async search(caller: Caller, uid: number, query: SearchQuery): Promise<Page<WishedProductView>> {
    await this.users.assertExists(uid);
    const { page, pageValues, count, values } = searchWishes(uid, {
      text: query.search || undefined,
      ...Pager.bounds(query),
    });
    const rows = await this.db.query<WishedRow>(null, page, pageValues);
    const { count: all } = (await this.db.queryOne<{ count: number }>(null, count, values))!;
    await this.recordRead({ ...caller, actsFor: uid });
    const counted = { rows: rows.map(toWishedProductView), count: all };
    return new Page(query, counted);
  }

  /**
   * Adds a product. One that is on the list keeps its place, and no event is recorded.
   * @throws AppError VALIDATION on `product_id` for a product that does not exist, or a full list
   */
  async add(caller: Caller, { product_id }: WishDto): Promise<object> {
    return this.db.transaction(async (tx) => {
      // Adds run one after the other, which the limit needs.
      await this.users.lock(tx, caller.actsFor);
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

  private recordRead(caller: Caller): Promise<void> {
    return this.audit.recordRead(caller, { action: 'wishlist.read', entityType: 'wishlist', entityId: caller.actsFor });
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
