import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { acceptCustomFields, changedCustomFields } from '#common/custom-fields/index.js';
import { Database } from '#common/database/index.js';
import { UsersService } from '../../users/index.js';
import { changedFields } from '../account.rules.js';
import { toProfileView, type ChangeProfileDto, type ProfileView } from './profile.dto.js';

/** The profile of a user. */
@Injectable()
export class Profiles {
  constructor(
    private readonly db: Database,
    private readonly users: UsersService,
    private readonly audit: AuditLog,
  ) {}

  /** Audited if it is another user's. */
  async read(caller: Caller): Promise<ProfileView> {
    const { actsFor: uid } = caller;
    const user = (await this.users.find(this.db.manager, uid))!;
    await this.audit.recordRead(caller, { action: 'user.read', entityType: 'user', entityId: uid });
    return toProfileView(user);
  }

  /**
   * Audited if it is another user's, without values, which would outlive the user's erasure.
   * @throws AppError NOT_FOUND for an inactive user; VALIDATION on `custom_fields`
   */
  async change(caller: Caller, { custom_fields, ...dto }: ChangeProfileDto): Promise<ProfileView> {
    const { actsFor: uid } = caller;
    const { first_name, last_name, country_code } = dto;
    const custom = acceptCustomFields('users', custom_fields, 'client', false);
    return this.db.transaction(async (tx) => {
      const user = await this.users.lockActive(tx, uid);
      const before = toProfileView(user);
      const customFields = custom && changedCustomFields(user.customFields, custom);
      const countryCode = country_code?.toUpperCase();
      const change = { firstName: first_name, lastName: last_name, countryCode, customFields };
      const after = toProfileView(await this.users.update(tx, uid, change));
      const act = { action: 'user.update', entityType: 'user', entityId: uid, after: changedFields(before, after) };
      await this.audit.recordForAnother(tx, caller, act);
      return after;
    });
  }
}
