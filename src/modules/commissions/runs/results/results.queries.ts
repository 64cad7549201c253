import { Conditions, likePattern, statement, type Statement } from '#common/database/index.js';
import { allUsersLike, exactUsers, exactUsersFirst, type MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '#network/members/index.js';
import type { LineRange } from './line-ranges.js';
import type { MemberOrder, MemberSort } from './results.dto.js';

/** Rows up to which a list is counted and read, which keeps a page of many millions as quick as one of a few. */
export const COUNTED_ROWS = 100_000;

/** A line with names; amounts are text. */
export interface LineRow {
  number: number;
  uid: number;
  username: string;
  bonus: string;
  source_uid: number | null;
  source_username: string | null;
  level: number | null;
  rank: string | null;
  percent: string | null;
  base: string | null;
  amount: string;
  taken_run_id: number | null;
  taken_number: number | null;
  taken_period: string | null;
  taken_bonus: string | null;
}

/** A member of a run with its names; amounts are text, `bonuses` the text of a JSON object. */
export interface MemberRow {
  uid: number;
  username: string;
  name: string;
  kind: MemberKind;
  status: MemberStatus;
  active: boolean;
  sponsor_uid: number | null;
  own_volume: string;
  personal_volume: string;
  group_volume: string;
  commissionable_volume: string;
  rank: string | null;
  title_before: string | null;
  title_rank: string | null;
  earned: string;
  bonuses: string;
}

/** A row of a page with the number of all, up to {@link COUNTED_ROWS}; an empty page has one row with nothing else. */
export type ResultPageRow<Row> = { count: number } & (Row | { uid: null });

/** A statement with its values. */
export interface Bound {
  readonly sql: Statement;
  readonly values: readonly unknown[];
}

/** Filters of lines. */
export interface LineSearch {
  uid?: number | undefined;
  /** Of a bonus, whose lines stand together: they have no index of their own. */
  range?: LineRange | undefined;
  sourceUid?: number | undefined;
}

// Of a base there may be eight decimals; four go out, as of all numbers.
const LINE_COLUMNS = `l.number, l.uid, l.bonus, l.source_uid, l.level, l.rank, l.percent, round(l.base, 4) AS base, l.amount,
  l.taken_run_id, l.taken_number`;
const LINE_NAMES = `u.username, s.username AS source_username, r.period AS taken_period, t.bonus AS taken_bonus`;
const LINE_JOINS = `LEFT JOIN users u ON u.uid = page.uid LEFT JOIN users s ON s.uid = page.source_uid
  LEFT JOIN commission_runs r ON r.id = page.taken_run_id
  LEFT JOIN commission_lines t ON t.run_id = page.taken_run_id AND t.number = page.taken_number`;

function linesOf(runId: number, { uid, range, sourceUid }: LineSearch): Conditions {
  return new Conditions()
    .and('run', (p) => `l.run_id = ${p}`, runId)
    .and('uid', (p) => `l.uid = ${p}`, uid)
    .and('first', (p) => `l.number >= ${p}`, range?.[0])
    .and('last', (p) => `l.number < ${p}`, range?.[1])
    .and('source', (p) => `l.source_uid = ${p}`, sourceUid);
}

/** A page of lines by their numbers. */
export function pageOfLines(runId: number, search: LineSearch, limit: number, offset: number): Bound {
  const filters = linesOf(runId, search);
  const at = filters.values.length;
  const sql = filters.statement('results.lines', (where) => {
    const matching = `FROM commission_lines l WHERE ${where}`;
    return `WITH page AS (
        SELECT ${LINE_COLUMNS} ${matching} ORDER BY l.number LIMIT $${at + 1} OFFSET $${at + 2}
      )
      SELECT counted.count, page.*, ${LINE_NAMES}
      FROM (SELECT count(*) AS count FROM (SELECT ${matching} LIMIT ${COUNTED_ROWS}) matched) counted
      LEFT JOIN page ON true ${LINE_JOINS}
      ORDER BY page.number`;
  });
  return { sql, values: [...filters.values, limit, offset] };
}

/** So many lines behind a number. */
export function linesAfter(runId: number, search: LineSearch, number: number, limit: number): Bound {
  const filters = linesOf(runId, search).and('after', (p) => `l.number > ${p}`, number);
  const page = filters.pageStatement(
    'results.lines-after',
    (where) => `SELECT ${LINE_COLUMNS} FROM commission_lines l WHERE ${where} ORDER BY l.number`,
  );
  const text = `WITH page AS (${page.text}) SELECT page.*, ${LINE_NAMES} FROM page ${LINE_JOINS} ORDER BY page.number`;
  return { sql: statement(page.name, text), values: [...filters.values, limit, 0] };
}

/** Filters of members. */
export interface MemberSearch {
  uid?: number | undefined;
  rank?: string | undefined;
  active?: boolean | undefined;
  search?: string | undefined;
}

const MEMBER_COLUMNS = `m.uid, m.kind, m.status, m.active, m.sponsor_uid, m.own_volume, m.personal_volume, m.group_volume,
  m.commissionable_volume, m.rank, m.title_before, m.title_rank, m.earned, m.bonuses::text AS bonuses`;
const MEMBER_NAMES = `u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name`;

function membersOf(runId: number, { uid, rank, active }: MemberSearch): Conditions {
  return new Conditions()
    .and('run', (p) => `m.run_id = ${p}`, runId)
    .and('uid', (p) => `m.uid = ${p}`, uid)
    .and('rank', (p) => `m.rank = ${p}`, rank)
    .and('active', (p) => `m.active = ${p}`, active);
}

/** The expressions of each order. By a measure one way is the other read backwards, also where it is equal: so is its index. */
const SORTS: Readonly<Record<MemberSort, (way: string) => string>> = {
  earned: byMeasure('m.earned'),
  personal_volume: byMeasure('m.personal_volume'),
  group_volume: byMeasure('m.group_volume'),
  // As its index has it, along which a page is read.
  username: (way) => `lower(u.username) ${way}`,
  uid: (way) => `m.uid ${way}`,
};

function byMeasure(column: string): (way: string) => string {
  return (way) => `${column} ${way}, m.uid ${way === 'DESC' ? 'ASC' : 'DESC'}`;
}

function orderOf(order: MemberOrder): string {
  const isDescending = order.startsWith('-');
  return SORTS[(isDescending ? order.slice(1) : order) as MemberSort](isDescending ? 'DESC' : 'ASC');
}

/** A page of members in an order. What is skipped is read in an index alone: the page has uids, and all else comes after. */
export function pageOfMembers(
  runId: number,
  search: MemberSearch,
  order: MemberOrder,
  { limit, offset }: { limit: number; offset: number },
): Bound {
  const filters = membersOf(runId, search);
  const text = search.search || undefined;
  const [found, sorted] =
    text === undefined ? ['TRUE', orderOf(order)] : exactUsersFirst(filters, text, orderOf(order), 'm.uid');
  const at = filters.values.length;
  const page = (filtered: string): string => {
    const matching = `FROM commission_members m WHERE ${filtered} AND ${found}`;
    const joined = order.endsWith('username')
      ? matching.replace(' WHERE', ' JOIN users u USING (uid) WHERE')
      : matching;
    return `WITH page AS (
        SELECT m.uid ${joined} ORDER BY ${sorted} LIMIT $${at + 1} OFFSET $${at + 2}
      )
      SELECT counted.count, ${MEMBER_COLUMNS}, ${MEMBER_NAMES}
      FROM (SELECT count(*) AS count FROM (SELECT ${matching} LIMIT ${COUNTED_ROWS}) matched) counted
      LEFT JOIN page ON true
      LEFT JOIN commission_members m ON m.run_id = $1 AND m.uid = page.uid
      LEFT JOIN users u ON u.uid = page.uid
      ORDER BY ${sorted}`;
  };
  const sql = text === undefined ? filters.statement(`results.members.${order}`, page) : filters.planned(page);
  return { sql, values: [...filters.values, limit, offset] };
}

/** So many members behind a uid. */
export function membersAfter(runId: number, search: MemberSearch, uid: number, limit: number): Bound {
  const filters = membersOf(runId, search).and('after', (p) => `m.uid > ${p}`, uid);
  const text = search.search || undefined;
  if (text !== undefined) {
    const exact = exactUsers(filters.bind(text));
    const found = (p: string): string => `m.uid = ANY (${exact}) OR m.uid = ANY (${allUsersLike(p)})`;
    filters.and('search', found, likePattern(text));
  }
  const sql = filters.pageStatement(
    'results.members-after',
    (where) => `SELECT ${MEMBER_COLUMNS}, ${MEMBER_NAMES}
      FROM commission_members m JOIN users u ON u.uid = m.uid WHERE ${where} ORDER BY m.uid`,
  );
  return { sql, values: [...filters.values, limit, 0] };
}
