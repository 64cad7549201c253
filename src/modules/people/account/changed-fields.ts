/**
 * Which fields a change has changed, for the audit log: their values would outlive the erasure of the user.
 * @param before the view before the change
 * @param after the view after it
 */
export function changedFields<View extends object>(before: View, after: View): { changed: string[] } {
  const fields = Object.keys(after) as (keyof View & string)[];
  return { changed: fields.filter((field) => before[field] !== after[field]) };
}
