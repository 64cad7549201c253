import { Conditions, likePattern, statement, type Statement } from '#common/database/index.js';

/** A product of a wishlist; `numeric` columns are text. */
export interface WishedRow {
  product_id: number;
  bundle_id: string;
  sku: string;
  name: string;
  product_type: string;
  price: string;
  status: 'active' | 'inactive';
  image: string | null;
  added_at: Date;
  business_volume: string;
  points: string;
  cumulative_volume: string;
}

/** Identifiers of an added or removed product, for the event. */
export interface ProductIds {
  sku: string;
  bundle_id: string;
}

/** The outcome of an add. */
export interface AddOutcome {
  /** Null when the product is not in the catalogue. */
  product: ProductIds | null;
  added: boolean;
  /** The product was on the list before. */
  listed: boolean;
}

/** Most products of one response. See docs/spec/service.md#6. */
const PAGE_SIZE = 50;

/** Most products of a wishlist. */
export const MAX_WISHES = 1_000;

const COLUMNS = `w.product_id, b.bundle_id, p.sku, p.name, b.product_type, p.price,
     CASE WHEN p.status = 'active' AND b.status = 'active' THEN 'active' ELSE 'inactive' END AS status,
     b.image, w.added_at, b.business_volume, b.points, b.cumulative_volume`;

const WISHED = `FROM wishlist_items w JOIN products p ON p.id = w.product_id JOIN bundles b ON b.id = p.bundle_key
   WHERE p.deleted_at IS NULL AND b.deleted_at IS NULL`;

const NEWEST = 'ORDER BY w.added_at DESC, w.product_id DESC';

/** The wishlist of user $1 from $2 on, newest first. Deleted products are left out. */
export const READ_WISHES = statement(
  'wishlist.read',
  `SELECT ${COLUMNS} ${WISHED} AND w.uid = $1 ${NEWEST} LIMIT ${PAGE_SIZE} OFFSET $2`,
);

/** Filters of the admin module's list. */
export interface WishSearch {
  /** Part of a name, a SKU or a bundle id. */
  text?: string | undefined;
  limit: number;
  offset: number;
}

/** The statements of a page of a user's wishlist and of its count, with their values. */
export function searchWishes(
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

/** Serialises the adds of user $1, which the limit needs. */
export const LOCK_WISHLIST = statement('wishlist.lock', 'SELECT uid FROM users WHERE uid = $1 FOR NO KEY UPDATE');

/** Puts product $2 on the list of user $1, unless it is there or the list is full. */
export const ADD_WISH = statement(
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
export const REMOVE_DELETED = statement(
  'wishlist.remove-deleted',
  `DELETE FROM wishlist_items w USING products p WHERE w.uid = $1 AND p.id = w.product_id AND p.deleted_at IS NOT NULL`,
);

/** Removes product $2 from the list of user $1 and returns its identifiers; a deleted product is not found. */
export const REMOVE_WISH = statement(
  'wishlist.remove',
  `DELETE FROM wishlist_items w USING products p, bundles b
   WHERE w.uid = $1 AND w.product_id = $2 AND p.id = w.product_id AND p.deleted_at IS NULL AND b.id = p.bundle_key
   RETURNING p.sku, b.bundle_id`,
);
