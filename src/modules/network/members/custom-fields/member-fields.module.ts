import { Body, Injectable, Module } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import {
  acceptCustomFields,
  auditedCustomFields,
  changedCustomFields,
  type CustomFieldChange,
  CustomFieldsBody,
} from '#common/custom-fields/index.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { IS_ERASED, UsersModule, UsersService } from '#people/users/index.js';
import { AdminMemberView, MemberUidParam } from '../admin-members.dto.js';
import { MemberReader } from '../admin-members.service.js';
import { NetworkMember } from '../member.entity.js';
import { MembersModule } from '../members.module.js';

/** Custom fields of a member; what is left out stays. */
class MemberFieldsDto {
  @CustomFieldsBody('members', 'change', 'admin') custom_fields?: CustomFieldChange;
}

/** Changes custom fields of members. See docs/decisions/0101-custom-fields.md. */
@Injectable()
class MemberFields {
  constructor(
    private readonly db: Database,
    private readonly members: MemberReader,
    private readonly users: UsersService,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Changes them; audited.
   * @throws AppError NOT_FOUND for who is no member; CONFLICT for who was erased; VALIDATION on `custom_fields`
   */
  async change(caller: Caller, uid: number, { custom_fields }: MemberFieldsDto): Promise<AdminMemberView> {
    const values = acceptCustomFields('members', custom_fields, caller, false) ?? {};
    await this.db.transaction(async (tx) => {
      const user = await this.users.lock(tx, uid);
      const member = await tx.findOne(NetworkMember, { where: { uid }, lock: { mode: 'pessimistic_write' } });
      if (user === null || member === null) throw AppError.notFound('member');
      if (user.erasedAt !== null) throw AppError.of(IS_ERASED);
      const customFields = changedCustomFields(member.customFields, values);
      await tx.update(NetworkMember, { uid }, { customFields });
      const changed = auditedCustomFields('members', member.customFields, customFields);
      const act = { action: 'member.change-fields', entityType: 'member', entityId: uid };
      await this.audit.record(tx, caller, { ...act, ...changed });
    });
    return this.members.read(caller, uid);
  }
}

/** Custom fields of members in the admin module. */
@AdminController('network', 'Admin: network', { read: 'network.read', write: 'network.write' })
class AdminMemberFieldsController {
  constructor(private readonly fields: MemberFields) {}

  @Endpoint('PATCH :uid/custom-fields', {
    id: 'adminChangeMemberFields',
    summary: 'Change custom fields of a member',
    description: 'What is left out stays, null takes a value away.',
    answer: AdminMemberView,
    failures: [notFound('member'), IS_ERASED],
  })
  change(
    @CallerParam() caller: Caller,
    @MemberUidParam() uid: number,
    @Body() dto: MemberFieldsDto,
  ): Promise<AdminMemberView> {
    return this.fields.change(caller, uid, dto);
  }
}

/** Only where an extension declares fields of members. */
@Module({
  imports: [MembersModule, UsersModule],
  controllers: [AdminMemberFieldsController],
  providers: [MemberFields],
})
export class MemberFieldsModule {}
