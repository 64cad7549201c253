/**
 * What clients hold in secret: refresh tokens, tickets, secrets of webhooks, signed tokens and keys, and encryption keys,
 * which are 256 bits in base64url and nothing else. Each begins a word, or follows a letter that is percent-encoded.
 */
const CREDENTIALS =
  /(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}))(?:[rs]t_[\w-]{40,}|whsec_[\w+/=%-]{20,}|eyJ[\w.-]{20,})|(?:(?<![\w-])|(?<=%[0-9A-Fa-f]{2}))[\w-]{43}(?![\w-])/g;

/** The user and password in an address that a request gives in full. */
const USER_INFO = /^([a-z]+:\/\/)[^/]*@/i;

/**
 * The path of an address as logs show it: without its query, which may name users or hold a ticket, and without a credential
 * that a mistaken client wrote into it.
 */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] || '/').replace(USER_INFO, '$1[redacted]@').replace(CREDENTIALS, '[redacted]');
}

/** Whether a credential stands in a text that logs show as it is. */
export function holdsCredential(text: string): boolean {
  return text.search(CREDENTIALS) >= 0;
}
