import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller, CallingApplication } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PLATFORM } from '#platform/platform.messages.js';
import {
  REFRESH_SECONDS,
  SessionEndings,
  SessionsService,
  type LogInFrom,
  type OpenSession,
} from '#people/sessions/index.js';
import { SsoUrls } from '../client-apps/index.js';
import { SsoTickets } from '../sso/index.js';
import { Passwords, UsersService, type User } from '#people/users/index.js';
import { ACCESS_SECONDS, AccessTokens } from './guards/access-tokens.js';
import { FailedLoginJournal } from './login/failed-login-journal.js';
import { LoginLimiter } from './login/login-limiter.js';
import type { LoginOrigin } from '#common/http/login-origin.js';
import type { LogOutDto, LogOutView } from './tokens/token.dto.js';

/** The errors for a refresh token and a ticket. */
export const INVALID_REFRESH_TOKEN = failure(PLATFORM.refresh_token_expired);
export const INVALID_TICKET = failure(PLATFORM.ticket_expired);

/** The tokens of a session. Times in seconds. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_expires_in: number;
  uid: number;
  /** What the tokens may be used for; without it, all that the user may. */
  scope?: string;
}

/** Logging in by password or single sign-on ticket, refreshing, and logging out. See docs/spec/commerce-api.md#5; docs/spec/service.md#4 and #7. */
@Injectable()
export class AuthService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly endings: SessionEndings,
    private readonly tickets: SsoTickets,
    private readonly ssoUrls: SsoUrls,
    private readonly tokens: AccessTokens,
    private readonly limiter: LoginLimiter,
    private readonly journal: FailedLoginJournal,
  ) {}

  /**
   * Logs a user in at an application.
   * @param username or the e-mail address
   * @throws AppError AUTHENTICATION_FAILED, INACTIVE_ACCOUNT, TOO_MANY_REQUESTS
   */
  async logIn(
    application: CallingApplication,
    username: string,
    password: string,
    origin: LoginOrigin,
  ): Promise<TokenPair> {
    const user = await this.authenticate(username, password, origin);
    const session = await this.db.transaction(async (tx) => {
      // This locks the application: before the user, as all do that lock both.
      const begun = await this.sessions.begin(tx, user, application.id, origin);
      await this.confirm(tx, user);
      return begun;
    });
    return this.pair(session, application.id);
  }

  /**
   * Exchanges a refresh token for new tokens.
   * @throws AppError INVALID_TOKEN, INACTIVE_ACCOUNT
   */
  async refresh(application: CallingApplication, refreshToken: string): Promise<TokenPair> {
    const session = await this.sessions.renew(refreshToken, application.id);
    if (session === undefined) throw AppError.of(INVALID_REFRESH_TOKEN);
    return this.pair(session, application.id);
  }

  /**
   * Exchanges a single sign-on ticket for tokens.
   * @throws AppError INVALID_TOKEN, whatever is wrong with the ticket
   */
  async enter(application: CallingApplication, ticket: string, from: LogInFrom): Promise<TokenPair> {
    const session = await this.tickets.redeem(ticket, application.id, from);
    if (session === undefined) throw AppError.of(INVALID_TICKET);
    return this.pair(session, application.id);
  }

  /** Ends the caller's session; with `everywhere` all sessions of its sign-on, at every application. */
  async logOut(caller: Caller, { everywhere }: LogOutDto): Promise<LogOutView> {
    return this.db.transaction(async (tx) => {
      if (everywhere !== true) {
        await this.endings.end(tx, caller.sessionId, 'logout');
        return {};
      }
      const applications = await this.endings.endSignOn(tx, caller.sessionId, 'logout_everywhere');
      const others = applications.filter((id) => id !== caller.application?.id);
      return { logout_urls: await this.ssoUrls.logoutUrls(tx, others) };
    });
  }

  /**
   * The user with these credentials. Users who may not log in here are answered as if the password were wrong.
   * @param username or the e-mail address
   * @param mayEnter whether a user may log in here
   * @throws AppError AUTHENTICATION_FAILED, INACTIVE_ACCOUNT, TOO_MANY_REQUESTS
   */
  async authenticate(
    username: string,
    password: string,
    origin: LoginOrigin,
    mayEnter: (user: User) => boolean = () => true,
  ): Promise<User> {
    const found = await this.users.findByLogin(username);
    // Username and e-mail address count as one account.
    const account = found === null ? `name ${digest(username.toLowerCase())}` : `uid ${found.uid}`;
    const user = await this.limiter.attempt(account, origin, async () => {
      const matches = await this.passwords.matches(
        found?.passwordHash,
        password,
        origin.isShared ? account : origin.address,
      );
      if (found === null) return undefined;
      if (matches && mayEnter(found)) return found;
      this.journal.record(found, matches ? 'no admin role' : 'wrong password', origin);
      return undefined;
    });
    if (user === undefined) throw wrongCredentials();
    if (user.status !== 'active') {
      this.journal.record(user, 'inactive account', origin);
      throw new AppError('INACTIVE_ACCOUNT');
    }
    return user;
  }

  /**
   * Checks again in the transaction that begins a session: while the password was verified, it may have been changed or the
   * account deactivated, which ends only sessions that exist already.
   * @throws AppError AUTHENTICATION_FAILED
   */
  async confirm(tx: EntityManager, user: User): Promise<void> {
    const { uid, passwordHash } = user;
    if (passwordHash === null || (await this.users.holdActive(tx, uid, passwordHash)) === null)
      throw wrongCredentials();
  }

  /** The tokens of a session that was begun or renewed. */
  pair(session: OpenSession, applicationId: string): TokenPair {
    return {
      access_token: this.tokens.forApplication(session, applicationId),
      refresh_token: session.refreshToken,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      refresh_expires_in: REFRESH_SECONDS,
      uid: session.uid,
      ...(session.scopes !== null && { scope: session.scopes.join(' ') }),
    };
  }
}

/** A name is not stored in clear: it may be a password typed into the wrong field. */
function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

function wrongCredentials(): AppError {
  return new AppError('AUTHENTICATION_FAILED');
}
