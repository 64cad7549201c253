import { Conditions, statement, type Statement } from '#common/database/index.js';
import type { HoldReason } from '../payout-hold.entity.js';

/** A hold with the names of its member. */
export interface HoldRow {
  id: number;
  uid: number;
  username: string;
  name: string;
  reason: HoldReason;
  note: string;
  from_at: Date;
  by_uid: number;
  to_at: Date | null;
  ended_by_uid: number | null;
}

const HOLDS = `SELECT h.id, h.uid, u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name, h.reason, h.note, h.from_at,
     h.by_uid, h.to_at, h.ended_by_uid
   FROM payout_holds h JOIN users u ON u.uid = h.uid`;

/** Hold `$1`. */
export const FIND_HOLD = statement('payouts.find-hold', `${HOLDS} WHERE h.id = $1`);

/** Puts member `$1` on hold for `$2`, with note `$3`, by `$4`; nothing for who is no member, or is on hold for that already. */
export const BEGIN_HOLD = statement(
  'payouts.begin-hold',
  `INSERT INTO payout_holds (uid, reason, note, by_uid)
   SELECT m.uid, $2, $3, $4 FROM network_members m WHERE m.uid = $1
   ON CONFLICT (uid, reason) WHERE to_at IS NULL DO NOTHING
   RETURNING id`,
);

/** Whether `$1` is a member. */
export const IS_MEMBER = statement(
  'payouts.is-member',
  `SELECT EXISTS (SELECT FROM network_members WHERE uid = $1) AS "isMember"`,
);

/** Releases hold `$1`, by `$2`; nothing if it is released. */
export const END_HOLD = statement(
  'payouts.end-hold',
  `UPDATE payout_holds SET to_at = clock_timestamp(), ended_by_uid = $2 WHERE id = $1 AND to_at IS NULL`,
);

/** Filters of the list of holds. */
export interface HoldsSearch {
  uid?: number | undefined;
  reason?: HoldReason | undefined;
  isOpen?: boolean | undefined;
}

/** The statements of a page of holds, newest first, and of the number of all; the values of both begin with the filters'. */
export function searchHolds({ uid, reason, isOpen }: HoldsSearch): {
  page: Statement;
  count: Statement;
  values: readonly unknown[];
} {
  const filters = new Conditions()
    .and('uid', (p) => `h.uid = ${p}`, uid)
    .and('reason', (p) => `h.reason = ${p}`, reason)
    .and('open', (p) => `(h.to_at IS NULL) = ${p}::boolean`, isOpen);
  const page = filters.pageStatement('payouts.holds', (where) => `${HOLDS} WHERE ${where} ORDER BY h.id DESC`);
  const count = filters.statement(
    'payouts.count-holds',
    (where) => `SELECT count(*) AS count FROM payout_holds h WHERE ${where}`,
  );
  return { page, count, values: filters.values };
}
