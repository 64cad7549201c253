import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { auditedCustomFields, changedCustomFields, validateCustomFields } from '#common/custom-fields/index.js';
import { Database } from '#common/database/index.js';
import { HandlerRegistry } from '#common/events/index.js';
import type { FieldErrors } from '#common/errors/app-error.js';
import {
  accept,
  addProblem,
  addProblems,
  copyProblems,
  isFine,
  isSound,
  type Validated,
} from '#common/validation/index.js';
import { Enrolment, type EnrolmentRequest } from './enrolment.js';
import { Passwords } from './passwords.js';
import type { SignUpDto } from './sign-up.dto.js';
import { Referrals, type Referral } from './referrals.js';
import { SponsorPolicy, type SponsorRequest } from './sponsor-policy.js';
import { toUserView } from './user.dto.js';
import { UsersService, type NewUser } from './users.service.js';
import { NO_PARENT } from './users.failures.js';

/** Who is to become a member. */
export interface NewMember extends Omit<SignUpDto, 'password' | 'ref'> {
  /** A leg of the sponsor that is wished for, whether it is free or not. */
  readonly leg?: number | undefined;
}

/** Who signs a member up. */
export interface SignUpBy {
  /** Null: the member themselves. */
  readonly caller: Caller | null;
  readonly applicationId: string | null;
  readonly passwordHash: string;
}

/** Signs members up. See docs/spec/service.md#4. */
@Injectable()
export class SignUp {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly handlers: HandlerRegistry,
    private readonly audit: AuditLog,
    private readonly sponsors: SponsorPolicy,
    private readonly enrolment: Enrolment,
    private readonly referrals: Referrals,
  ) {}

  /**
   * Creates a member.
   * @param caller the API admin
   * @returns the new user's uid
   * @throws AppError VALIDATION with all that is wrong, `username`, `email` (taken), `sponsor` (by the sponsor policy, or the
   *   network), `ref` and `placement` too; errors of hooks at `user.signup`
   */
  async signUp(caller: Caller, { dto, errors: found }: Validated<SignUpDto>): Promise<{ uid: number }> {
    const errors = copyProblems(found);
    const referral = await this.referrals.validated(dto, errors);
    const { password, ref: _, ...named } = dto;
    const referred = async (tx: EntityManager): Promise<NewMember> =>
      referral === undefined ? named : { ...named, ...(await this.referredBy(tx, referral)) };
    // No password is hashed for a form that is refused.
    if (!isFine(errors))
      await this.db.transaction(async (tx) => this.validate(tx, caller, { dto: await referred(tx), errors }));
    const passwordHash = await this.passwords.hash(password);
    const applicationId = caller.application?.id ?? null;
    return this.db.transaction(async (tx) =>
      this.enter(tx, { caller, applicationId, passwordHash }, await referred(tx)),
    );
  }

  /**
   * Creates a member, in the transaction of whoever signs them up.
   * @returns the new user's uid
   * @throws AppError as {@link signUp}
   */
  async enter(tx: EntityManager, by: SignUpBy, member: NewMember): Promise<{ uid: number }> {
    const { applicationId, passwordHash } = by;
    const valid = await this.validate(tx, by.caller, { dto: member, errors: {} });
    const user: NewUser = { ...valid, applicationId, passwordHash };
    await this.handlers.runHooks('user.signup', tx, {
      caller: by.caller,
      application_id: by.applicationId,
      username: user.username,
      email: user.email,
      sponsor_uid: user.sponsorUid ?? null,
      country_code: member.country_code.toUpperCase(),
      custom_fields: user.customFields ?? {},
    });
    const made = await this.users.create(tx, user);
    const { uid } = made;
    // The e-mail address would outlive the user's erasure.
    const { email: _, ...view } = toUserView(made);
    const after = { ...view, ...auditedCustomFields('users', null, made.customFields).after };
    if (by.caller !== null)
      await this.audit.record(tx, by.caller, { action: 'user.signup', entityType: 'user', entityId: uid, after });
    return { uid };
  }

  /** The sponsor and the leg that a link names. */
  async referredBy(tx: EntityManager, { sponsorUid, leg }: Referral): Promise<Pick<NewMember, 'sponsor' | 'leg'>> {
    return { sponsor: (await this.users.find(tx, sponsorUid))?.username, leg };
  }

  /** Adds what the database knows to what is wrong with a form, and refuses it if there is anything. */
  private async validate(
    tx: EntityManager,
    caller: Caller | null,
    { dto: member, errors: found }: Validated<NewMember>,
  ): Promise<Omit<NewUser, 'passwordHash'>> {
    const errors = copyProblems(found);
    const { username, email } = member;
    const countryCode = isSound(errors, 'country_code') ? member.country_code.toUpperCase() : '';
    Object.assign(errors, await this.users.taken(tx, { username, email }, { found }));
    // Whom a wrong link names is not known.
    const sponsor = { caller, sponsor: member.sponsor, countryCode };
    const sponsorUid = isSound(errors, 'ref') ? await this.sponsorOf(tx, sponsor, errors) : null;
    const placement = await this.placeOf(tx, member, errors);
    const wanted: EnrolmentRequest = {
      kind: member.kind ?? 'distributor',
      sponsorUid,
      placement,
      byUid: caller?.uid ?? null,
    };
    const enrolment = await this.onLeg(tx, wanted, member.leg);
    if (isSound(errors, 'sponsor') && isSound(errors, 'ref') && isSound(errors, 'kind'))
      Object.assign(errors, await this.enrolment.validate(tx, enrolment));
    const custom = validateCustomFields('users', member.custom_fields, 'client', true);
    if (isSound(errors, 'custom_fields')) addProblems(errors, 'custom_fields', custom.problems);
    return accept({
      dto: {
        username,
        email,
        firstName: member.first_name,
        lastName: member.last_name,
        countryCode,
        sponsorUid,
        roles: ['member'],
        enrolment,
        customFields: changedCustomFields(null, custom.values),
      },
      errors,
    });
  }

  /** The same on a leg of the sponsor that was wished for, where that is possible and free: else by the rule of the network. */
  private async onLeg(tx: EntityManager, wanted: EnrolmentRequest, leg: number | undefined): Promise<EnrolmentRequest> {
    if (leg === undefined || wanted.sponsorUid === null || wanted.placement !== null) return wanted;
    const there = { ...wanted, placement: { parentUid: wanted.sponsorUid, leg, isWish: true as const } };
    const problems = await this.enrolment.validate(tx, there);
    return 'placement' in problems ? wanted : there;
  }

  /** Who sponsors, by the policy; null for nobody, and where the sponsor is refused. */
  private async sponsorOf(
    tx: EntityManager,
    { sponsor, ...request }: Omit<SponsorRequest, 'sponsor'> & Pick<NewMember, 'sponsor'>,
    errors: FieldErrors,
  ): Promise<number | null> {
    if (!isSound(errors, 'sponsor')) return null;
    const verdict = await this.sponsors.sponsorOf(tx, { ...request, sponsor: sponsor?.trim() || undefined });
    if ('uid' in verdict) return verdict.uid;
    addProblem(errors, 'sponsor', verdict.refusal);
    return null;
  }

  /** The place that was asked for; null for none, or one below nobody. */
  private async placeOf(
    tx: EntityManager,
    { placement }: NewMember,
    errors: FieldErrors,
  ): Promise<EnrolmentRequest['placement']> {
    if (placement === undefined || placement === null || !isSound(errors, 'placement')) return null;
    const parent = await this.users.findByUsername(tx, placement.parent.trim());
    if (parent !== null) return { parentUid: parent.uid, leg: placement.leg };
    addProblem(errors, NO_PARENT.field, NO_PARENT.message, 'placement.parent');
    return null;
  }
}
