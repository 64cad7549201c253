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
