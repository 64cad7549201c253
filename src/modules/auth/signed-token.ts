import type { KeyObject } from 'node:crypto';
import type { SigningKeys } from '../signing-keys/index.js';

/** Claims that every token of this service has. */
export interface SignedClaims {
  iss?: unknown;
}

/** Seconds that the clock of another instance may be ahead of this one's. */
const CLOCK_LEEWAY_SECONDS = 60;

type KeyCallback = (error: unknown, key?: string | Buffer) => void;

/**
 * Finds the public key of a token by its header. Only our own `kid` and exactly the expected `typ` get one, so that no
 * kind of token passes for another, and keys inside the token (`jwk`, `jku`, `x5u`) are never looked at. One that holds
 * critical extensions gets none either: we know of no extension (RFC 7515, section 4.1.11). Nor does one from the future:
 * no instance of ours has made it.
 */
export function keyProvider(signingKeys: SigningKeys, typ: string) {
  return (_request: unknown, token: unknown, done: KeyCallback): void => {
    findKey(signingKeys, typ, String(token)).then(
      (key) => (key === undefined ? done(new Error('no such key')) : done(null, asPassportHasIt(key))),
      (error: unknown) => done(new KeyLookupError(error)),
    );
  };
}

/** passport-jwt hands the key on to jsonwebtoken as it is, which would read one in PEM anew for each token; only its types do not say so. */
export function asPassportHasIt(key: KeyObject): Buffer {
  return key as unknown as Buffer;
}

/** The database failed while a key was looked up: not the client's fault. */
export class KeyLookupError extends Error {
  constructor(cause: unknown) {
    super('the signing key could not be looked up', { cause });
  }
}

/** The public key of a token of ours by its header, which has to be of the kind `typ`; undefined for anything else. */
export async function findKey(signingKeys: SigningKeys, typ: string, token: string): Promise<KeyObject | undefined> {
  const [head, body] = token.split('.', 2).map(decode);
  if (head === undefined || body === undefined || head.typ !== typ || typeof head.kid !== 'string') return undefined;
  if (Object.hasOwn(head, 'crit') || !isIssued(body.iat)) return undefined;
  const key = await signingKeys.find(head.kid);
  return key !== undefined && key.issuer === body.iss ? key.publicKey : undefined;
}

/** @param iat when the token was issued, in seconds since 1970 */
function isIssued(iat: unknown): boolean {
  return typeof iat === 'number' && iat <= Date.now() / 1000 + CLOCK_LEEWAY_SECONDS;
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
