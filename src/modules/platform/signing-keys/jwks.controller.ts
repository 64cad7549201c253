import { Header } from '@nestjs/common';
import { Endpoint, PublicController } from '#common/http/endpoint.js';
import { Bare } from '#common/http/envelope.js';
import { JwksView } from './jwks.view.js';
import { SigningKeys, type PublicJwk } from './signing-keys.service.js';

/** The public keys to verify application keys and access tokens. See docs/spec/service.md#3. */
@PublicController('.well-known', 'Authentication')
export class JwksController {
  constructor(private readonly signingKeys: SigningKeys) {}

  /** The JSON Web Key Set (RFC 7517). */
  @Endpoint('GET jwks.json', {
    id: 'getKeySet',
    summary: 'Read the public keys',
    description: 'JSON Web Key Set (RFC 7517) to verify application keys and access tokens.',
    answer: JwksView,
  })
  @Bare()
  @Header('cache-control', 'public, max-age=300')
  jwks(): { keys: PublicJwk[] } {
    return this.signingKeys.jwks();
  }
}
