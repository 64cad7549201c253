import { Conditions, statement, type Statement } from '#common/database/index.js';
import type { MemberStatus } from '#network/members/index.js';
import type { MemberKind } from '#people/users/index.js';
import type { EarningKind } from './earning.entity.js';
import { COUNTS_NOW } from './ledger.queries.js';

/** An entry with the name of its member. */
export interface EarningRow {
  id: number;
  uid: number;
  username: string;
  at: Date;
  kind: EarningKind;
  amount: string;
  payable_at: Date;
  period: string | null;
  run_id: number | null;
  payout_id: number | null;
  reason: string | null;
  by_uid: number | null;
}

/** A member with what it has earned. */
export interface BalanceRow {
  uid: number;
  username: string;
  name: string;
  kind: MemberKind;
  status: MemberStatus;
  balance: string;
  payable: string;
  in_payouts: string;
  paid: string;
  holds: string[];
}

/** A row of a page with the number of all; an empty page has one row with nothing else. */
export type PageRow<Row extends object> = { count: number } & (Row | { uid: null });

/** Rows up to which a list is counted and read, which keeps a page of many millions as quick as one of a few. */
export const COUNTED_ROWS = 100_000;

const COLUMNS = `e.id, e.uid, e.at, e.kind, e.amount, e.payable_at, e.period, e.run_id, e.payout_id, e.reason, e.by_uid`;

/** Filters of the ledger. */
export interface EarningsSearch {
  uid?: number | undefined;
  kind?: EarningKind | undefined;
  period?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** The statement of a page of the ledger, newest first; its values are those of the filters, then limit and offset. */
export function searchEarnings({ uid, kind, period, from, to }: EarningsSearch): {
  sql: Statement;
  values: readonly unknown[];
} {
  const filters = new Conditions()
    .and('uid', (p) => `e.uid = ${p}`, uid)
    .and('period', (p) => `e.period = ${p}`, period)
    .and('from', (p) => `e.at >= ${p}`, from)
    .and('to', (p) => `e.at < ${p}`, to);
  // Written out, so that the planner sees whether the index of rare kinds has it.
  const ofKind = kind === undefined ? 'TRUE' : `e.kind = '${kind}'`;
  const at = filters.values.length;
  const sql = filters.statement(`earnings.search.${kind ?? 'all'}`, (where) => {
    const matching = `FROM earnings e WHERE ${where} AND ${ofKind}`;
    return `WITH page AS (
        SELECT ${COLUMNS} ${matching} ORDER BY e.at DESC, e.id DESC LIMIT $${at + 1} OFFSET $${at + 2}
      )
      SELECT counted.count, page.*, u.username
      FROM (SELECT count(*) AS count FROM (SELECT ${matching} LIMIT ${COUNTED_ROWS}) matched) counted
      LEFT JOIN page ON true LEFT JOIN users u ON u.uid = page.uid
      ORDER BY page.at DESC, page.id DESC`;
  });
  return { sql, values: filters.values };
}

/** Entry `$1` with the name of its member. */
export const FIND_EARNING = statement(
  'earnings.find',
  `SELECT ${COLUMNS}, u.username FROM earnings e JOIN users u ON u.uid = e.uid WHERE e.id = $1`,
);

/** Sums of entries `e`. */
const SUMS = `coalesce(sum(e.amount), 0) AS balance, greatest(coalesce(sum(e.amount) FILTER (WHERE ${COUNTS_NOW}), 0), 0) AS payable`;

export const PERSON = `u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name, s.kind, s.status`;

/** What is on its way to the members `b` and what has reached them, and why they are on hold. */
export const OF_PAYOUTS = `
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
