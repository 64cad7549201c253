/**
 * Every failure that this API answers with: the HTTP status and the `type` of the error body.
 * A code without a status does not compile. Sections 7.1 to 7.3 of the specification; section 2 of the decisions.
 */
export const ERROR_CODES = {
  // Section 7.2: the application key and its access rules, in the order in which they are checked.
  API_KEY_MISSING: { status: 400, type: 'Bad Request' },
  API_KEY_INVALID: { status: 401, type: 'Request Failed' },
  API_KEY_INACTIVE: { status: 400, type: 'Inactive APIKEY' },
  API_KEY_MAINTENANCE: { status: 400, type: 'Under Maintenance' },
  VERSION_NOT_ALLOWED: { status: 403, type: 'Version Not Allowed' },
  HOST_BLOCKED: { status: 403, type: 'Host Blocked' },
  HOST_NOT_WHITELISTED: { status: 403, type: 'Host Not Whitelisted' },
  IP_BLOCKED: { status: 403, type: 'IP Blocked' },
  IP_NOT_WHITELISTED: { status: 403, type: 'IP Not Whitelisted' },
  // Users and their tokens.
  INVALID_TOKEN: { status: 401, type: 'Invalid Token' },
  AUTHENTICATION_FAILED: { status: 401, type: 'Authentication Failed' },
  INACTIVE_ACCOUNT: { status: 401, type: 'Inactive Account' },
  PERMISSION_DENIED: { status: 403, type: 'Permission Denied' },
  // Section 7.3: what an endpoint refuses.
  VALIDATION: { status: 400, type: 'Validation Error' },
  INVALID_INPUT: { status: 400, type: 'Invalid Input' },
  ITEM_NOT_FOUND: { status: 400, type: 'Not Found' },
  REQUEST_REFUSED: { status: 401, type: 'Request Failed' },
  BULK_REFUSED: { status: 400, type: 'Request Failed' },
  // HTTP itself.
  BAD_REQUEST: { status: 400, type: 'Bad Request' },
  NOT_FOUND: { status: 404, type: 'Not Found' },
  METHOD_NOT_ALLOWED: { status: 405, type: 'Method Not Allowed' },
  NOT_ACCEPTABLE: { status: 406, type: 'Not Acceptable' },
  REQUEST_TIMEOUT: { status: 408, type: 'Request Timeout' },
  CONFLICT: { status: 409, type: 'Conflict' },
  PAYLOAD_TOO_LARGE: { status: 413, type: 'Payload Too Large' },
  URI_TOO_LONG: { status: 414, type: 'URI Too Long' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, type: 'Unsupported Media Type' },
  IDEMPOTENCY_CONFLICT: { status: 422, type: 'Idempotency Conflict' },
  TOO_MANY_REQUESTS: { status: 429, type: 'Too Many Requests' },
  HEADERS_TOO_LARGE: { status: 431, type: 'Headers Too Large' },
  SERVER_ERROR: { status: 500, type: 'Server Error' },
  SERVICE_UNAVAILABLE: { status: 503, type: 'Service Unavailable' },
} as const satisfies Record<string, { status: number; type: string }>;

/** The name of one failure in {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;
