import { Body, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallerParam, permissionsOf, type Caller } from '../../../../common/access/index.js';
import { AdminController, Endpoint } from '../../../../common/http/endpoint.js';
import { SmallBody } from '../../../../common/http/bodies-in-flight.js';
import { AdminIdentityView, AdminLogInDto, AdminSessionView } from './admin-session.dto.js';
import { AdminSessions, type AdminSession } from './admin-sessions.service.js';
import { AdminCookie } from './admin-cookie.js';

/** The session of the admin module. Section 8 of the decisions. */
@AdminController(
  'session',
  {
    name: 'Admin: session',
    order: 110,
    description: 'Log-in to the admin module, for users with one of its roles.',
  },
  { read: 'account.read', write: 'account.write' },
)
export class AdminSessionController {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly cookie: AdminCookie,
  ) {}

  @Endpoint('POST', {
    access: 'public',
    id: 'adminLogIn',
    summary: 'Log in',
    description:
      'Only for users with a role of the admin module; for anyone else the response is the same as for a wrong password. Failed log-ins are limited separately from those at applications. Requests from pages of another origin than `PUBLIC_URL` are rejected. The token is also set as the cookie `admin_session` (`__Host-admin_session` if the service is served over https).',
    answer: AdminSessionView,
    failures: ['AUTHENTICATION_FAILED', 'INACTIVE_ACCOUNT', 'PERMISSION_DENIED', 'TOO_MANY_REQUESTS'],
  })
  @SmallBody()
  async open(
    @Body() dto: AdminLogInDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminSession> {
    return this.cookie.set(reply, await this.sessions.open(dto, request));
  }

  @Endpoint('GET', {
    id: 'adminWhoAmI',
    summary: 'Read the current session',
    description: 'The user who owns the token or cookie, and what they may do.',
    answer: AdminIdentityView,
  })
  identity(@CallerParam() { uid, username, roles }: Caller): AdminIdentityView {
    return { uid, username, roles, permissions: permissionsOf(roles) };
  }

  @Endpoint('DELETE', {
    id: 'adminLogOut',
    summary: 'Log out',
    description: 'Ends the session and clears the cookie.',
    answer: null,
  })
  async close(@CallerParam() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    await this.sessions.close(caller);
    this.cookie.clear(reply);
  }
}
