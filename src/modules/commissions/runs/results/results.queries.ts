import { LessThan, type EntityManager } from 'typeorm';
import {
  Conditions,
  FOUND_ROWS,
  likePattern,
  opaque,
  statement,
  type Statement,
  type Database,
} from '#common/database/index.js';
import { COUNTED_ROWS } from '#common/http/pagination.js';
import { SUMMED_ROWS } from '#common/http/sums.js';
import {
  allUsersLike,
  exactUsers,
  exactUsersFirst,
  isFound,
  rowsFound,
  type UsersSearch,
} from '#people/users/index.js';
import { CommissionRun } from '../run.entity.js';
import type { RunFiguresView } from '../runs.dto.js';
import { typesOf } from '../runs.rules.js';
import { type MemberOrder, type MemberSort } from './results.dto.js';

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
  /** A uid, or part of a username, an e-mail address or a name, of the payee or the source. */
  search?: string | undefined;
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

/** The condition of a search of lines, and what stands before the other parts of WITH. */
function linesFound({ search }: LineSearch, filters: Conditions): Omit<UsersSearch, 'order'> {
  return search ? rowsFound(filters, search, 'l.uid', 'l.source_uid') : { where: 'TRUE', with: '' };
}

/** A page of lines by their numbers. */
export function pageOfLines(runId: number, search: LineSearch, limit: number, offset: number): Bound {
  const filters = linesOf(runId, search);
  const found = linesFound(search, filters);
  const at = filters.values.length;
  const page = (where: string): string => {
    const matching = `FROM commission_lines l WHERE ${where} AND ${found.where}`;
    return `WITH ${found.with}page AS (
        SELECT ${LINE_COLUMNS} ${matching} ORDER BY l.number LIMIT $${at + 1} OFFSET $${at + 2}
      )
      SELECT counted.count, page.*, ${LINE_NAMES}
      FROM (SELECT count(*) AS count FROM (SELECT ${matching} LIMIT ${COUNTED_ROWS}) matched) counted
      LEFT JOIN page ON true ${LINE_JOINS}
      ORDER BY page.number`;
  };
  const sql = search.search ? filters.planned(page) : filters.statement('results.lines', page);
  return { sql, values: [...filters.values, limit, offset] };
}

/** What all lines that match come to. */
export function sumOfLines(runId: number, search: LineSearch): Bound {
  const filters = linesOf(runId, search);
  const found = linesFound(search, filters);
  const text = (where: string): string =>
    `${found.with && `WITH ${found.with.replace(/, $/, '')}`} SELECT count(*) AS count, coalesce(sum(amount), 0) AS amount
      FROM (SELECT l.amount FROM commission_lines l WHERE ${where} AND ${found.where} LIMIT ${SUMMED_ROWS + 1}) matched`;
  const sql = search.search ? filters.planned(text) : filters.statement('results.line-sums', text);
  return { sql, values: filters.values };
}

/** So many lines behind a number. */
export function linesAfter(runId: number, search: LineSearch, number: number, limit: number): Bound {
  const filters = linesOf(runId, search).and('after', (p) => `l.number > ${p}`, number);
  const of = (uid: string): string => isFound(filters, search.search!, uid);
  const found = search.search ? `(${of('l.uid')} OR ${of('l.source_uid')})` : 'TRUE';
  const at = filters.values.length;
  const text = (where: string): string =>
    `WITH page AS (
       SELECT ${LINE_COLUMNS} FROM commission_lines l WHERE ${where} AND ${found} ORDER BY l.number LIMIT $${at + 1}
     ) SELECT page.*, ${LINE_NAMES} FROM page ${LINE_JOINS} ORDER BY page.number`;
  const sql = search.search ? filters.planned(text) : filters.statement('results.lines-after', text);
  return { sql, values: [...filters.values, limit] };
}

/** A run, and the one by which the posted period before counts. */
export interface RunWithPrevious {
  readonly id: number;
  readonly previousId: number | null;
}

/** Filters of members. */
export interface MemberSearch {
  uid?: number | undefined;
  rank?: string | undefined;
  active?: boolean | undefined;
  search?: string | undefined;
}

const MEMBER_COLUMNS = `m.uid, m.kind, m.status, m.active, m.sponsor_uid, m.own_volume, m.personal_volume, m.group_volume,
  m.commissionable_volume, m.rank, m.title_before, m.title_rank, m.earned, b.earned AS previous_earned,
  m.bonuses::text AS bonuses`;
const MEMBER_NAMES = `u.username, trim(concat(u.first_name, ' ', u.last_name)) AS name`;

/** The same member in another run, or none. @param run SQL of the id of that run */
const alsoIn = (run: string): string => `LEFT JOIN commission_members b ON b.run_id = ${run} AND b.uid = m.uid`;

/** @param asRank SQL of the rank; `opaque` hides it from the planner, which would read all rows for a rare one */
function membersOf(
  runId: number,
  { uid, rank, active }: MemberSearch,
  asRank: (parameter: string) => string = String,
): Conditions {
  return new Conditions()
    .and('run', (p) => `m.run_id = ${p}`, runId)
    .and('uid', (p) => `m.uid = ${p}`, uid)
    .and('rank', (p) => `m.rank = ${asRank(`${p}::text`)}`, rank)
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

/** What a run came to, as far as it says how many members match. */
type Counts = Pick<RunFiguresView, 'members' | 'active' | 'by_rank'>;

/** How many members match, by what the run came to; undefined where that does not say it. */
export function knownMembers(counts: Counts | null, { uid, rank, active, search }: MemberSearch): number | undefined {
  if (counts === null || uid !== undefined || search) return undefined;
  const of = rank === undefined ? counts : counts.by_rank.find((one) => one.rank === rank);
  if (of === undefined || active === undefined) return of?.members ?? 0;
  return active ? of.active : of.members - of.active;
}

/**
 * A page of members in an order. What is skipped is read in an index alone: the page has uids, and all else comes after.
 * @param runs the run, and the one before
 * @param known how many match, if that is known: then they are not counted, and the index is read up to the last one
 */
export function pageOfMembers(
  { id: runId, previousId }: RunWithPrevious,
  search: MemberSearch,
  order: MemberOrder,
  { limit, offset }: { limit: number; offset: number },
  known?: number,
): Bound {
  const isByName = order.endsWith('username');
  const isByMeasure = !isByName && !order.endsWith('uid');
  const filters = membersOf(runId, search, known !== undefined && isByMeasure ? opaque : undefined);
  const text = search.search || undefined;
  const found =
    text === undefined
      ? { where: 'TRUE', order: orderOf(order), with: '' }
      : exactUsersFirst(filters, text, orderOf(order), 'm.uid');
  // What comes before a page by username is looked up one by one.
  const most = isByName ? FOUND_ROWS : COUNTED_ROWS;
  const wanted = known === undefined ? limit : Math.max(0, Math.min(limit, known - offset));
  const counted = known === undefined ? '' : filters.bind(Math.min(known, most));
  const previous = filters.bind(previousId);
  const at = filters.values.length;
  const page = (filtered: string): string => {
    const matching = `FROM commission_members m WHERE ${filtered} AND ${found.where}`;
    const joined = isByName ? matching.replace(' WHERE', ' JOIN users u USING (uid) WHERE') : matching;
    const count = counted
      ? `${counted}::bigint AS count`
      : `count(*) AS count FROM (SELECT ${matching} LIMIT ${most}) matched`;
    return `WITH ${found.with}page AS (
        SELECT m.uid ${joined} ORDER BY ${found.order} LIMIT $${at + 1} OFFSET $${at + 2}
      )
      SELECT counted.count, ${MEMBER_COLUMNS}, ${MEMBER_NAMES}
      FROM (SELECT ${count}) counted
      LEFT JOIN page ON true
      LEFT JOIN commission_members m ON m.run_id = $1 AND m.uid = page.uid
      LEFT JOIN users u ON u.uid = page.uid
      ${alsoIn(previous)}
      ORDER BY ${found.order}`;
  };
  const name = `results.${counted ? 'known-' : ''}members.${order}`;
  const sql = text === undefined ? filters.statement(name, page) : filters.planned(page);
  return { sql, values: [...filters.values, wanted, offset] };
}

/** All that a search finds, not only the first of it. */
function allMembersOf(runId: number, search: MemberSearch): Conditions {
  const filters = membersOf(runId, search);
  const text = search.search || undefined;
  if (text === undefined) return filters;
  const exact = exactUsers(filters.bind(text));
  const found = (p: string): string => `m.uid = ANY (${exact}) OR m.uid = ANY (${allUsersLike(p)})`;
  return filters.and('search', found, likePattern(text));
}

/** What all members that match earned. */
export function sumOfMembers(runId: number, search: MemberSearch): Bound {
  const filters = allMembersOf(runId, search);
  const text = (where: string): string => `SELECT count(*) AS count, coalesce(sum(earned), 0) AS earned
    FROM (SELECT m.earned FROM commission_members m WHERE ${where} LIMIT ${SUMMED_ROWS + 1}) matched`;
  const sql = search.search ? filters.planned(text) : filters.statement('results.member-sums', text);
  return { sql, values: filters.values };
}

/** So many members behind a uid. */
export function membersAfter(
  { id, previousId }: RunWithPrevious,
  search: MemberSearch,
  uid: number,
  limit: number,
): Bound {
  const filters = allMembersOf(id, search).and('after', (p) => `m.uid > ${p}`, uid);
  const previous = filters.bind(previousId);
  const sql = filters.pageStatement(
    'results.members-after',
    (where) => `SELECT ${MEMBER_COLUMNS}, ${MEMBER_NAMES}
      FROM commission_members m JOIN users u ON u.uid = m.uid ${alsoIn(previous)} WHERE ${where} ORDER BY m.uid`,
  );
  return { sql, values: [...filters.values, limit, 0] };
}

/** Numbers of lines: `[first, last)`. */
export type LineRange = readonly [first: number, last: number];

/**
 * Where the lines of each bonus of $2 begin in run $1, which stand in that order: found by halving, so no lines are counted.
 * The last entry is where they end.
 */
const RANGES = statement(
  'results.line-ranges',
  `WITH RECURSIVE last AS MATERIALIZED (
     SELECT coalesce((SELECT number FROM commission_lines WHERE run_id = $1 ORDER BY number DESC LIMIT 1), 0) AS number
   ), search (place, low, high) AS (
     SELECT place, 1, last.number + 1 FROM generate_series(1, cardinality($2::text[]) + 1) AS place, last
     UNION ALL
     SELECT s.place, CASE WHEN found.place < s.place THEN found.middle + 1 ELSE s.low END,
            CASE WHEN found.place < s.place THEN s.high ELSE found.middle END
       FROM search s CROSS JOIN LATERAL (
         SELECT (s.low + s.high) / 2 AS middle, array_position($2::text[], l.bonus::text) AS place
           FROM commission_lines l WHERE l.run_id = $1 AND l.number = (s.low + s.high) / 2
       ) found
      WHERE s.low < s.high
   )
   SELECT place, low AS number FROM search WHERE low = high ORDER BY place`,
);

/** Where the lines of each bonus of a run, of caps and clawbacks stand, in the order in which they were calculated. */
export async function lineRanges(
  db: Database,
  { id, document }: Pick<CommissionRun, 'id' | 'document'>,
): Promise<ReadonlyMap<string, LineRange>> {
  const bonuses = [...typesOf(document).keys()];
  const rows = await db.query<{ place: number; number: number }>(null, RANGES, [id, bonuses]);
  return new Map(bonuses.map((bonus, at) => [bonus, [rows[at]!.number, rows[at + 1]!.number]]));
}

/** The posted run of the last period, or of the last one that begins before an instant. Null if there is none. */
export function lastPosted(tx: EntityManager, before?: Date): Promise<CommissionRun | null> {
  const earlier = before === undefined ? {} : { fromAt: LessThan(before) };
  return tx.findOne(CommissionRun, { where: { status: 'posted', ...earlier }, order: { fromAt: 'DESC' } });
}

/**
 * The run by which the posted period before a run counts: the posted run, or that of the last correction of it that was
 * approved. Null if there is none.
 */
export async function previousRun(
  tx: EntityManager,
  run: Pick<CommissionRun, 'fromAt'>,
): Promise<CommissionRun | null> {
  const posted = await lastPosted(tx, run.fromAt);
  if (posted === null) return null;
  const corrected = { correctsRunId: posted.id, status: 'approved' } as const;
  return (await tx.findOne(CommissionRun, { where: corrected, order: { correctionId: 'DESC' } })) ?? posted;
}
