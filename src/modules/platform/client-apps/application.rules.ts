import ipaddr from 'ipaddr.js';
import { failure } from '#common/errors/failures.js';
import { APPLICATIONS } from '#platform/applications.messages.js';

export const MAX_URL = 2048;

export const MAX_ENTRIES = 200;

/** Redirect URIs of an application. */
export const MAX_REDIRECT_URIS = 20;

/** The error for a webhook that would get the tokens of users without a second person. */
export const SELF_SERVICE_ELSEWHERE = failure(APPLICATIONS.self_service_elsewhere);

/** The highest rate limit, in requests per minute. */
export const MAX_RATE_LIMIT = 1_000_000;

/** Longest overlap of a rotation, in seconds: 365 days. */
export const MAX_OVERLAP_SECONDS = 31_536_000;

/** A version in the path. */
export const VERSION = /^v[1-9][0-9]{0,3}$/;

/** Validates a URL of a webhook or single sign-on; undefined if valid. */
export function validateUrl(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > MAX_URL) return `must be at most ${MAX_URL} characters`;
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  // The parser drops white space and control characters.
  if (url === null || /[\s\u0000-\u001f\u007f\\]/.test(value)) return 'must be an https or http address';
  return url.username === '' && url.password === '' ? undefined : 'must not hold a username or password';
}

export function validateIp(value: unknown): string | undefined {
  const ok = typeof value === 'string' && (ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value));
  return ok ? undefined : 'must be an IP address';
}

/** What a redirect URI may hold: it goes into a header, and is compared as it is. */
const URI_CHARACTERS = /^[!$%&'()+,\-./0-9:;=?@A-Z[\]_a-z~]+$/;

/** Parameters that the service adds. */
const ADDED = ['code', 'state', 'iss', 'error', 'error_description'];

/** An https address whose host is one that goes into a page's policy as it is. */
const HTTPS = /^https:\/\/([\w.-]+|\[[\da-f:.]+\])(:\d+)?([/?]|$)/;

/** A scheme of an app is a reversed domain of its maker (RFC 8252, section 7.1), which no scheme of browsers is. */
const APP_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:\/{1,2}(?!\/)/;

/** Validates where a log-in by authorization code may lead back to; undefined if valid. */
export function validateRedirectUri(value: string): string | undefined {
  if (value.length > MAX_URL) return `must be at most ${MAX_URL} characters`;
  const uri = URI_CHARACTERS.test(value) ? URL.parse(value) : null;
  if (uri === null) return 'must be an address without a fragment, wildcards or characters that need encoding';
  if (uri.username !== '' || uri.password !== '') return 'must not hold a username or password';
  const added = ADDED.filter((name) => uri.searchParams.has(name));
  if (added.length > 0) return `must not have the parameter ${added[0]}: the service adds it`;
  const isSafe = HTTPS.test(value) || APP_SCHEME.test(value) || loopback(value) !== undefined;
  return isSafe ? undefined : 'must be https, the scheme of an app such as com.example.app:/path, or http on 127.0.0.1';
}

/**
 * Whether a redirect URI is one of those that are registered, character by character; only the port on the local machine is
 * free, since an app takes one that is (RFC 8252, section 7.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  const local = URI_CHARACTERS.test(uri) ? loopback(uri) : undefined;
  return local !== undefined && registered.some((one) => loopback(one) === local);
}

/** An http address on the local machine without its port; undefined if it is none. */
function loopback(uri: string): string | undefined {
  const [, host, port = '', rest] =
    /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:[1-9][0-9]{0,4})?(\/.*)?$/.exec(uri) ?? [];
  return host === undefined || Number(port.slice(1)) > 65_535 ? undefined : `${host}${rest ?? ''}`;
}
