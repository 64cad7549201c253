/**
 * The parameters of the address at this moment, with some changed. What is drawn may be behind: the second of two quick changes
 * would undo the first.
 * @param changes null removes one
 */
export function changedParams(changes: Readonly<Record<string, string | null>>): URLSearchParams {
  const params = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params;
}
