/**
 * All error codes of the API: the HTTP status, the `type` in the error body, and the default message.
 * See docs/spec/commerce-api.md#7.1 to 7.3 of the specification; docs/spec/service.md#2.
 */
export const ERROR_CODES = {
  // docs/spec/commerce-api.md#7.2: the application key and its access rules, in the order in which they are checked.
  API_KEY_MISSING: { status: 400, type: 'Bad Request', field: 'apikey', message: 'is required' },
  API_KEY_INVALID: {
    status: 401,
    type: 'Request Failed',
    message: 'the request could not be validated through the application key',
  },
  API_KEY_INACTIVE: { status: 400, type: 'Inactive APIKEY', message: 'the application key is inactive' },
  API_KEY_MAINTENANCE: {
    status: 400,
    type: 'Under Maintenance',
    message: 'the application key is in maintenance mode',
  },
  VERSION_NOT_ALLOWED: {
    status: 403,
    type: 'Version Not Allowed',
    message: 'the application key is registered for version v2',
  },
  HOST_BLOCKED: { status: 403, type: 'Host Blocked', message: 'the host address is blocked' },
  HOST_NOT_WHITELISTED: { status: 403, type: 'Host Not Whitelisted', message: 'the host address is not whitelisted' },
  IP_BLOCKED: { status: 403, type: 'IP Blocked', message: 'the IP address is blocked' },
  IP_NOT_WHITELISTED: { status: 403, type: 'IP Not Whitelisted', message: 'the IP address is not whitelisted' },
  // Users and their tokens.
  INVALID_TOKEN: {
    status: 401,
    type: 'Invalid Token',
    message: 'the access token is missing, expired or not valid; refresh it, or log in again',
  },
  AUTHENTICATION_FAILED: {
    status: 401,
    type: 'Authentication Failed',
    message: 'the username or the password is wrong',
  },
  INACTIVE_ACCOUNT: { status: 401, type: 'Inactive Account', message: 'the account is inactive' },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    type: 'Second Factor Required',
    message: 'the password is right; now a second factor is needed',
  },
  REAUTHENTICATION_REQUIRED: {
    status: 401,
    type: 'Reauthentication Required',
    message: 'confirm that it is you: the last second factor or password is more than 10 minutes old',
  },
  PERMISSION_DENIED: { status: 403, type: 'Permission Denied', message: 'this is not allowed' },
  // docs/spec/commerce-api.md#7.3: what an endpoint refuses.
  VALIDATION: { status: 400, type: 'Validation Error', field: 'name', message: 'must not be blank' },
  INVALID_INPUT: { status: 400, type: 'Invalid Input', field: 'bundle_id', message: 'bundle does not exist' },
  ITEM_NOT_FOUND: { status: 400, type: 'Not Found', message: 'product not found' },
  REQUEST_REFUSED: { status: 401, type: 'Request Failed', message: 'the request is refused in the present state' },
  BULK_REFUSED: { status: 400, type: 'Request Failed', message: 'more than 50 bundles sent' },
  // HTTP itself.
  BAD_REQUEST: { status: 400, type: 'Bad Request', message: 'the address is not a valid URL' },
  NOT_FOUND: { status: 404, type: 'Not Found', message: 'not found' },
  METHOD_NOT_ALLOWED: { status: 405, type: 'Method Not Allowed', message: 'PUT is not supported here; use GET, HEAD' },
  NOT_ACCEPTABLE: {
    status: 406,
    type: 'Not Acceptable',
    message: 'there is no encryption key to answer as the header Accept asks',
  },
  REQUEST_TIMEOUT: { status: 408, type: 'Request Timeout', message: 'the request did not arrive in time' },
  CONFLICT: { status: 409, type: 'Conflict', message: 'the request conflicts with the current state' },
  PAYLOAD_TOO_LARGE: { status: 413, type: 'Payload Too Large', message: 'the body is too large' },
  URI_TOO_LONG: { status: 414, type: 'URI Too Long', message: 'the address is too long' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, type: 'Unsupported Media Type', message: 'this media type is not supported' },
  IDEMPOTENCY_CONFLICT: {
    status: 422,
    type: 'Idempotency Conflict',
    message: 'this Idempotency-Key was used for another request',
  },
  TOO_MANY_REQUESTS: { status: 429, type: 'Too Many Requests', message: 'too many requests; try again later' },
  HEADERS_TOO_LARGE: { status: 431, type: 'Headers Too Large', message: 'the headers are too large' },
  SERVER_ERROR: { status: 500, type: 'Server Error', message: 'the request could not be processed' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    type: 'Service Unavailable',
    message: 'the service is temporarily unavailable; try again later',
  },
  INSUFFICIENT_STORAGE: { status: 507, type: 'Insufficient Storage', message: 'there is no room for this now' },
} as const satisfies Record<string, { status: number; type: string; message: string; field?: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
