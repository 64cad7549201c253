import { isLockedByOthers, isRetryable, isUnavailable, sqlState } from '@commerce/postgres';
import { AppError } from './app-error.js';

const BAD_VALUE = new Set(['22021', '22P02', '22P05', '22003', '22001', '22007', '22008']);

/** The client error for a database failure; undefined if it is a defect. Rule 5 of docs/ARCHITECTURE.md. */
export function fromDatabaseError(error: unknown): AppError | undefined {
  const state = sqlState(error);
  if (state !== undefined && BAD_VALUE.has(state)) {
    return new AppError(
      'BAD_REQUEST',
      'a value cannot be stored: it is out of range or holds characters that are not allowed',
      { cause: error },
    );
  }
  if (isRetryable(error) || isLockedByOthers(error))
    return AppError.later('SERVICE_UNAVAILABLE', 'too many changes at the same time; try again', 1, error);
  if (!isUnavailable(error)) return undefined;
  return AppError.later('SERVICE_UNAVAILABLE', 'the service is temporarily unavailable; try again later', 2, error);
}
