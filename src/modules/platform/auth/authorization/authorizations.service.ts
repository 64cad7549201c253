import { Injectable } from '@nestjs/common';
import { In, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Config } from '#common/config/config.js';
import { Database, hasExpired, hasNotExpired } from '#common/database/index.js';
import type { LoginOrigin } from '#common/http/login-origin.js';
import { hashOf, newSecret } from '#common/ids.js';
import { Retention } from '#common/jobs/index.js';
import { UsersService, type User } from '#people/users/index.js';
import { SecondFactors, wrongProof } from '../../second-factor/index.js';
import { AuthService } from '../auth.service.js';
import { FailedLoginJournal } from '../login/failed-login-journal.js';
import { LoginLimiter } from '../login/login-limiter.js';
import { Authorization, type AuthorizationStep } from './authorization.entity.js';
import { returnAddress, type AuthorizationRequest } from './authorization-request.rules.js';
import { Consents } from './consents.service.js';

/** How long a user has for the second factor and the consent, and an application to redeem its code. */
const SIGN_IN_SECONDS = 10 * 60;
const CODE_SECONDS = 60;

const CODE_PREFIX = 'ac_';

/** Where the browser goes after a step: to the next one, with the cookie if it is new, or back to the application. */
export type Onward = { readonly next: AuthorizationStep; readonly cookie?: string } | { readonly location: string };

/** An unfinished log-in of a browser. */
export type OpenAuthorization = Pick<
  Authorization,
  'tokenHash' | 'step' | 'uid' | 'applicationId' | 'redirectUri' | 'state' | 'scopes'
>;

/**
 * Logs users in for applications, up to the code that the application gets. Each log-in asks for the password: what the
 * browser keeps is good for this one alone. Decision 97.
 */
@Injectable()
export class Authorizations {
  constructor(
    private readonly db: Database,
    private readonly auth: AuthService,
    private readonly users: UsersService,
    private readonly factors: SecondFactors,
    private readonly consents: Consents,
    private readonly limiter: LoginLimiter,
    private readonly journal: FailedLoginJournal,
    private readonly config: Config,
  ) {}

  /**
   * The first step: username and password.
   * @throws AppError AUTHENTICATION_FAILED, INACTIVE_ACCOUNT, TOO_MANY_REQUESTS
   */
  async signIn(
    { clientId: applicationId, redirectUri, state, scopes, codeChallenge }: AuthorizationRequest,
    { username, password }: { username: string; password: string },
    origin: LoginOrigin,
  ): Promise<Onward> {
    const user = await this.auth.authenticate(username, password, origin);
    const cookie = newSecret(32);
    return this.db.transaction(async (tx) => {
      await this.auth.confirm(tx, user);
      const { uid } = user;
      // One unfinished log-in for each user and application: an earlier one is void.
      await tx.delete(Authorization, { uid, applicationId, step: In(['factor', 'consent']) });
      const open: Authorization = {
        tokenHash: hashOf(cookie),
        step: (await this.factors.isSetUp(tx, uid)) ? 'factor' : 'consent',
        uid,
        applicationId,
        redirectUri,
        state,
        scopes: [...scopes],
        codeChallenge,
        passwordDigest: hashOf(user.passwordHash ?? ''),
        sessionId: null,
        expiresAt: inSeconds(SIGN_IN_SECONDS),
      };
      await tx.insert(Authorization, open);
      const onward: Onward = open.step === 'factor' ? { next: 'factor' } : await this.advance(tx, open);
      return 'next' in onward ? { ...onward, cookie } : onward;
    });
  }

  /** The unfinished log-in of a browser's cookie, with its user; undefined if there is none. */
  async find(cookie: string): Promise<{ open: OpenAuthorization; user: User } | undefined> {
    const open = await this.db.manager.findOneBy(Authorization, unfinished(cookie));
    const user = open && (await this.users.find(this.db.manager, open.uid));
    return open && user?.status === 'active' ? { open, user } : undefined;
  }

  /**
   * The second step, for users with a second factor.
   * @throws AppError AUTHENTICATION_FAILED, TOO_MANY_REQUESTS
   */
  async prove(cookie: string, user: User, code: string, origin: LoginOrigin): Promise<Onward | undefined> {
    const proved = await this.limiter.attemptProof(user.uid, origin, () =>
      this.attended(cookie, 'factor', user.uid, async (tx, open) => {
        const isRight = await this.factors.verify(tx, user.uid, { code }, null);
        return isRight ? this.advance(tx, open) : { isWrong: true as const };
      }).then((result) => (result !== undefined && 'isWrong' in result ? undefined : { onward: result })),
    );
    if (proved !== undefined) return proved.onward;
    this.journal.record(user, 'wrong second factor', origin);
    throw wrongProof();
  }

  /**
   * The last step: the user lets the application do what it asks for, or does not.
   * @returns undefined when it has expired, or another request was first
   */
  async decide(cookie: string, uid: number, isAllowed: boolean): Promise<Onward | undefined> {
    return this.attended(cookie, 'consent', uid, async (tx, open) => {
      if (!isAllowed) return this.refuse(tx, open);
      await this.consents.give(tx, open);
      return this.withCode(tx, open);
    });
  }

  /** Ends an unfinished log-in, with the refusal for the application. */
  async cancel(cookie: string, uid: number): Promise<Onward | undefined> {
    return this.attended(cookie, 'factor', uid, (tx, open) => this.refuse(tx, open));
  }

  @Retention('log-ins by authorization code when they expire; used codes a day later')
  async deleteExpired(): Promise<void> {
    await this.db.manager.delete(Authorization, { expiresAt: hasExpired() });
  }

  /** Does work on an unfinished log-in, locked, if its user is active and has not changed the password. */
  private async attended<T>(
    cookie: string,
    step: AuthorizationStep,
    uid: number,
    work: (tx: EntityManager, open: Authorization) => Promise<T>,
  ): Promise<T | undefined> {
    return this.db.transaction(async (tx) => {
      // The user first, as all do that lock both.
      const user = await this.users.holdActive(tx, uid);
      const where = { ...unfinished(cookie), step, uid };
      const open = await tx.findOne(Authorization, { where, lock: { mode: 'pessimistic_write' } });
      if (user === null || !open?.passwordDigest.equals(hashOf(user.passwordHash ?? ''))) return undefined;
      return work(tx, open);
    });
  }

  /** On to the consent, or with a code if the user has allowed as much before. */
  private async advance(tx: EntityManager, open: OpenAuthorization): Promise<Onward> {
    if (await this.consents.covers(tx, open)) return this.withCode(tx, open);
    await tx.update(Authorization, { tokenHash: open.tokenHash }, { step: 'consent' });
    return { next: 'consent' };
  }

  private async withCode(tx: EntityManager, open: OpenAuthorization): Promise<Onward> {
    const code = CODE_PREFIX + newSecret(32);
    const made = { tokenHash: hashOf(code), step: 'code' as const, expiresAt: inSeconds(CODE_SECONDS) };
    await tx.update(Authorization, { tokenHash: open.tokenHash }, made);
    return { location: returnAddress(open, this.config.publicUrl, { code }) };
  }

  private async refuse(tx: EntityManager, open: OpenAuthorization): Promise<Onward> {
    await tx.delete(Authorization, { tokenHash: open.tokenHash });
    return { location: returnAddress(open, this.config.publicUrl, { error: 'access_denied' }) };
  }
}

function unfinished(cookie: string): FindOptionsWhere<Authorization> {
  return { tokenHash: hashOf(cookie), step: In(['factor', 'consent']), expiresAt: hasNotExpired() };
}

function inSeconds(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000);
}
