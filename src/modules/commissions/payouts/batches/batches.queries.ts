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

/**
 * Takes into payout `$1` what is payable to each active distributor whose user is active too, who is not on hold and has at least `$2`; `$3` who does
 * it. The ledger must be locked, by a statement before this one.
 */
export const TAKE_PAYABLE = statement(
  'payouts.take-payable',
  `WITH made AS (
     INSERT INTO payout_items (payout_id, uid, amount)
     SELECT $1::bigint, b.uid, b.amount
       FROM (${PAYABLE}) AS b
       JOIN network_states s ON s.uid = b.uid AND s.to_at IS NULL AND s.kind = 'distributor' AND s.status = 'active'
      WHERE b.amount > 0 AND b.amount >= $2::numeric AND NOT ${isHeld('b.uid')} AND ${isActive('b.uid')}
      ORDER BY b.uid
     RETURNING payout_id, uid, amount
   ), taken AS (
     SELECT made.*, $3::bigint AS by_uid FROM made
   ), entries AS (
     ${PAY_OUT}
   )
   SELECT count(*) AS items, coalesce(sum(amount), 0) AS amount FROM taken`,
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

/**
 * Gives back what payout `$1` took of those who came on hold since, or are no active distributors or users any more unless it is a last
 * payout; `$2` who does it. The ledger must be held.
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
             OR NOT (p.is_last OR ${isActive('i.uid')} AND EXISTS (SELECT FROM network_states s WHERE s.uid = i.uid AND s.to_at IS NULL
                                             AND s.kind = 'distributor' AND s.status = 'active')))
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
