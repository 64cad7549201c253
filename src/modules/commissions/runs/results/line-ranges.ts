import { statement, type Database } from '#common/database/index.js';
import type { CommissionRun } from '../run.entity.js';
import { typesOf } from './results.rules.js';

/** Numbers of lines: `[first, last)`. */
export type LineRange = readonly [first: number, last: number];

/**
 * Where the lines of each bonus of $2 begin in run $1, which stand in that order: found by halving, so no lines are counted.
 * The last entry is where they end.
 */
const RANGES = statement(
  'results.line-ranges',
  `WITH RECURSIVE last AS MATERIALIZED (
     SELECT coalesce((SELECT number FROM commission_lines WHERE run_id = $1 ORDER BY number DESC LIMIT 1), 0) AS number
   ), search (place, low, high) AS (
     SELECT place, 1, last.number + 1 FROM generate_series(1, cardinality($2::text[]) + 1) AS place, last
     UNION ALL
     SELECT s.place, CASE WHEN found.place < s.place THEN found.middle + 1 ELSE s.low END,
            CASE WHEN found.place < s.place THEN s.high ELSE found.middle END
       FROM search s CROSS JOIN LATERAL (
         SELECT (s.low + s.high) / 2 AS middle, array_position($2::text[], l.bonus::text) AS place
           FROM commission_lines l WHERE l.run_id = $1 AND l.number = (s.low + s.high) / 2
       ) found
      WHERE s.low < s.high
   )
   SELECT place, low AS number FROM search WHERE low = high ORDER BY place`,
);

/** Where the lines of each bonus of a run, of caps and clawbacks stand, in the order in which they were calculated. */
export async function lineRanges(
  db: Database,
  { id, document }: Pick<CommissionRun, 'id' | 'document'>,
): Promise<ReadonlyMap<string, LineRange>> {
  const bonuses = [...typesOf(document).keys()];
  const rows = await db.query<{ place: number; number: number }>(null, RANGES, [id, bonuses]);
  return new Map(bonuses.map((bonus, at) => [bonus, [rows[at]!.number, rows[at + 1]!.number]]));
}
