import { AppError } from '../../common/errors/app-error.js';

/**
 * The refusal of an attempt to log in.
 * @param ms after which another one may pass
 */
export function tooManyLogins(ms: number): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError('TOO_MANY_REQUESTS', `too many failed logins; try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  });
}
