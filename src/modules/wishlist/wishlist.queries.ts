import { statement } from '../../common/database/index.js';

/** A wished product as stored; `numeric` columns are text. */
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

/** What else is told of a product that comes or goes. */
export interface ToldProduct {
  sku: string;
  bundle_id: string;
}

/** What came of an add. */
export interface AddOutcome {
  /** Null when the product is not in the catalogue. */
  product: ToldProduct | null;
  added: boolean;
  /** The product was on the list before. */
  listed: boolean;
}

/** Products of one answer. Section 6 of the decisions. */
const PAGE_SIZE = 50;

/** Most products of a wishlist. */
export const MAX_WISHES = 1_000;

/** The wishlist of user $1 from $2 on, newest first. Deleted products are left out. */
export const READ_WISHES = statement(
  'wishlist.read',
  `SELECT w.product_id, b.bundle_id, p.sku, p.name, b.product_type, p.price,
     CASE WHEN p.status = 'active' AND b.status = 'active' THEN 'active' ELSE 'inactive' END AS status,
     b.image, w.added_at, b.business_volume, b.points, b.cumulative_volume
   FROM wishlist_items w JOIN products p ON p.id = w.product_id JOIN bundles b ON b.id = p.bundle_key
   WHERE w.uid = $1 AND p.deleted_at IS NULL AND b.deleted_at IS NULL
   ORDER BY w.added_at DESC, w.product_id DESC LIMIT ${PAGE_SIZE} OFFSET $2`,
);

/** Serialises the adds of user $1, so that the limit holds. */
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

/** Takes deleted products, which nobody sees, off the list of user $1. */
export const FORGET_DELETED = statement(
  'wishlist.forget-deleted',
  `DELETE FROM wishlist_items w USING products p WHERE w.uid = $1 AND p.id = w.product_id AND p.deleted_at IS NOT NULL`,
);

/** Takes product $2 off the list of user $1, and gives what is told of it; a deleted one is not on it any more. */
export const REMOVE_WISH = statement(
  'wishlist.remove',
  `DELETE FROM wishlist_items w USING products p, bundles b
   WHERE w.uid = $1 AND w.product_id = $2 AND p.id = w.product_id AND p.deleted_at IS NULL AND b.id = p.bundle_key
   RETURNING p.sku, b.bundle_id`,
);
