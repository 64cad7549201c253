import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import { MEMBER_STATUSES, type MemberStatus, type Tree, TREES } from './member.entity.js';

/** Where a member stands in a tree. */
export class PositionData {
  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'null: a root' })
  parent_uid!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'only in the placement tree' })
  leg!: number | null;
}

/** `member.enrolled`. */
export class MemberEnrolledData {
  @ApiProperty({ type: 'integer', example: 12 })
  uid!: number;

  @ApiProperty({ type: String, enum: MEMBER_KINDS, example: 'distributor' })
  kind!: MemberKind;

  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'null: a root of the sponsor tree' })
  sponsor_uid!: number | null;

  @ApiProperty({
    type: PositionData,
    nullable: true,
    description: 'in the placement tree; null for members who are not placed: customers, and those in a holding tank',
  })
  placement!: PositionData | null;

  @ApiProperty({ type: String, example: '2026-11-21T08:30:00.000Z' })
  enrolled_at!: string;
}

/** `member.moved`. */
export class MemberMovedData {
  @ApiProperty({ type: 'integer', example: 12 })
  uid!: number;

  @ApiProperty({ type: String, enum: TREES, example: 'placement' })
  tree!: Tree;

  @ApiProperty({ type: PositionData, nullable: true, description: 'null for members who were not placed before' })
  from!: PositionData | null;

  @ApiProperty({
    type: PositionData,
    nullable: true,
    description: 'null for a member who is no longer placed, because they are a customer now',
  })
  to!: PositionData | null;

  @ApiProperty({ type: String, nullable: true, example: 'wrong sponsor at sign-up' })
  reason!: string | null;

  @ApiProperty({ type: String, example: '2026-11-21T08:30:00.000Z', description: 'when it takes effect' })
  at!: string;
}

/** `member.status_changed`. */
export class MemberStatusChangedData {
  @ApiProperty({ type: 'integer', example: 12 })
  uid!: number;

  @ApiProperty({ type: String, enum: MEMBER_STATUSES, example: 'suspended' })
  status!: MemberStatus;

  @ApiProperty({ type: String, enum: MEMBER_STATUSES, example: 'active' })
  previous_status!: MemberStatus;

  @ApiProperty({ type: String, enum: MEMBER_KINDS, example: 'distributor' })
  kind!: MemberKind;

  @ApiProperty({ type: String, enum: MEMBER_KINDS, example: 'distributor' })
  previous_kind!: MemberKind;

  @ApiProperty({ type: String, nullable: true, example: 'terms were not kept' })
  reason!: string | null;

  @ApiProperty({ type: String, example: '2026-11-21T08:30:00.000Z', description: 'when it takes effect' })
  at!: string;
}

// They happen to users, so that none is told before `user.created`.
export const MEMBER_EVENTS = {
  'member.enrolled': {
    aggregate: 'user',
    data: MemberEnrolledData,
    summary: 'A member was enrolled in the network',
    description: 'Follows `user.created` of a user with the role member.',
  },
  'member.moved': {
    aggregate: 'user',
    data: MemberMovedData,
    summary: 'A member was moved in a tree, or placed',
    description: 'Everybody below moves along. `from` is null for a member that was placed from a holding tank.',
  },
  'member.status_changed': {
    aggregate: 'user',
    data: MemberStatusChangedData,
    summary: 'A member was suspended, terminated or reactivated, or changed kind',
    description: 'An admin changed the status, the kind or both.',
  },
} satisfies EventDeclarations;

declare module '../../../common/events/event-types.js' {
  interface EventPayloads extends PayloadsOf<typeof MEMBER_EVENTS> {}
}
