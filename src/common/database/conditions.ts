import { statement, type Statement } from './database.js';

/** Exact matches, and other ones, that a search counts and reads: a page of a million rows stays one of milliseconds. */
export const FOUND_ROWS = 10_000;

/** A search in a table. All but `id` and `sort` are SQL conditions. */
interface ExactFirst {
  /** The id of a row, and the column by which the list is sorted, newest first. */
  readonly id: string;
  readonly sort: string;
  readonly from: string;
  /** The other filters of the list. */
  readonly where: string;
  /** What is exactly the text; found by an index of equality. */
  readonly exact: string;
  /** What contains the text. Each is read for itself, so that each has its own index; with further tables where it needs them. */
  readonly others: readonly (string | { readonly join: string; readonly where: string })[];
}

/**
 * SQL of the rows that a search finds, as `id`, `sort` and `is_exact`; to be ordered by {@link EXACT_FIRST}. Its statement must
 * have no name: the planner has to see the text, since what is common is read in the order of the list, and what is rare by
 * trigrams. Decision 89.
 */
export function exactFirst({ id, sort, from, where, exact, others }: ExactFirst): string {
  const rows = (isExact: boolean, condition: string, join = ''): string =>
    `(SELECT ${id} AS id, ${sort} AS sort, ${isExact} AS is_exact FROM ${from} ${join} WHERE ${where} AND (${condition})
       ORDER BY ${sort} DESC, ${id} DESC LIMIT ${FOUND_ROWS})`;
  const branches = others.map((other) => (typeof other === 'string' ? { where: other, join: '' } : other));
  const rest = branches.map((other) => rows(false, `(${other.where}) AND (${exact}) IS NOT TRUE`, other.join));
  return `${rows(true, exact)} UNION ALL
    (SELECT id, sort, is_exact FROM (${rest.join(' UNION ')}) others ORDER BY sort DESC, id DESC LIMIT ${FOUND_ROWS})`;
}

/** The order of what {@link exactFirst} finds. */
export const EXACT_FIRST = 'is_exact DESC, sort DESC, id DESC';

/** SQL: whether a column with an index is a text as it is written, or in capitals or small letters. */
export function isText(column: string, text: string): string {
  return `${column} IN (${text}::text, upper(${text}::text), lower(${text}::text))`;
}

/** The LIKE pattern for texts that contain `text`; `%`, `_` and `\` are escaped. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * The SQL expression of a column's trigram index, for LIKE and ILIKE. It differs from the column itself, so that the planner
 * never uses this slower index for equality. Decision 38.
 */
export function searched(column: string): string {
  return `(${column} || '')`;
}

const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Whether a trigram index can find the text: it has three consecutive letters or digits. */
export function hasTrigram(text: string): boolean {
  return TRIGRAM.test(text);
}

/** The filters of a list request. Each combination is its own prepared statement. */
export class Conditions {
  readonly values: unknown[] = [];
  private readonly parts: string[] = [];
  private readonly names: string[] = [];

  /**
   * Adds a filter, unless its value is undefined.
   * @param name unique within the list
   * @param sql the condition, given the placeholder of the value
   */
  and(name: string, sql: (placeholder: string) => string, value: unknown): this {
    if (value === undefined) return this;
    this.values.push(value);
    this.names.push(name);
    this.parts.push(`(${sql(`$${this.values.length}`)})`);
    return this;
  }

  /** Adds a value that other parts of the statement use; answers its placeholder. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** A statement with these filters that is planned for each request, for what its values are. */
  planned(text: (where: string) => string): Statement {
    return statement('', text(this.parts.join(' AND ') || 'TRUE'));
  }

  /** A statement with these filters; `text` gets the condition, `TRUE` without filters. */
  statement(name: string, text: (where: string) => string): Statement {
    return statement([name, ...this.names].join('+'), text(this.parts.join(' AND ') || 'TRUE'));
  }

  /** The same with `LIMIT` and `OFFSET`; its values are {@link values}, then `limit` and `offset`. */
  pageStatement(name: string, text: (where: string) => string): Statement {
    const at = this.values.length;
    return this.statement(name, (where) => `${text(where)} LIMIT $${at + 1} OFFSET $${at + 2}`);
  }
}

/**
 * SQL of a parameter whose value the planner ignores. Otherwise it may plan a prepared statement for each request, because
 * of an array's length or an offset, which takes longer than to run it.
 * @param parameter with its type, such as `$1::text[]`; an array for `ANY` needs its type once more after it
 */
export function opaque(parameter: string): string {
  return `(SELECT ${parameter})`;
}
