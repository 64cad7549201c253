import { PageQuery } from '#common/http/pagination.js';
import {
  BooleanProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
} from '#common/openapi/decorators.js';
import { ChoiceField, TextField } from '#common/validation/index.js';
import { PeriodView, toPeriodView, TREE, volume } from './live.dto.js';
import type { Period } from './open-plan.js';
import type { PlacedMember } from './requests.js';
import { type TreeName, TREES } from './tree/columns.js';

/** Most members of one answer with figures. */
const MOST = 100;

const UIDS = new RegExp(`^[0-9]{1,16}(,[0-9]{1,16}){0,${MOST - 1}}$`);

/** What legs can be sorted by, and the reverse of each. */
const ORDERS = ['leg', 'personal_volume', 'group_volume', 'enrolled_at'].flatMap((sort) => [sort, `-${sort}`]);

/** Query of `network/:uid/legs`. */
export class LegsQuery extends PageQuery {
  @ChoiceField(TREES, TREE) tree?: TreeName;

  @ChoiceField(ORDERS, {
    optional: true,
    description: 'what they are sorted by, with `-` in reverse; default: `leg`. Equal ones keep the order of the tree',
    example: '-group_volume',
  })
  sort?: string;
}

/** Query of `network/figures`. */
export class FiguresQuery {
  @TextField({
    max: MOST * 17,
    description: `uids of members, separated by commas; at most ${MOST}`,
    example: '3,4',
    pattern: { expression: UIDS, message: `must be uids separated by commas, at most ${MOST}` },
  })
  uids!: string;

  @ChoiceField(TREES, TREE) tree?: TreeName;
}

/** The figures of a member in a tree. */
class MemberFiguresView {
  @IntegerProperty(3) uid!: number;

  @NumberProperty(
    120.5,
    'qualifying volume of the open period: of the member’s own rows, and of customers where the plan counts them',
  )
  personal_volume!: number;

  @NumberProperty(
    4300,
    'qualifying volume of the member and all below in the tree; null for members without a place in it',
    { nullable: true },
  )
  group_volume!: number | null;

  @IntegerProperty(41, 'how many are below in total; null for members without a place in the tree', { nullable: true })
  members!: number | null;

  @BooleanProperty(
    false,
    'whether the member’s own volumes are left out of all sums: they are more than can be added up exactly',
  )
  volumes_left_out!: boolean;
}

/** Figures of some members. */
export class NetworkFiguresView {
  @ObjectProperty(PeriodView) period!: PeriodView;
  @ListProperty(MemberFiguresView, 'uids without a member are left out') members!: MemberFiguresView[];
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
