import { statement } from '#common/database/index.js';

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

/** The sums of run $1 by bonuses whose lines stand from $3 to before $4. */
export const BONUS_SUMS = statement(
  'explain.bonus-sums',
  `SELECT b.bonus, (SELECT coalesce(sum(l.amount), 0)::text FROM commission_lines l
                     WHERE l.run_id = $1 AND l.number >= b.first AND l.number < b.last) AS sum
     FROM unnest($2::text[], $3::integer[], $4::integer[]) AS b (bonus, first, last)`,
);

/** The lines of run $1 on source $2, at most $3. */
export const LINES_OF_SOURCE = statement(
  'explain.lines-of-source',
  `SELECT number, uid, bonus, level, percent, base, amount
     FROM commission_lines WHERE run_id = $1 AND source_uid = $2 AND taken_run_id IS NULL ORDER BY number LIMIT $3`,
);

/** What a page of lines shows, without its conditions. */
const LINE_PAGE = `SELECT l.number, l.uid, l.bonus, l.source_uid, l.level, l.rank, l.percent, round(l.base, 4) AS base, l.amount,
  l.taken_run_id, l.taken_number, u.username, s.username AS source_username, r.period AS taken_period, t.bonus AS taken_bonus
  FROM commission_lines l JOIN users u ON u.uid = l.uid LEFT JOIN users s ON s.uid = l.source_uid
  LEFT JOIN commission_runs r ON r.id = l.taken_run_id
  LEFT JOIN commission_lines t ON t.run_id = l.taken_run_id AND t.number = l.taken_number`;

/** Line $2 of run $1. */
export const LINE = statement('explain.line', `${LINE_PAGE} WHERE l.run_id = $1 AND l.number = $2`);

/** Lines $2 of run $1. */
export const LINES_NUMBERED = statement(
  'explain.lines-numbered',
  `${LINE_PAGE} WHERE l.run_id = $1 AND l.number = ANY ($2::integer[]) ORDER BY l.number`,
);

/** The lines of member $2 of run $1 by the bonuses $3, at most $4. */
export const LINES_BY = statement(
  'explain.lines-by',
  `${LINE_PAGE} WHERE l.run_id = $1 AND l.uid = $2 AND l.bonus = ANY ($3::text[]) ORDER BY l.number LIMIT $4`,
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
