import type { OperationObject, ParameterObject } from '@nestjs/swagger';
import type { AccessLevel } from '../access/index.js';
import type { ErrorCode } from '../errors/error-codes.js';

/** Errors with `Retry-After`. */
export const WITH_RETRY_AFTER: ReadonlySet<ErrorCode> = new Set([
  'API_KEY_MAINTENANCE',
  // While the first request with the same Idempotency-Key is still running.
  'CONFLICT',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
]);

/** See docs/spec/commerce-api.md#7.2, in the order of docs/spec/service.md#3. */
const OF_KEY: readonly ErrorCode[] = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_INACTIVE',
  'API_KEY_MAINTENANCE',
  'VERSION_NOT_ALLOWED',
  'HOST_BLOCKED',
  'HOST_NOT_WHITELISTED',
  'IP_BLOCKED',
  'IP_NOT_WHITELISTED',
  'TOO_MANY_REQUESTS',
  'NOT_ACCEPTABLE',
];

/** Errors of a user's token, its role, and an unknown `uid`. */
const OF_USER: readonly ErrorCode[] = ['INVALID_TOKEN', 'PERMISSION_DENIED', 'NOT_FOUND', 'VALIDATION'];

const OF_LEVEL: Record<AccessLevel, readonly ErrorCode[]> = {
  public: [],
  application: OF_KEY,
  user: [...OF_KEY, ...OF_USER],
  api_admin: [...OF_KEY, ...OF_USER],
  admin: ['INVALID_TOKEN', 'PERMISSION_DENIED'],
};

/**
 * The errors that a route need not declare itself.
 * @param operation with only its own parameters
 */
export function sharedFailures(
  access: AccessLevel,
  method: string,
  { requestBody, parameters = [] }: OperationObject,
): ErrorCode[] {
  const has = (place: string): boolean => (parameters as ParameterObject[]).some((one) => one.in === place);
  // Any URL may be malformed, and any body, even an unexpected one.
  const codes: ErrorCode[] = [...OF_LEVEL[access], 'BAD_REQUEST'];
  if (requestBody !== undefined) codes.push('VALIDATION', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (has('query')) codes.push('VALIDATION');
  if (has('path')) codes.push('NOT_FOUND');
  if (takesIdempotencyKey(method)) codes.push('VALIDATION', 'CONFLICT', 'IDEMPOTENCY_CONFLICT');
  return [...codes, 'SERVER_ERROR', 'SERVICE_UNAVAILABLE'];
}

/** Whether a method supports `Idempotency-Key`. See docs/spec/service.md#6. */
export function takesIdempotencyKey(method: string): boolean {
  return method === 'post' || method === 'delete';
}
