/**
 * SQL of a parameter at whose value the planner does not look. Where it looks at one (how many items an array has, which
 * page is asked for) it may plan a prepared statement anew for each request, which takes longer than to run it.
 * @param parameter with its type, such as `$1::text[]`; an array for `ANY` needs its type once more behind it
 */
export function opaque(parameter: string): string {
  return `(SELECT ${parameter})`;
}
