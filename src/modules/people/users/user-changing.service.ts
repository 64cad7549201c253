import { Injectable } from '@nestjs/common';
import { isAdmin, type Caller } from '#common/access/index.js';
import { acceptCustomFields } from '#common/custom-fields/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Approvals } from '../approvals/index.js';
import { SessionsService } from '../sessions/index.js';
import { Demotion } from './demotion.action.js';
import { Passwords } from './passwords.js';
import { type ChangeUserDto, toUserView, type ChangedUserView } from './user.dto.js';
import { assertMayChange, changesRoles } from './user-roles.rules.js';
import { gains, losesAdmin, UserChanges } from './user-changes.js';
import type { User } from './user.entity.js';
import { NO_PASSWORD, ONESELF, WAITS_WITHOUT_FIELDS } from './users.failures.js';

/** Changes users in the admin module. See docs/spec/service.md#8. */
@Injectable()
export class UserChanging {
  constructor(
    private readonly passwords: Passwords,
    private readonly approvals: Approvals,
    private readonly changes: UserChanges,
    private readonly demotion: Demotion,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Changes a user, or proposes to, where somebody would lose the right to approve something. A new password and the status
   * `inactive` end all sessions of the user.
   * @returns the user; with the password if `reset_password` generated one
   * @throws AppError NOT_FOUND; PERMISSION_DENIED for roles that the caller may not give, and for the password of another
   *   user of the admin module; REAUTHENTICATION_REQUIRED; VALIDATION on `email` (taken), `reset_password` or `password`;
   *   CONFLICT when super admins demote or deactivate themselves, no active super admin would be left, or the user was
   *   erased
   */
  async change(caller: Caller, uid: number, dto: ChangeUserDto): Promise<ChangedUserView> {
    if (dto.reset_password && dto.password !== undefined) {
      throw AppError.ofField('VALIDATION', 'reset_password', 'cannot be sent together with password');
    }
    const wantsPassword = dto.password !== undefined || dto.reset_password === true;
    const fresh = wantsPassword ? await this.passwords.prepare(dto.password) : undefined;
    const { password: _, reset_password: __, custom_fields, ...plain } = dto;
    const custom = acceptCustomFields('users', custom_fields, caller, false);
    const change = { ...plain, ...(custom && { custom_fields: custom }) };
    const subject = { uid, change };
    return this.approvals.transaction(caller, async (tx) => {
      const before = await this.demotion.lock(tx, subject);
      if (dto.roles !== undefined) assertMayChange(caller, before.roles, dto.roles);
      if (wantsPassword) assertMaySetPassword(caller, before, dto);
      if (needsConfirmation(before, dto, wantsPassword)) await this.sessions.assertConfirmed(tx, caller);
      if (losesAdmin(change) && before.uid === caller.uid) throw AppError.of(ONESELF);
      if (!this.changes.losesApproval(before, change)) {
        const after = await this.changes.write(tx, caller, { ...subject, passwordHash: fresh?.passwordHash });
        return { ...after, ...(fresh?.generated ? { password: fresh.password } : {}), approval: null };
      }
      if (custom !== undefined) throw AppError.of(WAITS_WITHOUT_FIELDS);
      const { approval } = await this.approvals.ask(tx, this.demotion, subject, caller);
      return { ...toUserView(await this.demotion.lock(tx, subject)), approval };
    });
  }
}

/** Also not together with the role: whoever gives it would know the password. */
function assertMaySetPassword(caller: Caller, before: User, { roles = [] }: ChangeUserDto): void {
  if (before.uid !== caller.uid && isAdmin({ roles: [...before.roles, ...roles] })) throw AppError.of(NO_PASSWORD);
}

/** Roles, whichever way they come into force, and the password of who has one of the admin module. */
function needsConfirmation(before: User, dto: ChangeUserDto, wantsPassword: boolean): boolean {
  const { roles = before.roles, status = before.status } = dto;
  return changesRoles(before.roles, roles) || gains(before, { roles, status }) || (wantsPassword && isAdmin(before));
}
