import { statement } from '#common/database/index.js';
import { HOST } from './upline.queries.js';

const NAMES = `u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name`;

/** Member $2 of run $1. */
export const MEMBER = statement(
  'explain.member',
  `SELECT m.uid, m.kind, m.status, m.enrolled_at AS "enrolledAt", m.sponsor_uid AS "sponsorUid", m.is_placed AS "isPlaced",
          m.active, m.rank, m.title_before AS "titleBefore", m.title_rank AS "titleRank", m.own_volume AS own,
          m.commissionable_volume AS commissionable, m.personal_volume AS personal, m.group_volume AS "group",
          m.counted_volume AS counted, m.earned, m.bonuses::text AS bonuses, m.inputs, ${NAMES}
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
          coalesce(sum(group_volume), 0)::text AS "group",
          coalesce(sum(counted_volume) FILTER (WHERE kind <> 'distributor'), 0)::text AS counted,
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
  `SELECT c.uid, c.kind, c.active, c.rank, c.best_rank AS "bestRank", c.own_volume AS own, c.group_volume AS "group",
          CASE WHEN c.kind = 'distributor' THEN 0 ELSE c.counted_volume END AS counted, ${NAMES}
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
   SELECT -1 AS days, coalesce(sum(business_volume), 0)::text AS business_volume, coalesce(sum(points), 0)::text AS points,
          coalesce(sum(cumulative_volume), 0)::text AS cumulative_volume, coalesce(sum(margin), 0)::text AS margin
     FROM v WHERE is_earlier
   UNION ALL
   SELECT d.days, coalesce(sum(business_volume), 0)::text, coalesce(sum(points), 0)::text,
          coalesce(sum(cumulative_volume), 0)::text, coalesce(sum(margin), 0)::text
     FROM unnest($5::integer[]) AS d (days)
     LEFT JOIN v ON NOT v.is_earlier
          AND (d.days = 0 OR v.sold_at < $4::timestamptz + d.days * interval '24 hours')
    GROUP BY d.days`,
);

/**
 * Lines of member $2 of run $1 by bonuses $3, whose lines stand from $4 to before $5: $6 of each behind the first $7; the
 * count of each is at most $8.
 */
export const LINES = statement(
  'explain.lines',
  `SELECT b.bonus AS of_bonus, counted.count, page.*, s.username AS source_username, r.period AS taken_period, t.bonus AS taken_bonus
     FROM unnest($3::text[], $4::integer[], $5::integer[]) AS b (bonus, first, last)
     CROSS JOIN LATERAL (SELECT count(*) AS count FROM (
       SELECT FROM commission_lines l WHERE l.run_id = $1 AND l.uid = $2 AND l.number >= b.first AND l.number < b.last LIMIT $8
     ) matched) counted
     LEFT JOIN LATERAL (
       SELECT l.number, l.uid, l.bonus, l.source_uid, l.level, l.rank, l.percent, round(l.base, 4) AS base, l.amount,
              l.taken_run_id, l.taken_number
         FROM commission_lines l WHERE l.run_id = $1 AND l.uid = $2 AND l.number >= b.first AND l.number < b.last
        ORDER BY l.number LIMIT $6 OFFSET $7
     ) page ON true
     LEFT JOIN users s ON s.uid = page.source_uid
     LEFT JOIN commission_runs r ON r.id = page.taken_run_id
     LEFT JOIN commission_lines t ON t.run_id = page.taken_run_id AND t.number = page.taken_number
    ORDER BY page.number`,
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

/** The sums of run $1 by bonuses whose lines stand from $3 to before $4. */
export const BONUS_SUMS = statement(
  'explain.bonus-sums',
  `SELECT b.bonus, (SELECT coalesce(sum(l.amount), 0)::text FROM commission_lines l
                     WHERE l.run_id = $1 AND l.number >= b.first AND l.number < b.last) AS sum
     FROM unnest($2::text[], $3::integer[], $4::integer[]) AS b (bonus, first, last)`,
);

const STANDING = 'm.uid, m.kind, m.status, m.active, m.rank, m.is_placed, m.sponsor_uid, m.parent_uid';

/** The steps of `up` with names, the nearest first. Limited, so that the planner looks them up and does not read all users. */
const NAMED_STEPS = `SELECT up.uid, kind, up.status, active, rank, is_placed, username
     FROM (SELECT * FROM up WHERE step > 0 ORDER BY step LIMIT $3) up JOIN users u ON u.uid = up.uid ORDER BY step`;

/** Who is above member $2 of run $1 in the sponsor tree, the nearest first, at most $3. */
export const SPONSORS = statement(
  'explain.sponsors',
  `WITH RECURSIVE up AS (
     SELECT ${STANDING}, 0 AS step FROM commission_members m WHERE m.run_id = $1 AND m.uid = $2
     UNION ALL
     SELECT ${STANDING}, up.step + 1 FROM up JOIN commission_members m ON m.run_id = $1 AND m.uid = up.sponsor_uid
      WHERE up.step < $3
   )
   ${NAMED_STEPS}`,
);

/** The same in the placement tree, in which who is not placed hangs below the nearest placed sponsor above. */
export const PARENTS = statement(
  'explain.parents',
  `WITH RECURSIVE ${HOST}, up AS (
     SELECT ${STANDING}, CASE WHEN m.uid = $2 THEN 0 ELSE 1 END AS step FROM commission_members m
      WHERE m.run_id = $1 AND m.uid = (SELECT uid FROM host)
     UNION ALL
     SELECT ${STANDING}, up.step + 1 FROM up JOIN commission_members m ON m.run_id = $1 AND m.uid = up.parent_uid
      WHERE up.step < $3
   )
   ${NAMED_STEPS}`,
);

/** The lines of run $1 on source $2, at most $3. */
export const LINES_OF_SOURCE = statement(
  'explain.lines-of-source',
  `SELECT number, uid, bonus, level, percent, base, amount
     FROM commission_lines WHERE run_id = $1 AND source_uid = $2 AND taken_run_id IS NULL ORDER BY number LIMIT $3`,
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

/** What a page of lines shows, without its conditions. */
export const LINE_PAGE = `SELECT l.number, l.uid, l.bonus, l.source_uid, l.level, l.rank, l.percent, round(l.base, 4) AS base, l.amount,
  l.taken_run_id, l.taken_number, u.username, s.username AS source_username, r.period AS taken_period, t.bonus AS taken_bonus
  FROM commission_lines l JOIN users u ON u.uid = l.uid LEFT JOIN users s ON s.uid = l.source_uid
  LEFT JOIN commission_runs r ON r.id = l.taken_run_id
  LEFT JOIN commission_lines t ON t.run_id = l.taken_run_id AND t.number = l.taken_number`;

/** Line $2 of run $1. */
export const LINE = statement('explain.line', `${LINE_PAGE} WHERE l.run_id = $1 AND l.number = $2`);

/** The lines of member $2 of run $1 by the bonuses $3, at most $4. */
export const LINES_BY = statement(
  'explain.lines-by',
  `${LINE_PAGE} WHERE l.run_id = $1 AND l.uid = $2 AND l.bonus = ANY ($3::text[]) ORDER BY l.number LIMIT $4`,
);
