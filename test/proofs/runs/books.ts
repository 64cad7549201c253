import type pg from 'pg';
import type { Checks } from '../support/checks.js';

/** Nothing that a query finds may be there. */
const NONE: readonly (readonly [section: string, what: string, sql: string])[] = [
  [
    'results',
    'a run without a result has a partition',
    `SELECT c.relname AS found FROM pg_class c
      JOIN commission_runs r ON c.relname ~ ('^commission_(lines|members|legs)_' || r.id || '$')
     WHERE c.relkind = 'r' AND r.status NOT IN ('calculated', 'approved', 'posted', 'discarded')`,
  ],
  [
    'results',
    'a run with a result lacks a partition',
    `SELECT r.id AS found FROM commission_runs r
      WHERE r.status IN ('calculated', 'approved', 'posted') AND to_regclass('commission_lines_' || r.id) IS NULL`,
  ],
  [
    'results',
    'a summary differs from the lines',
    `SELECT r.id AS found FROM commission_runs r
      WHERE r.status IN ('calculated', 'approved', 'posted')
        AND (r.summary->>'payout')::numeric <> (SELECT coalesce(sum(amount), 0) FROM commission_lines l WHERE l.run_id = r.id)`,
  ],
  [
    'earnings',
    'a posted run has other earnings than lines',
    `SELECT r.id AS found FROM commission_runs r
      WHERE (SELECT coalesce(sum(e.amount), 0) FROM earnings e WHERE e.run_id = r.id)
            <> CASE r.status WHEN 'posted' THEN (SELECT coalesce(sum(l.amount), 0) FROM commission_lines l WHERE l.run_id = r.id) ELSE 0 END`,
  ],
  [
    'earnings',
    'a member has two entries of a period',
    `SELECT uid AS found FROM earnings WHERE kind = 'commission' GROUP BY uid, period HAVING count(*) > 1`,
  ],
  [
    'titles',
    'a member has no title that a posted run gave it',
    `SELECT m.uid AS found FROM network_members m
      JOIN (SELECT DISTINCT ON (c.uid) c.uid, c.title_rank FROM commission_members c
              JOIN commission_runs r ON r.id = c.run_id AND r.status = 'posted' ORDER BY c.uid, r.to_at DESC) AS t ON t.uid = m.uid
     WHERE m.title_rank IS DISTINCT FROM t.title_rank`,
  ],
  [
    'events',
    'a posted run was told otherwise than once',
    `SELECT r.id AS found FROM commission_runs r LEFT JOIN events e ON e.type = 'commission.posted' AND e.aggregate_id = r.id::text
      GROUP BY r.id, r.status HAVING count(e.id) <> CASE r.status WHEN 'posted' THEN 1 ELSE 0 END`,
  ],
  [
    'events',
    'a change of rank was told otherwise than once',
    `SELECT c.uid AS found FROM commission_members c JOIN commission_runs r ON r.id = c.run_id AND r.status = 'posted'
       LEFT JOIN events e ON e.type = 'member.rank_changed' AND e.aggregate_id = c.uid::text AND e.data->>'period' = r.period
      GROUP BY c.uid, r.id, c.title_before, c.title_rank
     HAVING count(e.id) <> CASE WHEN c.title_rank IS DISTINCT FROM c.title_before THEN 1 ELSE 0 END`,
  ],
  [
    'ledger',
    'a row came into a posted period after it was read',
    `SELECT v.id AS found FROM volume_rows v JOIN commission_runs r ON v.at >= r.from_at AND v.at < r.to_at
      WHERE r.status = 'posted' AND v.recorded_at > r.calculated_at`,
  ],
  [
    'periods',
    'posted periods leave a gap or overlap',
    `SELECT r.id AS found FROM commission_runs r
      WHERE r.status = 'posted' AND r.to_at <> (SELECT max(to_at) FROM commission_runs WHERE status = 'posted')
        AND (SELECT count(*) FROM commission_runs n WHERE n.status = 'posted' AND n.from_at = r.to_at) <> 1`,
  ],
];

/** Holds all runs against what they have left. */
export async function audit(pool: pg.Pool, checks: Checks): Promise<void> {
  for (const [section, what, sql] of NONE) {
    const { rows } = await pool.query<{ found: unknown }>(`${sql} LIMIT 3`);
    checks.that(section, what, rows.length === 0, rows.map(({ found }) => String(found)).join(', '));
  }
}
