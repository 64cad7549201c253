import { statement } from '#common/database/index.js';

/** A period of a correction: what it came to before, and what it comes to. Amounts are text. */
export interface PeriodRow {
  period: string;
  /** The posted run. */
  run_id: number;
  /** The run that is compared with: the posted one, or that of the last correction that was approved. */
  before_run_id: number;
  correction_run_id: number | null;
  status: string | null;
  payout_before: string;
  payout_after: string | null;
}

// The run by which `p` counts for correction $1: that of the last one before it that was approved, or `p` itself.
const BEFORE = `coalesce((SELECT x.id FROM commission_runs x
    WHERE x.corrects_run_id = p.id AND x.status = 'approved' AND x.correction_id < $1
    ORDER BY x.correction_id DESC LIMIT 1), p.id)`;

/** The posted periods that end after $2, with the runs of correction $1, oldest first. */
export const PERIODS = statement(
  'corrections.periods',
  `SELECT p.period, p.id AS run_id, b.id AS before_run_id, c.id AS correction_run_id, c.status,
          b.summary ->> 'payout' AS payout_before, c.summary ->> 'payout' AS payout_after
     FROM commission_runs p
     JOIN commission_runs b ON b.id = ${BEFORE}
     LEFT JOIN commission_runs c ON c.correction_id = $1 AND c.corrects_run_id = p.id
    WHERE p.status = 'posted' AND p.to_at > $2 ORDER BY p.from_at`,
);

/** The members of whom periods came to something else, from the pairs of runs $1 (before) and $2 (after). */
const CHANGES = `FROM unnest($1::bigint[], $2::bigint[]) AS pair (before, after)
   JOIN commission_runs r ON r.id = pair.after
  CROSS JOIN LATERAL (
    SELECT uid, b.earned AS earned_before, a.earned AS earned_after, b.rank AS rank_before, a.rank AS rank_after
      FROM (SELECT uid, earned, rank FROM commission_members WHERE run_id = pair.before) AS b
      FULL JOIN (SELECT uid, earned, rank FROM commission_members WHERE run_id = pair.after) AS a USING (uid)
     WHERE coalesce(b.earned, 0) <> coalesce(a.earned, 0)
  ) AS m`;

/** A page of them, by period and then the greatest differences first: limit $3, offset $4. */
export const CHANGED = statement(
  'corrections.changed',
  `SELECT r.period, m.uid, u.username, coalesce(earned_before, 0) AS before, coalesce(earned_after, 0) AS after,
          coalesce(earned_after, 0) - coalesce(earned_before, 0) AS difference, rank_before, rank_after
     ${CHANGES} JOIN users u ON u.uid = m.uid
    ORDER BY r.from_at, abs(coalesce(earned_after, 0) - coalesce(earned_before, 0)) DESC, m.uid LIMIT $3 OFFSET $4`,
);

/** How many they are. */
export const COUNT_CHANGED = statement('corrections.count-changed', `SELECT count(*) AS count ${CHANGES}`);

/** SQL of the differences as rows `(uid, period, amount)`, of the pairs $1 and $2. */
export const DIFFERENCES = `SELECT m.uid, r.period, coalesce(earned_after, 0) - coalesce(earned_before, 0) AS amount ${CHANGES}`;

/** The differences of a million members are written, or waited for, longer than other statements may take. */
export const TAKE_TIME = statement('corrections.take-time', `SELECT set_config('statement_timeout', '0', true)`);

/** The differences between the runs $1 and $2 by member, the greatest first: $3 of them. */
export const GREATEST = statement(
  'corrections.greatest',
  `SELECT d.uid, u.username, d.amount
     FROM (SELECT uid, sum(amount) AS amount FROM (${DIFFERENCES}) AS all_of_them GROUP BY uid HAVING sum(amount) <> 0) AS d
     JOIN users u ON u.uid = d.uid
    ORDER BY abs(d.amount) DESC, d.uid LIMIT $3`,
);

/** How many members there are differences of between the runs $1 and $2. */
export const COUNT_MEMBERS = statement(
  'corrections.count-members',
  `SELECT count(DISTINCT uid) AS count FROM (${DIFFERENCES}) AS d`,
);

/**
 * Who made the moves inside correction $1: its own, later ones that were there when it was calculated, and those of earlier
 * ones that were discarded while discarding left the move in the past.
 */
export const MOVERS = statement(
  'corrections.movers',
  `SELECT DISTINCT x.created_by_uid AS uid
     FROM commission_corrections c
     JOIN commission_corrections x ON x.id = c.id
       OR x.id > c.id AND x.created_at <= c.calculated_at AND x.status <> 'discarded'
       OR x.id < c.id AND x.status = 'discarded' AND x.holds_from IS NULL
    WHERE c.id = $1`,
);
