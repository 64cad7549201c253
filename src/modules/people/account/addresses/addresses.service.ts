import { Injectable } from '@nestjs/common';
import { Not, type EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';
import { statesOf } from '../../geography/index.js';
import { UsersService } from '../../users/index.js';
import { changedFields } from '../account.rules.js';
import { UserAddress } from './address.entity.js';
import { toAddressView, type AddAddressDto, type AddressView, type ChangeAddressDto } from './addresses.dto.js';

const MOST = 20;

/** The errors of addresses. */
export const TOO_MANY_ADDRESSES = { code: 'CONFLICT', message: `a user has at most ${MOST} addresses` } as const;
export const NO_STATE = failure(PEOPLE.not_a_state, { field: 'state' });

/** Addresses of users. Audited where they are another user's, without values, which would outlive the user's erasure. */
@Injectable()
export class Addresses {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly audit: AuditLog,
  ) {}

  /** All, in the order in which they were added. */
  async list(caller: Caller): Promise<AddressView[]> {
    const all = await this.all(this.db.manager, caller.actsFor);
    await this.audit.recordRead(caller, { action: 'address.read', entityType: 'user', entityId: caller.actsFor });
    return all;
  }

  /** All of a user, for their own export. */
  async all(tx: EntityManager, uid: number): Promise<AddressView[]> {
    return (await tx.find(UserAddress, { where: { uid }, order: { id: 'ASC' } })).map(toAddressView);
  }

  /**
   * @throws AppError NOT_FOUND for an inactive user; VALIDATION on `state`; CONFLICT for more than 20
   */
  async add(caller: Caller, dto: AddAddressDto): Promise<AddressView> {
    const { actsFor: uid } = caller;
    const state = await stateIn(dto.state ?? null, dto.country_code);
    return this.db.transaction(async (tx) => {
      await this.users.lockActive(tx, uid);
      if ((await tx.countBy(UserAddress, { uid })) >= MOST) throw AppError.of(TOO_MANY_ADDRESSES);
      const { identifiers } = await tx.insert(UserAddress, { ...fieldsOf(dto), state, uid });
      const { id } = identifiers[0] as { id: number };
      await this.record(tx, caller, 'add', id);
      return this.settle(tx, uid, id);
    });
  }

  /**
   * @throws AppError NOT_FOUND, for another user's too; VALIDATION on `state`
   */
  async change(caller: Caller, id: number, dto: ChangeAddressDto): Promise<AddressView> {
    const { actsFor: uid } = caller;
    return this.db.transaction(async (tx) => {
      const before = await this.find(tx, uid, id);
      // Another country has other states.
      const kept = dto.country_code === undefined ? before.state : null;
      const wanted = dto.state === undefined ? kept : dto.state;
      const state = await stateIn(wanted, dto.country_code ?? before.countryCode);
      await tx.update(UserAddress, id, { ...fieldsOf(dto), state, updatedAt: () => 'now()' });
      const after = await this.settle(tx, uid, id);
      await this.record(tx, caller, 'change', id, changedFields(toAddressView(before), after));
      return after;
    });
  }

  /**
   * @throws AppError NOT_FOUND, for another user's too
   */
  async delete(caller: Caller, id: number): Promise<void> {
    const { actsFor: uid } = caller;
    await this.db.transaction(async (tx) => {
      await this.find(tx, uid, id);
      await tx.delete(UserAddress, id);
      await this.record(tx, caller, 'delete', id);
    });
  }

  /** Deletes all of a user who is erased. */
  async erase(tx: EntityManager, uid: number): Promise<void> {
    await tx.delete(UserAddress, { uid });
  }

  /** An address, while its user is locked, who has to be active. */
  private async find(tx: EntityManager, uid: number, id: number): Promise<UserAddress> {
    await this.users.lockActive(tx, uid);
    const found = await tx.findOneBy(UserAddress, { id, uid });
    if (found === null) throw AppError.notFound('address');
    return found;
  }

  /** What was written; other addresses are no defaults of what it is the default of. */
  private async settle(tx: EntityManager, uid: number, id: number): Promise<AddressView> {
    const written = await tx.findOneByOrFail(UserAddress, { id });
    const others = { uid, id: Not(id) };
    if (written.isDefaultShipping) await tx.update(UserAddress, others, { isDefaultShipping: false });
    if (written.isDefaultBilling) await tx.update(UserAddress, others, { isDefaultBilling: false });
    return toAddressView(written);
  }

  private async record(tx: EntityManager, caller: Caller, what: string, id: number, after?: object): Promise<void> {
    await this.audit.recordForAnother(tx, caller, {
      action: `address.${what}`,
      entityType: 'address',
      entityId: id,
      after,
    });
  }
}

/** The columns of what was sent; what is left out stays. */
function fieldsOf(dto: ChangeAddressDto): Partial<UserAddress> {
  const { postal_code, country_code, is_default_shipping, is_default_billing, state: _, ...same } = dto;
  const fields = {
    ...same,
    postalCode: postal_code,
    countryCode: country_code?.toUpperCase(),
    isDefaultShipping: is_default_shipping,
    isDefaultBilling: is_default_billing,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * The code of a state in upper case.
 * @throws AppError VALIDATION where the country has no such state
 */
async function stateIn(state: string | null, country: string): Promise<string | null> {
  if (state === null) return null;
  const code = state.toUpperCase();
  const states = (await statesOf(country)) ?? [];
  if (!states.some((one) => one.code === code)) throw AppError.of(NO_STATE);
  return code;
}
