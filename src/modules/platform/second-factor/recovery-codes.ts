import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { IsNull } from 'typeorm';
import { RecoveryCode } from './second-factor.entity.js';
import { base32 } from './totp.rules.js';

const CODES = 10;

/** 80 bits: too many to be found from their hashes. */
const CODE_BYTES = 10;

/** Replaces the codes of a user by ten new ones, which are shown this once. */
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
export async function useRecoveryCode(tx: EntityManager, uid: number, code: string): Promise<boolean> {
  const codeHash = hashOf(code.replace(/[\s-]/g, '').toLowerCase());
  const { affected } = await tx.update(RecoveryCode, { uid, codeHash, usedAt: IsNull() }, { usedAt: () => 'now()' });
  return affected === 1;
}

/** How many codes a user has left. */
export async function recoveryCodesLeft(tx: EntityManager, uid: number): Promise<number> {
  return tx.countBy(RecoveryCode, { uid, usedAt: IsNull() });
}

function hashOf(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
