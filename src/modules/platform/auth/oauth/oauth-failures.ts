import type { AppError } from '#common/errors/app-error.js';
import type { ErrorCode } from '#common/errors/error-codes.js';
import type { FailureAnswer, FailureShape } from '#common/errors/failure-shape.js';
import { OAuthErrorView, type OAuthErrorCode } from '../tokens/token.view.js';

/** Errors other than `invalid_request`; `status` where RFC 6749 demands another than ours. */
const CODES: Partial<Record<ErrorCode, { error: OAuthErrorCode; status?: number }>> = {
  API_KEY_MISSING: { error: 'invalid_client', status: 401 },
  API_KEY_INVALID: { error: 'invalid_client', status: 401 },
  API_KEY_INACTIVE: { error: 'unauthorized_client' },
  API_KEY_MAINTENANCE: { error: 'temporarily_unavailable' },
  VERSION_NOT_ALLOWED: { error: 'unauthorized_client' },
  HOST_BLOCKED: { error: 'unauthorized_client' },
  HOST_NOT_WHITELISTED: { error: 'unauthorized_client' },
  IP_BLOCKED: { error: 'unauthorized_client' },
  IP_NOT_WHITELISTED: { error: 'unauthorized_client' },
  AUTHENTICATION_FAILED: { error: 'invalid_grant', status: 400 },
  INACTIVE_ACCOUNT: { error: 'invalid_grant', status: 400 },
  INVALID_TOKEN: { error: 'invalid_grant', status: 400 },
  TOO_MANY_REQUESTS: { error: 'temporarily_unavailable' },
  SERVICE_UNAVAILABLE: { error: 'temporarily_unavailable' },
  SERVER_ERROR: { error: 'server_error' },
};

/** The form of errors for OAuth clients: RFC 6749, section 5.2. */
export const OAUTH_FAILURES: FailureShape = { view: OAuthErrorView, answer };

function answer(failure: AppError): FailureAnswer {
  const { error, status = failure.status } = CODES[failure.code] ?? { error: 'invalid_request' };
  return {
    status,
    headers: {
      ...failure.headers,
      pragma: 'no-cache',
      ...(error === 'invalid_client' ? { 'www-authenticate': 'Basic realm="commerce-api", charset="UTF-8"' } : {}),
    },
    body: { error, error_description: printable(`${failure.type}: ${failure.message}`) } satisfies OAuthErrorView,
  };
}

/** What RFC 6749 allows in a description: printable ASCII without quotes and backslashes. Accents are dropped. */
function printable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/["\u2018-\u201f]/g, "'")
    .replace(/[^\x20-\x7e]|\\/g, '?');
}
