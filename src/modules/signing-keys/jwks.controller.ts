import { Controller, Get, Header, VERSION_NEUTRAL } from '@nestjs/common';
import { Access } from '../../common/access/index.js';
import { Bare } from '../../common/http/envelope.js';
import { SigningKeys, type PublicJwk } from './signing-keys.service.js';

/** The public keys of application keys and access tokens, for whoever verifies them. Section 3 of the decisions. */
@Access('public')
@Controller({ path: '.well-known', version: VERSION_NEUTRAL })
export class JwksController {
  constructor(private readonly signingKeys: SigningKeys) {}

  /** The JSON Web Key Set (RFC 7517). */
  @Get('jwks.json')
  @Bare()
  @Header('cache-control', 'public, max-age=300')
  jwks(): { keys: PublicJwk[] } {
    return this.signingKeys.jwks();
  }
}
