import { hashOf, newSecret } from '#common/ids.js';

/** A new token for an e-mail, and what is kept of it. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = newSecret(32);
  return { token, tokenHash: hashOf(token) };
}

/** So many hours from now. */
export function inHours(hours: number): Date {
  return new Date(Date.now() + hours * 60 * 60 * 1000);
}
