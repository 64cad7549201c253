import { createHash } from 'node:crypto';
import { newSecret } from '#common/ids.js';

/** A new token for an e-mail, and what is kept of it. */
export function newToken(): { token: string; tokenHash: Buffer } {
  const token = newSecret(32);
  return { token, tokenHash: hashOfToken(token) };
}

/** SHA-256: enough for 256 random bits. */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** So many hours from now. */
export function inHours(hours: number): Date {
  return new Date(Date.now() + hours * 60 * 60 * 1000);
}
