import { statement } from '#common/database/index.js';
import { LINE_PAGE } from './explain.queries.js';

/** The placed order with the id $1 or the number $2, if any. */
export const ORDER = statement(
  'explain.order',
  `SELECT o.id, o.order_number, o.uid, o.status, u.username FROM orders o JOIN users u ON u.uid = o.uid
    WHERE (o.id = $1 OR o.order_number = $2) AND o.status <> 'cart' ORDER BY o.id = $1 DESC LIMIT 1`,
);

/** The ledger rows of order $1, at most $2. */
export const ORDER_ROWS = statement(
  'explain.order-rows',
  `SELECT at, uid, kind, business_volume, points, cumulative_volume FROM volume_rows WHERE order_id = $1 ORDER BY at, id LIMIT $2`,
);

/** The lines of member $2 of run $1 on source $3, at most $4. */
export const LINES_ON = statement(
  'explain.lines-on',
  `${LINE_PAGE} WHERE l.run_id = $1 AND l.uid = $2 AND l.source_uid = $3 ORDER BY l.number LIMIT $4`,
);

/** Lines of run $1 by bonus $2 on the sources $3, at most $4. */
export const LINES_ON_SOURCES = statement(
  'explain.lines-on-sources',
  `SELECT number, uid, bonus, source_uid, level, percent, base, amount FROM commission_lines
    WHERE run_id = $1 AND bonus = $2 AND source_uid = ANY ($3::bigint[]) ORDER BY number LIMIT $4`,
);

/**
 * The runs by which the rows of order $1, of which the first $2 are read, count: of each period the correction that was approved
 * last, else the posted run, else the final one, else the newest preview that read all of these rows. The newest $3.
 */
export const RUNS_OF_ORDER = statement(
  'explain.runs-of-order',
  `WITH v AS MATERIALIZED (
     SELECT at, recorded_at FROM volume_rows WHERE order_id = $1 ORDER BY at, id LIMIT $2
   ), counted AS (
     SELECT DISTINCT ON (r.from_at) r.id, r.from_at FROM commission_runs r
      WHERE (r.kind = 'correction' AND r.status = 'approved' OR r.kind = 'final' AND r.status IN ('calculated', 'approved', 'posted')
             OR r.kind = 'preview' AND r.status = 'calculated')
        AND EXISTS (SELECT FROM v WHERE v.at >= r.from_at AND v.at < r.to_at)
        AND (r.kind <> 'preview' OR NOT EXISTS (
              SELECT FROM v WHERE v.at >= r.from_at AND v.at < r.to_at AND v.recorded_at >= r.created_at))
      ORDER BY r.from_at, array_position(ARRAY['correction', 'final', 'preview'], r.kind::text), r.correction_id DESC NULLS LAST,
               r.is_automatic DESC, r.id DESC
   )
   SELECT id FROM counted ORDER BY from_at DESC LIMIT $3`,
);

/** Lines $2 of run $1. */
export const LINES_NUMBERED = statement(
  'explain.lines-numbered',
  `${LINE_PAGE} WHERE l.run_id = $1 AND l.number = ANY ($2::integer[]) ORDER BY l.number`,
);

const CLAWBACK = `SELECT l.number, l.uid, l.source_uid, l.amount, l.taken_run_id, t.bonus
  FROM commission_lines l JOIN commission_lines t ON t.run_id = l.taken_run_id AND t.number = l.taken_number`;

/** Lines of run $1 that take back lines on the sources $2, at most $3. */
export const CLAWBACKS_ON = statement(
  'explain.clawbacks-on',
  `${CLAWBACK} WHERE l.run_id = $1 AND l.source_uid = ANY ($2::bigint[]) AND l.taken_run_id IS NOT NULL ORDER BY l.number LIMIT $3`,
);

/** What run $1 takes back from the members $2 in all, by the bonuses that had paid it and their runs. */
export const CLAWED_FROM = statement(
  'explain.clawed-from',
  `SELECT l.uid, l.taken_run_id, t.bonus, sum(l.amount)::text AS amount
     FROM commission_lines l JOIN commission_lines t ON t.run_id = l.taken_run_id AND t.number = l.taken_number
    WHERE l.run_id = $1 AND l.uid = ANY ($2::bigint[]) AND l.taken_run_id IS NOT NULL GROUP BY 1, 2, 3`,
);

/**
 * What came back from member $1, enrolled at $7, from $2 to before $3 of what was sold from $4 to before $5: of order $6, and of
 * all orders; by windows of $8 days after the enrolment, 0 being all.
 */
export const CAME_BACK = statement(
  'explain.came-back',
  `SELECT d.days, of.is_order,
          coalesce(sum(v.business_volume), 0)::text AS business_volume, coalesce(sum(v.points), 0)::text AS points,
          coalesce(sum(v.cumulative_volume), 0)::text AS cumulative_volume,
          coalesce(sum(coalesce(v.price - v.wholesale_price, 0)), 0)::text AS margin
     FROM unnest($8::integer[]) AS d (days) CROSS JOIN (VALUES (true), (false)) AS of (is_order)
     LEFT JOIN volume_rows v ON v.uid = $1 AND v.at >= $2 AND v.at < $3 AND v.takes_back_at >= $4 AND v.takes_back_at < $5
          AND v.kind IN ('cancellation', 'return', 'import') AND (v.order_id = $6 OR NOT of.is_order)
          AND (d.days = 0 OR v.takes_back_at < $7::timestamptz + d.days * interval '24 hours')
    GROUP BY 1, 2`,
);
