import { Injectable } from '@nestjs/common';
import { In, LessThan, LessThanOrEqual, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { Database, hasNotExpired } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PLATFORM } from '#platform/platform.messages.js';
import { hashOf, newSecret } from '#common/ids.js';
import { Retention } from '#common/jobs/index.js';
import type { User } from '#people/users/index.js';
import { SecondFactors } from '../../second-factor/index.js';
import type { ChallengeView } from './admin-session.dto.js';
import { LoginChallenge, type ChallengePurpose } from './login-challenge.entity.js';

/** How long a challenge can be answered. */
const SECONDS = 5 * 60;

/** Wrong answers to one challenge. */
const MAX_ATTEMPTS = 5;

/** The error for a challenge that cannot be answered. */
export const NO_CHALLENGE = failure(PLATFORM.challenge_expired);

/** Challenges that are answered with a second factor: for 5 minutes, with 5 attempts, once. */
@Injectable()
export class LoginChallenges {
  constructor(
    private readonly db: Database,
    private readonly factors: SecondFactors,
  ) {}

  /** Makes a challenge, which stays whatever happens to the request. */
  async make(
    { uid, passwordHash }: Pick<User, 'uid' | 'passwordHash'>,
    purpose: ChallengePurpose,
    sessionId: string | null = null,
  ): Promise<ChallengeView> {
    const challenge = newSecret(32);
    return this.db.outsideAmbient(() =>
      this.db.transaction(async (tx) => {
        const passkey = await this.factors.askPasskey(tx, uid);
        await tx.insert(LoginChallenge, {
          tokenHash: hashOf(challenge),
          uid,
          purpose,
          passwordDigest: hashOf(passwordHash ?? ''),
          sessionId,
          passkeyChallenge: passkey?.challenge ?? null,
          expiresAt: new Date(Date.now() + SECONDS * 1000),
        });
        return {
          challenge,
          expires_in: SECONDS,
          kinds: await this.factors.kindsOf(tx, uid),
          passkey: passkey?.options ?? null,
          set_up: purpose === 'set-up',
        };
      }),
    );
  }

  /**
   * A challenge that can be answered; each attempt counts, whatever happens to it.
   * @throws AppError AUTHENTICATION_FAILED
   */
  async attempt(challenge: string, purposes: readonly ChallengePurpose[]): Promise<LoginChallenge> {
    const found = await this.db.outsideAmbient(() =>
      this.db.transaction(async (tx) => {
        const lock = { mode: 'pessimistic_write' } as const;
        const one = await tx.findOne(LoginChallenge, { where: answerable(challenge, purposes), lock });
        if (one !== null) await tx.increment(LoginChallenge, { tokenHash: one.tokenHash }, 'attempts', 1);
        return one;
      }),
    );
    if (found === null) throw AppError.of(NO_CHALLENGE);
    return found;
  }

  /** A challenge that can be answered, without an attempt. @throws AppError AUTHENTICATION_FAILED */
  async find(tx: EntityManager, challenge: string, purpose: ChallengePurpose): Promise<LoginChallenge> {
    const found = await tx.findOneBy(LoginChallenge, answerable(challenge, [purpose]));
    if (found === null) throw AppError.of(NO_CHALLENGE);
    return found;
  }

  /** Whether a user still has the password that was right. */
  isOf({ passwordDigest }: LoginChallenge, { passwordHash }: Pick<User, 'passwordHash'>): boolean {
    return passwordDigest.equals(hashOf(passwordHash ?? ''));
  }

  /** Uses a challenge up. @throws AppError AUTHENTICATION_FAILED if another request did */
  async use(tx: EntityManager, { tokenHash }: LoginChallenge): Promise<void> {
    if ((await tx.delete(LoginChallenge, { tokenHash })).affected !== 1) throw AppError.of(NO_CHALLENGE);
  }

  @Retention('challenges of log-ins when they expire')
  async deleteOld(): Promise<void> {
    await this.db.manager.delete(LoginChallenge, { expiresAt: LessThanOrEqual(new Date()) });
  }
}

function answerable(challenge: string, purposes: readonly ChallengePurpose[]): FindOptionsWhere<LoginChallenge> {
  return {
    tokenHash: hashOf(challenge),
    purpose: In([...purposes]),
    attempts: LessThan(MAX_ATTEMPTS),
    expiresAt: hasNotExpired(),
  };
}
