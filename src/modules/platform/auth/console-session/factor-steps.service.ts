import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FastifyRequest } from 'fastify';
import { isAdmin, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PLATFORM } from '#platform/platform.messages.js';
import { CONFIRMED_MINUTES, SessionsService } from '#people/sessions/index.js';
import { UsersService, type User } from '#people/users/index.js';
import { OwnFactors, SecondFactors, wrongProof, type Proof, type TotpSecretView } from '../../second-factor/index.js';
import { AuthService } from '../auth.service.js';
import { FailedLoginJournal } from '../login/failed-login-journal.js';
import { LoginLimiter } from '../login/login-limiter.js';
import { adminLoginOrigin, type LoginOrigin } from '#common/http/login-origin.js';
import type { AdminSessionView, ChallengeView, ConfirmedView, ConfirmSessionDto } from './admin-session.dto.js';
import type { LoginChallenge } from './login-challenge.entity.js';
import { LoginChallenges, NO_CHALLENGE } from './login-challenges.service.js';

/** The name of an authenticator app that was set up while logging in. */
const FIRST_NAME = 'Authenticator app';

/** The error of a password that does not suffice. */
export const FACTOR_NEEDED = failure(PLATFORM.has_factor, { field: 'password' });

type Begin = (tx: EntityManager, user: User) => Promise<AdminSessionView>;

/** The steps with a second factor: of a log-in, and of confirming that it is still the user. See docs/spec/service.md#11. */
@Injectable()
export class FactorSteps {
  constructor(
    private readonly db: Database,
    private readonly challenges: LoginChallenges,
    private readonly factors: SecondFactors,
    private readonly own: OwnFactors,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly auth: AuthService,
    private readonly limiter: LoginLimiter,
    private readonly audit: AuditLog,
    private readonly journal: FailedLoginJournal,
  ) {}

  /**
   * @throws AppError SECOND_FACTOR_REQUIRED for a user who has a second factor, or whose roles require one
   */
  async assertNone(user: User): Promise<void> {
    const isSetUp = await this.factors.isSetUp(this.db.manager, user.uid);
    if (!isSetUp && !this.own.isRequired(user)) return;
    const data = await this.challenges.make(user, isSetUp ? 'log-in' : 'set-up');
    throw new AppError('SECOND_FACTOR_REQUIRED', undefined, { data });
  }

  /**
   * Answers the challenge of a log-in.
   * @param begin opens the session
   * @throws AppError AUTHENTICATION_FAILED, TOO_MANY_REQUESTS
   */
  async answer(challenge: string, proof: Proof, origin: LoginOrigin, begin: Begin): Promise<AdminSessionView> {
    const open = await this.challenges.attempt(challenge, ['log-in', 'set-up']);
    return this.proved(open.uid, origin, async (tx) => {
      const user = await this.holder(tx, open);
      if (open.purpose === 'log-in') {
        const isRight = await this.factors.verify(tx, user.uid, proof, open.passkeyChallenge);
        return isRight ? begin(tx, user) : undefined;
      }
      if (await this.factors.isSetUp(tx, user.uid)) throw AppError.of(NO_CHALLENGE);
      const codes = await this.own.confirmTotp(tx, user.uid, proof.code ?? '');
      return { ...(await begin(tx, user)), ...(codes && { recovery_codes: codes }) };
    });
  }

  /** The secret of an authenticator app, for a user who has to set one up. @throws AppError AUTHENTICATION_FAILED */
  async setUp(challenge: string): Promise<TotpSecretView> {
    return this.db.transaction(async (tx) => {
      const { uid } = await this.challenges.find(tx, challenge, 'set-up');
      const user = await this.users.lock(tx, uid);
      if (user === null || (await this.factors.isSetUp(tx, uid))) throw AppError.of(NO_CHALLENGE);
      return (await this.own.addTotp(tx, user, FIRST_NAME)).totp;
    });
  }

  /** A challenge for confirming the caller's session, with how. */
  async ask(caller: Caller): Promise<ChallengeView> {
    const user = await this.users.find(this.db.manager, caller.uid);
    const made = await this.challenges.make(user!, 'confirm', caller.sessionId);
    return made.kinds.length === 0 ? { ...made, kinds: ['password'] } : made;
  }

  /**
   * Confirms the caller's session.
   * @throws AppError AUTHENTICATION_FAILED, TOO_MANY_REQUESTS; VALIDATION on `password` for who has a second factor
   */
  async confirm(caller: Caller, dto: ConfirmSessionDto, request: FastifyRequest): Promise<ConfirmedView> {
    const { uid } = caller;
    const open =
      dto.assertion === undefined ? undefined : await this.challenges.attempt(dto.challenge ?? '', ['confirm']);
    if (open !== undefined && (open.uid !== uid || open.sessionId !== caller.sessionId))
      throw AppError.of(NO_CHALLENGE);
    const note = async (tx: EntityManager): Promise<ConfirmedView> => {
      await this.sessions.confirm(tx, caller.sessionId);
      const act = { action: 'session.confirm', entityType: 'session', entityId: caller.sessionId };
      await this.audit.record(tx, caller, act);
      return { expires_in: CONFIRMED_MINUTES * 60 };
    };
    if (await this.factors.isSetUp(this.db.manager, uid)) {
      if (dto.code === undefined && dto.assertion === undefined) throw AppError.of(FACTOR_NEEDED);
      return this.proved(uid, adminLoginOrigin(request), async (tx) => {
        if (open !== undefined) await this.challenges.use(tx, open);
        const isRight = await this.factors.verify(tx, uid, dto, open?.passkeyChallenge ?? null);
        return isRight ? note(tx) : undefined;
      });
    }
    if (dto.password === undefined) throw AppError.ofField('VALIDATION', 'password', 'is required');
    await this.auth.authenticate(caller.username, dto.password, adminLoginOrigin(request), isAdmin);
    return this.db.transaction(note);
  }

  /** Work that fails by coming to nothing, which counts against the user, is audited, and undoes what was done. */
  private async proved<T>(
    uid: number,
    origin: LoginOrigin,
    work: (tx: EntityManager) => Promise<T | undefined>,
  ): Promise<T> {
    const result = await this.limiter.attemptProof(uid, origin, async () => {
      try {
        return await this.db.transaction(async (tx) => {
          const done = await work(tx);
          if (done === undefined) throw wrongProof();
          return done;
        });
      } catch (error) {
        if (error instanceof AppError && error.code === 'AUTHENTICATION_FAILED') return undefined;
        throw error;
      }
    });
    if (result !== undefined) return result;
    const user = await this.users.find(this.db.manager, uid);
    if (user !== null) this.journal.record(user, 'wrong second factor', origin);
    throw wrongProof();
  }

  /** The user of a challenge, who still has the password that was right. The challenge is used up. */
  private async holder(tx: EntityManager, open: LoginChallenge): Promise<User> {
    await this.challenges.use(tx, open);
    const user = await this.users.holdActive(tx, open.uid);
    if (user === null || !isAdmin(user) || !this.challenges.isOf(open, user)) throw AppError.of(NO_CHALLENGE);
    return user;
  }
}
