import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../common/access/index.js';
import { AppError } from '../../../common/errors/app-error.js';
import { Approvals } from '../approvals/index.js';
import { Demotion } from './demotion.deed.js';
import { Passwords } from './passwords.js';
import { assertMayChange, losesAdmin, losesApproval, UserChanges } from './user-changes.js';
import type { ChangeUserDto } from './user.dto.js';
import { toUserView, type ChangedUserView } from './user.view.js';
import { uidIn } from './users.service.js';

export const ONESELF = {
  code: 'CONFLICT',
  message: 'super admins cannot take the role from themselves or deactivate themselves',
} as const;

export const PASSWORD_ALONE = {
  code: 'VALIDATION',
  field: 'password',
  message: 'cannot be set together with a change that needs approval; send it in a request of its own',
} as const;

/** Changes users in the admin module. Section 8 of the decisions. */
@Injectable()
export class UserChanging {
  constructor(
    private readonly passwords: Passwords,
    private readonly approvals: Approvals,
    private readonly changes: UserChanges,
    private readonly demotion: Demotion,
  ) {}

  /**
   * Changes a user, or proposes to, where somebody would lose the right to approve something. A new password and the status
   * `inactive` end all sessions of the user.
   * @returns the user; with the password if `reset_password` generated one
   * @throws AppError NOT_FOUND; PERMISSION_DENIED for roles that the caller may not give; VALIDATION on `email` (taken), `reset_password` or `password`; CONFLICT when super admins demote
   *   or deactivate themselves, or no active super admin would be left
   */
  async change(caller: Caller, uid: string, dto: ChangeUserDto): Promise<ChangedUserView> {
    if (dto.reset_password && dto.password !== undefined) {
      throw AppError.ofField('VALIDATION', 'reset_password', 'cannot be sent together with password');
    }
    const wantsPassword = dto.password !== undefined || dto.reset_password === true;
    const fresh = wantsPassword ? await this.passwords.prepare(dto.password) : undefined;
    const { password: _, reset_password: __, ...change } = dto;
    const subject = { uid: uidIn(uid), change };
    return this.approvals.transaction(caller, async (tx) => {
      const before = await this.demotion.lock(tx, subject);
      if (dto.roles !== undefined) assertMayChange(caller, before.roles, dto.roles);
      if (losesAdmin(change) && before.uid === caller.uid) throw AppError.of(ONESELF);
      if (!losesApproval(before, change)) {
        const after = await this.changes.write(tx, caller, { ...subject, passwordHash: fresh?.passwordHash });
        return { ...after, ...(fresh?.generated ? { password: fresh.password } : {}), approval: null };
      }
      if (wantsPassword) throw AppError.of(PASSWORD_ALONE);
      const { approval } = await this.approvals.ask(tx, this.demotion, subject, caller);
      return { ...toUserView(await this.demotion.lock(tx, subject)), approval };
    });
  }
}
