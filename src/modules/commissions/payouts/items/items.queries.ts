import { Conditions, statement, type Statement } from '#common/database/index.js';
import { COUNTED_ROWS, GIVE_BACK } from '../../earnings/index.js';
import type { PayoutItemStatus } from '../payouts.entity.js';

const COLUMNS = `i.id, i.payout_id, i.uid, u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name, u.email, i.amount,
  i.status, i.reference, i.reason, i.settled_at, i.settled_by_uid`;

/** Filters of the items of a payout. */
export interface ItemsSearch {
  payoutId: number;
  status?: PayoutItemStatus | undefined;
  uid?: number | undefined;
}

function filtersOf({ payoutId, status, uid }: ItemsSearch): Conditions {
  return new Conditions()
    .and('payout', (p) => `i.payout_id = ${p}`, payoutId)
    .and('status', (p) => `i.status = ${p}`, status)
    .and('uid', (p) => `i.uid = ${p}`, uid);
}

/** The statement of a page of items, by uid; its values are those of the filters, then limit and offset. */
export function searchItems(search: ItemsSearch): { sql: Statement; values: readonly unknown[] } {
  const filters = filtersOf(search);
  const at = filters.values.length;
  const sql = filters.statement('payouts.items', (where) => {
    const matching = `FROM payout_items i WHERE ${where}`;
    return `SELECT counted.count, page.*
      FROM (SELECT count(*) AS count FROM (SELECT ${matching} LIMIT ${COUNTED_ROWS}) matched) counted
      LEFT JOIN (
        SELECT ${COLUMNS}
          FROM (SELECT i.* ${matching} ORDER BY i.uid LIMIT $${at + 1} OFFSET $${at + 2}) AS i
          JOIN users u ON u.uid = i.uid
      ) AS page ON true
      ORDER BY page.uid`;
  });
  return { sql, values: filters.values };
}

/** The statement of the items behind a uid; its values are those of the filters, then that uid and how many. */
export function itemsBehind(search: ItemsSearch): { sql: Statement; values: readonly unknown[] } {
  const filters = filtersOf(search);
  const at = filters.values.length;
  const sql = filters.statement(
    'payouts.items-behind',
    (where) => `SELECT ${COLUMNS}
      FROM (SELECT i.* FROM payout_items i WHERE ${where} AND i.uid > $${at + 1} ORDER BY i.uid LIMIT $${at + 2}) AS i
      JOIN users u ON u.uid = i.uid
     ORDER BY i.uid`,
  );
  return { sql, values: filters.values };
}

/** The items `$2` of payout `$1`: found by their ids, also where the planner has not heard yet how many a new payout has. */
export const FIND_ITEMS = statement(
  'payouts.find-items',
  `SELECT ${COLUMNS}
     FROM (SELECT * FROM payout_items WHERE id = ANY ($2::bigint[]) OFFSET 0) AS i
     JOIN users u ON u.uid = i.uid
    WHERE i.payout_id = $1 ORDER BY i.id`,
);

/**
 * Marks the pending ones of the items `$1` as `$2`, with references `$3` or reasons `$4`, and gives back what has failed; `$5`
 * who does it. Their payout must be locked, and the ledger held.
 */
export const MARK_ITEMS = statement(
  'payouts.mark-items',
  `WITH marked AS (
     UPDATE payout_items i
        SET status = m.status, reference = m.reference, reason = m.reason, settled_at = statement_timestamp(), settled_by_uid = $5
       FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) AS m (id, status, reference, reason)
      WHERE i.id = m.id AND i.status = 'pending'
     RETURNING i.payout_id, i.uid, i.amount, i.status, i.reason
   ), given AS (
     SELECT payout_id, uid, amount, reason, $5::bigint AS by_uid FROM marked WHERE status = 'failed'
   ), entries AS (
     ${GIVE_BACK}
   )
   SELECT count(*) AS marked FROM marked`,
);
