import {
  Conditions,
  EXACT_FIRST,
  exactFirst,
  isText,
  likePattern,
  opaque,
  searched,
  statement,
  type Statement,
} from '#common/database/index.js';
import { exactUsers, usersLike } from '#people/users/index.js';
import type { OrderRow } from './orders.dto.js';
import type { PlacedStatus } from './orders.rules.js';

/** A row of a page with the number of all orders; an empty page has one row with nothing else. */
export type OrderPageRow = { count: number } & (OrderRow | { id: null });

/** An order whose status is about to change. */
export interface LockedOrder {
  uid: number;
  application_id: string | null;
  status: PlacedStatus;
}

const COLUMNS = `o.id, o.uid, o.order_number, o.status, o.placed_at, o.paid_at, o.completed_at, o.cancelled_at, o.currency_code,
  o.application_id`;

// Amounts are text, because JSON numbers would be read as doubles.
const ITEMS = (order: string): string => `(
  SELECT coalesce(json_agg(json_build_object('id', l.id, 'product_id', l.product_id, 'quantity', l.quantity, 'label', l.label,
    'sku', l.sku, 'bundle_id', l.bundle_id, 'unit_price', l.unit_price::text, 'business_volume', l.business_volume::text,
    'points', l.points::text, 'cumulative_volume', l.cumulative_volume::text, 'wholesale_price', l.wholesale_price::text,
    'returned', l.returned) ORDER BY l.id), '[]')
  FROM order_lines l WHERE l.order_id = ${order}.id) AS items`;

const PLACED = `o.status <> 'cart'`;

const BUYER = `u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name`;

/** One page of the matching orders, newest first, with the number of all of them. */
function pageOf(conditions: readonly string[], limit: string, offset: string): string {
  const matching = `FROM orders o WHERE ${conditions.join(' AND ')}`;
  return `WITH page AS (
      SELECT ${COLUMNS} ${matching} ORDER BY o.placed_at DESC, o.id DESC LIMIT ${limit} OFFSET ${offset}
    )
    SELECT matching.count, page.*, ${BUYER}, ${ITEMS('page')}
    FROM (SELECT count(*) AS count ${matching}) matching LEFT JOIN page ON true LEFT JOIN users u ON u.uid = page.uid
    ORDER BY page.placed_at DESC, page.id DESC`;
}

/** Orders of user $1, in status $2 if it is not null; limit $3, offset $4. */
export const LIST_ORDERS = statement(
  'orders.list',
  pageOf([PLACED, 'o.uid = $1', '($2::text IS NULL OR o.status = $2)'], '$3', '$4'),
);

/** Filters of the admin module's list. */
export interface OrderSearch {
  uid?: number | undefined;
  status?: PlacedStatus | undefined;
  /** Part of an order number, or of a buyer's username, e-mail address or name; or a buyer's uid. */
  text?: string | undefined;
  limit: number;
  offset: number;
}

/**
 * The statement and the values of a page of all users' orders, newest first; with a text what is exactly this number, or of
 * exactly this buyer, comes first.
 */
export function searchOrders({ uid, status, text, limit, offset }: OrderSearch): { sql: Statement; values: unknown[] } {
  const filters = new Conditions()
    .and('uid', (p) => `o.uid = ${p}`, uid)
    .and('status', (p) => `o.status = ${p}`, status);
  const found = text === undefined ? undefined : [filters.bind(text), filters.bind(likePattern(text))];
  const [most, from] = [filters.bind(limit), filters.bind(offset)];
  const sql =
    found === undefined
      ? filters.statement('orders.search', (where) => pageOf([PLACED, where], most, from))
      : filters.planned((where) => pageOfFound(`${PLACED} AND ${where}`, found[0]!, found[1]!, most, from));
  return { sql, values: filters.values };
}

/** The same for what a search finds. */
function pageOfFound(where: string, text: string, pattern: string, limit: string, offset: string): string {
  const found = exactFirst({
    id: 'o.id',
    sort: 'o.placed_at',
    from: 'orders o',
    where,
    exact: `${isText('o.order_number', text)} OR o.uid = ANY (${exactUsers(text)})`,
    others: [`${searched('o.order_number')} ILIKE ${pattern}`, `o.uid = ANY (${usersLike(pattern, text)})`],
  });
  return `WITH found AS MATERIALIZED (${found}),
      page AS (SELECT * FROM found ORDER BY ${EXACT_FIRST} LIMIT ${limit} OFFSET ${offset})
    SELECT counted.count, ${COLUMNS}, ${BUYER}, ${ITEMS('o')}
    FROM (SELECT count(*) AS count FROM found) counted LEFT JOIN page ON true
      LEFT JOIN orders o ON o.id = page.id LEFT JOIN users u ON u.uid = o.uid
    ORDER BY page.is_exact DESC, page.sort DESC, page.id DESC`;
}

const MOVES = `(
  SELECT coalesce(json_agg(json_build_object('from', m.from_status, 'to', m.to_status, 'returned_items', m.returned_items,
    'at', m.at, 'by_uid', m.by_uid, 'by_username', b.username, 'application_id', m.application_id, 'reason', m.reason)
    ORDER BY m.id), '[]')
  FROM order_moves m LEFT JOIN users b ON b.uid = m.by_uid WHERE m.order_id = o.id) AS moves`;

const READ = (columns: string): string =>
  `SELECT ${COLUMNS}, ${BUYER}, ${columns} FROM orders o JOIN users u ON u.uid = o.uid WHERE o.id = $1 AND ${PLACED}`;

/** Order $1 with its history. */
export const READ_DETAILS = statement('orders.details', READ(`${ITEMS('o')}, ${MOVES}`));

/** The same of user $2. */
export const READ_DETAILS_OF = statement('orders.details-of', `${READ(`${ITEMS('o')}, ${MOVES}`)} AND o.uid = $2`);

/** Order $1 of user $2. */
export const READ_ORDER_OF = statement('orders.read-of', `${READ(ITEMS('o'))} AND o.uid = $2`);

/** Locks order $1, of user $2 if that is not null. */
export const LOCK_ORDER = statement(
  'orders.lock',
  `SELECT uid, application_id, status FROM orders WHERE id = $1 AND status <> 'cart' AND ($2::bigint IS NULL OR uid = $2) FOR UPDATE`,
);

// What a client is told of an instant is all of it.
const NOW = `SELECT date_trunc('milliseconds', clock_timestamp()) AS at`;

/** Moves order $1, locked before, from status $2 to $3; $4 did it, for reason $5, through application $6. */
export const MOVE_ORDER = statement(
  'orders.move',
  `WITH now AS (${NOW}), moved AS (
     UPDATE orders SET status = $3::text, changed_at = now.at, paid_at = CASE $3::text WHEN 'paid' THEN now.at ELSE paid_at END,
       completed_at = CASE $3::text WHEN 'completed' THEN now.at ELSE completed_at END,
       cancelled_at = CASE $3::text WHEN 'cancelled' THEN now.at ELSE cancelled_at END
     FROM now WHERE id = $1
   )
   INSERT INTO order_moves (order_id, from_status, to_status, at, by_uid, reason, application_id)
   SELECT $1, $2::text, $3::text, now.at, $4::bigint, $5::text, $6::uuid FROM now`,
);

/**
 * Takes back pieces $7 (a JSON list) of order $1, locked before, which goes from status $2 to $3; $4 did it, for reason $5,
 * through application $6.
 */
export const RETURN_ITEMS = statement(
  'orders.return',
  `WITH now AS (${NOW}), lines AS (
     UPDATE order_lines l SET returned = l.returned + back.quantity
     FROM jsonb_to_recordset($7::jsonb) AS back (id bigint, quantity integer) WHERE l.id = back.id AND l.order_id = $1
   ), moved AS (
     UPDATE orders SET status = $3::text, changed_at = now.at FROM now WHERE id = $1
   )
   INSERT INTO order_moves (order_id, from_status, to_status, returned_items, at, by_uid, reason, application_id)
   SELECT $1, $2::text, $3::text, $7::jsonb, now.at, $4::bigint, $5::text, $6::uuid FROM now RETURNING at`,
);

/** The time of placing, by the database's clock, which all instances share: lists are sorted by it. */
export const PLACING_TIME = statement('orders.placing-time', 'SELECT clock_timestamp() AS placed_at');

const FROZEN =
  '$6::bigint[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[]';

/**
 * Places cart $1, locked before, as an order, and freezes its lines ($6 …, one array per column). Their products are locked, so
 * that their wholesale prices are of the same state of the catalogue. $15 did it.
 */
export const PLACE_ORDER = statement(
  'orders.place',
  `WITH frozen AS (
     UPDATE order_lines l SET label = f.label, sku = f.sku, bundle_id = f.bundle_id, vendor_uid = f.vendor_uid,
       unit_price = f.unit_price, business_volume = f.business_volume, points = f.points, cumulative_volume = f.cumulative_volume,
       wholesale_price = p.wholesale_price
     FROM unnest(${FROZEN.split(', ').map(opaque).join(', ')})
       AS f (id, label, sku, bundle_id, vendor_uid, unit_price, business_volume, points, cumulative_volume),
       products p
     WHERE l.id = f.id AND l.order_id = $1 AND p.id = l.product_id
   ), moved AS (
     INSERT INTO order_moves (order_id, to_status, at, by_uid, application_id) VALUES ($1, 'placed', $5, $15, $4)
   )
   UPDATE orders SET status = 'placed', order_number = $2, currency_code = $3, application_id = $4, placed_at = $5, changed_at = $5
   WHERE id = $1`,
);
