import { statement } from '#common/database/index.js';
import type { MemberStatus } from '#network/members/index.js';
import type { MemberKind } from '#people/users/index.js';
import { GIVE_BACK, PAY_OUT, PAYABLE } from '../../earnings/index.js';

/** How many items a statement wrote, and what they come to. */
export interface ItemSum {
  items: number;
  amount: string;
}

/** A member whose last payout is asked for. */
export interface LeaverRow {
  kind: MemberKind;
  status: MemberStatus;
  /** Why payouts are held back; null where they are not. */
  hold: string | null;
  /** The last payout that was made since the member left, if it was not given back. */
  payout_id: number | null;
}

/** SQL of whether member `of` is on hold. */
const isHeld = (of: string): string => `EXISTS (SELECT FROM payout_holds h WHERE h.uid = ${of} AND h.to_at IS NULL)`;

/** SQL of whether user `of` is active: not who was deactivated, whatever the member’s own status is. */
const isActive = (of: string): string => `EXISTS (SELECT FROM users u WHERE u.uid = ${of} AND u.status = 'active')`;

/** SQL of whether the transfer of payout `payout` to member `of` has failed; true without a payout. */
const hasFailed = (of: string, payout: string): string =>
  `(${payout}::bigint IS NULL OR EXISTS (SELECT FROM payout_items f WHERE f.payout_id = ${payout}::bigint AND f.uid = ${of} AND f.status = 'failed'))`;

/**
 * Takes into payout `$1` what is payable to each active distributor whose user is active too, who is not on hold and has at least `$2`; `$3` who does
 * it, `$4` the payout whose failed members alone are meant, or null, and `$5` who are left out. The ledger must be locked, by a statement before this one.
 */
export const TAKE_PAYABLE = statement(
  'payouts.take-payable',
  `WITH made AS (
     INSERT INTO payout_items (payout_id, uid, amount)
     SELECT $1::bigint, b.uid, b.amount
       FROM (${PAYABLE}) AS b
       JOIN network_states s ON s.uid = b.uid AND s.to_at IS NULL AND s.kind = 'distributor' AND s.status = 'active'
      WHERE b.amount > 0 AND b.amount >= $2::numeric AND NOT ${isHeld('b.uid')} AND ${isActive('b.uid')}
        AND ${hasFailed('b.uid', '$4')} AND b.uid <> ALL ($5::bigint[])
      ORDER BY b.uid
     RETURNING payout_id, uid, amount
   ), taken AS (
     SELECT made.*, $3::bigint AS by_uid FROM made
   ), entries AS (
     ${PAY_OUT}
   )
   SELECT count(*) AS items, coalesce(sum(amount), 0) AS amount FROM taken`,
);

/** Whom {@link TAKE_PAYABLE} would take at the minimum balance `$1`, of the failed members of payout `$2` or of all. */
export const FIND_PAYABLE = statement(
  'payouts.find-payable',
  `SELECT coalesce(json_agg(b.uid), '[]') AS uids
     FROM (${PAYABLE}) AS b
     JOIN network_states s ON s.uid = b.uid AND s.to_at IS NULL AND s.kind = 'distributor' AND s.status = 'active'
    WHERE b.amount > 0 AND b.amount >= $1::numeric AND NOT ${isHeld('b.uid')} AND ${isActive('b.uid')} AND ${hasFailed('b.uid', '$2')}`,
);

/** Why a balance is not in a batch, the weightiest first. */
export const LEFT_OUT = [
  'negative_balance',
  'not_active',
  'on_hold',
  'not_payable_yet',
  'below_minimum',
  'no_account',
] as const;
export type LeftOut = (typeof LEFT_OUT)[number];

/** What {@link PREVIEW_PAYABLE} finds: sums by reason, null for what would be paid, and a page of the people of one of them. */
export interface PreviewRow {
  sums: readonly { reason: LeftOut | null; members: number; amount: string }[];
  people: readonly { uid: number; username: string; name: string; balance: string; payable: string }[];
}

/**
 * What {@link TAKE_PAYABLE} would take at the minimum balance `$1`, of the failed members of payout `$2` alone or of all if it is
 * null, and who is left out: sums, and of those left out for `$3`, or paid if it is null, `$4` people behind the first `$5`; `$6` have no account.
 */
export const PREVIEW_PAYABLE = statement(
  'payouts.preview',
  `WITH looked AS MATERIALIZED (
     SELECT b.uid, b.balance, greatest(b.amount, 0) AS payable,
            CASE WHEN b.balance < 0 THEN 'negative_balance'
                 WHEN s.uid IS NULL OR u.uid IS NULL THEN 'not_active'
                 WHEN h.uid IS NOT NULL THEN 'on_hold'
                 WHEN b.amount <= 0 THEN 'not_payable_yet'
                 WHEN b.amount < $1::numeric THEN 'below_minimum'
                 WHEN b.uid = ANY ($6::bigint[]) THEN 'no_account'
            END AS reason
       FROM (${PAYABLE}) AS b
       LEFT JOIN network_states s ON s.uid = b.uid AND s.to_at IS NULL AND s.kind = 'distributor' AND s.status = 'active'
       LEFT JOIN users u ON u.uid = b.uid AND u.status = 'active'
       LEFT JOIN (SELECT DISTINCT uid FROM payout_holds WHERE to_at IS NULL) AS h ON h.uid = b.uid
      WHERE b.balance <> 0 AND ${hasFailed('b.uid', '$2')}
   )
   SELECT coalesce((SELECT json_agg(sum) FROM (
            SELECT reason, count(*) AS members, sum(CASE WHEN reason IS NULL THEN payable ELSE balance END)::text AS amount
              FROM looked GROUP BY reason) AS sum), '[]') AS sums,
          coalesce((SELECT json_agg(page) FROM (
            SELECT l.uid, u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name, l.balance::text, l.payable::text
              FROM (SELECT * FROM looked WHERE reason IS NOT DISTINCT FROM $3::text
                     ORDER BY balance DESC, uid LIMIT $4 OFFSET $5) AS l
              JOIN users u ON u.uid = l.uid
             ORDER BY l.balance DESC, l.uid) AS page), '[]') AS people`,
);

/** Takes `$3`, the balance of member `$2`, into payout `$1`; `$4` who does it. The ledger must be locked. */
export const TAKE_ALL = statement(
  'payouts.take-all',
  `WITH made AS (
     INSERT INTO payout_items (payout_id, uid, amount) VALUES ($1, $2, $3) RETURNING payout_id, uid, amount
   ), taken AS (
     SELECT made.*, $4::bigint AS by_uid FROM made
   )
   ${PAY_OUT}`,
);

/** Member `$1`, with what stands against a last payout. */
export const FIND_LEAVER = statement(
  'payouts.find-leaver',
  `SELECT s.kind, s.status,
          (SELECT h.reason FROM payout_holds h WHERE h.uid = s.uid AND h.to_at IS NULL ORDER BY h.id LIMIT 1) AS hold,
          (SELECT p.id FROM payout_items i JOIN payouts p ON p.id = i.payout_id AND p.is_last
            WHERE i.uid = s.uid AND i.status IN ('pending', 'paid')
              AND p.created_at >= coalesce((SELECT max(w.to_at) FROM network_states w
                                             WHERE w.uid = s.uid AND w.kind = 'distributor' AND w.status <> 'terminated'),
                                           '-infinity')
            ORDER BY p.id DESC LIMIT 1) AS payout_id
     FROM network_states s WHERE s.uid = $1 AND s.to_at IS NULL`,
);

/** Gives back all that payout `$1` took; `$2` who does it, and `$3` what members read. The ledger must be held. */
export const GIVE_ALL_BACK = statement(
  'payouts.give-all-back',
  `WITH ended AS (
     UPDATE payout_items SET status = 'cancelled', reason = $3, settled_at = statement_timestamp(), settled_by_uid = $2
      WHERE payout_id = $1 AND status = 'pending'
     RETURNING payout_id, uid, amount, reason
   ), given AS (
     SELECT ended.*, $2::bigint AS by_uid FROM ended
   ), entries AS (
     ${GIVE_BACK}
   )
   SELECT count(*) AS items, coalesce(sum(amount), 0) AS amount FROM given`,
);

/** SQL that finds a distributor in some status. */
const inStatus = (uid: string, status: string): string =>
  `SELECT FROM network_states s WHERE s.uid = ${uid} AND s.to_at IS NULL AND s.kind = 'distributor' AND s.status ${status}`;

/**
 * Gives back what payout `$1` took of those who came on hold since, or are no active distributors or users any more; of a last
 * payout, if the member is back, which leaves nobody in it. `$2` who does it. The ledger must be held.
 */
export const DROP_UNPAYABLE = statement(
  'payouts.drop-unpayable',
  `WITH ended AS (
     UPDATE payout_items i
        SET status = 'cancelled', reason = CASE WHEN ${isHeld('i.uid')} THEN 'on hold' ELSE 'no active distributor any more' END,
            settled_at = statement_timestamp(), settled_by_uid = $2
       FROM payouts p
      WHERE p.id = i.payout_id AND i.payout_id = $1 AND i.status = 'pending'
        AND (${isHeld('i.uid')}
             OR p.is_last AND EXISTS (${inStatus('i.uid', "<> 'terminated'")})
             OR NOT (p.is_last OR ${isActive('i.uid')} AND EXISTS (${inStatus('i.uid', "= 'active'")})))
     RETURNING i.payout_id, i.uid, i.amount, i.reason
   ), given AS (
     SELECT ended.*, $2::bigint AS by_uid FROM ended
   ), entries AS (
     ${GIVE_BACK}
   )
   SELECT count(*) AS items, coalesce(sum(amount), 0) AS amount FROM given`,
);

/** All items of payout `$1`, in few words. */
export const ITEMS_DIGEST = statement(
  'payouts.items-digest',
  `SELECT concat_ws(' ', count(*), sum(hashtextextended(concat_ws(' ', id, uid, amount, status), 0))) AS items
     FROM payout_items WHERE payout_id = $1`,
);

/**
 * Who took part in payout `$1` besides its maker, since each member was last paid, at most a year back: who marked as failed
 * what it pays again, ended a hold or a suspension, activated the account, or adjusted or wrote off the balance without
 * approval. What was given back is found by `earnings_of_kind`, what was done to members by `audit_entries_action`: only the
 * audit log says whether an adjustment was approved. One part for each person is enough.
 */
export const CONTRIBUTORS = statement(
  'payouts.contributors',
  `WITH made AS (
     SELECT created_at AS at, created_at - interval '1 year' AS since FROM payouts WHERE id = $1
   ), parts AS MATERIALIZED (
     SELECT e.by_uid, e.uid, e.at, e.payout_id
       FROM earnings e
      WHERE e.kind = 'payout_failed' AND e.at >= (SELECT since FROM made) AND e.at < (SELECT at FROM made)
        AND e.payout_id IN (SELECT s.payout_id FROM payout_sums s WHERE s.status = 'failed' AND s.items > 0)
     UNION ALL
     SELECT a.actor_uid, coalesce(a.target_uid, a.actor_uid), a.at, NULL
       FROM audit_entries a
      WHERE a.action = 'payout-hold.end' AND a.at >= (SELECT since FROM made)
     UNION ALL
     SELECT a.actor_uid, CASE a.entity_type WHEN 'member' THEN a.entity_id::bigint END, a.at, NULL
       FROM audit_entries a
      WHERE a.action = 'network.change-status' AND a.at >= (SELECT since FROM made) AND a.at < (SELECT at FROM made)
        AND a.after->>'status' = 'active' AND a.before->>'status' <> 'active'
     UNION ALL
     -- Activating an account gives it roles that it could not act by; so does making it, but not later on.
     SELECT g.by_uid, g.uid, g.at, NULL
       FROM account_grants g JOIN users u ON u.uid = g.uid
      WHERE NOT g.takes_away AND g.roles_before = '{}' AND g.at >= (SELECT since FROM made) AND g.at < (SELECT at FROM made)
        AND g.at > u.created_at + interval '1 minute'
     UNION ALL
     SELECT a.actor_uid, coalesce(a.target_uid, a.actor_uid), a.at, NULL
       FROM audit_entries a
      WHERE a.action IN ('earnings.adjust', 'earnings.write-off') AND a.at >= (SELECT since FROM made) AND a.at < (SELECT at FROM made)
        AND a.after->'approval' IS NULL
   )
   SELECT d.by_uid AS uid
     FROM (SELECT DISTINCT by_uid FROM parts) AS d
    CROSS JOIN LATERAL (
      SELECT FROM parts t JOIN payout_items i ON i.payout_id = $1 AND i.uid = t.uid
       WHERE t.by_uid = d.by_uid
         AND (t.payout_id IS NULL
              OR EXISTS (SELECT FROM payout_items f WHERE f.payout_id = t.payout_id AND f.uid = t.uid AND f.status = 'failed'))
         AND NOT EXISTS (SELECT FROM payout_items l JOIN payouts q ON q.id = l.payout_id
                          WHERE l.uid = i.uid AND l.id < i.id AND l.status IN ('pending', 'paid') AND q.created_at > t.at)
       LIMIT 1
    ) AS first
    ORDER BY 1`,
);
