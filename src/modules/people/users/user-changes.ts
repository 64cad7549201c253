import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { may, type Caller, type Role } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { auditedCustomFields, changedCustomFields } from '#common/custom-fields/index.js';
import { AppError } from '#common/errors/app-error.js';
import { accept } from '#common/validation/index.js';
import { AccountGrants, ApprovableActions } from '../approvals/index.js';
import { SessionEndings } from '../sessions/index.js';
import { PasswordReset } from './password/password-reset.entity.js';
import { type ChangeUserDto, toUserView, type UserView } from './user.dto.js';
import type { User } from './user.entity.js';
import { IS_ERASED } from './users.failures.js';
import { UsersService, type UserChange } from './users.service.js';

/** What of a user may have to be approved. */
export type ApprovableChange = Omit<ChangeUserDto, 'password' | 'reset_password'>;

/** A change of a user to write. */
export interface WrittenChange {
  readonly uid: number;
  readonly change: ApprovableChange;
  readonly passwordHash?: string | undefined;
  /** For the audit log. */
  readonly decision?: object;
}

/** Writes changes of users. */
@Injectable()
export class UserChanges {
  constructor(
    private readonly users: UsersService,
    private readonly sessions: SessionEndings,
    private readonly grants: AccountGrants,
    private readonly actions: ApprovableActions,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Writes a change of a user who is locked; audited. A new password and the status `inactive` end all sessions of the user;
   * these and another e-mail address void links that set a password.
   * @throws AppError VALIDATION on `email` (taken); CONFLICT when no active super admin would be left, and
   *   for who was erased
   */
  async write(
    tx: EntityManager,
    caller: Caller,
    { uid, change, passwordHash, decision = {} }: WrittenChange,
  ): Promise<UserView> {
    const before = (await this.users.find(tx, uid))!;
    if (before.erasedAt !== null) throw AppError.of(IS_ERASED);
    accept({ dto: change, errors: await this.users.taken(tx, { email: change.email }, { except: uid }) });
    const after = await this.users.update(tx, uid, changeOf(before, change, passwordHash));
    if (losesAdmin(change) && !(await this.users.hasSuperAdmin(tx)))
      throw new AppError('CONFLICT', 'there must be an active super admin');
    if (change.status === 'inactive') await this.sessions.endOfUser(tx, uid, 'account_inactive');
    else if (passwordHash !== undefined) await this.sessions.endOfUser(tx, uid, 'password_changed');
    const withPassword = passwordHash !== undefined;
    // Links went to the former address, perhaps days ago; whoever has one would undo the change.
    if (withPassword || change.status === 'inactive' || after.email !== before.email)
      await tx.delete(PasswordReset, { uid });
    if (withPassword || gains(before, after))
      await this.grants.record(tx, { uid, byUid: caller.uid, rolesBefore: rolesInForce(before), withPassword });
    if (this.losesApproval(before, change))
      await this.grants.recordLoss(tx, { uid, byUid: caller.uid, rolesBefore: rolesInForce(before) });
    const custom = auditedCustomFields('users', before.customFields, after.customFields);
    await this.audit.record(tx, caller, {
      action: 'user.update',
      entityType: 'user',
      entityId: uid,
      before: { ...toUserView(before), ...custom.before },
      after: {
        ...toUserView(after),
        ...custom.after,
        ...(passwordHash === undefined ? {} : { password_changed: true }),
        ...decision,
      },
    });
    return toUserView(after, caller);
  }

  /** Whether a change would take from somebody what they may approve. */
  losesApproval(before: User, { status = before.status, roles = before.roles }: ApprovableChange): boolean {
    const after = { roles: status === 'active' ? roles : [] };
    const held = { roles: rolesInForce(before) };
    return [...this.actions.all.values()].some(({ permission }) => may(held, permission) && !may(after, permission));
  }
}

/** Whether a change would demote a super admin. */
export function losesAdmin({ status, roles }: ApprovableChange): boolean {
  return status === 'inactive' || (roles !== undefined && !roles.includes('super_admin'));
}

/** What an account can act by: nothing while it is inactive. */
export function rolesInForce({ status, roles }: Pick<User, 'roles' | 'status'>): readonly Role[] {
  return status === 'active' ? roles : [];
}

/** Whether an account has a role that it could not act by before. */
export function gains(before: User, after: Pick<User, 'roles' | 'status'>): boolean {
  const held = rolesInForce(before);
  return rolesInForce(after).some((role) => !held.includes(role));
}

function changeOf(before: User, change: ApprovableChange, passwordHash: string | undefined): UserChange {
  const { email, first_name: firstName, last_name: lastName, country_code, roles, status, custom_fields } = change;
  const countryCode = country_code?.toUpperCase() ?? country_code;
  const customFields = custom_fields && changedCustomFields(before.customFields, custom_fields);
  return { email, passwordHash, firstName, lastName, countryCode, roles, status, customFields };
}
