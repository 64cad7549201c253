import { statement } from '#common/database/index.js';

/** Member $2 of run $1. */
export const MEMBER = statement(
  'explain.member',
  `SELECT m.uid, m.kind, m.status, m.enrolled_at AS "enrolledAt", m.is_placed AS "isPlaced",
          m.active, m.rank, m.title_before AS "titleBefore", m.title_rank AS "titleRank", m.own_volume AS own,
          m.commissionable_volume AS commissionable, m.personal_volume AS personal, m.group_volume AS "group",
          m.earned, m.bonuses::text AS bonuses, m.inputs,
          u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name
     FROM commission_members m JOIN users u ON u.uid = m.uid WHERE m.run_id = $1 AND m.uid = $2`,
);

/** The frontline of member $2 of run $1 in one row; $3: limits up to which a leg counts. */
export const FRONTLINE = statement(
  'explain.frontline',
  `WITH child AS MATERIALIZED (
     SELECT kind, active, best_rank, own_volume, group_volume, counted_volume
       FROM commission_members WHERE run_id = $1 AND sponsor_uid = $2
   )
   SELECT count(*) AS members, count(*) FILTER (WHERE active) AS active,
          count(*) FILTER (WHERE kind <> 'distributor' AND own_volume > 0) AS customers,
          (SELECT coalesce(json_object_agg(best_rank, legs), '{}')
             FROM (SELECT best_rank, count(*) AS legs FROM child WHERE best_rank IS NOT NULL GROUP BY best_rank) b) AS "byBestRank",
          (SELECT coalesce(json_object_agg(most, sum), '{}') FROM (
             SELECT most::text AS most, coalesce(sum(least(c.group_volume - c.counted_volume, most)) FILTER (WHERE c.kind IS NOT NULL), 0)::text AS sum
               FROM unnest($3::numeric[]) AS most LEFT JOIN child c ON true GROUP BY most) s) AS capped
     FROM child`,
);

/** The $3 largest frontline legs of member $2 of run $1. */
export const LEGS = statement(
  'explain.legs',
  `SELECT c.uid, c.best_rank AS "bestRank", c.group_volume AS "group",
          CASE WHEN c.kind = 'distributor' THEN 0 ELSE c.counted_volume END AS counted, u.username
     FROM (SELECT * FROM commission_members WHERE run_id = $1 AND sponsor_uid = $2
            ORDER BY group_volume DESC, uid LIMIT $3) c
     JOIN users u ON u.uid = c.uid ORDER BY c.group_volume DESC, c.uid`,
);

/** The ledger of member $1 from $2 to before $3 by kinds; `succession`: what came or went with a position. */
export const ROW_SUMS = statement(
  'explain.row-sums',
  `SELECT CASE WHEN v.succession_id IS NULL THEN v.kind ELSE 'succession' END AS kind, count(*) AS rows,
          sum(business_volume)::text AS business_volume,
          sum(points)::text AS points, sum(cumulative_volume)::text AS cumulative_volume
     FROM volume_rows v WHERE uid = $1 AND at >= $2 AND at < $3 GROUP BY 1 ORDER BY 1`,
);

/** A posted period in which the row that a row takes back stands: then it counts in no source's base. */
const IS_EARLIER = `v.takes_back_at < $2 AND EXISTS (SELECT FROM commission_runs r
  WHERE r.status = 'posted' AND r.from_at <= v.takes_back_at AND r.to_at > v.takes_back_at)`;

/** When what a row is about was sold: a row that takes back one of the same period belongs to that one's time. */
const SOLD_AT = 'CASE WHEN v.takes_back_at >= $2 THEN v.takes_back_at ELSE v.at END';

/**
 * What member $1, enrolled at $4, bought from $2 to before $3, as a source; $5: days of fast-start windows. If $6 is not null,
 * what order $6 came to, whoever held it.
 */
export const SOURCE = statement(
  'explain.source',
  `WITH v AS MATERIALIZED (
     SELECT v.business_volume, v.points, v.cumulative_volume, coalesce(v.price - v.wholesale_price, 0) AS margin,
            ${SOLD_AT} AS sold_at, coalesce(${IS_EARLIER}, false) AS is_earlier
       FROM volume_rows v WHERE v.at >= $2 AND v.at < $3 AND (v.order_id = $6::bigint OR $6 IS NULL AND v.uid = $1)
   )
   SELECT d.days, coalesce(sum(business_volume), 0)::text AS business_volume, coalesce(sum(points), 0)::text AS points,
          coalesce(sum(cumulative_volume), 0)::text AS cumulative_volume, coalesce(sum(margin), 0)::text AS margin
     FROM unnest($5::integer[]) AS d (days)
     LEFT JOIN v ON NOT v.is_earlier
          AND (d.days = 0 OR v.sold_at < $4::timestamptz + d.days * interval '24 hours')
    GROUP BY d.days`,
);

/** The binary legs of member $2 of run $1. */
export const BINARY = statement(
  'explain.binary',
  `SELECT bonus, left_in AS "leftIn", right_in AS "rightIn", left_volume AS "left", right_volume AS "right",
          left_out AS "leftOut", right_out AS "rightOut"
     FROM commission_legs WHERE run_id = $1 AND bonus = ANY ($3::text[]) AND uid = $2`,
);

/** Sums of all members of run $1. */
export const TOTALS = statement(
  'explain.totals',
  `SELECT coalesce(sum(sum), 0)::text AS commissionable, coalesce(json_object_agg(rank, active) FILTER (WHERE rank IS NOT NULL), '{}') AS active
     FROM (SELECT rank, sum(commissionable_volume) AS sum, count(*) FILTER (WHERE active) AS active
             FROM commission_members WHERE run_id = $1 GROUP BY rank) r`,
);

/**
 * The newest $4 ledger rows of member $1 from $2 to before $3, with their orders. One that came with a position has the order
 * of the row that was moved, and whose that was.
 */
export const NEWEST_ROWS = statement(
  'explain.newest-rows',
  `WITH v AS MATERIALIZED (
     SELECT * FROM volume_rows WHERE uid = $1 AND at >= $2 AND at < $3 ORDER BY at DESC, id DESC LIMIT $4
   )
   SELECT v.id, v.at, CASE WHEN v.succession_id IS NULL THEN v.kind ELSE 'succession' END AS kind, o.id AS order_id,
          o.order_number, v.business_volume, v.points, v.cumulative_volume, v.takes_back_id, v.takes_back_at,
          v.price, v.wholesale_price, coalesce(${IS_EARLIER}, false) AS is_earlier, u.uid AS from_uid, u.username AS from_username
     FROM v LEFT JOIN volume_rows was ON was.id = v.moved_id
     LEFT JOIN users u ON u.uid = was.uid AND was.uid <> v.uid
     LEFT JOIN orders o ON o.id = coalesce(v.order_id, was.order_id) ORDER BY v.at DESC, v.id DESC`,
);

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
