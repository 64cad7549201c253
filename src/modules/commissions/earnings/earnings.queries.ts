import { Conditions, FOUND_ROWS, statement, type Statement } from '#common/database/index.js';
import { COUNTED_ROWS } from '#common/http/pagination.js';
import { SUMMED_ROWS } from '#common/http/sums.js';
import type { MemberStatus } from '#network/members/index.js';
import { exactUsersFirst, isFound, type MemberKind, type UsersSearch } from '#people/users/index.js';
import { COUNTS_NOW, NOT_YET, PAYABLE } from './earnings.ledger.js';

/** A row of a page with the number of all; an empty page has one row with nothing else. */
export type PageRow<Row extends object> = { count: number } & (Row | { uid: null });

/** Sums of entries `e`. */
const SUMS = `coalesce(sum(e.amount), 0) AS balance, greatest(coalesce(sum(e.amount) FILTER (WHERE ${COUNTS_NOW}), 0), 0) AS payable`;

const PERSON = `u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name, s.kind, s.status`;

/** What is on its way to the members `b` and what has reached them, and why they are on hold. */
const OF_PAYOUTS = `
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(i.amount) FILTER (WHERE i.status = 'pending'), 0) AS in_payouts,
           coalesce(sum(i.amount) FILTER (WHERE i.status = 'paid'), 0) AS paid
      FROM payout_items i WHERE i.uid = b.uid
  ) AS p
  CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(h.reason ORDER BY h.id), '{}') AS holds FROM payout_holds h WHERE h.uid = b.uid AND h.to_at IS NULL
  ) AS held`;

/** Member `$1` with its balance; nothing for who is no member. */
export const FIND_BALANCE = statement(
  'earnings.balance',
  `SELECT b.uid, ${PERSON}, b.balance, b.payable, p.in_payouts, p.paid, held.holds
     FROM (SELECT $1::bigint AS uid, ${SUMS} FROM earnings e WHERE e.uid = $1) AS b
     JOIN network_states s ON s.uid = b.uid AND s.to_at IS NULL
     JOIN users u ON u.uid = b.uid
    ${OF_PAYOUTS}`,
);

/** The balance of user `$1`, who need not be a member. */
export const READ_BALANCE = statement(
  'earnings.own-balance',
  `SELECT b.balance, b.payable, p.in_payouts, p.paid, held.holds
     FROM (SELECT $1::bigint AS uid, ${SUMS} FROM earnings e WHERE e.uid = $1) AS b
    ${OF_PAYOUTS}`,
);

export const BALANCE_SORTS = ['balance', 'payable', 'username', 'uid'] as const;
export type BalanceSort = (typeof BALANCE_SORTS)[number];

/** Filters of the list of balances. */
export interface BalanceFilters {
  kind?: MemberKind | undefined;
  status?: MemberStatus | undefined;
  isOnHold?: boolean | undefined;
  /** In money. */
  least?: number | undefined;
  /** A uid, or part of a username, an e-mail address or a name. */
  search?: string | undefined;
}

/** Filters and order of the list of balances. */
export interface BalancesSearch extends BalanceFilters {
  sort: BalanceSort;
  isDescending: boolean;
  /** Only members behind this uid, in that order, for a file. */
  behind?: number;
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

/**
 * SQL of the first balances by what is payable. Most are payable in full, and are read from the index of balances; only those
 * with entries that are not payable yet are sorted.
 * @param upTo how many are wanted
 */
const firstPayable = (where: string, direction: string, upTo: string): string => {
  const all = `SELECT b.uid, b.balance, b.balance AS amount FROM earnings_balances b
    WHERE NOT EXISTS (SELECT FROM not_yet n WHERE n.uid = b.uid) AND ${where}`;
  return `(
    (${all} AND b.balance > 0 ORDER BY b.balance ${direction}, b.uid ${direction} LIMIT ${upTo})
    UNION ALL (${all} AND b.balance <= 0 ORDER BY b.uid ${direction} LIMIT ${upTo})
    UNION ALL SELECT b.uid, b.balance, b.balance - n.amount FROM not_yet n JOIN earnings_balances b ON b.uid = n.uid WHERE ${where}
  ) AS b`;
};

const isHeld = 'EXISTS (SELECT FROM payout_holds h WHERE h.uid = b.uid AND h.to_at IS NULL)';

const ofState = (condition: string): string =>
  `EXISTS (SELECT FROM network_states s WHERE s.uid = b.uid AND s.to_at IS NULL AND ${condition})`;

/** Balances up to which a page is counted: fewer where it is sorted or filtered by what they do not have themselves. */
function mostCounted({ sort, kind, status, behind }: BalancesSearch): number {
  if (behind !== undefined) return 1;
  const isBeside = sort === 'username' || sort === 'payable' || kind !== undefined || status !== undefined;
  return isBeside ? FOUND_ROWS : COUNTED_ROWS;
}

/** The condition of a search, and the order: a file has all that is found, a page the newest of it, exact matches first. */
function foundBy({ search, behind }: BalancesSearch, filters: Conditions, order: string): UsersSearch {
  if (search === undefined) return { where: 'TRUE', order, with: '' };
  if (behind === undefined) return exactUsersFirst(filters, search, order);
  return { where: isFound(filters, search, 'b.uid'), order, with: '' };
}

function narrowing({ kind, status, isOnHold, least }: BalanceFilters): Conditions {
  return (
    new Conditions()
      .and('kind', (p) => ofState(`s.kind = ${p}`), kind)
      // Nearly all are active: only those who are not have an index, which is found by the word itself.
      .and(
        'active',
        (p) => `NOT ${ofState(`s.status <> 'active'`)} AND ${p}::text IS NOT NULL`,
        status === 'active' ? status : undefined,
      )
      .and('status', (p) => ofState(`s.status = ${p}`), status === 'active' ? undefined : status)
      .and('hold', (p) => `${isHeld} = ${p}::boolean`, isOnHold)
      .and('least', (p) => `b.balance >= ${p}::numeric`, least)
  );
}

/** The statement of what all balances that match come to. */
export function sumOfBalances(search: BalanceFilters): { sql: Statement; values: readonly unknown[] } {
  const filters = narrowing(search);
  const found = search.search === undefined ? 'TRUE' : isFound(filters, search.search, 'b.uid');
  const text = (
    where: string,
  ): string => `SELECT count(*) AS count, coalesce(sum(balance), 0) AS balance, coalesce(sum(payable), 0) AS payable
      FROM (SELECT b.balance, ${SORTS.payable} AS payable FROM ${SOURCES.payable} WHERE ${where} AND ${found} LIMIT ${SUMMED_ROWS + 1}) matched`;
  const sql = search.search === undefined ? filters.statement('earnings.balance-sums', text) : filters.planned(text);
  return { sql, values: filters.values };
}

/** The statement of a page of members with entries; its values are those of the filters, then limit and offset. */
export function searchBalances(search: BalancesSearch): { sql: Statement; values: readonly unknown[] } {
  const filters = narrowing(search).and('behind', (p) => `b.uid > ${p}`, search.behind);
  const direction = search.isDescending ? 'DESC' : 'ASC';
  const sorted = `${SORTS[search.sort]} ${direction}, b.uid ${direction}`;
  const found = foundBy(search, filters, sorted);
  const [limit, offset] = [`$${filters.values.length + 1}::bigint`, `$${filters.values.length + 2}::bigint`];
  const text = (filtered: string): string => {
    const where = `${filtered} AND ${found.where}`;
    const isPayable = search.sort === 'payable' && search.search === undefined;
    const source = isPayable
      ? firstPayable(where, direction, `${limit} + ${offset}`)
      : `${SOURCES[search.sort]} WHERE ${where}`;
    return `WITH ${found.with}${isPayable ? `not_yet AS (${NOT_YET}), ` : ''}b AS MATERIALIZED (
        SELECT b.uid, b.balance, row_number() OVER (ORDER BY ${found.order}) AS place
          FROM ${source} ORDER BY ${found.order} LIMIT ${limit} OFFSET ${offset}
      )
      SELECT counted.count, page.*
        FROM (SELECT count(*) AS count FROM (SELECT FROM earnings_balances b WHERE ${where} LIMIT ${mostCounted(search)}) matched) AS counted
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
