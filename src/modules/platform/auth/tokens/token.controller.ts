import { Body, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertOneself, CallerParam, ONLY_ONESELF, type Caller } from '#common/access/index.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { AuthService, INVALID_REFRESH_TOKEN, INVALID_TICKET } from '../auth.service.js';
import { END_USER_IP_PARAMETER, NO_ADDRESS } from '#common/http/login-origin.js';
import { failure } from '#common/errors/failures.js';
import { COMMON } from '#common/errors/common.messages.js';
import { TokenEndpoint, MIXED_GRANTS } from './token-endpoint.js';
import { LogOutDto, LogOutView, TokenDto } from './token.dto.js';
import { TokenView } from './token.view.js';

const BODY_EXAMPLES = {
  log_in: { summary: 'log in', value: { username: 'alice', password: 'demo-password-123' } },
  renew: { summary: 'renew', value: { refresh_token: 'rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M' } },
  enter: { summary: 'single sign-on', value: { ticket: 'st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM' } },
};

/** Where users get, renew and end their tokens. See docs/spec/commerce-api.md#5.3. */
@ClientController('/', {
  tag: { name: 'Authentication', order: 10, description: 'Log-in, token refresh, log-out, and the public keys.' },
  access: 'application',
})
export class TokenController {
  constructor(
    private readonly endpoint: TokenEndpoint,
    private readonly auth: AuthService,
  ) {}

  /** Logs in, renews or enters by a ticket, in the envelope or, for a form with `grant_type`, as OAuth 2.0. */
  @Endpoint('POST token', {
    id: 'getToken',
    summary: 'Log in, refresh the access token, or exchange a single sign-on ticket',
    description:
      'The body contains `username` and `password`, or `refresh_token`, or `ticket`. A refresh token can be used once; if the response was lost, it can be sent again until the new one is used. A single sign-on ticket can be exchanged once by the application that it was issued for; any invalid ticket is 401 `Invalid Token`, and an attempt by another application does not consume it. A form with `grant_type` gets the plain responses and errors of RFC 6749 (OAuth 2.0) instead of the envelope. ' +
      'Failed logins are limited for each account and address; then 429 with `Retry-After`.',
    header: END_USER_IP_PARAMETER,
    body: { type: TokenDto, examples: BODY_EXAMPLES },
    answer: TokenView,
    failures: [
      'AUTHENTICATION_FAILED',
      'INACTIVE_ACCOUNT',
      INVALID_REFRESH_TOKEN,
      INVALID_TICKET,
      failure(COMMON.required, { field: 'password' }),
      NO_ADDRESS,
      MIXED_GRANTS,
    ],
  })
  token(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return this.endpoint.answer(body, request, reply);
  }

  /** Ends the session, or all of its sign-on: their tokens are dead at once. */
  @Endpoint('POST logout', {
    access: 'user',
    scope: 'any',
    id: 'logOut',
    summary: 'Log out of one or all applications',
    description:
      'Access and refresh token are revoked immediately. Without a body only this session ends. With `everywhere` all sessions linked to it by single sign-on end, in all applications: each application gets a `session.ended` event, and the response lists the `logout_url`s that a web front end can visit to clear browser state of the others.',
    body: { type: LogOutDto, required: false },
    answer: LogOutView,
    failures: [ONLY_ONESELF],
  })
  logOut(@CallerParam() caller: Caller, @Body() dto: LogOutDto): Promise<LogOutView> {
    assertOneself(caller);
    return this.auth.logOut(caller, dto);
  }
}
