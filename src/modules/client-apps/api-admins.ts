import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../common/access/index.js';
import { AuditLog } from '../../common/audit/index.js';
import { Database } from '../../common/database/index.js';
import { AppError, type FieldErrors } from '../../common/errors/app-error.js';
import { Passwords, UsersService, userView, type PreparedPassword, type UserRow } from '../users/index.js';
import type { ApiAdminDto } from './application.dto.js';
import type { ApiAdminView } from './application.view.js';
import { ADMINISTERS_ANY } from './applications.queries.js';

/** An API admin that is about to be appointed; the password is there for a user that does not exist yet. */
export interface Candidate {
  dto: ApiAdminDto;
  password: PreparedPassword | undefined;
}

/** Appoints the API admins of applications, existing users or new ones, and dismisses them. Sections 8 and 10 of the decisions. */
@Injectable()
export class ApiAdmins {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly audit: AuditLog,
  ) {}

  /** Hashes a new user's password, before the transaction. */
  async prepare(dto: ApiAdminDto): Promise<Candidate> {
    const exists = (await this.users.findUid(null, dto.username)) !== undefined;
    return { dto, password: exists ? undefined : await this.passwords.prepare(dto.password) };
  }

  /**
   * Gives the role api_admin to the named user, or makes the user.
   * @returns the user; the password only when it was generated here
   * @throws AppError VALIDATION on `api_admin` when the e-mail address is not the existing user's, or is another user's
   */
  async appoint(tx: EntityManager, caller: Caller, candidate: Candidate): Promise<ApiAdminView> {
    const existing = await this.users.findByUsername(tx, candidate.dto.username);
    return existing === undefined
      ? this.create(tx, caller, candidate)
      : this.promote(tx, caller, existing, candidate.dto);
  }

  /**
   * Takes the role api_admin from a user who is API admin of no live application any more; other roles stay. Whoever was
   * given the role by hand besides loses it too: which of the two it came from is not recorded.
   */
  async dismiss(tx: EntityManager, caller: Caller, uid: number): Promise<void> {
    // Locked before looking: of two applications of one admin that are deleted at once, the second to come sees the first.
    const user = await this.users.lock(tx, uid);
    if (user === undefined || !user.roles.includes('api_admin')) return;
    if ((await this.db.queryOne(tx, ADMINISTERS_ANY, [uid])) !== undefined) return;
    const others = user.roles.filter((role) => role !== 'api_admin');
    await this.users.update(tx, uid, { roles: others.length > 0 ? others : ['member'] });
    await this.auditChange(tx, caller, user);
  }

  private async auditChange(tx: EntityManager, caller: Caller, before: UserRow): Promise<void> {
    const after = userView((await this.users.find(tx, before.uid))!);
    const entity = { entityType: 'user', entityId: before.uid };
    await this.audit.record(tx, caller, { action: 'user.update', ...entity, before: userView(before), after });
  }

  private async promote(
    tx: EntityManager,
    caller: Caller,
    found: UserRow,
    { email }: ApiAdminDto,
  ): Promise<ApiAdminView> {
    const user = (await this.users.lock(tx, found.uid))!;
    if (user.email.toLowerCase() !== email.toLowerCase()) {
      throw refused('email', 'is not the e-mail address of the existing user with this username');
    }
    if (!user.roles.includes('api_admin')) {
      await this.users.update(tx, user.uid, { roles: [...user.roles, 'api_admin'] });
      await this.auditChange(tx, caller, user);
    }
    return { uid: user.uid, username: user.username };
  }

  private async create(tx: EntityManager, caller: Caller, { dto, password }: Candidate): Promise<ApiAdminView> {
    const { username, email } = dto;
    const taken = await this.users.taken(tx, { email });
    if (taken.email !== undefined) throw refused('email', taken.email[0]!.message);
    const { passwordHash, generated, ...made } = password ?? (await this.passwords.prepare(dto.password));
    const uid = await this.users.create(tx, { username, email, passwordHash, roles: ['api_admin'] });
    const after = userView((await this.users.find(tx, uid))!);
    await this.audit.record(tx, caller, { action: 'user.create', entityType: 'user', entityId: uid, after });
    return { uid, username, ...(generated ? made : {}) };
  }
}

function refused(field: keyof ApiAdminDto, message: string): AppError {
  const errors: FieldErrors = { api_admin: [{ message, path: `api_admin.${field}` }] };
  return AppError.ofFields('VALIDATION', errors);
}
