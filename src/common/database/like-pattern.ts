/** The pattern with which LIKE or ILIKE finds a text anywhere inside another; `%`, `_` and `\` stand for themselves. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
