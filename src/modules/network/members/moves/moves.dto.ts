import {
  BooleanProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
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
  @ChoiceField(TREES, { example: 'sponsor' }) tree!: Tree;

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

  @TextField({ max: MAX_REASON, example: 'wrong sponsor at sign-up' }) reason!: string;

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
  @IntegerProperty(3, 'null: a root', { nullable: true }) parent_uid!: number | null;
  @TextProperty('alice', 'username of the parent', { nullable: true }) parent!: string | null;
  @IntegerProperty(1, 'only in the placement tree', { nullable: true }) leg!: number | null;
}

/** The three volumes, as decimals of at most 4 places. */
export class OpenAmountsView {
  @NumberProperty(620.5) business_volume!: number;
  @NumberProperty(540) points!: number;
  @NumberProperty(620.5) cumulative_volume!: number;
}

/** The group volume of a member above, as a move changes it. */
export class GroupChangeView {
  @IntegerProperty(3) uid!: number;
  @TextProperty('alice', { nullable: true }) username!: string | null;
  @NumberProperty(1_840) group_volume_before!: number;
  @NumberProperty(1_300) group_volume_after!: number;
}

/** Whether a member is active, and would be. */
class MovedActivityView {
  @BooleanProperty(true) before!: boolean;
  @BooleanProperty(true) after!: boolean;
}

/** The paid-as rank of a member, and what it would be. */
class MovedRankView {
  @TextProperty('gold', { nullable: true }) before!: string | null;
  @TextProperty('silver', { nullable: true }) after!: string | null;
}

/** A member who would be active or not, or have another rank. */
export class MovedMemberView {
  @IntegerProperty(3) uid!: number;
  @TextProperty('alice', { nullable: true }) username!: string | null;
  @ObjectProperty(MovedActivityView) active!: MovedActivityView;
  @ObjectProperty(MovedRankView) rank!: MovedRankView;
}

/** What a move does to ranks and activity in the open period. */
export class MovedRanksView {
  @IntegerProperty(1, 'the number of members that it affects') count!: number;
  @ListProperty(MovedMemberView, 'at most 50 of them, from the top') members!: MovedMemberView[];
}

/** What a move does to the volumes of the open period, in the tree of the move. */
export class MoveVolumesView {
  @InstantProperty('2026-11-01T00:00:00.000Z', 'of the period') from!: string;
  @InstantProperty('2026-12-01T00:00:00.000Z', 'not included') to!: string;
  @IntegerProperty(24, 'distributors whose volumes move') distributors!: number;
  @IntegerProperty(2, 'preferred customers; in the placement tree those below the moved members') preferred!: number;
  @IntegerProperty(8, 'customers; as preferred customers') customers!: number;
  @ObjectProperty(OpenAmountsView, 'of the member’s own rows') personal!: OpenAmountsView;
  @ObjectProperty(OpenAmountsView, 'of all members that move') group!: OpenAmountsView;

  @ObjectProperty(
    GroupChangeView,
    'the parent now; for a member in a holding tank the nearest placed sponsor. Unchanged if the new parent is below it.',
    { nullable: true },
  )
  former!: GroupChangeView | null;

  @ObjectProperty(GroupChangeView, 'the new parent; unchanged if the former one stands below', { nullable: true })
  next!: GroupChangeView | null;

  @ObjectProperty(
    MovedRanksView,
    'ranks and activity by the plan in force, which look at the sponsor tree; null while no plan is',
    { nullable: true },
  )
  ranks!: MovedRanksView | null;
}

/** A posted period that a move dated back bears on. */
class TouchedPeriodView {
  @TextProperty('2026-10') period!: string;
  @IntegerProperty(12) run_id!: number;
}

/** What a move changes. */
export class MoveView {
  @IntegerProperty(12) uid!: number;
  @ChoiceProperty(TREES, 'sponsor') tree!: Tree;
  @BooleanProperty(false) dry_run!: boolean;
  @IntegerProperty(34, 'members that move: this one, and everybody below') members!: number;
  @ObjectProperty(PositionView, 'null for members who were not placed', { nullable: true }) from!: PositionView | null;
  @ObjectProperty(PositionView) to!: PositionView;

  @InstantProperty(null, 'of a move that is dated back: when it takes effect', { nullable: true })
  from_at!: string | null;

  @ListProperty(TouchedPeriodView, 'posted periods that are calculated again, because the move is dated back')
  periods!: TouchedPeriodView[];

  @IntegerProperty(null, 'the correction that shows the results; null if no period is posted, and for a dry run', {
    nullable: true,
  })
  correction_id!: number | null;

  @ObjectProperty(
    MoveVolumesView,
    'of a dry run alone. Null also while the volumes are being loaded, a few seconds after the service has started: ask again in a moment. Group volumes are qualifying volume.',
    { nullable: true },
  )
  volumes!: MoveVolumesView | null;
}
