import type { ErrorCode } from './error-codes.js';

/** Why an error happens, and what to do. */
interface Cause {
  readonly cause: string;
  readonly remedy: string;
}

/** Why each error happens, and what to do: for docs/errors.md, and for who looks at a refused request. */
export const CAUSES: Readonly<Record<ErrorCode, Cause>> = {
  API_KEY_MISSING: {
    cause: 'The request has no header `apikey`.',
    remedy: 'Send the key of the application with each request.',
  },
  API_KEY_INVALID: {
    cause: 'The key is not one of this service, is revoked or has expired.',
    remedy: 'Have an admin issue a new key; asking again does not help.',
  },
  API_KEY_INACTIVE: {
    cause: 'An admin has deactivated the application.',
    remedy: 'Ask the operator; tell users that the shop is closed.',
  },
  API_KEY_MAINTENANCE: {
    cause: 'The application is being maintained; the message may be its own.',
    remedy: 'Show the message, and ask again after the seconds of `Retry-After`, if there are any.',
  },
  VERSION_NOT_ALLOWED: {
    cause: 'The address names another version of the API than that of the application.',
    remedy: 'Use the version of `params`.',
  },
  HOST_BLOCKED: { cause: 'The rules of the application block the host.', remedy: 'Have an admin change the rules.' },
  HOST_NOT_WHITELISTED: {
    cause: 'The application has a list of hosts, and this one is not on it.',
    remedy: 'Have an admin add the host.',
  },
  IP_BLOCKED: { cause: 'The rules of the application block the address.', remedy: 'Have an admin change the rules.' },
  IP_NOT_WHITELISTED: {
    cause: 'The application has a list of addresses, and this one is not on it.',
    remedy: 'Have an admin add the address.',
  },
  INVALID_TOKEN: {
    cause: 'There is no access token, or it has expired, or its session has ended.',
    remedy: 'Refresh the token once; if that fails too, let the user log in.',
  },
  AUTHENTICATION_FAILED: {
    cause: 'What was sent to log in, or to refresh a token, is wrong or used up.',
    remedy: 'Let the user log in again. Do not repeat the same request.',
  },
  INACTIVE_ACCOUNT: { cause: 'The user was deactivated.', remedy: 'Have an admin activate the user.' },
  SECOND_FACTOR_REQUIRED: {
    cause: 'The user has a second factor, or needs one.',
    remedy: 'Send the `challenge` of `data` with the code or passkey.',
  },
  REAUTHENTICATION_REQUIRED: {
    cause: 'The action is a risky one, and the log-in is not fresh.',
    remedy: 'Confirm the session, then repeat the request.',
  },
  PERMISSION_DENIED: {
    cause: 'The user may not do this.',
    remedy: 'Have somebody with the right do it, or ask for the right.',
  },
  VALIDATION: {
    cause: 'The request itself is wrong, or does not fit what is stored.',
    remedy: 'Show the problems in `errors` at their fields, and send again what was corrected.',
  },
  INVALID_INPUT: {
    cause: 'The bundle that is named cannot be changed by the API.',
    remedy: 'Read the list of bundles again, and correct `bundle_id`; `errors` has all problems.',
  },
  ITEM_NOT_FOUND: { cause: 'What is to be removed is not there.', remedy: 'Take it as removed.' },
  REQUEST_REFUSED: {
    cause: 'The catalogue is in a state in which this is not possible.',
    remedy: 'See the message; asking again does not help.',
  },
  BULK_REFUSED: { cause: 'The request is refused as a whole.', remedy: 'See the message.' },
  BAD_REQUEST: {
    cause: 'The request cannot be read: it is a defect of the client.',
    remedy: 'Correct the client; asking again does not help.',
  },
  NOT_FOUND: {
    cause: 'It does not exist, or is not the user’s; the two look the same.',
    remedy: 'Read the list again.',
  },
  METHOD_NOT_ALLOWED: { cause: 'The address has other methods.', remedy: 'Use one of those in the header `Allow`.' },
  NOT_ACCEPTABLE: {
    cause: 'The response cannot be encrypted as the header `Accept` asks.',
    remedy: 'Name a `kid` that is in use, or none.',
  },
  REQUEST_TIMEOUT: { cause: 'The request arrived too slowly.', remedy: 'Send it again.' },
  CONFLICT: {
    cause: 'The request does not fit the present state, which somebody else may have changed.',
    remedy: 'Read the state again, show it, and decide again.',
  },
  PAYLOAD_TOO_LARGE: { cause: 'The body is too large.', remedy: 'Send less at a time.' },
  URI_TOO_LONG: { cause: 'A part of the path is longer than any id.', remedy: 'Correct the address.' },
  UNSUPPORTED_MEDIA_TYPE: {
    cause: 'The body has another type or encoding than the address takes.',
    remedy: 'Correct the header `Content-Type`.',
  },
  IDEMPOTENCY_CONFLICT: {
    cause: 'The key was used for a request with other contents.',
    remedy: 'Make a new key for each new request; use one again only to repeat a request as it was.',
  },
  TOO_MANY_REQUESTS: {
    cause: 'A limit is reached.',
    remedy: 'Wait for the seconds of `Retry-After`, then repeat the request.',
  },
  HEADERS_TOO_LARGE: { cause: 'The headers have more than 16 KiB.', remedy: 'Send fewer or shorter headers.' },
  SERVER_ERROR: {
    cause: 'A defect of the service; it is logged.',
    remedy: 'Report the `request_id`. Repeat a change only with an `Idempotency-Key`.',
  },
  SERVICE_UNAVAILABLE: {
    cause: 'The service or its database is away or overloaded for a moment.',
    remedy: 'Repeat the request after the seconds of `Retry-After`.',
  },
  INSUFFICIENT_STORAGE: {
    cause: 'The space for files is full.',
    remedy: 'Wait until other imports are over, or have the operator make room.',
  },
};
