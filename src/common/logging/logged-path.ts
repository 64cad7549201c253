/** What clients hold in secret: refresh tokens, tickets, secrets of webhooks, and signed tokens and keys. */
const CREDENTIALS = /(?<![A-Za-z0-9])(?:[rs]t_[\w-]{40,}|whsec_[\w+/=%-]{20,}|eyJ[\w.-]{20,})/g;

/**
 * The path of an address as logs show it: without its query, which may name users or hold a ticket, and without a credential
 * that a mistaken client wrote into it.
 */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] || '/').replace(CREDENTIALS, '[redacted]');
}

/** Whether a credential stands in a text that logs show as it is. */
export function holdsCredential(text: string): boolean {
  return text.search(CREDENTIALS) >= 0;
}
