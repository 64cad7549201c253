import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull, Not } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { hashOf } from '#common/ids.js';
import { type AssertionRequest, Passkeys } from './passkeys.js';
import { RecoveryCode, SecondFactor } from './second-factor.entity.js';
import { base32, matchingStep } from './totp.rules.js';
import { randomBytes } from 'node:crypto';

const CODES = 10;

/** 80 bits: too many to be found from their hashes. */
const CODE_BYTES = 10;

/** Replaces the codes of a user by ten new ones, which are shown only once. */
export async function renewRecoveryCodes(tx: EntityManager, uid: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => base32(randomBytes(CODE_BYTES)).toLowerCase());
  await tx.delete(RecoveryCode, { uid });
  await tx.insert(
    RecoveryCode,
    codes.map((code) => ({ uid, codeHash: hashOf(code) })),
  );
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
}

/** Uses a code up; false if it is none, or was used before. */
async function useRecoveryCode(tx: EntityManager, uid: number, code: string): Promise<boolean> {
  const codeHash = hashOf(code.replace(/[\s-]/g, '').toLowerCase());
  const { affected } = await tx.update(RecoveryCode, { uid, codeHash, usedAt: IsNull() }, { usedAt: () => 'now()' });
  return affected === 1;
}

/** How many codes a user has left. */
export async function recoveryCodesLeft(tx: EntityManager, uid: number): Promise<number> {
  return tx.countBy(RecoveryCode, { uid, usedAt: IsNull() });
}

/** How a user may prove who they are. */
export const PROOF_KINDS = ['password', 'totp', 'recovery_code', 'passkey'] as const;
export type ProofKind = (typeof PROOF_KINDS)[number];

/** What a user sends as a second factor. */
export interface Proof {
  code?: string | undefined;
  assertion?: object | undefined;
}

/** A code of an authenticator app; anything else is a recovery code. */
const APP_CODE = /^[0-9]{6}$/;

/** The second factors that users have, and whether what they send comes from one. See docs/spec/service.md#11. */
@Injectable()
export class SecondFactors {
  constructor(private readonly passkeys: Passkeys) {}

  /** Whether a user has a second factor. */
  async isSetUp(tx: EntityManager, uid: number): Promise<boolean> {
    return tx.existsBy(SecondFactor, { uid, confirmedAt: Not(IsNull()) });
  }

  /** What a user has to prove who they are besides the password: nothing where no factor is set up. */
  async kindsOf(tx: EntityManager, uid: number): Promise<ProofKind[]> {
    const factors = await this.confirmed(tx, uid);
    if (factors.length === 0) return [];
    const has = (kind: string): boolean => factors.some((one) => one.kind === kind);
    return [
      ...(has('totp') ? (['totp'] as const) : []),
      ...((await recoveryCodesLeft(tx, uid)) > 0 ? (['recovery_code'] as const) : []),
      ...(has('passkey') && this.passkeys.arePossible ? (['passkey'] as const) : []),
    ];
  }

  /** How a browser lets a passkey of a user sign; null for a user without one. */
  async askPasskey(tx: EntityManager, uid: number): Promise<AssertionRequest | null> {
    const known = (await this.confirmed(tx, uid)).filter(({ kind }) => kind === 'passkey');
    if (known.length === 0 || !this.passkeys.arePossible) return null;
    const options = await this.passkeys.assertion(known);
    return { challenge: options.challenge, options };
  }

  /**
   * Whether a proof comes from a factor of a user. A code is used up by it.
   * @param challenge what a passkey was asked to sign
   */
  async verify(tx: EntityManager, uid: number, { code, assertion }: Proof, challenge: string | null): Promise<boolean> {
    // Locked, so that of two requests with one code the second finds it used.
    const factors = await this.confirmed(tx, uid, true);
    if (factors.length === 0) return false;
    if (assertion !== undefined) return challenge !== null && this.signed(tx, factors, assertion, challenge);
    const text = code?.replace(/\s/g, '') ?? '';
    return APP_CODE.test(text) ? this.takeStep(tx, factors, text) : useRecoveryCode(tx, uid, text);
  }

  /**
   * Takes a code of an authenticator app.
   * @param factors locked
   */
  async takeStep(tx: EntityManager, factors: readonly SecondFactor[], code: string): Promise<boolean> {
    for (const { id, secret, lastStep } of factors) {
      const step = secret === null ? undefined : matchingStep(secret, code, Date.now(), Number(lastStep ?? 0));
      if (step === undefined) continue;
      await tx.update(SecondFactor, id, { lastStep: step, lastUsedAt: () => 'now()' });
      return true;
    }
    return false;
  }

  /** The factors of a user that count, oldest first. */
  async confirmed(tx: EntityManager, uid: number, isLocked = false): Promise<SecondFactor[]> {
    return tx.find(SecondFactor, {
      where: { uid, confirmedAt: Not(IsNull()) },
      order: { createdAt: 'ASC', id: 'ASC' },
      ...(isLocked ? { lock: { mode: 'pessimistic_write' } } : {}),
    });
  }

  private async signed(
    tx: EntityManager,
    factors: readonly SecondFactor[],
    assertion: object,
    challenge: string,
  ): Promise<boolean> {
    const { id } = assertion as { id?: unknown };
    const factor = factors.find(({ credentialId }) => credentialId !== null && credentialId === id);
    const counter = factor && (await this.passkeys.verify(challenge, assertion, factor));
    if (counter === undefined) return false;
    await tx.update(SecondFactor, factor!.id, { counter, lastUsedAt: () => 'now()' });
    return true;
  }
}

/** The error for a proof that is none. */
export function wrongProof(): AppError {
  return new AppError('AUTHENTICATION_FAILED', 'the code or passkey is wrong, or was used already');
}
