import type { AccessLevel } from '../access/index.js';
import type { ErrorCode } from '../errors/error-codes.js';

/** What the general example of a failure says; without a field the message stands under `detail`. */
export const GENERAL_EXAMPLES: Record<ErrorCode, { message: string; field?: string }> = {
  API_KEY_MISSING: { field: 'apikey', message: 'is required' },
  API_KEY_INVALID: { message: 'the request could not be validated through the application key' },
  API_KEY_INACTIVE: { message: 'the application key is inactive' },
  API_KEY_MAINTENANCE: { message: 'the application key is in maintenance mode' },
  VERSION_NOT_ALLOWED: { message: 'the application key is registered for version v2' },
  HOST_BLOCKED: { message: 'the host shop.example.com is blocked' },
  HOST_NOT_WHITELISTED: { message: 'the host shop.example.com is not whitelisted' },
  IP_BLOCKED: { message: 'the IP address 203.0.113.7 is blocked' },
  IP_NOT_WHITELISTED: { message: 'the IP address 203.0.113.7 is not whitelisted' },
  INVALID_TOKEN: { message: 'the access token is missing, expired or not valid; refresh it, or log in again' },
  AUTHENTICATION_FAILED: { message: 'the username or the password is wrong' },
  INACTIVE_ACCOUNT: { message: 'the account is inactive' },
  PERMISSION_DENIED: { message: 'this is not allowed' },
  VALIDATION: { field: 'name', message: 'must not be blank' },
  INVALID_INPUT: { field: 'bundle_id', message: 'bundle does not exist' },
  ITEM_NOT_FOUND: { message: 'product not found' },
  REQUEST_REFUSED: { message: 'the request is refused in the present state' },
  BULK_REFUSED: { message: 'more than 50 bundles sent' },
  BAD_REQUEST: { message: 'the address is not a valid URL' },
  NOT_FOUND: { message: 'not found' },
  METHOD_NOT_ALLOWED: { message: 'PUT is not supported here; use GET, HEAD' },
  NOT_ACCEPTABLE: { message: 'there is no encryption key to answer as the header Accept asks' },
  REQUEST_TIMEOUT: { message: 'the request did not arrive in time' },
  CONFLICT: { message: 'the request conflicts with the current state' },
  PAYLOAD_TOO_LARGE: { message: 'the body is too large' },
  URI_TOO_LONG: { message: 'the address is too long' },
  UNSUPPORTED_MEDIA_TYPE: { message: 'this media type is not supported' },
  IDEMPOTENCY_CONFLICT: { message: 'this Idempotency-Key was used for another request' },
  TOO_MANY_REQUESTS: { message: 'too many requests; try again later' },
  HEADERS_TOO_LARGE: { message: 'the headers are too large' },
  SERVER_ERROR: { message: 'the request could not be processed' },
  SERVICE_UNAVAILABLE: { message: 'the service is temporarily unavailable; try again later' },
};

/** Failures that come with `Retry-After`. */
export const WITH_RETRY_AFTER: ReadonlySet<ErrorCode> = new Set([
  'API_KEY_MAINTENANCE',
  // While the first request with the same Idempotency-Key is still running.
  'CONFLICT',
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
  'NOT_ACCEPTABLE',
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
  // Any address may be malformed, and any body, asked for or not.
  const codes: ErrorCode[] = [...OF_LEVEL[access], 'BAD_REQUEST'];
  if (hasBody) codes.push('VALIDATION', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
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
