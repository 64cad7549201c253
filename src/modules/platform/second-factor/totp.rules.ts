import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as all authenticator apps have it: SHA-1, six digits, a step of 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;

/** A clock may be a step off. */
const DRIFT = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes of a secret, as long as the hash (RFC 4226, section 4). */
export const TOTP_SECRET_BYTES = 20;

/** The code of a step. */
export function totpOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.at(-1)! & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step of an instant, in milliseconds since 1970. */
export function stepAt(ms: number): number {
  return Math.floor(ms / 1000 / STEP_SECONDS);
}

/**
 * The step whose code was given; undefined when it is none of those around an instant.
 * @param after the last step that was taken, at or before which none is taken
 */
export function matchingStep(secret: Buffer, code: string, ms: number, after: number): number | undefined {
  const now = stepAt(ms);
  const given = Buffer.from(code);
  return [now - DRIFT, now, now + DRIFT].find((step) => {
    const expected = Buffer.from(totpOf(secret, step));
    return step > after && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** RFC 4648, without padding: how apps take a secret that is typed. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** The address that an authenticator app takes a secret from. */
export function totpUri(secret: Buffer, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
