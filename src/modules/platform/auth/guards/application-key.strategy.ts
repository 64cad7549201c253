import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isUuid } from '#common/ids.js';
import { APPLICATION_KEY_TYP, ApplicationDirectory, type KnownKey } from '../../client-apps/index.js';
import { SigningKeys } from '../../signing-keys/index.js';
import type { SignedClaims } from './signed-token.js';
import { SignedTokenStrategy } from './signed-token.strategy.js';

interface ApplicationKeyClaims extends SignedClaims {
  typ?: unknown;
  aud?: unknown;
  jti?: unknown;
}

/** Verifies an application key: a JWT signed by this service and not revoked. See docs/spec/commerce-api.md#2.9. */
@Injectable()
export class ApplicationKeyStrategy extends SignedTokenStrategy {
  constructor(
    signingKeys: SigningKeys,
    private readonly directory: ApplicationDirectory,
  ) {
    super(signingKeys, APPLICATION_KEY_TYP, (request) => request.applicationKey);
  }

  async validate(request: FastifyRequest, { typ, aud, jti }: ApplicationKeyClaims): Promise<KnownKey | false> {
    if (typeof jti !== 'string' || typeof aud !== 'string' || typeof typ !== 'string') return false;
    if (!isUuid(jti) || !isUuid(aud)) return false;
    return (await this.directory.load(request.applicationKey ?? '', jti, aud, typ)) ?? false;
  }
}
