import { ApiProperty } from '#common/openapi/decorators.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import { MEMBER_STATUSES, type MemberStatus } from '../state.entity.js';

/** What a member is, and since when. */
export class StandingView {
  @ApiProperty({ type: 'integer', example: 12 })
  uid!: number;

  @ApiProperty({ type: String, enum: MEMBER_KINDS, example: 'distributor' })
  kind!: MemberKind;

  @ApiProperty({ type: String, enum: MEMBER_STATUSES, example: 'suspended' })
  status!: MemberStatus;

  @ApiProperty({ type: String, example: '2026-11-21T08:30:00.000Z' })
  since!: string;
}
