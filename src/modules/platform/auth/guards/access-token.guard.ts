import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type AccessLevel,
  assertMay,
  assertScope,
  type Demand,
  demandOf,
  isAdmin,
  TAKES_INACTIVE,
  touchesMoney,
} from '#common/access/index.js';
import { Config } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { toAppError } from '#common/http/error.filter.js';
import { parseId } from '#common/ids.js';
import { ApplicationRateLimit, type Sender } from '../../client-apps/index.js';
import { type LiveSession, SessionCache, SessionsService } from '#people/sessions/index.js';
import { UsersService } from '#people/users/index.js';
import { AccessTokenStrategy } from './access-tokens.js';
import { KeyLookupError } from './signed-token.js';

/** The cookie that a browser application may send its access token in. See docs/spec/commerce-api.md#5. */
const ACCESS_COOKIE = 'access_token';

/** The cookie of the admin module. */
const ADMIN_COOKIE = 'admin_session';

/** Cookies with this prefix can be set by this host alone, not by others of its domain; they must be Secure and at `/`. */
const HOST_PREFIX = '__Host-';

const READS: readonly string[] = ['GET', 'HEAD'];

const WITHOUT_USER: readonly AccessLevel[] = ['public', 'application'];

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the application's rate limit has counted the request. */
    isCounted?: boolean;
  }
}

/**
 * Second guard: the user's token, its application, the rate limit, the role or permission, and `?uid=`. See
 * docs/spec/service.md#4 and #11.
 */
@Injectable()
export class AccessTokenGuard extends AuthGuard() implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionCache,
    private readonly confirmations: SessionsService,
    private readonly users: UsersService,
    private readonly config: Config,
    private readonly rateLimit: ApplicationRateLimit,
    strategy: AccessTokenStrategy,
  ) {
    super({ defaultStrategy: strategy.ownName });
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const demand = demandOf(context);
    const session = await this.admit(request, http.getResponse<FastifyReply>(), demand);
    if (session === undefined) return true;
    if (demand.isConfirmed) await this.confirmations.assertConfirmed(null, session);
    await this.identify(request, session, context);
    return true;
  }

  /**
   * Counts a request and finds the session of its token; undefined where no user is needed.
   * @throws AppError why the request is refused
   */
  async admit(request: FastifyRequest, reply: FastifyReply, demand: Demand): Promise<LiveSession | undefined> {
    const { level } = demand;
    const count = (sender: Sender): void => {
      if (request.knownKey === undefined || request.isCounted === true) return;
      request.isCounted = true;
      this.rateLimit.consume(request.knownKey, sender, reply);
    };
    if (WITHOUT_USER.includes(level) || (level === 'visitor' && isVisitor(request))) {
      count(request);
      return undefined;
    }
    const session = await this.sessionOf(request, level).catch((error: unknown) => {
      // Guesses of tokens count against the sender, not against a user.
      count(request);
      throw error;
    });
    count(session);
    assertScope(session.scopes, demand.scope);
    assertMeets(session, demand);
    if (level === 'admin' && this.lacksFactor(session)) throw invalidToken();
    return session;
  }

  /** Maps passport's outcome to the specified error; a database error is passed on. */
  override handleRequest<Session>(error: unknown, session: Session | false, info: unknown): Session {
    if (info instanceof KeyLookupError) throw toAppError(info.cause);
    if (error) throw error as Error;
    if (!session) throw invalidToken();
    return session;
  }

  /** A session that is older than the setting, or than the role, is not continued: at the next log-in the factor is asked for. */
  private lacksFactor(session: LiveSession): boolean {
    return this.config.requireSecondFactor && touchesMoney(session) && !session.hasFactor;
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

  private async identify(request: FastifyRequest, session: LiveSession, context: ExecutionContext): Promise<void> {
    const { uid } = request.query as { uid?: unknown };
    request.caller = {
      uid: session.uid,
      username: session.username,
      roles: session.roles,
      actsFor:
        uid === undefined || request.application === undefined
          ? session.uid
          : await this.targetUser(uid, session, READS.includes(request.method) || this.takesInactive(context)),
      sessionId: session.sessionId,
      application: request.application ?? null,
      ip: request.ip,
      requestId: request.id,
    };
  }

  /** The user of `?uid=`: an active one, unless the request also accepts inactive ones. */
  private async targetUser(uid: unknown, session: LiveSession, forInactive: boolean): Promise<number> {
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

  private takesInactive(context: ExecutionContext): boolean {
    return this.reflector.get<boolean | undefined>(TAKES_INACTIVE, context.getHandler()) ?? false;
  }
}

/**
 * @throws AppError PERMISSION_DENIED where the roles of a session do not suffice
 */
function assertMeets(session: LiveSession, { level, permission }: Demand): void {
  if (level === 'api_admin' && !session.roles.includes('api_admin'))
    throw new AppError('PERMISSION_DENIED', 'this needs the role api_admin');
  if (level !== 'admin') return;
  if (permission === undefined || !isAdmin(session))
    throw new AppError('PERMISSION_DENIED', 'this needs a role of the admin module');
  assertMay(session, permission);
}

/** Whether a request without a token comes from an application that has a public catalogue. */
function isVisitor({ application, headers, cookies }: FastifyRequest): boolean {
  return application?.publicCatalogue === true && headers.authorization === undefined && !cookies[ACCESS_COOKIE];
}

/** The name of the admin module's cookie at `publicUrl`. */
export function adminCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? `${HOST_PREFIX}${ADMIN_COOKIE}` : ADMIN_COOKIE;
}

function invalidToken(): AppError {
  return new AppError(
    'INVALID_TOKEN',
    'the access token is missing, expired or not valid; refresh it, or log in again',
    { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
  );
}

/** The bearer token, or the cookie's when there is no `Authorization` header. */
function findToken(request: FastifyRequest, level: AccessLevel, publicUrl: string): string {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const bearer = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(authorization)?.[1];
    if (bearer === undefined) throw invalidToken();
    return bearer;
  }
  const cookie = request.cookies[level === 'admin' ? adminCookieName(publicUrl) : ACCESS_COOKIE];
  if (cookie === undefined || cookie === '') throw invalidToken();
  if (level === 'admin') assertSameSite(request, publicUrl);
  return cookie;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Names of the local machine. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses a change by another site's page with the admin's cookie, in addition to SameSite=Strict, which does not protect
 * against subdomains and old browsers. The `Host` header is not used: DNS rebinding would control it.
 * @param publicUrl the origin of the service
 * @throws AppError PERMISSION_DENIED
 */
export function assertSameSite(request: FastifyRequest, publicUrl: string): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const foreignSite = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  if (foreignSite || (origin !== undefined && !isOwn(origin, publicUrl)))
    throw new AppError('PERMISSION_DENIED', `this request comes from another site than ${publicUrl} (PUBLIC_URL)`);
}

/** Whether an origin is the service's own; the local machine has several names. */
function isOwn(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true;
  const own = new URL(publicUrl);
  const given = URL.parse(origin);
  if (given === null || given.origin !== origin || !LOCAL_NAMES.includes(own.hostname)) return false;
  return LOCAL_NAMES.includes(given.hostname) && given.protocol === own.protocol && given.port === own.port;
}
