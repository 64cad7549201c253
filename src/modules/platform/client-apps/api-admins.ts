import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { isAdmin, type Caller, type Role } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database } from '#common/database/index.js';
import { AppError, type FieldErrors } from '#common/errors/app-error.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { addProblem, isSound } from '#common/validation/index.js';
import { AccountGrants } from '#people/approvals/index.js';
import {
  gains,
  Passwords,
  rolesInForce,
  toUserView,
  UsersService,
  type PreparedPassword,
  type User,
} from '#people/users/index.js';
import type { ApiAdminDto } from './application.dto.js';
import type { ApiAdminView } from './application.view.js';
import { Application } from './application.entity.js';

const PATHS = { username: 'api_admin.username', email: 'api_admin.email' };
const OTHER_EMAIL = 'is not the e-mail address of the existing user with this username';

/** An API admin to appoint; with a password if the user does not exist yet. */
export interface Candidate {
  dto: ApiAdminDto;
  password: PreparedPassword | undefined;
}

/** Appoints existing or new users as API admins of applications, and dismisses them. See docs/spec/service.md#8 and #10. */
@Injectable()
export class ApiAdmins {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly grants: AccountGrants,
    private readonly audit: AuditLog,
  ) {}

  /** Adds to what is wrong with an application what appointing its API admin would be refused for. */
  async validate(errors: FieldErrors, dto: ApiAdminDto | undefined): Promise<void> {
    if (dto === undefined || !isSound(errors, PATHS.username) || !isSound(errors, PATHS.email)) return;
    const existing = await this.users.findByUsername(this.db.manager, dto.username);
    const problem = await this.emailProblem(this.db.manager, existing, dto.email);
    if (problem !== undefined) addProblem(errors, 'api_admin', problem, PATHS.email);
  }

  /** Hashes a new user's password, before the transaction. */
  async prepare(dto: ApiAdminDto): Promise<Candidate> {
    const exists = (await this.users.findByUsername(this.db.manager, dto.username)) !== null;
    return { dto, password: exists ? undefined : await this.passwords.prepare(dto.password) };
  }

  /** Whether appointing somebody gives them the role, or creates them with it. */
  async givesRole(tx: EntityManager, { username }: ApiAdminDto): Promise<boolean> {
    const existing = await this.users.findByUsername(tx, username);
    return existing?.roles.includes('api_admin') !== true;
  }

  /**
   * Gives the role api_admin to the user, or creates the user.
   * @returns the user; the password only when it was generated here
   * @throws AppError VALIDATION on `api_admin` when the e-mail address is not the existing user's, or is another user's
   */
  async appoint(tx: EntityManager, caller: Caller, candidate: Candidate): Promise<ApiAdminView> {
    const existing = await this.users.findByUsername(tx, candidate.dto.username);
    return existing === null ? this.create(tx, caller, candidate) : this.promote(tx, caller, existing, candidate.dto);
  }

  /**
   * Keeps the API admin of an application from being erased.
   * @throws AppError CONFLICT
   */
  @Hook('account.erase')
  async refuseErasure(tx: EntityManager, { uid }: HookPoints['account.erase']): Promise<void> {
    if (await tx.existsBy(Application, { apiAdminUid: uid }))
      throw new AppError('CONFLICT', 'you are the API admin of an application: have another one appointed first');
  }

  /**
   * Removes the role api_admin from a user without further applications; other roles stay, and who has none is no
   * member. A role assigned manually is
   * removed too: its origin is not recorded.
   */
  async dismiss(tx: EntityManager, caller: Caller, uid: number): Promise<void> {
    // Locked first, so that of two concurrent deletions the second sees the first.
    const user = await this.users.lock(tx, uid);
    if (user === null || !user.roles.includes('api_admin')) return;
    if (await tx.existsBy(Application, { apiAdminUid: uid })) return;
    const others = user.roles.filter((role) => role !== 'api_admin');
    await this.changeRoles(tx, caller, user, others);
  }

  private async changeRoles(tx: EntityManager, caller: Caller, user: User, roles: Role[]): Promise<void> {
    const { uid } = user;
    const changed = await this.users.update(tx, uid, { roles });
    // Who is in the admin module already is not let in by the caller, who could otherwise make colleagues depend on each other.
    if (gains(user, changed) && !isAdmin({ roles: rolesInForce(user) }))
      await this.grants.record(tx, { uid, byUid: caller.uid, rolesBefore: rolesInForce(user), withPassword: false });
    const [before, after] = [toUserView(user), toUserView(changed)];
    await this.audit.record(tx, caller, { action: 'user.update', entityType: 'user', entityId: uid, before, after });
  }

  private async promote(tx: EntityManager, caller: Caller, found: User, { email }: ApiAdminDto): Promise<ApiAdminView> {
    const user = (await this.users.lock(tx, found.uid))!;
    await this.assertEmail(tx, user, email);
    if (!user.roles.includes('api_admin')) {
      await this.changeRoles(tx, caller, user, [...user.roles, 'api_admin']);
    }
    return { uid: user.uid, username: user.username };
  }

  private async create(tx: EntityManager, caller: Caller, { dto, password }: Candidate): Promise<ApiAdminView> {
    const { username, email } = dto;
    await this.assertEmail(tx, null, email);
    const { passwordHash, generated, password: text } = password ?? (await this.passwords.prepare(dto.password));
    const made = await this.users.create(tx, { username, email, passwordHash, roles: ['api_admin'] });
    const { uid } = made;
    const after = toUserView(made);
    await this.grants.record(tx, { uid, byUid: caller.uid, rolesBefore: [], withPassword: true });
    await this.audit.record(tx, caller, { action: 'user.create', entityType: 'user', entityId: uid, after });
    return { uid, username, ...(generated ? { password: text } : {}) };
  }

  private async assertEmail(tx: EntityManager, existing: User | null, email: string): Promise<void> {
    const message = await this.emailProblem(tx, existing, email);
    if (message !== undefined) throw AppError.ofFields('VALIDATION', { api_admin: [{ message, path: PATHS.email }] });
  }

  private async emailProblem(tx: EntityManager, existing: User | null, email: string): Promise<string | undefined> {
    if (existing === null) return (await this.users.taken(tx, { email })).email?.[0]!.message;
    return existing.email?.toLowerCase() === email.toLowerCase() ? undefined : OTHER_EMAIL;
  }
}
