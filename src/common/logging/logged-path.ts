/**
 * Credentials: refresh tokens, tickets, webhook secrets, signed tokens and keys, and encryption keys (256 bits in base64url).
 * Each starts at a word boundary or after a percent-encoded character.
 */
const CREDENTIALS =
  /(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}))(?:[rs]t_[\w-]{40,}|whsec_[\w+/=%-]{20,}|eyJ[\w.-]{20,})|(?:(?<![\w-])|(?<=%[0-9A-Fa-f]{2}))[\w-]{43}(?![\w-])/g;

/** User and password in an absolute request URL. */
const USER_INFO = /^([a-z]+:\/\/)[^/]*@/i;

/**
 * The path of a URL for logs: without the query, which may contain user names or a ticket, and without credentials that a
 * client has put into the path by mistake.
 */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] || '/').replace(USER_INFO, '$1[redacted]@').replace(CREDENTIALS, '[redacted]');
}

/** Whether a text contains a credential and must not be logged. */
export function holdsCredential(text: string): boolean {
  return text.search(CREDENTIALS) >= 0;
}
