import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ACCESS, TAKES_INACTIVE, type AccessLevel, type Role } from '../../common/access/index.js';
import { Config } from '../../common/config/config.js';
import { AppError } from '../../common/errors/app-error.js';
import { toAppError } from '../../common/errors/error.filter.js';
import { parseId } from '../../common/ids.js';
import { ApplicationRateLimit, type Sender } from '../client-apps/index.js';
import { SessionCache, type LiveSession } from '../sessions/index.js';
import { UsersService } from '../users/index.js';
import { AccessTokenStrategy } from './access-token.strategy.js';
import { assertSameSite } from './same-site.js';
import { KeyLookupError } from './signed-token.js';

/** The cookie that a browser application may send its access token in. Section 5 of the specification. */
const ACCESS_COOKIE = 'access_token';

/** The cookie of the admin module. */
const ADMIN_COOKIE = 'admin_session';

/** What begins so can be set by this very host alone, not by others of its domain; browsers want it Secure and at `/`. */
const HOST_PREFIX = '__Host-';

/** Methods that change nothing. */
const READS: readonly string[] = ['GET', 'HEAD'];

const WITHOUT_USER: readonly AccessLevel[] = ['public', 'application'];
const NEEDED_ROLE: Partial<Record<AccessLevel, Role>> = { api_admin: 'api_admin', super_admin: 'super_admin' };

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the application's rate limit has counted the request. */
    isCounted?: boolean;
  }
}

/**
 * Second of the guards: the user's token, the application it is bound to, its rate limit, the role, and `?uid=`. Section 4 of
 * the decisions.
 */
@Injectable()
export class AccessTokenGuard extends AuthGuard() implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionCache,
    private readonly users: UsersService,
    private readonly config: Config,
    private readonly rateLimit: ApplicationRateLimit,
    strategy: AccessTokenStrategy,
  ) {
    super({ defaultStrategy: strategy.ownName });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const level = this.reflector.getAllAndOverride<AccessLevel>(ACCESS, [context.getHandler(), context.getClass()]);
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const session = await this.admit(request, http.getResponse<FastifyReply>(), level);
    if (session === undefined) return true;
    await this.identify(request, session, READS.includes(request.method) || takesInactive(this.reflector, context));
    return true;
  }

  /**
   * Counts a request, and finds the session that its token admits it by; undefined where no user is needed.
   * @throws AppError which says why it is refused
   */
  async admit(request: FastifyRequest, reply: FastifyReply, level: AccessLevel): Promise<LiveSession | undefined> {
    const count = (sender: Sender): void => {
      if (request.knownKey === undefined || request.isCounted === true) return;
      request.isCounted = true;
      this.rateLimit.consume(request.knownKey, sender, reply);
    };
    if (WITHOUT_USER.includes(level)) {
      count(request);
      return undefined;
    }
    const session = await this.sessionOf(request, level).catch((error: unknown) => {
      // Who guesses tokens is limited as well, and nobody else for it.
      count(request);
      throw error;
    });
    count(session);
    const needed = NEEDED_ROLE[level];
    if (needed !== undefined && !session.roles.includes(needed)) {
      throw new AppError('PERMISSION_DENIED', `this needs the role ${needed}`);
    }
    return session;
  }

  /** What passport says becomes the specified error; a failing database stays one. */
  override handleRequest<Session>(error: unknown, session: Session | false, info: unknown): Session {
    if (info instanceof KeyLookupError) throw toAppError(info.cause);
    if (error) throw error as Error;
    if (!session) throw invalidToken();
    return session;
  }

  private async sessionOf(request: FastifyRequest, level: AccessLevel): Promise<LiveSession> {
    const token = findToken(request, level, this.config.publicUrl);
    const session = this.sessions.get(token) ?? (await this.verify(request, token));
    if (session.applicationId !== (request.knownKey?.application.id ?? null)) throw invalidToken();
    return session;
  }

  private async verify(request: FastifyRequest, token: string): Promise<LiveSession> {
    request.accessToken = token;
    await super.canActivate(new ExecutionContextHost([request]));
    return (request as unknown as { user: LiveSession }).user;
  }

  private async identify(request: FastifyRequest, session: LiveSession, forInactive: boolean): Promise<void> {
    const { uid } = request.query as { uid?: unknown };
    request.caller = {
      uid: session.uid,
      username: session.username,
      roles: session.roles,
      actsFor:
        uid === undefined || request.application === undefined
          ? session.uid
          : await this.named(uid, session, forInactive),
      sessionId: session.sessionId,
      application: request.application ?? null,
      ip: request.ip,
      requestId: request.id,
    };
  }

  /** The user that `?uid=` names: an active one, unless the request is also for inactive ones. */
  private async named(uid: unknown, session: LiveSession, forInactive: boolean): Promise<number> {
    if (!session.roles.includes('api_admin'))
      throw new AppError('PERMISSION_DENIED', 'only an API admin may act for another user');
    if (typeof uid !== 'string') throw AppError.ofField('VALIDATION', 'uid', 'must be given once');
    const id = parseId(uid);
    const status = id === undefined ? undefined : await this.users.findStatus(id);
    if (id === undefined || status === undefined) throw AppError.notFound('user');
    if (status !== 'active' && !forInactive)
      throw AppError.ofField('CONFLICT', 'uid', 'this user is inactive: nothing can be changed for it');
    return id;
  }
}

function takesInactive(reflector: Reflector, context: ExecutionContext): boolean {
  return reflector.get<boolean | undefined>(TAKES_INACTIVE, context.getHandler()) ?? false;
}

/** The name of the admin module's cookie where the service is reached by `publicUrl`. */
export function adminCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `${HOST_PREFIX}${ADMIN_COOKIE}` : ADMIN_COOKIE;
}

function invalidToken(): AppError {
  return new AppError(
    'INVALID_TOKEN',
    'the access token is missing, expired or not valid; refresh it, or log in again',
    {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    },
  );
}

/** The bearer token, or that of the cookie when there is no `Authorization` header. */
function findToken(request: FastifyRequest, level: AccessLevel, publicUrl: string): string {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const bearer = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(authorization)?.[1];
    if (bearer === undefined) throw invalidToken();
    return bearer;
  }
  const cookie = request.cookies[level === 'super_admin' ? adminCookieName(publicUrl) : ACCESS_COOKIE];
  if (cookie === undefined || cookie === '') throw invalidToken();
  if (level === 'super_admin') assertSameSite(request, publicUrl);
  return cookie;
}
