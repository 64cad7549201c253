import type { AccessLevel } from '../access/index.js';
import type { ErrorCode } from '../errors/error-codes.js';

/** The message that stands in the general example of a failure. */
export const MESSAGES: Record<ErrorCode, string> = {
  API_KEY_MISSING: 'required header apikey is missing',
  API_KEY_INVALID: 'the request could not be validated through the application key',
  API_KEY_INACTIVE: 'the application key is inactive',
  API_KEY_MAINTENANCE: 'the application key is in maintenance mode',
  VERSION_NOT_ALLOWED: 'the application key is registered for version v2',
  HOST_BLOCKED: 'the host shop.example.com is blocked',
  HOST_NOT_WHITELISTED: 'the host shop.example.com is not whitelisted',
  IP_BLOCKED: 'the IP address 203.0.113.7 is blocked',
  IP_NOT_WHITELISTED: 'the IP address 203.0.113.7 is not whitelisted',
  INVALID_TOKEN: 'the access token is missing, expired or not valid; refresh it and try again',
  AUTHENTICATION_FAILED: 'the username or the password is wrong',
  INACTIVE_ACCOUNT: 'the account is inactive',
  PERMISSION_DENIED: 'this is not allowed',
  VALIDATION: 'name: must not be blank',
  INVALID_INPUT: 'bundle_id: does not exist',
  ITEM_NOT_FOUND: 'product not found',
  REQUEST_REFUSED: 'the request is refused in the present state',
  BULK_REFUSED: 'at most 50 bundles may be sent',
  BAD_REQUEST: 'the body is not valid JSON',
  NOT_FOUND: 'not found',
  METHOD_NOT_ALLOWED: 'PUT is not supported here; use GET, HEAD',
  REQUEST_TIMEOUT: 'the request did not arrive in time',
  CONFLICT: 'the request conflicts with the current state',
  PAYLOAD_TOO_LARGE: 'the body is too large',
  URI_TOO_LONG: 'the address is too long',
  UNSUPPORTED_MEDIA_TYPE: 'send application/json, application/x-www-form-urlencoded or multipart/form-data',
  IDEMPOTENCY_CONFLICT: 'this Idempotency-Key was used for another request',
  TOO_MANY_REQUESTS: 'too many requests; try again in 30 seconds',
  HEADERS_TOO_LARGE: 'the headers are too large',
  SERVER_ERROR: 'the request could not be processed',
  SERVICE_UNAVAILABLE: 'the service is temporarily unavailable; try again later',
};

/** Failures that come with `Retry-After`. */
export const WITH_RETRY_AFTER: ReadonlySet<ErrorCode> = new Set([
  'API_KEY_MAINTENANCE',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
]);

/** Section 7.2 of the specification, in the order of section 3 of the decisions. */
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
];

/** A user's token, its role, and `uid`, which may name nobody. */
const OF_USER: readonly ErrorCode[] = ['INVALID_TOKEN', 'PERMISSION_DENIED', 'NOT_FOUND', 'VALIDATION'];

const OF_LEVEL: Record<AccessLevel, readonly ErrorCode[]> = {
  public: [],
  application: OF_KEY,
  user: [...OF_KEY, ...OF_USER],
  api_admin: [...OF_KEY, ...OF_USER],
  super_admin: ['INVALID_TOKEN', 'PERMISSION_DENIED'],
};

/** What of a route decides which failures it shares with others. */
export interface RouteTraits {
  access: AccessLevel;
  method: string;
  hasBody: boolean;
  hasQuery: boolean;
  hasPath: boolean;
}

/** The failures that a route need not name itself. */
export function sharedFailures({ access, method, hasBody, hasQuery, hasPath }: RouteTraits): ErrorCode[] {
  const codes: ErrorCode[] = [...OF_LEVEL[access]];
  if (hasBody) codes.push('BAD_REQUEST', 'VALIDATION', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (hasQuery) codes.push('VALIDATION');
  if (hasPath) codes.push('NOT_FOUND');
  if (takesIdempotencyKey(method)) codes.push('VALIDATION', 'CONFLICT', 'IDEMPOTENCY_CONFLICT');
  codes.push('SERVER_ERROR', 'SERVICE_UNAVAILABLE');
  return codes;
}

/** Whether `Idempotency-Key` means anything to a method. Section 6 of the decisions. */
export function takesIdempotencyKey(method: string): boolean {
  return method === 'post' || method === 'delete';
}
