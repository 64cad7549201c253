import { AppError } from './app-error.js';

const BAD_VALUE = new Set(['22021', '22P02', '22P05', '22003', '22001', '22007', '22008']);
const RETRYABLE = new Set(['40001', '40P01']);
const NODE_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);
const UNAVAILABLE_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Query read timeout',
  'Cannot use a pool after calling end',
  // TypeORM releases a connection that broke between two statements of a transaction.
  'uery runner already released',
  'query runner was already released',
];

/** Seconds after which a client may retry when the database was unavailable. */
const RETRY_AFTER_SECONDS = '2';

interface DriverError {
  code?: string;
  constraint?: string;
  message?: string;
}

function driverError(error: unknown): DriverError {
  const wrapped = (error as { driverError?: DriverError } | null)?.driverError;
  return wrapped ?? (error as DriverError | null) ?? {};
}

/** The SQLSTATE of a failed statement, wrapped by TypeORM or not; undefined for anything else. */
function sqlState(error: unknown): string | undefined {
  const code = driverError(error).code;
  // EPIPE has the same format.
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !NODE_CONNECTION.has(code) ? code : undefined;
}

/** The name of the violated constraint, if any. */
export function brokenConstraint(error: unknown): string | undefined {
  return sqlState(error)?.startsWith('23') ? driverError(error).constraint : undefined;
}

/** A serialisation failure or a deadlock: the transaction may succeed when retried. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state !== undefined && RETRYABLE.has(state);
}

/** A lock was not had within `lock_timeout`, or at once with NOWAIT. */
export function isLockedByOthers(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** The database is unreachable, starting, stopping, out of connections, disk or memory, or does not let the service in. */
function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) {
    return /^(08|28|53|57)/.test(state) || state === '25006' || state === '55000';
  }
  const { code, message } = driverError(error);
  if (code !== undefined && NODE_CONNECTION.has(code)) return true;
  return message !== undefined && UNAVAILABLE_MESSAGES.some((known) => message.includes(known));
}

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
  if (isRetryable(error) || isLockedByOthers(error)) {
    return new AppError('SERVICE_UNAVAILABLE', 'too many changes at the same time; try again', {
      headers: { 'retry-after': '1' },
      cause: error,
    });
  }
  if (isUnavailable(error)) {
    return new AppError('SERVICE_UNAVAILABLE', 'the service is temporarily unavailable; try again later', {
      headers: { 'retry-after': RETRY_AFTER_SECONDS },
      cause: error,
    });
  }
  return undefined;
}
