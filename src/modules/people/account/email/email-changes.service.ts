import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { assertOneself, isMoreThanMember, type Caller, type CallingApplication } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, hasExpired, hasNotExpired } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';
import { EventRecorder, SentTokens, unsentToken } from '#common/events/index.js';
import type { LoginOrigin } from '#common/http/login-origin.js';
import { hashOf, newId } from '#common/ids.js';
import { Job, JobQueue, JobType, Retention } from '#common/jobs/index.js';
import { PasswordsOfUsers, UsersService, type User } from '../../users/index.js';
import { CONFIRMATION_SENT, type ConfirmationSentView } from '../account.dto.js';
import { AccountLimits } from '../account-limits.js';
import { inHours } from '../account.rules.js';
import { OwnPasswords } from '../password/own-passwords.service.js';
import type { RequestEmailChangeDto } from './email-changes.dto.js';
import { PendingEmailChange } from './pending-email-change.entity.js';

const PENDING_HOURS = 24;

/** The error of confirming an e-mail address. */
export const NO_EMAIL_TOKEN = failure(PEOPLE.token_expired, { field: 'token' });

/** The error for API admins, whose account can do more than its own application should. */
export const EMAIL_OF_API_ADMIN = failure(PEOPLE.email_of_api_admin);

/** Finds out whether the e-mail address is taken, after the answer: its time tells nobody who exists. */
const SEND_EMAIL_CONFIRMATION = new JobType<{ id: string }>('account.send-email-confirmation');

/** E-mail addresses that users change themselves, once they have confirmed the new one. */
@Injectable()
export class EmailChanges {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly own: OwnPasswords,
    private readonly passwords: PasswordsOfUsers,
    private readonly limits: AccountLimits,
    private readonly jobs: JobQueue,
    private readonly events: EventRecorder,
    private readonly tokens: SentTokens,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Keeps an e-mail address until it is confirmed; one that was asked for before is forgotten.
   * @throws AppError PERMISSION_DENIED for another user, API admins, and users of the admin module; VALIDATION on `current_password`;
   *   NOT_FOUND for who is no longer active; TOO_MANY_REQUESTS
   */
  async request(
    caller: Caller,
    { email, current_password }: RequestEmailChangeDto,
    origin: LoginOrigin,
  ): Promise<ConfirmationSentView> {
    assertOneself(caller);
    // Before the password counts as a try; with a token of scopes, only the user tells.
    if (caller.roles.includes('api_admin')) throw AppError.of(EMAIL_OF_API_ADMIN);
    const user = await this.own.withPassword(caller, () => this.passwords.assertOwn(caller, current_password));
    if (isMoreThanMember(user)) throw AppError.of(EMAIL_OF_API_ADMIN);
    await this.limits.countMail('email', origin, email);
    const { uid } = caller;
    const [id, applicationId] = [newId(), origin.applicationId!];
    await this.db.transaction(async (tx) => {
      await this.users.lockActive(tx, uid);
      await tx.delete(PendingEmailChange, { uid });
      await tx.insert(PendingEmailChange, {
        id,
        uid,
        applicationId,
        email,
        passwordDigest: digestOf(user),
        expiresAt: inHours(PENDING_HOURS),
      });
      await this.jobs.add(tx, SEND_EMAIL_CONFIRMATION, { payload: { id } });
    });
    return CONFIRMATION_SENT;
  }

  /** Records the event with the token; or the one for the owner of an e-mail address that is taken. */
  @Job(SEND_EMAIL_CONFIRMATION)
  async sendConfirmation({ id }: { id: string }): Promise<void> {
    const where = { id, tokenHash: IsNull() };
    const asked = await this.db.manager.findOneBy(PendingEmailChange, where);
    const owner = asked === null ? null : await this.users.findByLogin(asked.email);
    await this.db.transaction(async (tx) => {
      const pending = await tx.findOne(PendingEmailChange, { where, lock: { mode: 'pessimistic_write' } });
      if (pending === null) return;
      const { applicationId: application_id, email, uid } = pending;
      if (owner !== null && owner.uid !== uid) {
        await tx.delete(PendingEmailChange, id);
        await this.events.record(tx, 'account.already_exists', owner.uid, { application_id, email });
        return;
      }
      const { token, tokenHash } = unsentToken();
      const expiresAt = inHours(PENDING_HOURS);
      await tx.update(PendingEmailChange, id, { tokenHash, expiresAt });
      const data = { application_id, email, token, expires_at: expiresAt.toISOString(), uid };
      await this.events.record(tx, 'account.email_change_requested', uid, data);
    });
  }

  /**
   * Changes the e-mail address. Links that were sent to the former one, and set a password, are void.
   * @param origin of the request: at the application at which the change was asked for
   * @throws AppError VALIDATION on `token`, and on `email` when it was taken meanwhile
   */
  async confirm(
    token: string,
    origin: Pick<Caller, 'ip' | 'requestId'> & { application: CallingApplication },
  ): Promise<void> {
    const applicationId = origin.application.id;
    const live = { tokenHash: await this.tokens.hashOf(token), applicationId, expiresAt: hasNotExpired() };
    await this.db.transaction(async (tx) => {
      const asked = await tx.findOneBy(PendingEmailChange, live);
      const user = asked === null ? null : await this.users.lock(tx, asked.uid);
      // After the lock, under which others ask again, confirm and are erased.
      const pending = await tx.findOneBy(PendingEmailChange, live);
      if (pending === null || user?.status !== 'active') throw AppError.of(NO_EMAIL_TOKEN);
      // They may have been given a role since.
      if (isMoreThanMember(user)) throw AppError.of(NO_EMAIL_TOKEN);
      // Whoever asked may have had the former password without right, or an admin has set the address since.
      if (!digestOf(user).equals(pending.passwordDigest)) throw AppError.of(NO_EMAIL_TOKEN);
      const { uid, username, roles, email: former } = user;
      await this.users.update(tx, uid, { email: pending.email });
      await tx.delete(PendingEmailChange, { uid });
      await this.passwords.voidLinks(tx, uid);
      const { applicationId: application_id } = pending;
      if (former !== null)
        await this.events.record(tx, 'account.email_changed', uid, { application_id, email: former, uid });
      const caller = { uid, username, roles, actsFor: uid, sessionId: '', ...origin };
      const after = { email_changed: true };
      await this.audit.record(tx, caller, { action: 'user.update', entityType: 'user', entityId: uid, after });
    });
  }

  @Retention('e-mail addresses that nobody confirmed, after a day')
  async deleteOld(): Promise<void> {
    await this.db.manager.delete(PendingEmailChange, { expiresAt: hasExpired() });
  }
}

function digestOf({ passwordHash, email }: User): Buffer {
  return hashOf(`${passwordHash ?? ''} ${email ?? ''}`);
}
