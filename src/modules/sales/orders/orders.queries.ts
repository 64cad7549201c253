import { changedSql, lastingSql } from '#common/custom-fields/index.js';
import { idIn, isText, opaque, searched, statement } from '#common/database/index.js';
import type { ExactFirst } from '#common/http/exact-first.js';
import { exactUsers, isLike, usersLike } from '#people/users/index.js';
import { linesOf, type ShownOrder } from './order.entity.js';

const NUMBER_LIKE = `${searched('o.order_number')} ILIKE :pattern`;

const IS_EXACT = `${isText('o.order_number', ':search')} OR o.id = ${idIn(':search')}
    OR o.uid = ANY (${exactUsers(':search')})`;

/** What has exactly this number or id, or is of exactly this buyer; then what is part of a number, or of a buyer's texts. */
export const ORDERS_FOUND: ExactFirst = {
  exact: IS_EXACT,
  others: [NUMBER_LIKE, `o.uid = ANY (${usersLike(':pattern', ':search')})`],
  all: `${IS_EXACT} OR ${NUMBER_LIKE} OR ${isLike('o.uid', ':pattern', ':search')}`,
};

/** A row of a page with the number of all; an empty page has one row with nothing else. */
export type OwnOrderRow = { count: number } & (ShownOrder | { id: null });

const OWN = `FROM orders o WHERE o.status <> 'cart' AND o.uid = $1 AND ($2::text IS NULL OR o.status = $2)`;

/** Orders of user $1, in status $2 if it is not null, newest first; limit $3, offset $4. */
export const LIST_OWN = statement(
  'orders.list-own',
  `WITH page AS (
     SELECT o.id, o.order_number, o.status, o.placed_at, o.paid_at, o.completed_at, o.cancelled_at, o.currency_code,
            o.custom_fields ${OWN}
      ORDER BY o.placed_at DESC, o.id DESC LIMIT $3 OFFSET $4
   )
   SELECT counted.count, page.id, page.order_number AS "orderNumber", page.status, page.placed_at AS "placedAt",
          page.paid_at AS "paidAt", page.completed_at AS "completedAt", page.cancelled_at AS "cancelledAt",
          page.currency_code AS "currencyCode", page.custom_fields AS "customFields", (${linesOf('page')}) AS lines
     FROM (SELECT count(*) AS count ${OWN}) counted LEFT JOIN page ON true
    ORDER BY page.placed_at DESC, page.id DESC`,
);

/** How many of the newest $2 orders of user $1 have at most $3 lines together. */
export const COUNT_OWN_WITHIN = statement(
  'orders.count-own-within',
  `SELECT count(*) AS count FROM (
     SELECT sum(newest.lines) OVER (ORDER BY newest.placed_at DESC, newest.id DESC) AS lines
       FROM (SELECT o.id, o.placed_at, (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id) AS lines
               FROM orders o WHERE o.status <> 'cart' AND o.uid = $1
              ORDER BY o.placed_at DESC, o.id DESC LIMIT $2) newest) within
    WHERE within.lines <= $3`,
);

/** Adds pieces $2 (a JSON list) to those that came back of the lines of order $1, locked before. */
export const RETURN_PIECES = statement(
  'orders.return-pieces',
  `UPDATE order_lines l SET returned = l.returned + back.quantity
     FROM jsonb_to_recordset($2::jsonb) AS back (id bigint, quantity integer) WHERE l.id = back.id AND l.order_id = $1`,
);

/** Leaves of the custom fields of the orders of user $1 those that are named in $2. */
export const ERASE_FIELDS = statement(
  'orders.erase-fields',
  `UPDATE orders SET custom_fields = ${lastingSql('custom_fields', '$2')} WHERE uid = $1 AND custom_fields IS NOT NULL`,
);

/** The same of their lines. */
export const ERASE_LINE_FIELDS = statement(
  'orders.erase-line-fields',
  `UPDATE order_lines l SET custom_fields = ${lastingSql('l.custom_fields', '$2')}
     FROM orders o WHERE o.id = l.order_id AND o.uid = $1 AND l.custom_fields IS NOT NULL`,
);

/** The instant of a placing or a move, by the database's clock, which all instances share: lists are sorted by it. */
export const NOW = statement('orders.now', 'SELECT clock_timestamp() AS at');

const FROZEN =
  '$6::bigint[], $7::text[], $8::text[], $9::text[], $10::bigint[], $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[]';

/**
 * Places cart $1, locked before, as an order, and freezes its lines ($6 …, one array per column). Their products are locked, so
 * that their wholesale prices are of the same state of the catalogue. $15 did it; $16 are custom fields,
 * beside those that an extension has written.
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
     RETURNING l.quantity * l.unit_price AS price
   ), moved AS (
     INSERT INTO order_moves (order_id, to_status, at, by_uid, application_id) VALUES ($1, 'placed', $5, $15, $4)
   )
   UPDATE orders SET status = 'placed', order_number = $2, currency_code = $3, application_id = $4, placed_at = $5, changed_at = $5,
          total = (SELECT coalesce(sum(price), 0) FROM frozen), custom_fields = ${changedSql('custom_fields', '$16')}
   WHERE id = $1`,
);
