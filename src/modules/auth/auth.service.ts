import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { CallingApplication } from '../../common/access/index.js';
import { Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { REFRESH_SECONDS, SessionsService, type OpenSession } from '../sessions/index.js';
import { SsoTickets } from '../sso/index.js';
import { Passwords, UsersService, type Credentials } from '../users/index.js';
import { ACCESS_SECONDS, AccessTokens } from './access-tokens.js';
import { FailedLoginJournal } from './failed-login-journal.js';
import { LoginLimiter } from './login-limiter.js';
import type { LoginOrigin } from './login-origin.js';

/** What logging in, refreshing and entering by a ticket give. Times in seconds. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
  token_type: 'Bearer';
  expires_in: number;
  refresh_expires_in: number;
  uid: number;
}

/** Logging in, refreshing, and entering by a ticket of single sign-on. Section 5 of the specification; sections 4 and 7 of the decisions. */
@Injectable()
export class AuthService {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly tickets: SsoTickets,
    private readonly tokens: AccessTokens,
    private readonly limiter: LoginLimiter,
    private readonly journal: FailedLoginJournal,
  ) {}

  /**
   * Logs a user in at an application.
   * @param username or the e-mail address
   * @param origin where from, by `loginOrigin(request, application)`
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
      // Beginning locks the application: before the user, as those lock them who change both.
      const begun = await this.sessions.begin(tx, user, application.id, origin.ip);
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
    if (session === undefined)
      throw new AppError('INVALID_TOKEN', 'the refresh token is expired, used or not valid; log in again');
    return this.pair(session, application.id);
  }

  /**
   * Exchanges a ticket of single sign-on for tokens of the application that it enters.
   * @throws AppError INVALID_TOKEN, the same whatever is wrong with the ticket
   */
  async enter(application: CallingApplication, ticket: string, ip: string): Promise<TokenPair> {
    const session = await this.tickets.redeem(ticket, application.id, ip);
    if (session === undefined)
      throw new AppError('INVALID_TOKEN', 'the ticket is expired, used or not valid; ask for a new one');
    return this.pair(session, application.id);
  }

  /**
   * The user behind credentials. Whoever may not enter is answered as if the password were wrong.
   * @param username or the e-mail address
   * @param mayEnter whether a user has any business at this door
   * @throws AppError AUTHENTICATION_FAILED, INACTIVE_ACCOUNT, TOO_MANY_REQUESTS
   */
  async authenticate(
    username: string,
    password: string,
    origin: LoginOrigin,
    mayEnter: (user: Credentials) => boolean = () => true,
  ): Promise<Credentials> {
    const found = await this.users.findCredentials(username);
    // One account is one, whether it is named by its username or its e-mail address.
    const account = found === undefined ? `name ${digest(username.toLowerCase())}` : `uid ${found.uid}`;
    const user = await this.limiter.attempt(account, origin, async () => {
      const matches = await this.passwords.matches(found?.password_hash, password);
      if (found === undefined) return undefined;
      if (matches && mayEnter(found)) return found;
      this.journal.note(found, matches ? 'not a super admin' : 'wrong password', origin);
      return undefined;
    });
    if (user === undefined) throw wrongCredentials();
    if (user.status !== 'active') {
      this.journal.note(user, 'inactive account', origin);
      throw new AppError('INACTIVE_ACCOUNT', 'the account is inactive');
    }
    return user;
  }

  /**
   * Makes sure that credentials still hold, in the transaction that begins a session: checking a password takes time, in
   * which it may have been changed or the account deactivated, and both end only the sessions that there are.
   * @throws AppError AUTHENTICATION_FAILED
   */
  async confirm(tx: EntityManager, user: Credentials): Promise<void> {
    if (!(await this.users.holdCredentials(tx, user))) throw wrongCredentials();
  }

  private pair(session: OpenSession, applicationId: string): TokenPair {
    return {
      access_token: this.tokens.forApplication(session, applicationId),
      refresh_token: session.refreshToken,
      token_type: 'Bearer',
      expires_in: ACCESS_SECONDS,
      refresh_expires_in: REFRESH_SECONDS,
      uid: session.uid,
    };
  }
}

/** What is typed as a name may be a password in the wrong field: it is not kept as it is. */
function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex');
}

function wrongCredentials(): AppError {
  return new AppError('AUTHENTICATION_FAILED', 'the username or the password is wrong');
}
