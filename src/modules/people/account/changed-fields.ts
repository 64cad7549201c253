import { isPlainObject } from '#common/validation/index.js';

/**
 * Which fields a change has changed, custom fields by their names, for the audit log: their values would outlive the erasure of the user.
 * @param before the view before the change
 * @param after the view after it
 */
export function changedFields<View extends object>(before: View, after: View): { changed: string[] } {
  const changed = (Object.keys(after) as (keyof View & string)[]).flatMap((field) => {
    const [old, value] = [before[field], after[field]];
    if (!isPlainObject(old) || !isPlainObject(value)) return old === value ? [] : [field];
    return changedFields(old, value).changed.map((name) => `${field}.${name}`);
  });
  return { changed };
}
