import type { KeyObject } from 'node:crypto';
import { SIGNING_ALGORITHMS, type SigningKeys } from '../../signing-keys/index.js';
import type { OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { newId } from '#common/ids.js';

/** Claims of every token of this service. */
export interface SignedClaims {
  iss?: unknown;
}

/** How far the clock of another instance may be ahead. */
const CLOCK_LEEWAY_SECONDS = 60;

/** passport-jwt passes a KeyObject on to jsonwebtoken, which would parse a PEM again for each token; its types allow only a Buffer. */
export function asPassportKey(key: KeyObject): Buffer {
  return key as unknown as Buffer;
}

/**
 * Finds the public key of a token by its header; undefined unless it has one of our `kid`s and exactly the expected `typ`,
 * so that no kind of token passes for another. Keys inside the token (`jwk`, `jku`, `x5u`) are ignored. Tokens with critical
 * extensions (RFC 7515, section 4.1.11) or an `iat` in the future are refused.
 */
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

type KeyCallback = (error: unknown, key?: string | Buffer) => void;

/** The database failed while a key was looked up: not the client's fault. */
export class KeyLookupError extends Error {
  constructor(cause: unknown) {
    super('the signing key could not be looked up', { cause });
  }
}

/** A passport strategy for tokens that this service has signed. */
export abstract class SignedTokenStrategy extends PassportStrategy(Strategy) implements OnApplicationShutdown {
  /** Unique: passport has one list of names for the process, in which several applications may run. */
  readonly ownName = `signed-token:${newId()}`;

  /**
   * @param typ the header's `typ` of the tokens
   * @param tokenOf the token that the guard found in a request
   */
  constructor(signingKeys: SigningKeys, typ: string, tokenOf: (request: FastifyRequest) => string | undefined) {
    super({
      jwtFromRequest: (request: unknown) => tokenOf(request as FastifyRequest) ?? null,
      algorithms: [...SIGNING_ALGORITHMS],
      secretOrKeyProvider: keyProvider(signingKeys, typ),
      passReqToCallback: true,
    });
    passport.use(this.ownName, this);
  }

  onApplicationShutdown(): void {
    passport.unuse(this.ownName);
  }
}

function keyProvider(signingKeys: SigningKeys, typ: string) {
  return (_request: unknown, token: unknown, done: KeyCallback): void => {
    findKey(signingKeys, typ, String(token)).then(
      (key) => (key === undefined ? done(new Error('no such key')) : done(null, asPassportKey(key))),
      (error: unknown) => done(new KeyLookupError(error)),
    );
  };
}
