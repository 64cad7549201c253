import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { auditedCustomFields, changedCustomFields, validateCustomFields } from '#common/custom-fields/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import {
  accept,
  addProblem,
  addProblems,
  copyProblems,
  isFine,
  isSound,
  type Validated,
} from '#common/validation/index.js';
import { AccountGrants } from '../approvals/index.js';
import { SessionsService } from '../sessions/index.js';
import { Enrolment } from './enrolment.js';
import { Passwords } from './passwords.js';
import { type CreateUserDto, toUserView, type UserView, type UserWithPasswordView } from './user.dto.js';
import { assertMayChange, changesRoles } from './user-roles.rules.js';
import { findSponsor } from './sponsor-policy.js';
import type { User } from './user.entity.js';
import { UsersService, type NewUser } from './users.service.js';
import { NO_SPONSOR } from './users.failures.js';

/** Administration of users. See docs/spec/service.md#8. */
@Injectable()
export class UserAdministration {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly passwords: Passwords,
    private readonly sessions: SessionsService,
    private readonly grants: AccountGrants,
    private readonly audit: AuditLog,
    private readonly enrolment: Enrolment,
  ) {}

  /**
   * @throws AppError NOT_FOUND
   */
  async read(caller: Caller, uid: number): Promise<UserView> {
    return toUserView(found(await this.users.find(this.db.manager, uid)), caller);
  }

  /**
   * Creates a user.
   * @returns the user; with the password if it was generated
   * @throws AppError PERMISSION_DENIED for roles that the caller may not give; REAUTHENTICATION_REQUIRED for other roles than
   *   `member`; VALIDATION with all that is wrong, `username`, `email` (taken), `sponsor` (no active member, or not one of
   *   the network that may sponsor) and `custom_fields` too
   */
  async create(caller: Caller, validated: Validated<CreateUserDto>): Promise<UserWithPasswordView> {
    // No password is hashed for a form that is refused.
    if (!isFine(validated.errors)) await this.db.transaction((tx) => this.validate(tx, caller, validated));
    const dto = accept(validated);
    const roles = dto.roles ?? ['member'];
    assertMayChange(caller, ['member'], roles);
    if (changesRoles(['member'], roles)) await this.sessions.assertConfirmed(null, caller);
    const { password, passwordHash, generated } = await this.passwords.prepare(dto.password);
    return this.db.transaction(async (tx) => {
      const valid = await this.validate(tx, caller, validated);
      const made = await this.users.create(tx, {
        username: dto.username,
        email: dto.email,
        passwordHash,
        firstName: dto.first_name ?? '',
        lastName: dto.last_name ?? '',
        countryCode: dto.country_code?.toUpperCase() ?? null,
        roles,
        ...valid,
      });
      const after = { ...toUserView(made), ...auditedCustomFields('users', null, made.customFields).after };
      await this.grants.record(tx, { uid: made.uid, byUid: caller.uid, rolesBefore: [], withPassword: true });
      await this.audit.record(tx, caller, { action: 'user.create', entityType: 'user', entityId: made.uid, after });
      return { ...toUserView(made, caller), ...(generated ? { password } : {}) };
    });
  }

  /** Adds what the database knows to what is wrong with a form, and refuses it if there is anything. */
  private async validate(
    tx: EntityManager,
    caller: Caller,
    { dto, errors: found }: Validated<CreateUserDto>,
  ): Promise<Pick<NewUser, 'sponsorUid' | 'enrolment' | 'customFields'>> {
    const errors = copyProblems(found);
    Object.assign(errors, await this.users.taken(tx, dto, { found }));
    const named = isSound(errors, 'sponsor') && dto.sponsor;
    const sponsor = named ? await findSponsor(tx, named) : null;
    if (named && sponsor === null) addProblem(errors, NO_SPONSOR.field, NO_SPONSOR.message);
    const sponsorUid = sponsor?.uid ?? null;
    const enrolment = { kind: dto.kind ?? 'distributor', sponsorUid, placement: null, byUid: caller.uid };
    const isMember = isSound(errors, 'roles') && (dto.roles?.includes('member') ?? true);
    if (isMember && isSound(errors, 'kind')) Object.assign(errors, await this.enrolment.validate(tx, enrolment));
    const custom = validateCustomFields('users', dto.custom_fields, caller, true);
    if (isSound(errors, 'custom_fields')) addProblems(errors, 'custom_fields', custom.problems);
    return accept({ dto: { sponsorUid, enrolment, customFields: changedCustomFields(null, custom.values) }, errors });
  }
}

function found(user: User | null): User {
  if (user === null) throw AppError.notFound('user');
  return user;
}
