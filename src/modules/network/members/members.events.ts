import type { EventDeclarations, PayloadsOf } from '#common/events/index.js';
import { ChoiceProperty, IntegerProperty, ObjectProperty, TextProperty } from '#common/openapi/decorators.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import { MEMBER_STATUSES, type MemberStatus, type Tree, TREES } from './member.entity.js';

/** Where a member stands in a tree. */
export class PositionData {
  @IntegerProperty(3, 'null: a root', { nullable: true }) parent_uid!: number | null;
  @IntegerProperty(1, 'only in the placement tree', { nullable: true }) leg!: number | null;
}

/** `member.enrolled`. */
export class MemberEnrolledData {
  @IntegerProperty(12) uid!: number;
  @ChoiceProperty(MEMBER_KINDS, 'distributor') kind!: MemberKind;
  @IntegerProperty(3, 'null: a root of the sponsor tree', { nullable: true }) sponsor_uid!: number | null;

  @ObjectProperty(
    PositionData,
    'in the placement tree; null for members who are not placed: customers, and those in a holding tank',
    { nullable: true },
  )
  placement!: PositionData | null;

  @TextProperty('2026-11-21T08:30:00.000Z') enrolled_at!: string;
}

/** `member.moved`. */
export class MemberMovedData {
  @IntegerProperty(12) uid!: number;
  @ChoiceProperty(TREES, 'placement') tree!: Tree;

  @ObjectProperty(PositionData, 'null for members who were not placed before', { nullable: true })
  from!: PositionData | null;

  @ObjectProperty(PositionData, 'null for a member who is no longer placed, because they are a customer now', {
    nullable: true,
  })
  to!: PositionData | null;

  @TextProperty('wrong sponsor at sign-up', { nullable: true }) reason!: string | null;
  @TextProperty('2026-11-21T08:30:00.000Z', 'when it takes effect') at!: string;
}

/** `member.status_changed`. */
export class MemberStatusChangedData {
  @IntegerProperty(12) uid!: number;
  @ChoiceProperty(MEMBER_STATUSES, 'suspended') status!: MemberStatus;
  @ChoiceProperty(MEMBER_STATUSES, 'active') previous_status!: MemberStatus;
  @ChoiceProperty(MEMBER_KINDS, 'distributor') kind!: MemberKind;
  @ChoiceProperty(MEMBER_KINDS, 'distributor') previous_kind!: MemberKind;
  @TextProperty('terms were not kept', { nullable: true }) reason!: string | null;
  @TextProperty('2026-11-21T08:30:00.000Z', 'when it takes effect') at!: string;
}

// They happen to users, so that none is sent before `user.created`.
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
