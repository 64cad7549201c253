import type { SigningKeys } from '../signing-keys/index.js';

/** Claims that every token of this service has. */
export interface SignedClaims {
  iss?: unknown;
}

type KeyCallback = (error: unknown, key?: string) => void;

/**
 * Finds the public key of a token by its header. Only our own `kid` and exactly the expected `typ` get one, so that no
 * kind of token passes for another, and keys inside the token (`jwk`, `jku`, `x5u`) are never looked at.
 */
export function keyProvider(signingKeys: SigningKeys, typ: string) {
  return (_request: unknown, token: unknown, done: KeyCallback): void => {
    findKey(signingKeys, typ, String(token)).then(
      (key) => (key === undefined ? done(new Error('no such key')) : done(null, key)),
      (error: unknown) => done(new KeyLookupError(error)),
    );
  };
}

/** The database failed while a key was looked up: not the client's fault. */
export class KeyLookupError extends Error {
  constructor(cause: unknown) {
    super('the signing key could not be looked up', { cause });
  }
}

async function findKey(signingKeys: SigningKeys, typ: string, token: string): Promise<string | undefined> {
  const [head, body] = token.split('.').map(decode);
  if (head === undefined || body === undefined || head.typ !== typ || typeof head.kid !== 'string') return undefined;
  const key = await signingKeys.find(head.kid);
  return key !== undefined && key.issuer === body.iss ? key.publicPem : undefined;
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
