/** Exact matches, and other ones, that a search counts and reads: a page of a million rows stays one of milliseconds. */
export const FOUND_ROWS = 10_000;

/** A search in a table. All but `id` and `sort` are SQL conditions. */
export interface ExactFirst {
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
