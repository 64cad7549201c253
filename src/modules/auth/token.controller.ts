import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { ApiBody, ApiHeader, ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { LogOutDto, LogOutView } from './log-out.dto.js';
import { END_USER_IP_HEADER, END_USER_IP_PARAMETER } from './login-origin.js';
import { LogOut } from './log-out.service.js';
import { TokenEndpoint } from './token-endpoint.js';
import { TokenDto } from './token.dto.js';
import { TokenView } from './token.view.js';

const BODY_EXAMPLES = {
  log_in: { summary: 'log in', value: { username: 'alice', password: 'demo-password-123' } },
  renew: { summary: 'renew', value: { refresh_token: 'rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M' } },
  enter: {
    summary: 'enter by single sign-on',
    value: { ticket: 'st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM' },
  },
};

/** Where users get, renew and end their tokens. Section 5.3 of the specification. */
@ApiTags('Authentication')
@Controller({ version: ROUTE_VERSION })
export class TokenController {
  constructor(
    private readonly endpoint: TokenEndpoint,
    private readonly logOuts: LogOut,
  ) {}

  /** Logs in, renews or enters by a ticket, in the envelope or, for a form with `grant_type`, as OAuth 2.0. */
  @Post('token')
  @Access('application')
  @ApiOperation({
    operationId: 'getToken',
    summary: 'Log in, renew the access token, or enter by single sign-on',
    description:
      'The body holds `username` and `password`, or `refresh_token`, or `ticket`. A refresh token is good for one use; a client whose answer was lost may send it again until the new one was used. ' +
      'A ticket of single sign-on is good for one exchange by the application that it was issued for; whatever is wrong with ' +
      'it, the answer is the same 401 `Invalid Token`, and an attempt by another application does not use it up. ' +
      'A form with `grant_type` gets the bare replies and errors of RFC 6749 (OAuth 2.0) instead of the envelope. ' +
      'Failed logins are limited for each account and address; then 429 with `Retry-After`.',
  })
  @ApiHeader(END_USER_IP_PARAMETER)
  @ApiBody({ type: TokenDto, examples: BODY_EXAMPLES })
  @ApiAnswer(TokenView)
  @ApiFailures(
    'AUTHENTICATION_FAILED',
    'INACTIVE_ACCOUNT',
    { code: 'INVALID_TOKEN', message: 'the refresh token is expired, used or not valid; log in again' },
    { code: 'INVALID_TOKEN', message: 'the ticket is expired, used or not valid; ask for a new one' },
    { code: 'VALIDATION', field: 'password', message: 'is required' },
    {
      code: 'VALIDATION',
      field: END_USER_IP_HEADER,
      message: 'must be one IP address, such as 203.0.113.7 or 2001:db8::7',
    },
    { code: 'VALIDATION', field: 'ticket', message: 'cannot be sent together with username or password' },
  )
  token(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    return this.endpoint.answer(body, request, reply);
  }

  /** Ends the session, or all of its sign-on: their tokens are dead at once. */
  @Post('logout')
  @Access('user')
  @ApiOperation({
    operationId: 'logOut',
    summary: 'End the session, or all sessions of the sign-on',
    description:
      'Access and refresh token are dead at once. Without a body this one session ends. With `everywhere` every session ends ' +
      'that single sign-on has joined to it, at all applications; each of them is told by `session.ended`, and the answer ' +
      'lists the `logout_url`s at which a web front end can let the others forget what they keep in the browser.',
  })
  @ApiBody({ type: LogOutDto, required: false })
  @ApiAnswer(LogOutView)
  logOut(@CallerParam() caller: Caller, @Body() dto: LogOutDto): Promise<LogOutView> {
    return this.logOuts.run(caller, dto);
  }
}
