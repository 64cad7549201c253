import { type Conditions, FOUND_ROWS, idIn, likePattern, searched } from '#common/database/index.js';
import type { ExactFirst } from '#common/http/exact-first.js';

/** SQL of the uids of users whose uid, username or e-mail address a text is. */
export function exactUsers(text: string): string {
  return `ARRAY(SELECT uid FROM users WHERE lower(username) = lower(${text}::text)
    UNION SELECT uid FROM users WHERE lower(email) = lower(${text}::text)
    UNION SELECT uid FROM users WHERE uid = ${idIn(text)})`;
}

/** SQL: whether the username, e-mail address or name of user `u` matches a pattern. */
const contains = (pattern: string): string =>
  `${searched('u.username')} ILIKE ${pattern} OR ${searched('u.email')} ILIKE ${pattern}
    OR (u.first_name || ' ' || u.last_name) ILIKE ${pattern}`;

/**
 * SQL: the same, unless the text is a whole e-mail address, or a whole username with a digit, such as a member's number. Nobody
 * else is meant then, and an index of trigrams would take long to find that out: all addresses at one host have most of them,
 * and so have numbers that follow each other.
 */
const containsUnlessOneIsMeant = (pattern: string, text: string): string =>
  `NOT EXISTS (SELECT FROM users WHERE lower(email) = lower(${text}::text))
    AND NOT EXISTS (SELECT FROM users WHERE lower(username) = lower(${text}::text) AND ${text}::text ~ '[0-9]')
    AND (${contains(pattern)})`;

/** SQL of the uids of users whose username, e-mail address or name matches a pattern. */
export function allUsersLike(pattern: string): string {
  return `ARRAY(SELECT u.uid FROM users u WHERE ${contains(pattern)})`;
}

/** The same of the newest ones, and of nobody if the text is an e-mail address or a username with a digit. */
export function usersLike(pattern: string, text: string, most = FOUND_ROWS): string {
  return `ARRAY(SELECT u.uid FROM users u WHERE ${containsUnlessOneIsMeant(pattern, text)} ORDER BY u.created_at DESC, u.uid DESC LIMIT ${most})`;
}

/** How a statement finds those of a list whom a search finds. */
export interface UsersSearch {
  /** The condition. */
  readonly where: string;
  readonly order: string;
  /** What stands before the other parts of WITH. */
  readonly with: string;
}

/**
 * Narrows a list of rows of users with a column `uid` to those that a search finds, with who has exactly this uid, username or
 * e-mail address first. Users are searched once, however often the condition is part of the statement.
 * @param uid the column
 */
export function exactUsersFirst(filters: Conditions, search: string, order: string, uid = 'b.uid'): UsersSearch {
  const [text, pattern] = [filters.bind(search), filters.bind(likePattern(search))];
  const isIn = (part: 'exact' | 'others'): string => `${uid} = ANY ((SELECT ${part} FROM found)::bigint[])`;
  return {
    where: `(${isIn('exact')} OR ${isIn('others')})`,
    order: `(${isIn('exact')}) DESC, ${order}`,
    with: `found AS MATERIALIZED (SELECT ${exactUsers(text)} AS exact, ${usersLike(pattern, text)} AS others), `,
  };
}

/** SQL: whether user `uid` is among all that match a pattern, however many there are; nobody as with {@link usersLike}. */
export function isLike(uid: string, pattern: string, text: string): string {
  return `EXISTS (SELECT FROM users u WHERE u.uid = ${uid} AND ${containsUnlessOneIsMeant(pattern, text)})`;
}

/** SQL: whether user `uid` is among all that a search finds. */
export function isFound(filters: Conditions, search: string, uid: string): string {
  const [text, pattern] = [filters.bind(search), filters.bind(likePattern(search))];
  return `(${uid} = ANY (${exactUsers(text)}) OR ${isLike(uid, pattern, text)})`;
}

/** Whoever has exactly this uid, username or e-mail address, and then those whose username, e-mail address or name contains it. */
export const USERS_FOUND: ExactFirst = {
  exact: `u.uid = ANY (${exactUsers(':search')})`,
  others: [containsUnlessOneIsMeant(':pattern', ':search')],
};

/** SQL: whether user `uid` is among all that a search finds; how that is found out depends on how many they are. */
const isAmongFound = (uid: string): string =>
  `${uid} IN (SELECT u.uid FROM users u WHERE ${USERS_FOUND.exact} OR (${containsUnlessOneIsMeant(':pattern', ':search')}))`;

/**
 * Searches a list of rows of users: those of who has exactly this uid, username or e-mail address come first, and then those of
 * who has it in the username, e-mail address or name.
 * @param uid the column
 * @param also SQL of what else is found, by the pattern `:pattern`
 */
export function rowsOfUsersFound(uid: string, ...also: readonly string[]): ExactFirst {
  return { exact: `${uid} = ANY (${exactUsers(':search')})`, others: [isAmongFound(uid), ...also] };
}

/** Users whose rows a search shows where each may have many, which could not all be read for a page. */
const FOUND_OWNERS = 1_000;

/**
 * The same where there may be a million rows: of who is not meant exactly, those of the newest users. A file has those of all.
 * @param uid the column, with an index
 * @param most of so many users; default: 1,000, for a ledger, in which each may have many rows
 */
export function manyRowsOfUsersFound(uid: string, most = FOUND_OWNERS): ExactFirst {
  const { exact } = rowsOfUsersFound(uid);
  const others = [`${uid} = ANY (${usersLike(':pattern', ':search', most)})`];
  return { exact, others, all: isAmongFound(uid) };
}

/**
 * Narrows a list in which a user may have many rows to those of whom a search finds, as {@link manyRowsOfUsersFound} does.
 * @param columns with the uids of users, any of which may be found
 */
export function rowsFound(filters: Conditions, search: string, ...columns: string[]): Omit<UsersSearch, 'order'> {
  const [text, pattern] = [filters.bind(search), filters.bind(likePattern(search))];
  const isIn = (uid: string): string => `${uid} = ANY ((SELECT uids FROM found)::bigint[])`;
  return {
    where: `(${columns.map(isIn).join(' OR ')})`,
    with: `found AS MATERIALIZED (SELECT ${exactUsers(text)} || ${usersLike(pattern, text, FOUND_OWNERS)} AS uids), `,
  };
}

/** SQL of the uid of a new user. The sequence is looked up once, not for each row. */
export const NEXT_UID = `nextval((SELECT pg_get_serial_sequence('users', 'uid')::regclass))`;

/**
 * SQL that makes accounts of members who come from elsewhere, without passwords. Who imports them records no `user.created`
 * and brings them into the network.
 * @param source SQL that selects `uid` (by {@link NEXT_UID}), `username`, `email`, `first_name`, `last_name`, `country_code`,
 *   `sponsor_uid` and `user_fields` (jsonb) of each; all of them are validated
 */
export function insertImportedUsers(source: string): string {
  const given = 'uid, username, email, first_name, last_name, country_code, sponsor_uid';
  return `INSERT INTO users (${given}, custom_fields, roles)
   SELECT uid, username, email, coalesce(first_name, ''), coalesce(last_name, ''), country_code, sponsor_uid, user_fields, '{member}'
     FROM (${source}) AS s`;
}
