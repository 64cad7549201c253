import { Controller, Get, Header, VERSION_NEUTRAL } from '@nestjs/common';
import { Access } from '../../common/access/index.js';
import { Bare } from '../../common/http/envelope.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer } from '../../common/openapi/index.js';
import { JwksView } from './jwks.view.js';
import { SigningKeys, type PublicJwk } from './signing-keys.service.js';

/** The public keys of application keys and access tokens, for whoever verifies them. Section 3 of the decisions. */
@ApiTags('Authentication')
@Access('public')
@Controller({ path: '.well-known', version: VERSION_NEUTRAL })
export class JwksController {
  constructor(private readonly signingKeys: SigningKeys) {}

  /** The JSON Web Key Set (RFC 7517). */
  @Get('jwks.json')
  @Bare()
  @Header('cache-control', 'public, max-age=300')
  @ApiOperation({
    operationId: 'getKeySet',
    summary: 'Read the public keys',
    description: 'JSON Web Key Set (RFC 7517) that application keys and access tokens are verified with.',
  })
  @ApiAnswer(JwksView)
  jwks(): { keys: PublicJwk[] } {
    return this.signingKeys.jwks();
  }
}
