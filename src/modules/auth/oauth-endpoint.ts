import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../../common/config/config.js';
import { API_VERSION } from '../../common/http/api-version.js';
import { BareAnswer } from '../../common/http/envelope.js';
import { accept, judgeDto } from '../../common/validation/index.js';
import { formParameters } from './oauth-client.rules.js';
import { OAuthMetadataView, OAuthRevokeForm } from './oauth.dto.js';
import { TokenEndpoint } from './token-endpoint.js';
import { TokenRevocation } from './token-revocation.js';
import { OAuthTokenDto, TICKET_GRANT } from './token.dto.js';
import type { OAuthErrorView } from './token.view.js';

const GRANT_TYPES = ['password', 'refresh_token', TICKET_GRANT];
const CLIENT_METHODS = ['client_secret_basic', 'client_secret_post'];

/** OAuth 2.0 (RFC 6749), token revocation (RFC 7009) and where both are (RFC 8414). Section 10 of the decisions. */
@Injectable()
export class OAuthEndpoint {
  constructor(
    private readonly tokens: TokenEndpoint,
    private readonly revocation: TokenRevocation,
    private readonly config: Config,
  ) {}

  /**
   * Tokens for a grant.
   * @throws AppError which the route tells as RFC 6749 says
   */
  async token(request: FastifyRequest, reply: FastifyReply): Promise<BareAnswer> {
    const tokens = await this.tokens.exchange(judgeDto(OAuthTokenDto, formParameters(request)), request);
    reply.header('pragma', 'no-cache');
    if (tokens !== undefined) return new BareAnswer(200, tokens);
    const error_description = `use ${GRANT_TYPES.join(', ')}`;
    return new BareAnswer(400, { error: 'unsupported_grant_type', error_description } satisfies OAuthErrorView);
  }

  /** Gives a token back; what kind it is shows by itself, so that the hint is not needed. */
  async revoke(request: FastifyRequest): Promise<BareAnswer> {
    const { token } = accept(judgeDto(OAuthRevokeForm, formParameters(request)));
    await this.revocation.revoke(request.application!, token);
    return new BareAnswer(200, '');
  }

  /** The metadata. The issuer has to be what the document's own address begins with: `PUBLIC_URL`. */
  metadata(): OAuthMetadataView {
    const { publicUrl, apiPrefix } = this.config;
    const oauth = `${publicUrl}/${apiPrefix}/${API_VERSION}/oauth`;
    return {
      issuer: publicUrl,
      token_endpoint: `${oauth}/token/`,
      token_endpoint_auth_methods_supported: CLIENT_METHODS,
      revocation_endpoint: `${oauth}/revoke/`,
      revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
      jwks_uri: `${publicUrl}/.well-known/jwks.json`,
      grant_types_supported: GRANT_TYPES,
      response_types_supported: [],
      service_documentation: `${publicUrl}/docs`,
    };
  }
}
