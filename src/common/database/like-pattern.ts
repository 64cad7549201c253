/** The pattern with which LIKE or ILIKE finds a text anywhere inside another; `%`, `_` and `\` stand for themselves. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Whether an index of trigrams can find a text inside another: it has three letters or digits in a row. */
export function hasTrigram(text: string): boolean {
  return TRIGRAM.test(text);
}
