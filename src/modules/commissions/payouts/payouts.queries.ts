import { Conditions, statement, type Statement } from '#common/database/index.js';
import type { PayoutStatus } from './payout.entity.js';
import type { PayoutItemStatus } from './payout-item.entity.js';

/** A payout with the names of those who dealt with it, and the sums of its items by status. */
export interface PayoutRow {
  id: number;
  status: PayoutStatus;
  minimum: string;
  is_last: boolean;
  four_eyes: boolean;
  created_at: Date;
  created_by_uid: number;
  created_by: string;
  released_at: Date | null;
  released_by_uid: number | null;
  released_by: string | null;
  cancelled_at: Date | null;
  cancelled_by_uid: number | null;
  cancelled_by: string | null;
  /** Of statuses that items have; amounts are text. */
  sums: readonly { status: PayoutItemStatus; items: number; amount: string }[];
}

const COLUMNS = `p.id, p.status, p.minimum, p.is_last, p.four_eyes, p.created_at, p.created_by_uid, p.released_at,
  p.released_by_uid, p.cancelled_at, p.cancelled_by_uid`;

/** Names and sums of the payouts `p`. */
const described = (
  payouts: string,
): string => `SELECT ${COLUMNS}, c.username AS created_by, r.username AS released_by, x.username AS cancelled_by, sums.sums
     FROM (${payouts}) AS p
     JOIN users c ON c.uid = p.created_by_uid
     LEFT JOIN users r ON r.uid = p.released_by_uid
     LEFT JOIN users x ON x.uid = p.cancelled_by_uid
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(json_build_object('status', i.status, 'items', i.items, 'amount', i.amount::text)), '[]') AS sums
        FROM (SELECT status, count(*) AS items, sum(amount) AS amount FROM payout_items WHERE payout_id = p.id GROUP BY status) AS i
    ) AS sums`;

/** Payout `$1`. */
export const FIND_PAYOUT = statement('payouts.find', described('SELECT * FROM payouts WHERE id = $1'));

/** Filters of the list of payouts. */
export interface PayoutsSearch {
  status?: PayoutStatus | undefined;
  /** Only those with an item of this member. */
  uid?: number | undefined;
}

/** The statements of a page of payouts, newest first, and of the number of all; the values of both begin with the filters'. */
export function searchPayouts({ status, uid }: PayoutsSearch): {
  page: Statement;
  count: Statement;
  values: readonly unknown[];
} {
  const filters = new Conditions()
    .and('status', (p) => `q.status = ${p}`, status)
    .and('uid', (p) => `EXISTS (SELECT FROM payout_items i WHERE i.payout_id = q.id AND i.uid = ${p})`, uid);
  const at = filters.values.length;
  const page = filters.statement('payouts.list', (where) => {
    const matching = `SELECT * FROM payouts q WHERE ${where} ORDER BY q.id DESC LIMIT $${at + 1} OFFSET $${at + 2}`;
    return `${described(matching)} ORDER BY p.id DESC`;
  });
  const count = filters.statement('payouts.count', (where) => `SELECT count(*) AS count FROM payouts q WHERE ${where}`);
  return { page, count, values: filters.values };
}
