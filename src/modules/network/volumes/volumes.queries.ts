import { statement } from '#common/database/index.js';

/**
 * Writes what order $3 of member $1 sold at $2: lines $5, pieces $6, amounts of all pieces $7 to $11; but for lines that are
 * in the ledger. The order was placed at $4: nothing of it is in earlier partitions.
 */
export const SELL = statement(
  'volumes.sell',
  `INSERT INTO volume_rows (uid, at, kind, order_id, line_id, quantity, price, wholesale_price, business_volume, points, cumulative_volume)
   SELECT $1::bigint, $2::timestamptz, 'sale', $3::bigint, l.*
     FROM unnest($5::bigint[], $6::integer[], $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[]) AS l (line_id)
    WHERE NOT EXISTS (SELECT FROM volume_rows v
                       WHERE v.order_id = $3 AND v.line_id = l.line_id AND v.kind = 'sale' AND v.at >= $4::timestamptz)`,
);

/** What some pieces of row `s` take off: nothing if it was reversed. */
const PIECES = ['price', 'wholesale_price', 'business_volume', 'points', 'cumulative_volume']
  .map((amount) => `-s.${amount} * i.quantity / s.quantity * (NOT h.is_reversed)::integer`)
  .join(', ');

/**
 * SQL of who holds row `s` now: whose it was, or the last who got it by a merge or a hand-over. A chain is followed row by row,
 * each found by its member and instant.
 */
export const HOLDER = `WITH RECURSIVE held AS (
     SELECT s.uid, s.at, 0::bigint AS succession_id
     UNION ALL
     SELECT n.uid, n.at, n.id FROM held h CROSS JOIN LATERAL (
       SELECT n.successor_uid AS uid, n.id,
              greatest(m.at, (SELECT enrolled_at FROM network_members WHERE uid = n.successor_uid)) AS at
         FROM volume_rows m JOIN network_successions n ON n.id = m.succession_id AND n.uid = h.uid
        WHERE m.uid = h.uid AND m.at = h.at AND m.moved_id = s.id AND n.id > h.succession_id
        ORDER BY n.id LIMIT 1
     ) n
   ) SELECT h.uid FROM held h ORDER BY h.succession_id DESC LIMIT 1`;

/** Who holds what order $1 sold. */
export const HOLDERS = statement(
  'volumes.holders',
  `SELECT DISTINCT h.uid FROM volume_rows s CROSS JOIN LATERAL (SELECT (${HOLDER}) AS uid) h
    WHERE s.order_id = $1 AND s.kind = 'sale' ORDER BY h.uid`,
);

/** SQL of whether row `s` was reversed, so that nothing is left of it to take back. */
const IS_REVERSED = `EXISTS (SELECT FROM volume_rows m
  WHERE m.uid = s.uid AND m.at = s.at AND m.moved_id = s.id AND m.succession_id IS NULL)`;

/**
 * Takes pieces of order $1 back: at $2, as kind $3, of lines $5 so many pieces $6, but never more than are left of what was
 * sold, from who holds the sale now. Amounts are those of one piece times the pieces, so no division is rounded. The order was
 * placed at $4.
 */
export const TAKE_BACK = statement(
  'volumes.take-back',
  `INSERT INTO volume_rows (uid, at, kind, order_id, line_id, takes_back_id, takes_back_at, quantity, price, wholesale_price,
     business_volume, points, cumulative_volume)
   SELECT h.uid, $2::timestamptz, $3, s.order_id, s.line_id, s.id, s.at, -i.quantity, ${PIECES}
     FROM unnest($5::bigint[], $6::integer[]) AS i (line_id, quantity)
     JOIN volume_rows s ON s.order_id = $1 AND s.line_id = i.line_id AND s.kind = 'sale' AND s.at >= $4::timestamptz
    CROSS JOIN LATERAL (SELECT (${HOLDER}) AS uid, ${IS_REVERSED} AS is_reversed) h
    WHERE i.quantity <= s.quantity + (SELECT coalesce(sum(t.quantity), 0) FROM volume_rows t
                                       WHERE t.order_id = $1 AND t.takes_back_id = s.id AND t.at >= $4::timestamptz)`,
);

/**
 * Gives the rows of member $1 since $3 to $2: for each a row that takes its amounts off, at its own instant, and one that adds
 * them to $2, not before that one came; for reason $4, by $5, in succession $6. What is not held any more, since it was given
 * away or reversed, stays. So does what takes back a row from before $3: the run of that row's period is what it is taken back
 * from.
 */
export const SUCCEED = statement(
  'volumes.succeed',
  `INSERT INTO volume_rows (uid, at, kind, price, wholesale_price, business_volume, points, cumulative_volume, reason, by_uid,
     succession_id, moved_id)
   SELECT x.uid, x.at, 'adjustment', v.price * x.sign, v.wholesale_price * x.sign, v.business_volume * x.sign,
          v.points * x.sign, v.cumulative_volume * x.sign, $4::text, $5::bigint, $6::bigint, v.id
     FROM (
       SELECT coalesce(v.moved_id, v.id) AS id, v.at, sum(v.price) AS price, sum(v.wholesale_price) AS wholesale_price,
              sum(v.business_volume) AS business_volume, sum(v.points) AS points, sum(v.cumulative_volume) AS cumulative_volume
         FROM volume_rows v
        WHERE v.uid = $1 AND v.at >= $3::timestamptz AND (v.takes_back_at IS NULL OR v.takes_back_at >= $3::timestamptz)
        GROUP BY 1, 2 HAVING mod(count(*), 2) = 1
     ) v CROSS JOIN LATERAL (VALUES
       ($1::bigint, v.at, -1), ($2::bigint, greatest(v.at, (SELECT enrolled_at FROM network_members WHERE uid = $2)), 1)
     ) AS x (uid, at, sign)`,
);

/**
 * Reverses row $1, which is not before $2, with all that takes it back or moved it: for each a row that takes its amounts off, at its
 * own instant; for reason $3, by $4.
 */
export const REVERSE = statement(
  'volumes.reverse',
  `WITH family AS (
     SELECT id FROM volume_rows WHERE id = $1
     UNION ALL SELECT id FROM volume_rows WHERE kind <> 'sale' AND at >= $2 AND takes_back_id = $1
   ), reversed AS (
     INSERT INTO volume_rows (uid, at, kind, price, wholesale_price, business_volume, points, cumulative_volume, reason, by_uid, moved_id)
     SELECT v.uid, v.at, 'adjustment', -v.price, -v.wholesale_price, -v.business_volume, -v.points, -v.cumulative_volume, $3, $4,
            coalesce(v.moved_id, v.id)
       FROM volume_rows v
      WHERE v.at >= $2 AND (v.id IN (SELECT id FROM family) OR v.kind = 'adjustment' AND v.moved_id IN (SELECT id FROM family))
      ORDER BY v.at, v.id
     RETURNING id
   )
   SELECT id FROM reversed`,
);
