import type { CallingApplication } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';
import { isPlainObject } from '#common/validation/index.js';

/** The error of an application without `self_service`. */
export const NO_SELF_SERVICE = failure(PEOPLE.no_self_service);

/**
 * Refuses before anything is looked up, so the answer tells nobody who exists.
 * @throws AppError PERMISSION_DENIED where the application has no `self_service`
 */
export function assertSelfService({ selfService }: CallingApplication): void {
  if (!selfService) throw AppError.of(NO_SELF_SERVICE);
}

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

/** So many hours from now. */
export function inHours(hours: number): Date {
  return new Date(Date.now() + hours * 60 * 60 * 1000);
}
