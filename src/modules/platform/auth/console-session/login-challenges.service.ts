import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LessThan, LessThanOrEqual, type EntityManager } from 'typeorm';
import { Database, hasNotExpired, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { newSecret } from '#common/ids.js';
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
export const NO_CHALLENGE = {
  code: 'AUTHENTICATION_FAILED',
  message: 'the challenge is expired, used or not valid; begin again',
} as const;

/** Counts an attempt at challenge `$1` for purposes `$2`, if it has fewer than `$3`. */
const ATTEMPT = statement(
  'login-challenges.attempt',
  `UPDATE login_challenges SET attempts = attempts + 1
    WHERE token_hash = $1 AND purpose = ANY ($2) AND attempts < $3 AND expires_at > now()
   RETURNING uid, purpose, password_digest AS "passwordDigest", session_id AS "sessionId", passkey_challenge AS "passkeyChallenge"`,
);

export type OpenChallenge = Pick<
  LoginChallenge,
  'uid' | 'purpose' | 'passwordDigest' | 'sessionId' | 'passkeyChallenge' | 'tokenHash'
>;

/** Challenges that are answered with a second factor: for 5 minutes, with 5 attempts, once. */
@Injectable()
export class LoginChallenges {
  constructor(
    private readonly db: Database,
    private readonly factors: SecondFactors,
  ) {}

  /** Makes a challenge, which stays whatever becomes of the request. */
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
   * A challenge that can be answered; each attempt counts, whatever becomes of it.
   * @throws AppError AUTHENTICATION_FAILED
   */
  async attempt(challenge: string, purposes: readonly ChallengePurpose[]): Promise<OpenChallenge> {
    const tokenHash = hashOf(challenge);
    const found = await this.db.outsideAmbient(() =>
      this.db.queryOne<Omit<OpenChallenge, 'tokenHash'>>(null, ATTEMPT, [tokenHash, purposes, MAX_ATTEMPTS]),
    );
    if (found === undefined) throw AppError.of(NO_CHALLENGE);
    return { ...found, tokenHash };
  }

  /** A challenge that can be answered, without an attempt. @throws AppError AUTHENTICATION_FAILED */
  async find(tx: EntityManager, challenge: string, purpose: ChallengePurpose): Promise<LoginChallenge> {
    const where = {
      tokenHash: hashOf(challenge),
      purpose,
      attempts: LessThan(MAX_ATTEMPTS),
      expiresAt: hasNotExpired(),
    };
    const found = await tx.findOneBy(LoginChallenge, where);
    if (found === null) throw AppError.of(NO_CHALLENGE);
    return found;
  }

  /** Whether a user still has the password that was right. */
  isOf({ passwordDigest }: OpenChallenge, { passwordHash }: Pick<User, 'passwordHash'>): boolean {
    return passwordDigest.equals(hashOf(passwordHash ?? ''));
  }

  /** Uses a challenge up. @throws AppError AUTHENTICATION_FAILED if another request did */
  async use(tx: EntityManager, { tokenHash }: OpenChallenge): Promise<void> {
    if ((await tx.delete(LoginChallenge, { tokenHash })).affected !== 1) throw AppError.of(NO_CHALLENGE);
  }

  @Retention('challenges of log-ins when they expire')
  async deleteOld(): Promise<void> {
    await this.db.manager.delete(LoginChallenge, { expiresAt: LessThanOrEqual(new Date()) });
  }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
