import { Controller, Get, Header, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../../common/access/index.js';
import { FailuresAs } from '../../common/errors/failure-shape.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { SmallBody } from '../../common/http/bodies-in-flight.js';
import { Bare, type BareAnswer } from '../../common/http/envelope.js';
import {
  ApiBody,
  ApiConsumes,
  ApiHeader,
  ApiOperation,
  ApiSecurity,
  ApiTags,
} from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { OAuthClient } from './application-key.guard.js';
import { END_USER_IP_PARAMETER } from './login-origin.js';
import { OAuthEndpoint } from './oauth-endpoint.js';
import { OAUTH_FAILURES } from './oauth-failures.js';
import { OAuthMetadataView, OAuthRevokeForm, OAuthTokenForm } from './oauth.dto.js';
import { TICKET_GRANT } from './token.dto.js';
import { OAuthTokenView } from './token.view.js';

const FORM = 'application/x-www-form-urlencoded';

const CLIENT =
  'The client is the application, with its id as `client_id` and its application key as `client_secret`, by HTTP Basic or in ' +
  'the form; or it sends the header `apikey` alone. Each parameter comes once. Failures have the shape of RFC 6749. ' +
  'An application that requires encryption cannot use this address.';

const TOKEN_EXAMPLES = {
  log_in: {
    summary: 'log in',
    value: { grant_type: 'password', username: 'alice', password: 'demo-password-123' },
  },
  renew: {
    summary: 'renew',
    value: { grant_type: 'refresh_token', refresh_token: 'rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M' },
  },
  enter: {
    summary: 'enter by single sign-on',
    value: { grant_type: TICKET_GRANT, ticket: 'st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM' },
  },
};

const REVOKE_EXAMPLES = {
  refresh_token: { summary: 'log out', value: { token: 'rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M' } },
};

/** OAuth 2.0 at addresses of its own, for any client library. Section 10 of the decisions. */
@ApiTags('OAuth 2.0')
@Controller({ version: ROUTE_VERSION, path: 'oauth' })
@Access('application')
export class OAuthController {
  constructor(private readonly endpoint: OAuthEndpoint) {}

  /** Logs in, renews, or enters by a ticket. */
  @Post('token')
  @OAuthClient()
  @SmallBody()
  @Bare()
  @FailuresAs(OAUTH_FAILURES)
  @ApiSecurity('oauth_client')
  @ApiConsumes(FORM)
  @ApiOperation({
    operationId: 'getOAuthToken',
    summary: 'Get tokens by OAuth 2.0',
    description: `The same as \`token/\`, in the words of RFC 6749. ${CLIENT} Failed logins are limited; then 429 with \`Retry-After\`.`,
  })
  @ApiHeader(END_USER_IP_PARAMETER)
  @ApiBody({ type: OAuthTokenForm, examples: TOKEN_EXAMPLES })
  @ApiAnswer(OAuthTokenView)
  @ApiFailures('AUTHENTICATION_FAILED', 'INACTIVE_ACCOUNT', 'INVALID_TOKEN')
  token(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<BareAnswer> {
    return this.endpoint.token(request, reply);
  }

  /** Gives a token back. */
  @Post('revoke')
  @OAuthClient()
  @SmallBody()
  @Bare()
  @FailuresAs(OAUTH_FAILURES)
  @ApiSecurity('oauth_client')
  @ApiConsumes(FORM)
  @ApiOperation({
    operationId: 'revokeOAuthToken',
    summary: 'Revoke a token',
    description:
      'Ends the session that the access or refresh token is of, as RFC 7009 says: all its tokens are dead at once. A token that ' +
      `is unknown, expired, revoked or another application's is answered by the same 200, which has no body. ${CLIENT}`,
  })
  @ApiBody({ type: OAuthRevokeForm, examples: REVOKE_EXAMPLES })
  @ApiAnswer({ type: 'string', maxLength: 0 }, { mediaType: 'text/plain', example: '' })
  revoke(@Req() request: FastifyRequest): Promise<BareAnswer> {
    return this.endpoint.revoke(request);
  }
}

/** Where OAuth is found. */
@ApiTags('OAuth 2.0')
@Access('public')
@Controller({ path: '.well-known', version: VERSION_NEUTRAL })
export class OAuthMetadataController {
  constructor(private readonly endpoint: OAuthEndpoint) {}

  /** The authorization server metadata. */
  @Get('oauth-authorization-server')
  @Bare()
  @Header('cache-control', 'public, max-age=300')
  @ApiOperation({
    operationId: 'getOAuthMetadata',
    summary: 'Find the addresses of OAuth 2.0',
    description: 'Authorization server metadata (RFC 8414), which libraries read by themselves.',
  })
  @ApiAnswer(OAuthMetadataView)
  metadata(): OAuthMetadataView {
    return this.endpoint.metadata();
  }
}
