import { Conditions, type Statement } from '#common/database/index.js';
import type { MemberStatus } from '#network/members/index.js';
import { exactUsersFirst, type MemberKind } from '#people/users/index.js';
import { COUNTED_ROWS, OF_PAYOUTS, PERSON } from './earnings.queries.js';
import { COUNTS_NOW, PAYABLE } from './ledger.queries.js';

export const BALANCE_SORTS = ['balance', 'payable', 'username', 'uid'] as const;
export type BalanceSort = (typeof BALANCE_SORTS)[number];

/** Filters and order of the list of balances. */
export interface BalancesSearch {
  kind?: MemberKind | undefined;
  status?: MemberStatus | undefined;
  isOnHold?: boolean | undefined;
  /** In money. */
  least?: number | undefined;
  /** A uid, or part of a username, an e-mail address or a name. */
  search?: string | undefined;
  sort: BalanceSort;
  isDescending: boolean;
}

/** The column of each order, as its index has it. */
const SORTS: Readonly<Record<BalanceSort, string>> = {
  balance: 'b.balance',
  payable: 'greatest(b.amount, 0)',
  username: 'lower(u.username)',
  uid: 'b.uid',
};

/** What an order needs beside the balances `b`. */
const SOURCES: Readonly<Record<BalanceSort, string>> = {
  balance: 'earnings_balances b',
  payable: `(${PAYABLE}) AS b`,
  username: 'earnings_balances b JOIN users u ON u.uid = b.uid',
  uid: 'earnings_balances b',
};

const isHeld = 'EXISTS (SELECT FROM payout_holds h WHERE h.uid = b.uid AND h.to_at IS NULL)';

const ofState = (condition: string): string =>
  `EXISTS (SELECT FROM network_states s WHERE s.uid = b.uid AND s.to_at IS NULL AND ${condition})`;

/** The statement of a page of members with entries; its values are those of the filters, then limit and offset. */
export function searchBalances(search: BalancesSearch): { sql: Statement; values: readonly unknown[] } {
  const filters = new Conditions()
    .and('kind', (p) => ofState(`s.kind = ${p}`), search.kind)
    .and('status', (p) => ofState(`s.status = ${p}`), search.status)
    .and('hold', (p) => `${isHeld} = ${p}::boolean`, search.isOnHold)
    .and('least', (p) => `b.balance >= ${p}::numeric`, search.least);
  const direction = search.isDescending ? 'DESC' : 'ASC';
  const sorted = `${SORTS[search.sort]} ${direction}, b.uid ${direction}`;
  const [found, order] =
    search.search === undefined ? ['TRUE', sorted] : exactUsersFirst(filters, search.search, sorted);
  const at = filters.values.length;
  const text = (filtered: string): string => {
    const where = `${filtered} AND ${found}`;
    return `WITH b AS MATERIALIZED (
        SELECT b.uid, b.balance, row_number() OVER (ORDER BY ${order}) AS place
          FROM ${SOURCES[search.sort]} WHERE ${where} ORDER BY ${order} LIMIT $${at + 1} OFFSET $${at + 2}
      )
      SELECT counted.count, page.*
        FROM (SELECT count(*) AS count FROM (SELECT FROM earnings_balances b WHERE ${where} LIMIT ${COUNTED_ROWS}) matched) AS counted
        LEFT JOIN (
          SELECT b.*, c.payable, ${PERSON}, p.in_payouts, p.paid, held.holds
            FROM b
            JOIN users u ON u.uid = b.uid
            JOIN network_states s ON s.uid = b.uid AND s.to_at IS NULL
           CROSS JOIN LATERAL (
             SELECT greatest(coalesce(sum(e.amount) FILTER (WHERE ${COUNTS_NOW}), 0), 0) AS payable FROM earnings e WHERE e.uid = b.uid
           ) AS c ${OF_PAYOUTS}
        ) AS page ON true
       ORDER BY page.place`;
  };
  const name = `earnings.balances.${search.sort}.${direction}`;
  const sql = search.search === undefined ? filters.statement(name, text) : filters.planned(text);
  return { sql, values: filters.values };
}
