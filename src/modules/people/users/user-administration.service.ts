import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { assertMay, mayGive, type Caller, type Role } from '../../../common/access/index.js';
import { AuditLog } from '../../../common/audit/index.js';
import { Database, Replica, searched } from '../../../common/database/index.js';
import { AppError } from '../../../common/errors/app-error.js';
import { Pager, type Page } from '../../../common/http/pagination.js';
import { parseId } from '../../../common/ids.js';
import { accept, addProblem } from '../../../common/validation/index.js';
import { SessionsService } from '../sessions/index.js';
import { Enrolment } from './enrolment.js';
import { Passwords } from './passwords.js';
import type { ChangeUserDto, CreateUserDto, UsersQuery } from './user.dto.js';
import { findSponsor, NO_SPONSOR } from './sponsor-policy.js';
import { User } from './user.entity.js';
import { toUserView, type UserView, type UserWithPasswordView } from './user.view.js';
import { UsersService, type UserChange } from './users.service.js';

const PATH = '/admin/api/users/';

/** The error of giving a role that can do more than the giver. */
export const NO_HIGHER_ROLE = {
  code: 'PERMISSION_DENIED',
  message: 'the role {role} has permissions that you do not have',
  example: { role: 'super_admin' },
} as const;

export const ONESELF = {
  code: 'CONFLICT',
  message: 'super admins cannot take the role from themselves or deactivate themselves',
} as const;

/** Administration of users. Section 8 of the decisions. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLog,
    private readonly pager: Pager,
    private readonly enrolment: Enrolment,
  ) {}

  /** Users, newest first; `search` matches usernames, e-mail addresses and names. */
  async list(query: UsersQuery): Promise<Page<UserView>> {
    const all = this.db.manager
      .createQueryBuilder(User, 'u')
      .orderBy('u.createdAt', 'DESC')
      .addOrderBy('u.uid', 'DESC');
    const searchable = [searched('u.username'), searched('u.email'), `(u.first_name || ' ' || u.last_name)`];
    const filters = {
      search: searchable.map((text) => `${text} ILIKE :search`).join(' OR '),
      role: ':role = ANY (u.roles)',
      status: 'u.status = :status',
    };
    return this.pager.list(PATH, query, this.replica.through(all), filters, toUserView);
  }

  /**
   * @throws AppError NOT_FOUND
   */
  async read(uid: string): Promise<UserView> {
    return toUserView(found(await this.users.find(this.db.manager, idOf(uid))));
  }

  /**
   * Creates a user.
   * @returns the user; with the password if it was generated
   * @throws AppError PERMISSION_DENIED for roles that the caller may not give; VALIDATION on `username`, `email` (taken) and `sponsor` (no active member, or not one of the network
   *   that may sponsor), all at once
   */
  async create(caller: Caller, dto: CreateUserDto): Promise<UserWithPasswordView> {
    const roles = dto.roles ?? ['member'];
    assertMayChange(caller, ['member'], roles);
    const { password, passwordHash, generated } = await this.passwords.prepare(dto.password);
    return this.db.transaction(async (tx) => {
      const errors = await this.users.taken(tx, dto);
      const sponsor = dto.sponsor ? await findSponsor(tx, dto.sponsor) : null;
      if (dto.sponsor && sponsor === null) addProblem(errors, NO_SPONSOR.field, NO_SPONSOR.message);
      const sponsorUid = sponsor?.uid ?? null;
      const enrolment = { kind: dto.kind ?? 'distributor', sponsorUid, placement: null, byUid: caller.uid };
      if (roles.includes('member')) Object.assign(errors, await this.enrolment.judge(tx, enrolment));
      accept({ dto, errors });
      const made = await this.users.create(tx, {
        username: dto.username,
        email: dto.email,
        passwordHash,
        firstName: dto.first_name ?? '',
        lastName: dto.last_name ?? '',
        countryCode: dto.country_code?.toUpperCase() ?? null,
        sponsorUid,
        roles,
        enrolment,
      });
      const after = toUserView(made);
      await this.audit.record(tx, caller, { action: 'user.create', entityType: 'user', entityId: made.uid, after });
      return { ...after, ...(generated ? { password } : {}) };
    });
  }

  /**
   * Changes a user. A new password and the status `inactive` end all sessions of the user.
   * @returns the user; with the password if `reset_password` generated one
   * @throws AppError NOT_FOUND; PERMISSION_DENIED for roles that the caller may not give; VALIDATION on `email` (taken) or `reset_password`; CONFLICT when super admins demote or
   *   deactivate themselves, or no active super admin would be left
   */
  async change(caller: Caller, uid: string, dto: ChangeUserDto): Promise<UserWithPasswordView> {
    if (dto.reset_password && dto.password !== undefined) {
      throw AppError.ofField('VALIDATION', 'reset_password', 'cannot be sent together with password');
    }
    const wantsPassword = dto.password !== undefined || dto.reset_password === true;
    const fresh = wantsPassword ? await this.passwords.prepare(dto.password) : undefined;
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, caller, idOf(uid), dto);
      if (dto.roles !== undefined) assertMayChange(caller, before.roles, dto.roles);
      accept({
        dto,
        errors: await this.users.taken(tx, { email: dto.email }, before.uid),
      });
      const after = toUserView(await this.users.update(tx, before.uid, changeOf(dto, fresh?.passwordHash)));
      if (losesAdmin(dto) && !(await this.users.hasSuperAdmin(tx)))
        throw new AppError('CONFLICT', 'there must be an active super admin');
      if (dto.status === 'inactive') await this.sessions.endOfUser(tx, before.uid, 'account_inactive');
      else if (wantsPassword) await this.sessions.endOfUser(tx, before.uid, 'password_changed');
      const password = wantsPassword ? { password_changed: true } : {};
      await this.audit.record(tx, caller, {
        action: 'user.update',
        entityType: 'user',
        entityId: before.uid,
        before: toUserView(before),
        after: { ...after, ...password },
      });
      return { ...after, ...(fresh?.generated ? { password: fresh.password } : {}) };
    });
  }

  /** Super admins are locked before the user, in order, to prevent deadlocks. */
  private async lock(tx: EntityManager, caller: Caller, uid: number, dto: ChangeUserDto): Promise<User> {
    const losing = losesAdmin(dto);
    if (losing) {
      await this.users.lockSuperAdmins(tx);
      await this.assertStillAdmin(tx, caller);
    }
    const user = found(await this.users.lock(tx, uid));
    if (losing && uid === caller.uid) {
      throw AppError.of(ONESELF);
    }
    return user;
  }

  /** Of two who deactivate or demote each other at the same time, one comes first: the other may not any more. */
  private async assertStillAdmin(tx: EntityManager, { uid, roles }: Caller): Promise<void> {
    const now = await tx.findOneBy(User, { uid });
    if (now?.status !== 'active') throw new AppError('INACTIVE_ACCOUNT');
    if (!roles.every((role) => now.roles.includes(role))) throw new AppError('PERMISSION_DENIED');
  }
}

function idOf(uid: string): number {
  const id = parseId(uid);
  if (id === undefined) throw AppError.notFound('user');
  return id;
}

function found(user: User | null): User {
  if (user === null) throw AppError.notFound('user');
  return user;
}

/**
 * @throws AppError PERMISSION_DENIED when roles change, for who may not change roles, or not give one of them
 */
function assertMayChange(caller: Caller, before: readonly Role[], after: readonly Role[]): void {
  const given = after.filter((role) => !before.includes(role));
  if (given.length === 0 && before.every((role) => after.includes(role))) return;
  assertMay(caller, 'users.roles');
  const higher = given.find((role) => !mayGive(caller, role));
  if (higher !== undefined) throw AppError.of(NO_HIGHER_ROLE, { role: higher });
}

function changeOf(dto: ChangeUserDto, passwordHash: string | undefined): UserChange {
  const { email, first_name: firstName, last_name: lastName, country_code, roles, status } = dto;
  const countryCode = country_code?.toUpperCase() ?? country_code;
  return { email, passwordHash, firstName, lastName, countryCode, roles, status };
}

/** Whether a change would demote a super admin. */
function losesAdmin({ status, roles }: ChangeUserDto): boolean {
  return status === 'inactive' || (roles !== undefined && !roles.includes('super_admin'));
}
