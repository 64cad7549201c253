/**
 * SQL of a parameter whose value the planner ignores. Otherwise it may plan a prepared statement for each request, because
 * of an array's length or an offset, which takes longer than to run it.
 * @param parameter with its type, such as `$1::text[]`; an array for `ANY` needs its type once more after it
 */
export function opaque(parameter: string): string {
  return `(SELECT ${parameter})`;
}
