import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EntityManager } from 'typeorm';
import { type Caller, isAdmin, permissionsOf } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { ADMIN_SESSION_SECONDS, SessionEndings, SessionsService } from '#people/sessions/index.js';
import type { User } from '#people/users/index.js';
import { AccessTokens } from '../guards/access-tokens.js';
import { adminCookieName, assertSameSite } from '../guards/access-token.guard.js';
import { AuthService } from '../auth.service.js';
import { adminLoginOrigin } from '#common/http/login-origin.js';
import type { AdminLogInDto, AdminSessionView } from './admin-session.dto.js';
import { FactorSteps } from './factor-steps.service.js';
import type { SerializeOptions } from '@fastify/cookie';

/** Logging in to the admin module and out of it; both are audited. See docs/spec/service.md#8 and #11. */
@Injectable()
export class AdminSessions {
  constructor(
    private readonly db: Database,
    private readonly auth: AuthService,
    private readonly sessions: SessionsService,
    private readonly endings: SessionEndings,
    private readonly tokens: AccessTokens,
    private readonly audit: AuditLog,
    private readonly config: Config,
    private readonly steps: FactorSteps,
  ) {}

  /**
   * Opens a session, by a password or by the answer to a challenge.
   * @throws AppError AUTHENTICATION_FAILED, also for users without a role of the admin module; SECOND_FACTOR_REQUIRED with the
   *   challenge; INACTIVE_ACCOUNT, TOO_MANY_REQUESTS; PERMISSION_DENIED for another site's page, since the answer sets a cookie
   */
  async open(dto: AdminLogInDto, request: FastifyRequest): Promise<AdminSessionView> {
    assertSameSite(request, this.config.publicUrl);
    if (dto.challenge !== undefined)
      return this.steps.answer(dto.challenge, dto, adminLoginOrigin(request), (tx, user) =>
        this.begin(tx, user, request, true),
      );
    const { username, password } = required(dto);
    const user = await this.auth.authenticate(username, password, adminLoginOrigin(request), isAdmin);
    await this.steps.assertNone(user);
    return this.db.transaction(async (tx) => {
      await this.auth.confirm(tx, user);
      return this.begin(tx, user, request, false);
    });
  }

  /** Ends the caller's session; its token is invalid at once. */
  async close(caller: Caller): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.endings.end(tx, caller.sessionId, 'logout');
      await this.audit.record(tx, caller, {
        action: 'session.close',
        entityType: 'session',
        entityId: caller.sessionId,
      });
    });
  }

  private async begin(
    tx: EntityManager,
    user: User,
    { ip, id: requestId, headers }: FastifyRequest,
    hasFactor: boolean,
  ): Promise<AdminSessionView> {
    const { uid, username, roles } = user;
    const sessionId = await this.sessions.beginAdmin(tx, user, { ip, userAgent: headers['user-agent'], hasFactor });
    const caller = { uid, username, roles, actsFor: uid, sessionId, application: null, ip, requestId };
    await this.audit.record(tx, caller, { action: 'session.open', entityType: 'session', entityId: sessionId });
    return {
      access_token: this.tokens.forAdmin({ sessionId, uid, roles, scopes: null }, ADMIN_SESSION_SECONDS),
      expires_in: ADMIN_SESSION_SECONDS,
      roles,
      permissions: permissionsOf(roles),
    };
  }
}

/** @throws AppError VALIDATION on what is missing */
function required({ username, password }: AdminLogInDto): { username: string; password: string } {
  const missing = Object.entries({ username, password }).filter(([, value]) => value === undefined);
  if (username !== undefined && password !== undefined) return { username, password };
  const errors = Object.fromEntries(missing.map(([field]) => [field, [{ message: 'is required' }]]));
  throw new AppError('VALIDATION', missing.map(([field]) => `${field} is required`).join('; '), { errors });
}

/** The cookie of the console's session, inaccessible to scripts and other sites. See docs/spec/service.md#8. */
@Injectable()
export class AdminCookie {
  private readonly name: string;
  private readonly options: SerializeOptions;

  constructor(config: Config) {
    const secure = config.publicUrl.startsWith('https:');
    this.name = adminCookieName(config.publicUrl);
    this.options = { path: secure ? '/' : '/admin', httpOnly: true, sameSite: 'strict', secure };
  }

  /** Sets the cookie for as long as the session lasts; returns the session. */
  set(reply: FastifyReply, session: AdminSessionView): AdminSessionView {
    this.write(reply, session.access_token, { maxAge: session.expires_in });
    return session;
  }

  clear(reply: FastifyReply): void {
    this.write(reply, '', { maxAge: 0, expires: new Date(0) });
  }

  /** Sets the header at once, so that an answer stored for its Idempotency-Key includes it. */
  private write(reply: FastifyReply, value: string, until: SerializeOptions): void {
    reply.header('set-cookie', reply.server.serializeCookie(this.name, value, { ...this.options, ...until }));
  }
}
