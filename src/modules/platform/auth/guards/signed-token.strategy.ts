import type { OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import { newId } from '#common/ids.js';
import { SIGNING_ALGORITHMS, type SigningKeys } from '../../signing-keys/index.js';
import { asPassportKey, findKey } from './signed-token.js';

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
