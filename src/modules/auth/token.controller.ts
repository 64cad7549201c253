import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { ApiAlsoAnswers, ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { AuthService } from './auth.service.js';
import { TokenEndpoint } from './token-endpoint.js';
import { TokenDto } from './token.dto.js';
import { OAuthErrorView, OAuthTokenView, TokenView } from './token.view.js';

const BODY_EXAMPLES = {
  log_in: { summary: 'log in', value: { username: 'maria', password: 'correct horse battery staple' } },
  renew: { summary: 'renew', value: { refresh_token: 'rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M' } },
};

/** Where users get, renew and end their tokens. Section 5.3 of the specification. */
@ApiTags('Authentication')
@Controller({ version: ROUTE_VERSION })
export class TokenController {
  constructor(
    private readonly auth: AuthService,
    private readonly endpoint: TokenEndpoint,
  ) {}

  /** Logs in or renews, in the envelope or, for a form with `grant_type`, as OAuth 2.0. */
  @Post('token')
  @Access('application')
  @ApiOperation({
    operationId: 'getToken',
    summary: 'Log in, or renew the access token',
    description:
      'A refresh token is good for one use; a client whose answer was lost may send it again until the new one was used. ' +
      'A form with `grant_type` gets the bare replies and errors of RFC 6749 (OAuth 2.0) instead of the envelope. ' +
      'Failed logins are limited; then 429 with `Retry-After`.',
  })
  @ApiBody({ type: TokenDto, examples: BODY_EXAMPLES })
  @ApiAnswer(TokenView)
  @ApiAlsoAnswers(
    { status: 200, view: OAuthTokenView, name: 'oauth', summary: 'to a form with grant_type' },
    { status: 400, view: OAuthErrorView, name: 'oauth', summary: 'to a form with grant_type' },
    { status: 429, view: OAuthErrorView, name: 'oauth', summary: 'to a form with grant_type' },
  )
  @ApiFailures('AUTHENTICATION_FAILED', 'INACTIVE_ACCOUNT', 'INVALID_TOKEN', {
    code: 'VALIDATION',
    field: 'password',
    message: 'is required',
  })
  token(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return this.endpoint.answer(body, request, reply);
  }

  /** Ends the session: both tokens are dead at once. */
  @Post('logout')
  @Access('user')
  @ApiOperation({
    operationId: 'logOut',
    summary: 'End the session',
    description: 'Access and refresh token are dead at once.',
  })
  @ApiAnswer(null)
  logOut(@CallerParam() caller: Caller): Promise<void> {
    return this.auth.logOut(caller);
  }
}
