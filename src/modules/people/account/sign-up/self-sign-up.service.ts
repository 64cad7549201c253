import { Injectable } from '@nestjs/common';
import { IsNull, type EntityManager } from 'typeorm';
import { assertOneself, type Caller, type CallingApplication } from '#common/access/index.js';
import { validateCustomFields } from '#common/custom-fields/index.js';
import { caseInsensitive, Database, hasExpired, hasNotExpired } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { PEOPLE } from '#people/people.messages.js';
import { EventRecorder, SentTokens, unsentToken } from '#common/events/index.js';
import type { LoginOrigin } from '#common/http/login-origin.js';
import { newId } from '#common/ids.js';
import { Job, JobQueue, JobType, Retention } from '#common/jobs/index.js';
import { accept, addProblems, isSound, type Validated } from '#common/validation/index.js';
import { Enrolment, Passwords, Referrals, SignUp, UsersService } from '../../users/index.js';
import { CONFIRMATION_SENT, type ConfirmationSentView } from '../account.dto.js';
import { AccountLimits } from '../account-limits.js';
import { lockSelfService } from '../account.queries.js';
import { inHours, assertSelfService } from '../account.rules.js';
import { PendingSignUp } from './pending-sign-up.entity.js';
import type { ConfirmSignUpDto, SelfSignUpDto } from './self-sign-up.dto.js';

const PENDING_HOURS = 24;

/** How often a token may be sent, with other names: each answer says whether a name is taken. */
const CONFIRMATIONS = 5;

export const NO_TOKEN = failure(PEOPLE.sign_up_expired, { field: 'token' });

/** Finds out whether the e-mail address is taken, after the answer: its time tells nobody who exists. */
const SEND_CONFIRMATION = new JobType<{ id: string }>('account.send-confirmation');

/** People who sign up with an application's key alone. See docs/decisions/0095-self-service.md. */
@Injectable()
export class SelfSignUp {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly signUps: SignUp,
    private readonly referrals: Referrals,
    private readonly enrolment: Enrolment,
    private readonly limits: AccountLimits,
    private readonly jobs: JobQueue,
    private readonly events: EventRecorder,
    private readonly tokens: SentTokens,
  ) {}

  /**
   * Keeps a sign-up until its e-mail address is confirmed. Nobody learns from it who exists: what is taken, and who sponsors,
   * is shown to whoever has the token.
   * @throws AppError PERMISSION_DENIED where the application has no `self_service`; VALIDATION with all
   *   that is wrong, `custom_fields` and `ref` too; TOO_MANY_REQUESTS
   */
  async begin(
    { dto, errors }: Validated<SelfSignUpDto>,
    application: CallingApplication,
    origin: LoginOrigin,
  ): Promise<ConfirmationSentView> {
    assertSelfService(application);
    const custom = validateCustomFields('users', dto.custom_fields, 'client', true);
    if (isSound(errors, 'custom_fields')) addProblems(errors, 'custom_fields', custom.problems);
    const named = isSound(errors, 'sponsor') ? dto.sponsor?.trim() || undefined : undefined;
    const referral = await this.referrals.validated(dto, errors);
    const { password, email, ref: _, ...member } = accept({ dto, errors });
    await this.limits.countMail('sign-up', origin, email);
    const passwordHash = await this.passwords.hash(password, origin.address);
    const id = newId();
    await this.db.transaction(async (tx) => {
      await tx.insert(PendingSignUp, {
        id,
        applicationId: application.id,
        email,
        passwordHash,
        details: {
          ...member,
          sponsor: named,
          sponsor_uid: referral?.sponsorUid,
          leg: referral?.leg,
          custom_fields: custom.values,
        },
        expiresAt: inHours(PENDING_HOURS),
      });
      await this.jobs.add(tx, SEND_CONFIRMATION, { payload: { id } });
    });
    return CONFIRMATION_SENT;
  }

  /**
   * Records the event with the token; or the one for the owner of an e-mail address that is taken. The sign-up is forgotten
   * where the application has no `self_service` any more.
   */
  @Job(SEND_CONFIRMATION)
  async sendConfirmation({ id }: { id: string }): Promise<void> {
    const where = { id, tokenHash: IsNull() };
    const asked = await this.db.manager.findOneBy(PendingSignUp, where);
    if (asked === null) return;
    const owner = await this.users.findByLogin(asked.email);
    await this.db.transaction(async (tx) => {
      const isOpen = await lockSelfService(this.db, tx, asked.applicationId);
      const pending = await tx.findOne(PendingSignUp, { where, lock: { mode: 'pessimistic_write' } });
      if (pending === null) return;
      if (!isOpen) {
        await tx.delete(PendingSignUp, id);
        return;
      }
      const { applicationId: application_id, email } = pending;
      if (owner !== null) {
        await tx.delete(PendingSignUp, id);
        await this.events.record(tx, 'account.already_exists', owner.uid, { application_id, email });
        return;
      }
      const { token, tokenHash } = unsentToken();
      const expiresAt = inHours(PENDING_HOURS);
      await tx.update(PendingSignUp, id, { tokenHash, expiresAt });
      const data = { application_id, email, token, expires_at: expiresAt.toISOString() };
      await this.events.record(tx, 'account.confirmation_requested', id, data);
    });
  }

  /**
   * Makes the member of a sign-up at the same application. What is refused can be sent again with the same token.
   * @returns the new user's uid
   * @throws AppError VALIDATION on `token`, `username`, `email` (taken), `sponsor` and `placement`; errors of hooks at
   *   `user.signup`; TOO_MANY_REQUESTS
   */
  async confirm(
    { token, username, sponsor }: ConfirmSignUpDto,
    application: CallingApplication,
    origin: LoginOrigin,
  ): Promise<{ uid: number }> {
    assertSelfService(application);
    await this.limits.countOrigin(origin, 'confirmation');
    const tokenHash = await this.tokens.hashOf(token);
    const live = { tokenHash, applicationId: application.id, expiresAt: hasNotExpired() };
    if (!(await this.db.manager.existsBy(PendingSignUp, live))) throw AppError.of(NO_TOKEN);
    const key = `confirmation:${tokenHash.toString('base64url')}`;
    await this.limits.count({ key, max: CONFIRMATIONS, seconds: PENDING_HOURS * 60 * 60 });
    return this.db.transaction(async (tx) => {
      const pending = await tx.findOne(PendingSignUp, { where: live, lock: { mode: 'pessimistic_write' } });
      if (pending === null) throw AppError.of(NO_TOKEN);
      const { email, details, passwordHash, applicationId } = pending;
      const by = { caller: null, applicationId, passwordHash };
      const made = await this.signUps.enter(tx, by, {
        ...details,
        email,
        username: username ?? details.username,
        sponsor: sponsor ?? (await this.sponsorOf(tx, pending)),
        // Another sponsor has not wished for it.
        leg: sponsor === undefined ? details.leg : undefined,
      });
      await tx.delete(PendingSignUp, { email: caseInsensitive(email) });
      return made;
    });
  }

  /**
   * What is in the caller's own link. Whether they may sponsor is asked when somebody has come by it.
   * @throws AppError PERMISSION_DENIED for another user; VALIDATION on a `leg` that they do not have
   */
  async link(caller: Caller, leg: number | undefined): Promise<{ ref: string }> {
    assertOneself(caller);
    if (leg !== undefined) await this.assertLeg(caller.uid, leg);
    return { ref: this.referrals.sign({ sponsorUid: caller.uid, leg }) };
  }

  @Retention('sign-ups that nobody confirmed, after a day')
  async deleteOld(): Promise<void> {
    await this.db.manager.delete(PendingSignUp, { expiresAt: hasExpired() });
  }

  private async assertLeg(uid: number, leg: number): Promise<void> {
    const placement = { parentUid: uid, leg, isWish: true } as const;
    const request = { kind: 'distributor', sponsorUid: uid, placement, byUid: null } as const;
    const problems = await this.db.transaction((tx) => this.enrolment.validate(tx, request));
    const problem = problems.placement?.[0];
    if (problem !== undefined) throw AppError.ofField('VALIDATION', 'leg', problem.message);
  }

  /** The username of the sponsor, as the sponsor policy takes it. */
  private async sponsorOf(tx: EntityManager, { details }: PendingSignUp): Promise<string | null | undefined> {
    const { sponsor, sponsor_uid: uid } = details;
    return uid === undefined ? sponsor : (await this.users.find(tx, uid))?.username;
  }
}
