import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { auditedCustomFields, changedCustomFields, validateCustomFields } from '#common/custom-fields/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { accept, addProblem, addProblems } from '#common/validation/index.js';
import { AccountGrants } from '../approvals/index.js';
import { SessionsService } from '../sessions/index.js';
import { Enrolment } from './enrolment.js';
import { Passwords } from './passwords.js';
import {
  assertMayChange,
  changesRoles,
  type CreateUserDto,
  toUserView,
  type UserView,
  type UserWithPasswordView,
} from './user.dto.js';
import { findSponsor } from './sponsor-policy.js';
import type { User } from './user.entity.js';
import { UsersService } from './users.service.js';
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
   *   `member`; VALIDATION on `username`, `email` (taken) and `sponsor` (no active member, or not one of the network
   *   that may sponsor) and `custom_fields`, all at once
   */
  async create(caller: Caller, dto: CreateUserDto): Promise<UserWithPasswordView> {
    const roles = dto.roles ?? ['member'];
    assertMayChange(caller, ['member'], roles);
    if (changesRoles(['member'], roles)) await this.sessions.assertConfirmed(null, caller);
    const { password, passwordHash, generated } = await this.passwords.prepare(dto.password);
    return this.db.transaction(async (tx) => {
      const errors = await this.users.taken(tx, dto);
      const sponsor = dto.sponsor ? await findSponsor(tx, dto.sponsor) : null;
      if (dto.sponsor && sponsor === null) addProblem(errors, NO_SPONSOR.field, NO_SPONSOR.message);
      const sponsorUid = sponsor?.uid ?? null;
      const enrolment = { kind: dto.kind ?? 'distributor', sponsorUid, placement: null, byUid: caller.uid };
      if (roles.includes('member')) Object.assign(errors, await this.enrolment.validate(tx, enrolment));
      const custom = validateCustomFields('users', dto.custom_fields, caller, true);
      addProblems(errors, 'custom_fields', custom.problems);
      accept({ dto, errors });
      const made = await this.users.create(tx, {
        username: dto.username,
        email: dto.email,
        passwordHash,
        firstName: dto.first_name ?? '',
        lastName: dto.last_name ?? '',
        countryCode: dto.country_code?.toUpperCase() ?? null,
        sponsorUid,
        roles,
        enrolment,
        customFields: changedCustomFields(null, custom.values),
      });
      const after = { ...toUserView(made), ...auditedCustomFields('users', null, made.customFields).after };
      await this.grants.record(tx, { uid: made.uid, byUid: caller.uid, rolesBefore: [], withPassword: true });
      await this.audit.record(tx, caller, { action: 'user.create', entityType: 'user', entityId: made.uid, after });
      return { ...toUserView(made, caller), ...(generated ? { password } : {}) };
    });
  }
}

function found(user: User | null): User {
  if (user === null) throw AppError.notFound('user');
  return user;
}
