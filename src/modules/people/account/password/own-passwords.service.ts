import { Injectable } from '@nestjs/common';
import { assertOneself, isAdmin, type Caller, type CallingApplication } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';
import { EventRecorder } from '#common/events/index.js';
import type { LoginOrigin } from '#common/http/login-origin.js';
import { Job, JobQueue, JobType } from '#common/jobs/index.js';
import { PasswordsOfUsers, UsersService, type ChangeOwnPasswordDto, type SetPasswordDto } from '../../users/index.js';
import { CONFIRMATION_SENT, type ConfirmationSentView } from '../account.dto.js';
import { AccountLimits } from '../account-limits.js';
import { lockSelfService } from '../account.queries.js';
import { assertSelfService } from '../account.rules.js';

/** Wrong passwords that somebody with an access token may try, and in how long. */
const ATTEMPTS = 10;
const ATTEMPTS_SECONDS = 15 * 60;

/** Finds out whose password is to be set, after the answer: its time tells nobody who exists. */
const SEND_RESET = new JobType<{ login: string; application_id: string }>('account.send-password-reset');

/** The error for users of the admin module, whose account is worth a second factor. */
export const IN_ADMIN_MODULE = failure(PEOPLE.in_admin_module_only);

/** Passwords that users of applications change, and set again when they have forgotten them. */
@Injectable()
export class OwnPasswords {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: PasswordsOfUsers,
    private readonly limits: AccountLimits,
    private readonly jobs: JobQueue,
    private readonly events: EventRecorder,
  ) {}

  /**
   * Changes the caller's password. All their other sessions end.
   * @throws AppError PERMISSION_DENIED for another user, and for users of the admin module; VALIDATION on `current_password`;
   *   TOO_MANY_REQUESTS
   */
  async change(caller: Caller, dto: ChangeOwnPasswordDto): Promise<void> {
    await this.withPassword(caller, () => this.passwords.changeOwn(caller, dto));
  }

  /**
   * Does what needs the caller's password: for themselves only, for no user of the admin module, and not after too many wrong
   * ones. Attempts count until they have succeeded, so that many at the same time try no more passwords.
   * @throws AppError PERMISSION_DENIED, TOO_MANY_REQUESTS, and what the work throws
   */
  async withPassword<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
    assertOneself(caller);
    if (isAdmin(caller)) throw AppError.of(IN_ADMIN_MODULE);
    const limit = { key: `password:${caller.uid}`, max: ATTEMPTS, seconds: ATTEMPTS_SECONDS };
    await this.limits.count(limit);
    const result = await work();
    await this.limits.uncount(limit);
    return result;
  }

  /**
   * Has the application tell the user, if there is one, how to set a new password.
   * @param login username or e-mail address
   * @throws AppError PERMISSION_DENIED where the application has no `self_service`; TOO_MANY_REQUESTS
   */
  async requestReset(
    login: string,
    application: CallingApplication,
    origin: LoginOrigin,
  ): Promise<ConfirmationSentView> {
    assertSelfService(application);
    await this.limits.countMail('reset', origin, login);
    const payload = { login, application_id: application.id };
    await this.db.transaction((tx) => this.jobs.add(tx, SEND_RESET, { payload }));
    return CONFIRMATION_SENT;
  }

  /**
   * Records the event with the token, unless there is no such user, or none whose password is set this way; nor once the
   * application has no `self_service` any more. Where the application has sent too many, this one
   * is sent later.
   */
  @Job(SEND_RESET)
  async sendReset({ login, application_id }: { login: string; application_id: string }): Promise<void> {
    const found = await this.users.findByLogin(login);
    if (found === null) return;
    const runAt = await this.limits.countSent('reset', application_id);
    if (runAt !== undefined) {
      await this.db.transaction((tx) => this.jobs.add(tx, SEND_RESET, { payload: { login, application_id }, runAt }));
      return;
    }
    await this.db.transaction(async (tx) => {
      if (!(await lockSelfService(this.db, tx, application_id))) return;
      const link = await this.passwords.makeAskedLink(tx, found.uid, application_id);
      if (link === undefined || link.user.email === null) return;
      const { user, token, expiresAt } = link;
      await this.events.record(tx, 'account.password_reset_requested', user.uid, {
        application_id,
        email: link.user.email,
        token,
        expires_at: expiresAt.toISOString(),
        uid: user.uid,
      });
    });
  }

  /**
   * Sets a password by a token, at the application at which it was asked for.
   * @throws AppError PERMISSION_DENIED where the application has no `self_service`; VALIDATION on `token`
   */
  async set(
    dto: SetPasswordDto,
    origin: Pick<Caller, 'ip' | 'requestId'> & { application: CallingApplication },
  ): Promise<void> {
    assertSelfService(origin.application);
    await this.passwords.setByLink(dto, origin);
  }
}
