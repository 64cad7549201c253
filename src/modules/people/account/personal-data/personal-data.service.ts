import { Injectable } from '@nestjs/common';
import { assertOneself, isAdmin, type Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { caseInsensitive, Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { EventRecorder, HandlerRegistry } from '#common/events/index.js';
import { OwnSessions, SessionEndings } from '../../sessions/index.js';
import { PasswordsOfUsers, UsersService, WRONG_PASSWORD } from '../../users/index.js';
import { AccountLimits } from '../account-limits.js';
import { Addresses } from '../addresses/addresses.service.js';
import { PendingEmailChange } from '../email/pending-email-change.entity.js';
import { IN_ADMIN_MODULE, OwnPasswords } from '../password/own-passwords.service.js';
import { toProfileView } from '../profile/profile.dto.js';
import { PendingSignUp } from '../sign-up/pending-sign-up.entity.js';

/** Exports of one user in an hour. */
const EXPORTS = 3;
const HOUR_SECONDS = 60 * 60;

/** What a user takes along, and what goes when they go. Other rooms have their part by hooks. Decision 95. */
@Injectable()
export class PersonalData {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly sessions: SessionEndings,
    private readonly ownSessions: OwnSessions,
    private readonly addresses: Addresses,
    private readonly own: OwnPasswords,
    private readonly passwords: PasswordsOfUsers,
    private readonly limits: AccountLimits,
    private readonly handlers: HandlerRegistry,
    private readonly events: EventRecorder,
    private readonly audit: AuditLog,
  ) {}

  /**
   * All that is kept about the caller.
   * @throws AppError PERMISSION_DENIED for another user; TOO_MANY_REQUESTS
   */
  async export(caller: Caller): Promise<Record<string, unknown>> {
    assertOneself(caller);
    const { uid } = caller;
    await this.limits.count({ key: `export:${uid}`, max: EXPORTS, seconds: HOUR_SECONDS });
    return this.db.transaction(async (tx) => {
      const parts: Record<string, unknown> = {
        exported_at: new Date().toISOString(),
        profile: toProfileView((await this.users.find(tx, uid))!, 'person'),
        addresses: await this.addresses.all(tx, uid),
        sessions: await this.ownSessions.all(tx, caller),
      };
      const add = (part: string, data: unknown): void => {
        if (part in parts) throw new Error(`two hooks export ${part}`);
        parts[part] = data;
      };
      await this.handlers.runHooks('account.export', tx, { uid, add });
      return parts;
    });
  }

  /**
   * Erases the caller: the account stays, without anything that says whose it was, since books refer to it.
   * @throws AppError PERMISSION_DENIED for another user, and for users of the admin module; VALIDATION on
   *   `current_password`; TOO_MANY_REQUESTS; errors of hooks at `account.erase`
   */
  async erase(caller: Caller, password: string): Promise<void> {
    const { passwordHash } = await this.own.withPassword(caller, () => this.passwords.assertOwn(caller, password));
    const { uid } = caller;
    await this.db.transaction(async (tx) => {
      const user = await this.users.lock(tx, uid);
      if (user?.passwordHash !== passwordHash) throw AppError.of(WRONG_PASSWORD);
      // Somebody may just have been given a role.
      if (isAdmin(user)) throw AppError.of(IN_ADMIN_MODULE);
      await this.handlers.runHooks('account.erase', tx, { uid });
      await this.addresses.erase(tx, uid);
      await tx.delete(PendingEmailChange, { uid });
      if (user.email !== null) await tx.delete(PendingSignUp, { email: caseInsensitive(user.email) });
      await this.passwords.voidLinks(tx, uid);
      await this.sessions.erase(tx, uid);
      const { username } = await this.users.erase(tx, uid);
      await this.events.record(tx, 'account.erased', uid, { uid });
      const act = { action: 'user.erase', entityType: 'user', entityId: uid };
      await this.audit.record(tx, { ...caller, username }, act);
    });
  }
}
