import { ApiProperty } from '#common/openapi/decorators.js';
import {
  BooleanField,
  ChoiceField,
  ExactKeys,
  InstantField,
  IntegerField,
  TextField,
} from '#common/validation/index.js';
import { MAX_REASON, type Tree, TREES } from '../member.entity.js';
import { MAX_WIDTH } from '../settings/network-settings.rules.js';

/** Where a member is to stand, with all below. A misspelt `dry_run` or `from` must not move anybody. */
@ExactKeys()
export class MoveMemberDto {
  @ChoiceField(TREES, { example: 'sponsor' })
  tree!: Tree;

  @IntegerField({
    nullable: true,
    description: 'the new sponsor or parent; null: the member becomes a root',
    example: 3,
  })
  parent_uid!: number | null;

  @IntegerField({
    optional: true,
    nullable: true,
    max: MAX_WIDTH,
    description: 'a free leg of the parent; required in the placement tree below a parent, and nowhere else',
    example: 1,
  })
  leg?: number | null;

  @TextField({ max: MAX_REASON, example: 'wrong sponsor at sign-up' })
  reason!: string;

  @InstantField({
    optional: true,
    description:
      'the instant from which the move counts, if it is dated back; posted periods that end later are calculated again',
    example: '2026-10-03T00:00:00Z',
  })
  from?: string;

  @BooleanField({ optional: true, description: 'true: nothing changes; the response shows what would', example: false })
  dry_run?: boolean;
}

/** Where a member stands in a tree. */
export class PositionView {
  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'null: a root' })
  parent_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'alice', description: 'username of the parent' })
  parent!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'only in the placement tree' })
  leg!: number | null;
}

/** The three volumes, as decimals of at most 4 places. */
export class OpenAmountsView {
  @ApiProperty({ type: Number, example: 620.5 })
  business_volume!: number;

  @ApiProperty({ type: Number, example: 540 })
  points!: number;

  @ApiProperty({ type: Number, example: 620.5 })
  cumulative_volume!: number;
}

/** The group volume of a member above, as a move changes it. */
export class GroupChangeView {
  @ApiProperty({ type: 'integer', example: 3 })
  uid!: number;

  @ApiProperty({ type: String, nullable: true, example: 'alice' })
  username!: string | null;

  @ApiProperty({ type: Number, example: 1_840 })
  group_volume_before!: number;

  @ApiProperty({ type: Number, example: 1_300 })
  group_volume_after!: number;
}

/** Whether a member is active, and would be. */
class MovedActivityView {
  @ApiProperty({ type: Boolean, example: true })
  before!: boolean;

  @ApiProperty({ type: Boolean, example: true })
  after!: boolean;
}

/** The paid-as rank of a member, and what it would be. */
class MovedRankView {
  @ApiProperty({ type: String, nullable: true, example: 'gold' })
  before!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'silver' })
  after!: string | null;
}

/** A member who would be active or not, or have another rank. */
export class MovedMemberView {
  @ApiProperty({ type: 'integer', example: 3 })
  uid!: number;

  @ApiProperty({ type: String, nullable: true, example: 'alice' })
  username!: string | null;

  @ApiProperty({ type: MovedActivityView })
  active!: MovedActivityView;

  @ApiProperty({ type: MovedRankView })
  rank!: MovedRankView;
}

/** What a move does to ranks and activity in the open period. */
export class MovedRanksView {
  @ApiProperty({ type: 'integer', example: 1, description: 'the number of members that it affects' })
  count!: number;

  @ApiProperty({ type: [MovedMemberView], description: 'at most 50 of them, from the top' })
  members!: MovedMemberView[];
}

/** What a move does to the volumes of the open period, in the tree of the move. */
export class MoveVolumesView {
  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-01T00:00:00.000Z', description: 'of the period' })
  from!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-12-01T00:00:00.000Z', description: 'not included' })
  to!: string;

  @ApiProperty({ type: 'integer', example: 24, description: 'distributors whose volumes move' })
  distributors!: number;

  @ApiProperty({
    type: 'integer',
    example: 2,
    description: 'preferred customers; in the placement tree those below the moved members',
  })
  preferred!: number;

  @ApiProperty({ type: 'integer', example: 8, description: 'customers; as preferred customers' })
  customers!: number;

  @ApiProperty({ type: OpenAmountsView, description: 'of the member’s own rows' })
  personal!: OpenAmountsView;

  @ApiProperty({ type: OpenAmountsView, description: 'of all members that move' })
  group!: OpenAmountsView;

  @ApiProperty({
    type: GroupChangeView,
    nullable: true,
    description:
      'the parent now; for a member in a holding tank the nearest placed sponsor. Unchanged if the new parent is below it.',
  })
  former!: GroupChangeView | null;

  @ApiProperty({
    type: GroupChangeView,
    nullable: true,
    description: 'the new parent; unchanged if the former one stands below',
  })
  next!: GroupChangeView | null;

  @ApiProperty({
    type: MovedRanksView,
    nullable: true,
    description: 'ranks and activity by the plan in force, which look at the sponsor tree; null while no plan is',
  })
  ranks!: MovedRanksView | null;
}

/** A posted period that a move dated back bears on. */
class TouchedPeriodView {
  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: 'integer', example: 12 })
  run_id!: number;
}

/** What a move changes. */
export class MoveView {
  @ApiProperty({ type: 'integer', example: 12 })
  uid!: number;

  @ApiProperty({ type: String, enum: TREES, example: 'sponsor' })
  tree!: Tree;

  @ApiProperty({ type: Boolean, example: false })
  dry_run!: boolean;

  @ApiProperty({ type: 'integer', example: 34, description: 'members that move: this one, and everybody below' })
  members!: number;

  @ApiProperty({ type: PositionView, nullable: true, description: 'null for members who were not placed' })
  from!: PositionView | null;

  @ApiProperty({ type: PositionView })
  to!: PositionView;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'of a move that is dated back: when it takes effect',
  })
  from_at!: string | null;

  @ApiProperty({
    type: TouchedPeriodView,
    isArray: true,
    description: 'posted periods that are calculated again, because the move is dated back',
  })
  periods!: TouchedPeriodView[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'the correction that shows the results; null if no period is posted, and for a dry run',
  })
  correction_id!: number | null;

  @ApiProperty({
    type: MoveVolumesView,
    nullable: true,
    description:
      'of a dry run alone. Null also while the volumes are being loaded, a few seconds after the service has started: ask again in a moment. Group volumes are of points.',
  })
  volumes!: MoveVolumesView | null;
}
