import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { AuditLog } from '../../common/audit/index.js';
import { Conditions, Database, likePattern, searched } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { Pager, type Page } from '../../common/http/pagination.js';
import { parseId } from '../../common/ids.js';
import { accept, addProblem } from '../../common/validation/index.js';
import { SessionsService } from '../sessions/index.js';
import { Passwords } from './passwords.js';
import type { ChangeUserDto, CreateUserDto, UsersQuery } from './user.dto.js';
import { userView, type UserView, type UserWithPasswordView } from './user.view.js';
import {
  COUNT_SUPER_ADMINS,
  COUNT_USERS,
  FIND_SPONSOR,
  LIST_USERS,
  LOCK_SUPER_ADMINS,
  type UserRow,
} from './users.queries.js';
import { UsersService, type UserChange } from './users.service.js';

const PATH = '/admin/api/users/';

/** What super admins do with users. Section 8 of the decisions. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLog,
    private readonly pager: Pager,
  ) {}

  /** Users, newest first; `search` looks into usernames, e-mail addresses and names. */
  async list(query: UsersQuery): Promise<Page<UserView>> {
    const { limit, offset } = Pager.bounds(query);
    const search = query.search === undefined ? undefined : likePattern(query.search);
    const filters = new Conditions()
      .and(
        'search',
        (p) =>
          `${searched('u.username')} ILIKE ${p} OR ${searched('u.email')} ILIKE ${p} OR (u.first_name || ' ' || u.last_name) ILIKE ${p}`,
        search,
      )
      .and('role', (p) => `${p} = ANY (u.roles)`, query.role)
      .and('status', (p) => `u.status = ${p}`, query.status);
    const rows = await this.db.query<UserRow>(null, filters.pageStatement('users.list', LIST_USERS), [
      ...filters.values,
      limit,
      offset,
    ]);
    const total = await this.db.queryOne<{ count: number }>(
      null,
      filters.statement('users.count', COUNT_USERS),
      filters.values,
    );
    return this.pager.page(PATH, query, { rows: rows.map(userView), count: total!.count });
  }

  /**
   * One user.
   * @throws AppError NOT_FOUND
   */
  async read(uid: string): Promise<UserView> {
    return userView(found(await this.users.find(null, idOf(uid))));
  }

  /**
   * Makes a user.
   * @returns the user; with the password when it was generated, this once
   * @throws AppError VALIDATION on `username`, `email` (taken) and `sponsor` (no active member), all at once
   */
  async create(caller: Caller, dto: CreateUserDto): Promise<UserWithPasswordView> {
    const { password, passwordHash, generated } = await this.passwords.prepare(dto.password);
    return this.db.transaction(async (tx) => {
      const errors = await this.users.taken(tx, dto);
      const sponsor = dto.sponsor
        ? await this.db.queryOne<{ uid: number }>(tx, FIND_SPONSOR, [dto.sponsor])
        : undefined;
      if (dto.sponsor && sponsor === undefined)
        addProblem(errors, 'sponsor', 'is not the username of an active member');
      accept({ dto, errors });
      const uid = await this.users.create(tx, {
        username: dto.username,
        email: dto.email,
        passwordHash,
        firstName: dto.first_name ?? '',
        lastName: dto.last_name ?? '',
        countryCode: dto.country_code?.toUpperCase() ?? null,
        sponsorUid: sponsor?.uid ?? null,
        roles: dto.roles ?? ['member'],
      });
      const after = userView(found(await this.users.find(tx, uid)));
      await this.audit.record(tx, caller, { action: 'user.create', entityType: 'user', entityId: uid, after });
      return { ...after, ...(generated ? { password } : {}) };
    });
  }

  /**
   * Changes a user. A new password and the status `inactive` end all sessions of the user.
   * @returns the user; with the password when `reset_password` generated one, this once
   * @throws AppError NOT_FOUND; VALIDATION on `email` (taken) or `reset_password`; CONFLICT when a super admin takes the
   *   role from or deactivates himself, or nobody would be left who can enter the admin module
   */
  async change(caller: Caller, uid: string, dto: ChangeUserDto): Promise<UserWithPasswordView> {
    if (dto.reset_password && dto.password !== undefined) {
      throw AppError.ofField('VALIDATION', 'reset_password', 'cannot be sent together with password');
    }
    const wantsPassword = dto.password !== undefined || dto.reset_password === true;
    const fresh = wantsPassword ? await this.passwords.prepare(dto.password) : undefined;
    return this.db.transaction(async (tx) => {
      const before = await this.lock(tx, caller, idOf(uid), dto);
      accept({
        dto,
        errors: await this.users.taken(tx, dto.email === undefined ? {} : { email: dto.email }, before.uid),
      });
      await this.users.update(tx, before.uid, changeOf(dto, fresh?.passwordHash));
      if (losesAdmin(dto)) await this.assertSuperAdminLeft(tx);
      if (dto.status === 'inactive') await this.sessions.endOfUser(tx, before.uid, 'account_inactive');
      else if (wantsPassword) await this.sessions.endOfUser(tx, before.uid, 'password_changed');
      const after = userView(found(await this.users.find(tx, before.uid)));
      const password = wantsPassword ? { password_changed: true } : {};
      await this.audit.record(tx, caller, {
        action: 'user.update',
        entityType: 'user',
        entityId: before.uid,
        before: userView(before),
        after: { ...after, ...password },
      });
      return { ...after, ...(fresh?.generated ? { password: fresh.password } : {}) };
    });
  }

  /** Super admins are locked before the user, always in one order, so that two changes never wait for each other. */
  private async lock(tx: EntityManager, caller: Caller, uid: number, dto: ChangeUserDto): Promise<UserRow> {
    const losing = losesAdmin(dto);
    if (losing) await this.db.query(tx, LOCK_SUPER_ADMINS);
    const user = found(await this.users.lock(tx, uid));
    if (losing && uid === caller.uid) {
      throw new AppError('CONFLICT', 'a super admin cannot take the role from himself or deactivate himself');
    }
    return user;
  }

  private async assertSuperAdminLeft(tx: EntityManager): Promise<void> {
    const { count } = (await this.db.queryOne<{ count: number }>(tx, COUNT_SUPER_ADMINS))!;
    if (count === 0) throw new AppError('CONFLICT', 'there must be an active super admin');
  }
}

function idOf(uid: string): number {
  const id = parseId(uid);
  if (id === undefined) throw AppError.notFound('user');
  return id;
}

function found(user: UserRow | undefined): UserRow {
  if (user === undefined) throw AppError.notFound('user');
  return user;
}

function changeOf(dto: ChangeUserDto, passwordHash: string | undefined): UserChange {
  return {
    ...(dto.email === undefined ? {} : { email: dto.email }),
    ...(passwordHash === undefined ? {} : { passwordHash }),
    ...(dto.first_name === undefined ? {} : { firstName: dto.first_name }),
    ...(dto.last_name === undefined ? {} : { lastName: dto.last_name }),
    ...(dto.country_code === undefined ? {} : { countryCode: dto.country_code?.toUpperCase() ?? null }),
    ...(dto.roles === undefined ? {} : { roles: dto.roles }),
    ...(dto.status === undefined ? {} : { status: dto.status }),
  };
}

/** Whether a change would end somebody's being a super admin, if he is one. */
function losesAdmin({ status, roles }: ChangeUserDto): boolean {
  return status === 'inactive' || (roles !== undefined && !roles.includes('super_admin'));
}
