import type { CallingApplication } from '#common/access/index.js';
import { AppError } from '#common/errors/app-error.js';

/** The error of an application without `self_service`. */
export const NO_SELF_SERVICE = {
  code: 'PERMISSION_DENIED',
  message: 'users neither sign up nor set forgotten passwords by themselves at this application',
} as const;

/**
 * Refuses before anything is looked up, so the answer tells nobody who exists.
 * @throws AppError PERMISSION_DENIED where the application has no `self_service`
 */
export function assertSelfService({ selfService }: CallingApplication): void {
  if (!selfService) throw AppError.of(NO_SELF_SERVICE);
}
