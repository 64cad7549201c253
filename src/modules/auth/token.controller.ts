import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { ROUTE_VERSION } from '../../common/http/api-version.js';
import { AuthService } from './auth.service.js';
import { TokenEndpoint } from './token-endpoint.js';

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
  @ApiOperation({ operationId: 'getToken', summary: 'Log in, or renew the access token' })
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
  @ApiOperation({ operationId: 'logOut', summary: 'End the session' })
  logOut(@CallerParam() caller: Caller): Promise<void> {
    return this.auth.logOut(caller);
  }
}
