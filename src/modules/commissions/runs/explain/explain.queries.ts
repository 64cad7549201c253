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

/** In a tree: who stands directly above, and far above. */
const TREES = {
  sponsor: { above: 'm.sponsor_uid', far: 'm.far_sponsor_uid' },
  placement: { above: 'm.parent_uid', far: 'm.far_parent_uid' },
} as const;

const MEMBERS = 'commission_members m ON m.run_id = $1 AND m.uid';

/**
 * CTE `host`: the member as which $2 of run $1 stands in the placement tree, which is the nearest placed sponsor of who is not
 * placed; no row for none. The climb ends at the first who names it.
 */
const HOST = `up_to_host AS (
     SELECT uid, sponsor_uid, is_placed, far_sponsor_uid, far_parent_uid FROM commission_members WHERE run_id = $1 AND uid = $2
     UNION ALL
     SELECT m.uid, m.sponsor_uid, m.is_placed, m.far_sponsor_uid, m.far_parent_uid
       FROM up_to_host h JOIN ${MEMBERS} = h.sponsor_uid WHERE NOT h.is_placed AND h.far_sponsor_uid IS NULL
   ), host AS (
     SELECT CASE WHEN is_placed THEN uid ELSE far_parent_uid END AS uid FROM up_to_host
      WHERE is_placed OR far_parent_uid IS NOT NULL
   )`;

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
     SELECT ${STANDING}, up.step + 1 FROM up JOIN ${MEMBERS} = up.sponsor_uid
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
     SELECT ${STANDING}, up.step + 1 FROM up JOIN ${MEMBERS} = up.parent_uid
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
const LINE_PAGE = `SELECT l.number, l.uid, l.bonus, l.source_uid, l.level, l.rank, l.percent, round(l.base, 4) AS base, l.amount,
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

/**
 * CTE `way`: the last steps of the way up from a member of run $1 to $3, who is the last of them; no row if $3 does not stand
 * above. Whoever has the same way as $3 from somewhere on comes to the member who is the first above $3 to name another far
 * above, or the root (`mark`). So it is single steps up to the first who names one (`first`), far ones until the next is the
 * mark (`jump`), and then single ones again (`last`). In runs in which nobody names one, all steps are single.
 * @param from SQL of the uid from which it goes up
 * @param more columns of `commission_members m` that are needed of each step
 */
function wayUp(tree: keyof typeof TREES, from: string, more: string): string {
  const { above, far } = TREES[tree];
  const step = `m.uid, ${above} AS above, ${far} AS far, ${more}`;
  return `first AS (
     SELECT ${step}, 0 AS step FROM commission_members m WHERE m.run_id = $1 AND m.uid = ${from}
     UNION ALL
     SELECT ${step}, f.step + 1 FROM first f JOIN ${MEMBERS} = f.above WHERE f.uid <> $3 AND f.far IS NULL
   ), marking AS (
     SELECT m.uid, ${above} AS above, ${far} AS far FROM commission_members m
      WHERE m.run_id = $1 AND m.uid = $3 AND EXISTS (SELECT FROM first WHERE far IS NOT NULL)
        AND NOT EXISTS (SELECT FROM first WHERE uid = $3)
     UNION ALL
     SELECT m.uid, ${above}, ${far} FROM marking k JOIN ${MEMBERS} = k.above WHERE k.far IS NULL
   ), mark AS (
     SELECT uid FROM marking WHERE far IS NOT NULL OR above IS NULL
   ), jump AS (
     -- One row, which the planner has to know: else it would read all members, not one after the other by their index.
     (SELECT uid, far, 0 AS step FROM first WHERE far IS NOT NULL AND uid <> $3 LIMIT 1)
     UNION ALL
     SELECT m.uid, ${far}, j.step + 1 FROM jump j JOIN ${MEMBERS} = j.far
      WHERE ${far} IS NOT NULL AND j.far <> (SELECT uid FROM mark)
   ), last AS (
     SELECT ${step}, 0 AS step FROM commission_members m
      WHERE m.run_id = $1 AND m.uid = (SELECT uid FROM jump WHERE far = (SELECT uid FROM mark))
     UNION ALL
     SELECT ${step}, l.step + 1 FROM last l JOIN ${MEMBERS} = l.above WHERE l.uid <> $3 AND (l.far IS NULL OR l.step = 0)
   ), way AS (
     SELECT * FROM first WHERE EXISTS (SELECT FROM first WHERE uid = $3)
     UNION ALL
     SELECT * FROM last WHERE EXISTS (SELECT FROM last WHERE uid = $3)
   )`;
}

/**
 * The leg of member $3 in which the volume of member $2 of run $1 counts: that of who is not placed hangs on the nearest
 * placed sponsor above. No row: in none.
 */
export const LEG_OF = statement(
  'explain.leg-of',
  `WITH RECURSIVE ${HOST}, ${wayUp('placement', '(SELECT uid FROM host)', 'm.leg')}
   SELECT leg FROM way WHERE above = $3`,
);

const IS_PAYEE = `m.kind = 'distributor' AND m.status <> 'terminated' AS is_payee`;

/**
 * Whether member $2 of run $1 is $3 or stands below it in the sponsor tree, and the group volume of the highest on the way that
 * can be paid, or null. It is looked for from above: among the last steps, between far ones, and among the first steps.
 */
export const PAYEE_BELOW = statement(
  'explain.payee-below',
  `WITH RECURSIVE ${wayUp('sponsor', '$2', `m.group_volume, ${IS_PAYEE}`)}
   SELECT EXISTS (SELECT FROM way) AS is_in_group, CASE WHEN EXISTS (SELECT FROM way) THEN coalesce(
       (SELECT group_volume FROM way WHERE is_payee AND uid <> $3 ORDER BY step DESC LIMIT 1),
       (SELECT payee.group_volume FROM (SELECT uid, far FROM jump ORDER BY step DESC) j CROSS JOIN LATERAL (
          WITH RECURSIVE up AS (
            SELECT m.sponsor_uid, m.group_volume, ${IS_PAYEE}, 0 AS step FROM commission_members m
             WHERE m.run_id = $1 AND m.uid = j.uid
            UNION ALL
            SELECT m.sponsor_uid, m.group_volume, ${IS_PAYEE}, up.step + 1
              FROM up JOIN ${MEMBERS} = up.sponsor_uid WHERE up.sponsor_uid NOT IN (j.far, $3)
          )
          SELECT group_volume FROM up WHERE is_payee ORDER BY step DESC LIMIT 1
        ) payee LIMIT 1),
       (SELECT group_volume FROM first WHERE is_payee AND uid <> $3 ORDER BY step DESC LIMIT 1)
     ) END AS group_volume`,
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
