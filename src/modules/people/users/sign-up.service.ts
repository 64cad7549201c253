import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/index.js';
import { Database } from '#common/database/index.js';
import { HandlerRegistry } from '#common/events/index.js';
import type { FieldErrors } from '#common/errors/app-error.js';
import { accept, addProblem } from '#common/validation/index.js';
import { Enrolment, type EnrolmentRequest } from './enrolment.js';
import { Passwords } from './passwords.js';
import type { SignUpDto } from './sign-up.dto.js';
import { SponsorPolicy } from './sponsor-policy.js';
import { toUserView } from './user.dto.js';
import { UsersService, type NewUser } from './users.service.js';

/** The error for a place below nobody. */
export const NO_PARENT = {
  code: 'VALIDATION',
  field: 'placement',
  message: 'is not the username of a member',
} as const;

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
  ) {}

  /**
   * Creates a member.
   * @param caller the API admin
   * @returns the new user's uid
   * @throws AppError VALIDATION on `username`, `email` (taken), `sponsor` (by the sponsor policy, or the network) and
   *   `placement`, all at once; errors of hooks at `user.signup`
   */
  async signUp(caller: Caller, dto: SignUpDto): Promise<{ uid: number }> {
    const passwordHash = await this.passwords.hash(dto.password);
    return this.db.transaction(async (tx) => {
      const user = await this.validate(tx, caller, dto, passwordHash);
      await this.handlers.runHooks('user.signup', tx, {
        caller,
        username: user.username,
        email: user.email,
        sponsor_uid: user.sponsorUid ?? null,
        country_code: dto.country_code.toUpperCase(),
      });
      const made = await this.users.create(tx, user);
      const { uid } = made;
      const after = toUserView(made);
      await this.audit.record(tx, caller, { action: 'user.signup', entityType: 'user', entityId: uid, after });
      return { uid };
    });
  }

  private async validate(tx: EntityManager, caller: Caller, dto: SignUpDto, passwordHash: string): Promise<NewUser> {
    const { username, email } = dto;
    const countryCode = dto.country_code.toUpperCase();
    const errors = await this.users.taken(tx, { username, email });
    const verdict = await this.sponsors.sponsorOf(tx, {
      caller,
      sponsor: dto.sponsor?.trim() || undefined,
      countryCode,
    });
    if ('refusal' in verdict) addProblem(errors, 'sponsor', verdict.refusal);
    const sponsorUid = 'uid' in verdict ? verdict.uid : null;
    const placement = await this.placeOf(tx, dto, errors);
    const enrolment: EnrolmentRequest = { kind: dto.kind ?? 'distributor', sponsorUid, placement, byUid: caller.uid };
    if (!('refusal' in verdict)) Object.assign(errors, await this.enrolment.validate(tx, enrolment));
    return accept({
      dto: {
        username,
        email,
        passwordHash,
        firstName: dto.first_name,
        lastName: dto.last_name,
        countryCode,
        sponsorUid,
        roles: ['member'],
        applicationId: caller.application?.id ?? null,
        enrolment,
      },
      errors,
    });
  }

  /** The place that was asked for; null for none, or one below nobody. */
  private async placeOf(
    tx: EntityManager,
    { placement }: SignUpDto,
    errors: FieldErrors,
  ): Promise<EnrolmentRequest['placement']> {
    if (placement === undefined || placement === null) return null;
    const parent = await this.users.findByUsername(tx, placement.parent.trim());
    if (parent !== null) return { parentUid: parent.uid, leg: placement.leg };
    addProblem(errors, NO_PARENT.field, NO_PARENT.message, 'placement.parent');
    return null;
  }
}
