import { ApiProperty } from '#common/openapi/decorators.js';
import type { PlacedMember } from '../asks.js';
import { PeriodView, toPeriodView, volume } from '../live.view.js';
import type { Period } from '../open-period.js';

/** The figures of a member in a tree. */
export class MemberFiguresView {
  @ApiProperty({ type: 'integer', example: 3 })
  uid!: number;

  @ApiProperty({
    type: Number,
    example: 120.5,
    description:
      'qualifying volume of the open period: of the member’s own rows, and of customers where the plan counts them',
  })
  personal_volume!: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 4300,
    description: 'qualifying volume of the member and all below in the tree; null for members without a place in it',
  })
  group_volume!: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 41,
    description: 'how many are below in all; null for members without a place in the tree',
  })
  members!: number | null;

  @ApiProperty({
    type: Boolean,
    example: false,
    description:
      'whether the member’s own volumes are left out of all sums: they are more than can be added up exactly',
  })
  volumes_left_out!: boolean;
}

/** Figures of some members. */
export class NetworkFiguresView {
  @ApiProperty({ type: PeriodView })
  period!: PeriodView;

  @ApiProperty({ type: [MemberFiguresView], description: 'those who are members; others are left out' })
  members!: MemberFiguresView[];
}

export function toNetworkFiguresView(members: readonly PlacedMember[], period: Period): NetworkFiguresView {
  return { period: toPeriodView(period), members: members.map(toMemberFiguresView) };
}

function toMemberFiguresView({ uid, personal, group, members, isPlaced, isLeftOut }: PlacedMember): MemberFiguresView {
  return {
    uid,
    personal_volume: volume(personal),
    group_volume: isPlaced ? volume(group) : null,
    members: isPlaced ? members : null,
    volumes_left_out: isLeftOut,
  };
}
