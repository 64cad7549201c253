import { Conditions, opaque, searched, statement, type Statement } from '../../common/database/index.js';
import type { PlacedStatus } from './orders.rules.js';

/** A line of a placed order; amounts are those of one piece, as text. */
export interface OrderLineRow {
  id: number;
  product_id: number;
  quantity: number;
  label: string;
  sku: string;
  bundle_id: string;
  unit_price: string;
  business_volume: string;
  points: string;
  cumulative_volume: string;
}

/** A placed order with its lines. */
export interface OrderRow {
  id: number;
  uid: number;
  username: string;
  order_number: string;
  status: PlacedStatus;
  placed_at: Date;
  currency_code: string;
  application_id: string | null;
  items: OrderLineRow[];
}

/** A row of a page: the number of all orders stands on each, and alone on the one row of an empty page. */
export type OrderPageRow = { count: number } & (OrderRow | { id: null });

/** An order that is about to move. */
export interface LockedOrder {
  uid: number;
  application_id: string | null;
  status: PlacedStatus;
}

const COLUMNS = 'o.id, o.uid, o.order_number, o.status, o.placed_at, o.currency_code, o.application_id';

// Amounts go through JSON as text: as JSON numbers they would be read as doubles.
const ITEMS = (order: string): string => `(
  SELECT coalesce(json_agg(json_build_object('id', l.id, 'product_id', l.product_id, 'quantity', l.quantity, 'label', l.label,
    'sku', l.sku, 'bundle_id', l.bundle_id, 'unit_price', l.unit_price::text, 'business_volume', l.business_volume::text,
    'points', l.points::text, 'cumulative_volume', l.cumulative_volume::text) ORDER BY l.id), '[]')
  FROM order_lines l WHERE l.order_id = ${order}.id) AS items`;

const PLACED = `o.status <> 'cart'`;

/**
 * One page of the orders that conditions admit, newest first, with the number of all of them.
 */
function pageOf(conditions: readonly string[], limit: string, offset: string): string {
  const matching = `FROM orders o WHERE ${conditions.join(' AND ')}`;
  return `WITH page AS (
      SELECT ${COLUMNS} ${matching} ORDER BY o.placed_at DESC, o.id DESC LIMIT ${limit} OFFSET ${offset}
    )
    SELECT matching.count, page.*, u.username, ${ITEMS('page')}
    FROM (SELECT count(*) AS count ${matching}) matching LEFT JOIN page ON true LEFT JOIN users u ON u.uid = page.uid
    ORDER BY page.placed_at DESC, page.id DESC`;
}

/** Orders of user $1, in status $2 if it is not null; limit $3, offset $4. */
export const LIST_ORDERS = statement(
  'orders.list',
  pageOf([PLACED, 'o.uid = $1', '($2::text IS NULL OR o.status = $2)'], '$3', '$4'),
);

/** What the admin module's list looks for. */
export interface OrderSearch {
  uid?: number | undefined;
  status?: PlacedStatus | undefined;
  /** For ILIKE, on order numbers and user names. */
  pattern?: string | undefined;
  limit: number;
  offset: number;
}

// Both halves are conditions on the orders' own columns, each with an index; over a join it would read all orders.
const found = (pattern: string): string =>
  `${searched('o.order_number')} ILIKE ${pattern}
   OR o.uid = ANY (ARRAY(SELECT u.uid FROM users u WHERE ${searched('u.username')} ILIKE ${pattern}))`;

/**
 * The statement and the values of a page of everybody's orders. Each set of filters has a statement of its own: one for
 * all would be planned for none of them.
 */
export function searchOrders({ uid, status, pattern, limit, offset }: OrderSearch): {
  sql: Statement;
  values: unknown[];
} {
  const filters = new Conditions()
    .and('uid', (p) => `o.uid = ${p}`, uid)
    .and('status', (p) => `o.status = ${p}`, status)
    .and('search', found, pattern);
  const at = filters.values.length;
  const sql = filters.statement('orders.search', (where) => pageOf([PLACED, where], `$${at + 1}`, `$${at + 2}`));
  return { sql, values: [...filters.values, limit, offset] };
}

const READ = `SELECT ${COLUMNS}, u.username, ${ITEMS('o')} FROM orders o JOIN users u ON u.uid = o.uid WHERE o.id = $1 AND ${PLACED}`;

/** Order $1. */
export const READ_ORDER = statement('orders.read', READ);

/** Order $1 of user $2. */
export const READ_ORDER_OF = statement('orders.read-of', `${READ} AND o.uid = $2`);

/** Locks order $1, of user $2 if that is not null. */
export const LOCK_ORDER = statement(
  'orders.lock',
  `SELECT uid, application_id, status FROM orders WHERE id = $1 AND status <> 'cart' AND ($2::bigint IS NULL OR uid = $2) FOR UPDATE`,
);

/** Moves order $1, locked before, to status $2. */
export const MOVE_ORDER = statement(
  'orders.move',
  'UPDATE orders SET status = $2, changed_at = clock_timestamp() WHERE id = $1',
);

/** When an order is placed: by the one clock that all instances share, since lists are in this order. */
export const PLACING_TIME = statement('orders.placing-time', 'SELECT clock_timestamp() AS placed_at');

const FROZEN =
  '$6::bigint[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[]';

/** Makes cart $1, locked before, an order, and freezes what its lines ($6 …, one array for each column) are and cost. */
export const PLACE_ORDER = statement(
  'orders.place',
  `WITH frozen AS (
     UPDATE order_lines l SET label = f.label, sku = f.sku, bundle_id = f.bundle_id, vendor_uid = f.vendor_uid,
       unit_price = f.unit_price, business_volume = f.business_volume, points = f.points, cumulative_volume = f.cumulative_volume
     FROM unnest(${FROZEN.split(', ').map(opaque).join(', ')})
       AS f (id, label, sku, bundle_id, vendor_uid, unit_price, business_volume, points, cumulative_volume)
     WHERE l.id = f.id AND l.order_id = $1
   )
   UPDATE orders SET status = 'placed', order_number = $2, currency_code = $3, application_id = $4, placed_at = $5, changed_at = $5
   WHERE id = $1`,
);
