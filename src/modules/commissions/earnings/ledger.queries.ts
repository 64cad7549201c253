import { ADVISORY_LOCKS } from '#common/database/advisory-locks.js';
import { statement } from '#common/database/index.js';

/** Held together by all who write entries, and alone by who writes what a balance comes to. */
const LOCK_NUMBER = ADVISORY_LOCKS.earnings;

export const HOLD = statement('earnings.hold', `SELECT pg_advisory_xact_lock_shared(${LOCK_NUMBER})`);
export const LOCK = statement('earnings.lock', `SELECT pg_advisory_xact_lock(${LOCK_NUMBER})`);

/** Lets the statements of a transaction that go over all of the ledger take their time. */
export const TAKE_TIME = statement(
  'earnings.take-time',
  `SELECT set_config('statement_timeout', '10min', true), set_config('work_mem', '128MB', true)`,
);

/** SQL of whether an entry `e` counts for payouts at present: what is taken off does so at once. */
export const COUNTS_NOW = `(e.amount < 0 OR e.payable_at <= statement_timestamp())`;

/**
 * Writes what the members have got by run `$1` of period `$2`: one entry for their lines and one for those that take back,
 * but none of 0; payable from `$3` on, what is taken back at once; `$4` who did it. Tells the sums.
 */
export const POST_RUN = statement(
  'earnings.post-run',
  `WITH written AS (
     INSERT INTO earnings (uid, kind, amount, payable_at, period, run_id, by_uid)
     SELECT l.uid, l.kind, l.amount, CASE l.kind WHEN 'clawback' THEN statement_timestamp() ELSE $3::timestamptz END, $2, $1::bigint, $4
       FROM (SELECT uid, CASE bonus WHEN 'clawback' THEN 'clawback' ELSE 'commission' END AS kind, sum(amount) AS amount
               FROM commission_lines WHERE run_id = $1::bigint
              GROUP BY 1, 2
             HAVING sum(amount) <> 0) AS l
      ORDER BY l.uid, l.kind DESC
     RETURNING kind, amount
   )
   SELECT count(*) AS entries,
          coalesce(sum(amount) FILTER (WHERE kind = 'commission'), 0) AS commission,
          coalesce(sum(amount) FILTER (WHERE kind = 'clawback'), 0) AS clawback
     FROM written`,
);

/** Writes an adjustment of member `$1` by `$2`, for reason `$3`, by `$4`; payable at once. */
export const ADJUST = statement(
  'earnings.adjust',
  `INSERT INTO earnings (uid, kind, amount, payable_at, reason, by_uid)
   VALUES ($1, 'adjustment', $2, statement_timestamp(), $3, $4) RETURNING id`,
);

/** The balance of member `$1`. */
export const SUM = statement('earnings.sum', `SELECT coalesce(sum(amount), 0) AS balance FROM earnings WHERE uid = $1`);

/** SQL of what is not payable yet, by member: few entries, the newest ones. */
const NOT_YET = `SELECT e.uid, sum(e.amount) AS amount FROM earnings e
  WHERE e.payable_at > statement_timestamp() AND e.amount > 0 GROUP BY e.uid`;

/** SQL of the balances, and of what of each counts for payouts at present: `uid, balance, amount`. */
export const PAYABLE = `SELECT b.uid, b.balance, b.balance - coalesce(n.amount, 0) AS amount
  FROM earnings_balances b LEFT JOIN (${NOT_YET}) AS n ON n.uid = b.uid`;

/** SQL that takes off what the rows of `taken (payout_id, uid, amount, by_uid)` pay out. The ledger must be locked. */
export const PAY_OUT = `INSERT INTO earnings (uid, kind, amount, payable_at, payout_id, by_uid)
  SELECT t.uid, 'payout', -t.amount, statement_timestamp(), t.payout_id, t.by_uid FROM taken t ORDER BY t.uid`;

/**
 * SQL that gives back what the rows of `given (payout_id, uid, amount, reason, by_uid)` had taken off; once, or a unique index
 * breaks. The ledger must be held.
 */
export const GIVE_BACK = `INSERT INTO earnings (uid, kind, amount, payable_at, payout_id, reason, by_uid)
  SELECT g.uid, 'payout_failed', g.amount, statement_timestamp(), g.payout_id, g.reason, g.by_uid FROM given g ORDER BY g.uid`;

/**
 * SQL that adjusts earlier periods by the rows of `given (uid, period, amount, by_uid, reason)`; payable at once. The ledger
 * must be held.
 */
export const ADJUST_PERIODS = `INSERT INTO earnings (uid, kind, amount, payable_at, period, reason, by_uid)
  SELECT g.uid, 'adjustment', g.amount, statement_timestamp(), g.period, g.reason, g.by_uid FROM given g ORDER BY g.uid, g.period`;
