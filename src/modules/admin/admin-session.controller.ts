import { Body, Controller, Delete, Get, Post, Req, Res, VERSION_NEUTRAL } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CallerParam, type Caller } from '../../common/access/index.js';
import { SmallBody } from '../../common/http/bodies-in-flight.js';
import { ApiOperation, ApiTags } from '../../common/openapi/decorators.js';
import { ApiAnswer, ApiFailures } from '../../common/openapi/index.js';
import { AdminIdentityView, AdminLogInDto, AdminSessions, AdminSessionView, type AdminSession } from '../auth/index.js';
import { AdminCookie } from './admin-cookie.js';

/** Who is signed in to the admin module. Section 8 of the decisions. */
@ApiTags('Admin: session')
@Access('super_admin')
@Controller({ path: 'admin/api/session', version: VERSION_NEUTRAL })
export class AdminSessionController {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly cookie: AdminCookie,
  ) {}

  /** Logs a super admin in. */
  @Post()
  @Access('public')
  @SmallBody()
  @ApiOperation({
    operationId: 'adminLogIn',
    summary: 'Log in',
    description:
      'Only a super admin enters; anybody else is answered as if the password were wrong. Failed log-ins are limited apart from those at applications, and a page of another origin than that of `PUBLIC_URL` is refused. The token is also set as the cookie `admin_session` (`__Host-admin_session` where the service is reached by https).',
  })
  @ApiAnswer(AdminSessionView)
  @ApiFailures('AUTHENTICATION_FAILED', 'INACTIVE_ACCOUNT', 'PERMISSION_DENIED', 'TOO_MANY_REQUESTS')
  async open(
    @Body() dto: AdminLogInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminSession> {
    return this.cookie.set(reply, await this.sessions.open(dto, request));
  }

  /** Who is signed in. */
  @Get()
  @ApiOperation({
    operationId: 'adminWhoAmI',
    summary: 'Who is signed in',
    description: 'The super admin behind the token or cookie.',
  })
  @ApiAnswer(AdminIdentityView)
  identity(@CallerParam() { uid, username, roles }: Caller): AdminIdentityView {
    return { uid, username, roles };
  }

  /** Logs out. */
  @Delete()
  @ApiOperation({
    operationId: 'adminLogOut',
    summary: 'Log out',
    description: 'Ends the session, and takes the cookie away.',
  })
  @ApiAnswer(null)
  async close(@CallerParam() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.close(caller);
    this.cookie.clear(reply);
  }
}
