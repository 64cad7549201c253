/** The pattern with which LIKE or ILIKE finds a text anywhere inside another; `%`, `_` and `\` stand for themselves. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * SQL of a column as its index of trigrams has it: searches by LIKE or ILIKE must be written on it. It is the column's very
 * text, but for the planner no longer the column, so that equality never finds the slow index. Decision 38.
 */
export function searched(column: string): string {
  return `(${column} || '')`;
}

const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Whether an index of trigrams can find a text inside another: it has three letters or digits in a row. */
export function hasTrigram(text: string): boolean {
  return TRIGRAM.test(text);
}
