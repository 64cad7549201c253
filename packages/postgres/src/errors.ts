/** PostgreSQL cannot be used as it is set up. The message is one line for the person who starts the program. */
export class SetupError extends Error {
  override readonly name = 'SetupError';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' ').trim(), options);
  }
}

/** The `code` of a system or PostgreSQL error (`EACCES`, `28P01`), if it has one. */
export function codeOf(error: unknown): string | undefined {
  const code = fieldOf(error, 'code');
  return typeof code === 'string' ? code : undefined;
}

/** The message of any thrown value; Node's error of a name with several addresses has none, but a code. */
export function messageOf(error: unknown): string {
  const message = fieldOf(error, 'message');
  return typeof message === 'string' && message !== '' ? message : (codeOf(error) ?? String(error));
}

/** A field of an error. Not with `instanceof Error`: under Jest, Node's own errors are of another realm. */
export function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

/** Codes of connections that fail or break. */
const NODE_CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH']);

/** What tells, without a code, that there is no connection. */
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

/** A serialisation failure, and a deadlock. */
const RETRYABLE = new Set(['40001', '40P01']);

/** What the driver says about a failed statement. */
interface DriverError {
  code?: string;
  constraint?: string;
  message?: string;
}

/** What a statement failed with, wrapped by TypeORM or not. */
function driverError(error: unknown): DriverError {
  const wrapped = (error as { driverError?: DriverError } | null)?.driverError;
  return wrapped ?? (error as DriverError | null) ?? {};
}

/** The SQLSTATE of a failed statement, wrapped by TypeORM or not; undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
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

/** The database is unreachable, starting, stopping, out of connections, disk or memory, or lets nobody in. */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== undefined) {
    return /^(08|28|53|57)/.test(state) || state === '25006' || state === '55000';
  }
  const { code, message } = driverError(error);
  if (code !== undefined && NODE_CONNECTION.has(code)) return true;
  return message !== undefined && UNAVAILABLE_MESSAGES.some((known) => message.includes(known));
}
