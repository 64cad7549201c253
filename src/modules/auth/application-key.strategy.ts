import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import type { FastifyRequest } from 'fastify';
import { isUuid } from '../../common/ids.js';
import { APPLICATION_KEY_TYP, ApplicationDirectory, type KnownKey } from '../client-apps/index.js';
import { SIGNING_ALGORITHMS, SigningKeys } from '../signing-keys/index.js';
import { forgetOwn, registerOwn } from './own-strategy.js';
import { keyProvider, type SignedClaims } from './signed-token.js';

/** The name of the strategy; each application adds a part of its own. */
const APPLICATION_KEY = 'application-key';

interface ApplicationKeyClaims extends SignedClaims {
  typ?: unknown;
  aud?: unknown;
  jti?: unknown;
}

/** Verifies an application key: a JWT that this service signed, and that is not revoked. Section 2.9 of the specification. */
@Injectable()
export class ApplicationKeyStrategy
  extends PassportStrategy(Strategy, APPLICATION_KEY)
  implements OnApplicationShutdown
{
  /** What the guard asks passport for. */
  readonly ownName = registerOwn(this, APPLICATION_KEY);

  constructor(
    signingKeys: SigningKeys,
    private readonly directory: ApplicationDirectory,
  ) {
    super({
      jwtFromRequest: (request) => (request as unknown as FastifyRequest).applicationKey ?? null,
      algorithms: [...SIGNING_ALGORITHMS],
      secretOrKeyProvider: keyProvider(signingKeys, APPLICATION_KEY_TYP),
      passReqToCallback: true,
    });
  }

  onApplicationShutdown(): void {
    forgetOwn(this.ownName);
  }

  async validate(request: FastifyRequest, { typ, aud, jti }: ApplicationKeyClaims): Promise<KnownKey | false> {
    if (typeof jti !== 'string' || typeof aud !== 'string' || typeof typ !== 'string') return false;
    if (!isUuid(jti) || !isUuid(aud)) return false;
    return (await this.directory.load(request.applicationKey ?? '', jti, aud, typ)) ?? false;
  }
}
