import { changedSql, type CustomFieldValues } from '#common/custom-fields/index.js';
import { statement } from '#common/database/index.js';

/** A line of a cart with the current catalogue data of its product. `numeric` columns are text. */
export interface CartLineRow {
  id: number;
  product_id: number;
  quantity: number;
  label: string;
  sku: string;
  bundle_id: string;
  vendor_uid: number;
  unit_price: string;
  business_volume: string;
  points: string;
  cumulative_volume: string;
  available: boolean;
  custom_fields: CustomFieldValues | null;
}

/** A row of an outer join: without a line its id is null. */
export type MaybeLine<Row> = Row | (Omit<Row, keyof CartLineRow> & { id: null });

export interface CartRow {
  cart_id: number;
  version: number;
}

/** A cart that is changed. */
export interface TouchedCart extends CartRow {
  /** The version that it had until then; 0 for a new one. */
  former_version: number;
}

/** The removed line, on each row of the remaining lines. */
export interface RemovedLine {
  removed_product_id: number;
  removed_sku: string;
  removed_bundle_id: string;
}

/** A product that is about to be added to a cart. */
export interface ProductForCart {
  sku: string;
  bundle_id: string;
  /** The line of the cart that has the product already. */
  line_id: number | null;
  held: number;
  lines: number;
}

/** A cart with the line that is about to change; null if there is no such line. */
export interface CartWithLine extends TouchedCart {
  line: { product_id: number; sku: string; bundle_id: string; available: boolean } | null;
}

const AVAILABLE = `(p.deleted_at IS NULL AND p.status = 'active' AND b.deleted_at IS NULL AND b.status = 'active')`;
const COLUMNS = `l.id, l.product_id, l.quantity, p.name AS label, p.sku, b.bundle_id, b.vendor_uid, p.price AS unit_price,
  b.business_volume, b.points, b.cumulative_volume, ${AVAILABLE} AS available, l.custom_fields`;
const CATALOGUE = `JOIN products p ON p.id = l.product_id JOIN bundles b ON b.id = p.bundle_key`;

/** The whole cart of user $1 in one statement: no row without a cart, one row with a null id for an empty one. */
export const READ_CART = statement(
  'cart.read',
  `SELECT o.id AS cart_id, o.version, ${COLUMNS}
   FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id LEFT JOIN products p ON p.id = l.product_id
     LEFT JOIN bundles b ON b.id = p.bundle_key
   WHERE o.uid = $1 AND o.status = 'cart' ORDER BY l.id`,
);

/** The lines of order $1. */
export const READ_LINES = statement(
  'cart.lines',
  `SELECT ${COLUMNS} FROM order_lines l ${CATALOGUE} WHERE l.order_id = $1 ORDER BY l.id`,
);

/** Locks the cart of user $1 and raises its version. */
export const TOUCH_CART = statement(
  'cart.touch',
  `UPDATE orders SET version = version + 1, changed_at = clock_timestamp() WHERE uid = $1 AND status = 'cart'
   RETURNING id AS cart_id, version, version - 1 AS former_version`,
);

/** Locks cart $2 of user $1 and raises its version. */
export const TOUCH_CART_BY_ID = statement(
  'cart.touch-by-id',
  `UPDATE orders SET version = version + 1, changed_at = clock_timestamp() WHERE id = $2 AND uid = $1 AND status = 'cart'
   RETURNING id AS cart_id, version, version - 1 AS former_version`,
);

/**
 * The same with line $3 of the cart. The line is as it was when the statement began; if that waited for the lock, the line may
 * be gone by now.
 */
export const TOUCH_CART_WITH_LINE = statement(
  'cart.touch-with-line',
  `UPDATE orders o SET version = version + 1, changed_at = clock_timestamp() WHERE id = $2 AND uid = $1 AND status = 'cart'
   RETURNING id AS cart_id, version, version - 1 AS former_version,
     (SELECT json_build_object('product_id', p.id, 'sku', p.sku, 'bundle_id', b.bundle_id, 'available', ${AVAILABLE})
        FROM order_lines l ${CATALOGUE} WHERE l.id = $3 AND l.order_id = o.id) AS line`,
);

/** Creates the cart of user $1 with version 1, or touches one that was created a moment ago. */
export const CREATE_CART = statement(
  'cart.create',
  `INSERT INTO orders AS o (uid, version) VALUES ($1, 1)
   ON CONFLICT (uid) WHERE status = 'cart' DO UPDATE SET version = o.version + 1, changed_at = clock_timestamp()
   RETURNING id AS cart_id, version, version - 1 AS former_version, (xmax = 0) AS created`,
);

/**
 * Continues the versions of the user's last order in cart $1 of user $2, which was just created: a version that a client saw
 * in a cart placed since never matches the new one. A separate statement, because only one that begins after the create sees
 * carts that came and went while the create waited.
 */
export const CONTINUE_VERSIONS = statement(
  'cart.continue-versions',
  `UPDATE orders SET version = 1 + coalesce((SELECT max(version) FROM orders WHERE uid = $2 AND status <> 'cart'), 0)
   WHERE id = $1 RETURNING id AS cart_id, version, 0 AS former_version`,
);

/** Locks the cart of user $1 for placing. */
export const LOCK_CART = statement(
  'cart.lock',
  `SELECT id AS cart_id, version FROM orders WHERE uid = $1 AND status = 'cart' FOR UPDATE`,
);

/** Locks the products of order $1 against changes, in the order of their ids. */
export const LOCK_PRODUCTS = statement(
  'cart.lock-products',
  `SELECT p.id FROM products p WHERE p.id IN (SELECT product_id FROM order_lines WHERE order_id = $1) ORDER BY p.id FOR SHARE OF p`,
);

/** Product $1, if it can be bought; not locked. */
export const KNOWS_PRODUCT = statement(
  'cart.knows-product',
  `SELECT p.id FROM products p JOIN bundles b ON b.id = p.bundle_key WHERE p.id = $1 AND ${AVAILABLE}`,
);

/** Product $2, locked against deletion, if it can be bought, with what cart $1 holds of it. */
export const FIND_PRODUCT = statement(
  'cart.find-product',
  `SELECT p.sku, b.bundle_id, l.id AS line_id, coalesce(l.quantity, 0) AS held,
     (SELECT count(*) FROM order_lines WHERE order_id = $1) AS lines
   FROM products p JOIN bundles b ON b.id = p.bundle_key
     LEFT JOIN order_lines l ON l.order_id = $1 AND l.product_id = p.id
   WHERE p.id = $2 AND ${AVAILABLE} FOR SHARE OF p`,
);

// A statement does not see the changes of its own CTEs, so the changed line is added to the others.
const OTHERS = 'SELECT id, product_id, quantity, custom_fields FROM order_lines WHERE order_id = $1';

/** Adds quantity $3 of product $2 to cart $1, with custom fields $4; returns all lines. */
export const ADD_LINE = statement(
  'cart.add-line',
  `WITH added AS (INSERT INTO order_lines (order_id, product_id, quantity, custom_fields)
     VALUES ($1, $2, $3, ${changedSql('NULL::jsonb', '$4')}) RETURNING id, product_id, quantity, custom_fields)
   SELECT ${COLUMNS} FROM (SELECT * FROM added UNION ALL ${OTHERS}) l ${CATALOGUE} ORDER BY l.id`,
);

/** Sets the quantity of line $2 of cart $1 to $3, and changes its custom fields by $4; returns all lines. */
export const SET_QUANTITY = statement(
  'cart.set-quantity',
  `WITH changed AS (UPDATE order_lines SET quantity = $3, custom_fields = ${changedSql('custom_fields', '$4')}
     WHERE id = $2 AND order_id = $1 RETURNING id, product_id, quantity, custom_fields)
   SELECT ${COLUMNS} FROM (SELECT * FROM changed UNION ALL ${OTHERS} AND id <> $2) l ${CATALOGUE} ORDER BY l.id`,
);

/**
 * Removes line $2 of cart $1; returns the remaining lines, each with the removed one: no row if there was no such line, one
 * with a null id if it was the last.
 */
export const REMOVE_LINE = statement(
  'cart.remove-line',
  `WITH removed AS (
     DELETE FROM order_lines l USING products p, bundles b
     WHERE l.id = $2 AND l.order_id = $1 AND p.id = l.product_id AND b.id = p.bundle_key
     RETURNING l.id, p.id AS removed_product_id, p.sku AS removed_sku, b.bundle_id AS removed_bundle_id
   )
   SELECT ${COLUMNS}, removed_product_id, removed_sku, removed_bundle_id
   FROM removed LEFT JOIN order_lines l ON l.order_id = $1 AND l.id <> removed.id
     LEFT JOIN products p ON p.id = l.product_id LEFT JOIN bundles b ON b.id = p.bundle_key ORDER BY l.id`,
);
