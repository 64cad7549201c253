import { statement, type Statement } from './database.js';

/** Exact matches, and other ones, that a search counts and reads: a page of a million rows stays one of milliseconds. */
export const FOUND_ROWS = 10_000;

/** SQL: whether a column with an index is a text as it is written, or in capitals or small letters. */
export function isText(column: string, text: string): string {
  return `${column} IN (${text}::text, upper(${text}::text), lower(${text}::text))`;
}

/** SQL of the id that a text is; null if it is none. */
export function idIn(text: string): string {
  return `CASE WHEN ${text}::text ~ '^[0-9]{1,15}$' THEN ${text}::bigint END`;
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

/**
 * Columns of a SELECT that keep a transaction to one process of the database until it ends, for work in the background: with
 * parallel workers, which queries and indexes of large tables get by default, requests would find all cores taken.
 */
export const ONE_PROCESS = `set_config('max_parallel_workers_per_gather', '0', true),
          set_config('max_parallel_maintenance_workers', '0', true)`;
