import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isAdmin, permissionsOf, type Caller, type Permission, type Role } from '../../../../common/access/index.js';
import { AuditLog } from '../../../../common/audit/index.js';
import { Config } from '../../../../common/config/config.js';
import { Database } from '../../../../common/database/index.js';
import { ADMIN_SESSION_SECONDS, SessionsService } from '../../../people/sessions/index.js';
import { AccessTokens } from '../guards/access-tokens.js';
import type { AdminLogInDto } from './admin-session.dto.js';
import { AuthService } from '../auth.service.js';
import { adminLoginOrigin } from '../login/login-origin.js';
import { assertSameSite } from '../guards/same-site.js';

/** A new session of the admin module. */
export interface AdminSession {
  access_token: string;
  /** Seconds. */
  expires_in: number;
  roles: readonly Role[];
  permissions: readonly Permission[];
}

/** Logging in to the admin module and out of it; both are audited. Section 8 of the decisions. */
@Injectable()
export class AdminSessions {
  constructor(
    private readonly db: Database,
    private readonly auth: AuthService,
    private readonly sessions: SessionsService,
    private readonly tokens: AccessTokens,
    private readonly audit: AuditLog,
    private readonly config: Config,
  ) {}

  /**
   * Opens a session.
   * @throws AppError AUTHENTICATION_FAILED, also for users without a role of the admin module; INACTIVE_ACCOUNT, TOO_MANY_REQUESTS;
   *   PERMISSION_DENIED for another site's page, since the answer sets a cookie
   */
  async open({ username, password }: AdminLogInDto, request: FastifyRequest): Promise<AdminSession> {
    assertSameSite(request, this.config.publicUrl);
    const origin = adminLoginOrigin(request);
    const user = await this.auth.authenticate(username, password, origin, isAdmin);
    const { uid, roles } = user;
    const sessionId = await this.db.transaction(async (tx) => {
      await this.auth.confirm(tx, user);
      const id = await this.sessions.beginAdmin(tx, user, request.ip);
      const caller = {
        uid,
        username: user.username,
        roles,
        actsFor: uid,
        sessionId: id,
        application: null,
        ip: request.ip,
        requestId: request.id,
      };
      await this.audit.record(tx, caller, { action: 'session.open', entityType: 'session', entityId: id });
      return id;
    });
    return {
      access_token: this.tokens.forAdmin({ sessionId, uid, roles }, ADMIN_SESSION_SECONDS),
      expires_in: ADMIN_SESSION_SECONDS,
      roles,
      permissions: permissionsOf(roles),
    };
  }

  /** Ends the caller's session; its token is invalid at once. */
  async close(caller: Caller): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.sessions.end(tx, caller.sessionId, 'logout');
      await this.audit.record(tx, caller, {
        action: 'session.close',
        entityType: 'session',
        entityId: caller.sessionId,
      });
    });
  }
}
