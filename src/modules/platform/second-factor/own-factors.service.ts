import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { randomBytes } from 'node:crypto';
import { type Caller, touchesMoney } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PLATFORM } from '#platform/platform.messages.js';
import { newId } from '#common/ids.js';
import {
  type AddedFactorView,
  type AddFactorDto,
  type ConfirmFactorDto,
  type FactorsView,
  type RecoveryCodesView,
  toFactorView,
  type TotpSecretView,
} from './factor.dto.js';
import { ISSUER, Passkeys } from './passkeys.js';
import { recoveryCodesLeft, renewRecoveryCodes, SecondFactors, wrongProof } from './second-factors.service.js';
import { RecoveryCode, SecondFactor } from './second-factor.entity.js';
import { base32, TOTP_SECRET_BYTES, totpUri } from './totp.rules.js';

/** Factors of one user that count. */
const MAX_FACTORS = 10;

/** Errors of adding and removing factors. */
export const TOO_MANY_FACTORS = failure(PLATFORM.too_many_factors);
export const NO_PASSKEYS = failure(PLATFORM.no_passkeys, { field: 'kind' });
export const KNOWN_PASSKEY = failure(PLATFORM.passkey_known);
export const LAST_FACTOR = failure(PLATFORM.last_factor);

type Owner = Pick<Caller, 'uid' | 'username'>;

/** A user's own second factors. All changes are audited. See docs/spec/service.md#11. */
@Injectable()
export class OwnFactors {
  constructor(
    private readonly db: Database,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly audit: AuditLog,
    private readonly config: Config,
  ) {}

  async list(caller: Caller): Promise<FactorsView> {
    const { manager } = this.db;
    return {
      factors: (await this.factors.confirmed(manager, caller.uid)).map(toFactorView),
      recovery_codes_left: await recoveryCodesLeft(manager, caller.uid),
      passkeys_possible: this.passkeys.arePossible,
      required: this.isRequired(caller),
    };
  }

  /**
   * Begins to set a factor up; an earlier one that was not confirmed is forgotten.
   * @throws AppError CONFLICT when there are {@link MAX_FACTORS}, or no passkeys are possible
   */
  async add(caller: Caller, { kind, name }: AddFactorDto): Promise<AddedFactorView> {
    if (kind === 'passkey' && !this.passkeys.arePossible) throw AppError.of(NO_PASSKEYS);
    return this.db.transaction(async (tx) => {
      const known = await this.factors.confirmed(tx, caller.uid);
      if (known.length >= MAX_FACTORS) throw AppError.of(TOO_MANY_FACTORS);
      if (kind === 'totp') return this.addTotp(tx, caller, name);
      const passkey = await this.passkeys.creation(caller, known);
      const id = await this.replaceUnconfirmed(tx, { uid: caller.uid, kind, name, challenge: passkey.challenge });
      return { id, totp: null, passkey };
    });
  }

  /** Begins to set an authenticator app up. */
  async addTotp(
    tx: EntityManager,
    { uid, username }: Owner,
    name: string,
  ): Promise<AddedFactorView & { totp: TotpSecretView }> {
    const secret = randomBytes(TOTP_SECRET_BYTES);
    const id = await this.replaceUnconfirmed(tx, { uid, kind: 'totp', name, secret });
    return { id, totp: { secret: base32(secret), uri: totpUri(secret, ISSUER, username) }, passkey: null };
  }

  /**
   * Confirms a factor, which counts from now on. With the first one come recovery codes.
   * @throws AppError NOT_FOUND; AUTHENTICATION_FAILED; CONFLICT for a passkey that is known
   */
  async confirm(caller: Caller, id: string, proof: ConfirmFactorDto): Promise<RecoveryCodesView> {
    return this.db.transaction(async (tx) => {
      const codes = await this.confirmIn(tx, caller.uid, id, proof);
      const act = { action: 'second_factor.add', entityType: 'user', entityId: caller.uid, after: { factor_id: id } };
      await this.audit.record(tx, caller, act);
      return { recovery_codes: codes };
    });
  }

  /** Confirms the authenticator app that a user is setting up. @throws AppError AUTHENTICATION_FAILED */
  async confirmTotp(tx: EntityManager, uid: number, code: string): Promise<string[] | null> {
    const factor = await tx.findOneBy(SecondFactor, { uid, kind: 'totp', confirmedAt: IsNull() });
    if (factor === null) throw wrongProof();
    return this.confirmIn(tx, uid, factor.id, { code });
  }

  /**
   * Removes a factor; with the last one the recovery codes go.
   * @throws AppError NOT_FOUND; CONFLICT for the last one of a user whose roles require one
   */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.db.transaction(async (tx) => {
      const known = await this.factors.confirmed(tx, caller.uid, true);
      const factor = known.find((one) => one.id === id);
      if (factor === undefined) throw AppError.notFound('factor');
      if (known.length === 1 && this.isRequired(caller)) throw AppError.of(LAST_FACTOR);
      await tx.delete(SecondFactor, { id, uid: caller.uid });
      if (known.length === 1) await tx.delete(RecoveryCode, { uid: caller.uid });
      const before = { factor_id: id, kind: factor.kind, name: factor.name };
      const act = { action: 'second_factor.remove', entityType: 'user', entityId: caller.uid, before };
      await this.audit.record(tx, caller, act);
    });
  }

  /**
   * Replaces the recovery codes.
   * @throws AppError NOT_FOUND without a factor
   */
  async renewCodes(caller: Caller): Promise<RecoveryCodesView> {
    return this.db.transaction(async (tx) => {
      if ((await this.factors.confirmed(tx, caller.uid, true)).length === 0) throw AppError.notFound('factor');
      const act = { action: 'recovery_codes.renew', entityType: 'user', entityId: caller.uid };
      await this.audit.record(tx, caller, act);
      return { recovery_codes: await renewRecoveryCodes(tx, caller.uid) };
    });
  }

  /** Whether a user's roles require a second factor. */
  isRequired(user: Pick<Caller, 'roles'>): boolean {
    return this.config.requireSecondFactor && touchesMoney(user);
  }

  private async confirmIn(
    tx: EntityManager,
    uid: number,
    id: string,
    proof: ConfirmFactorDto,
  ): Promise<string[] | null> {
    const where = { id, uid, confirmedAt: IsNull() };
    const found = await tx.findOne(SecondFactor, { where, lock: { mode: 'pessimistic_write' } });
    if (found === null) throw AppError.notFound('factor');
    const isFirst = (await this.factors.confirmed(tx, uid)).length === 0;
    if (found.kind === 'totp') {
      if (!(await this.factors.takeStep(tx, [found], proof.code?.replace(/\s/g, '') ?? ''))) throw wrongProof();
    } else {
      const registered = await this.passkeys.register(found.challenge ?? '', proof.attestation ?? {});
      if (registered === undefined) throw wrongProof();
      if (await tx.existsBy(SecondFactor, { credentialId: registered.credentialId! })) throw AppError.of(KNOWN_PASSKEY);
      await tx.update(SecondFactor, id, { ...registered, challenge: null });
    }
    await tx.update(SecondFactor, id, { confirmedAt: () => 'now()' });
    return isFirst ? renewRecoveryCodes(tx, uid) : null;
  }

  private async replaceUnconfirmed(
    tx: EntityManager,
    factor: Partial<SecondFactor> & { uid: number },
  ): Promise<string> {
    const id = newId();
    await tx.delete(SecondFactor, { uid: factor.uid, confirmedAt: IsNull() });
    await tx.insert(SecondFactor, { id, ...factor });
    return id;
  }
}
