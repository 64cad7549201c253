import { type Format, FormatField } from '#common/http/downloads.js';
import {
  BooleanProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { ChoiceField, InstantField, IntegerField, TextField } from '#common/validation/index.js';
import {
  downlineAsked,
  DownlineQuery,
  PeriodView,
  toPeriodView,
  toTreeMemberView,
  TREE,
  TreeMemberView,
  volume,
} from './live.dto.js';
import type { Period } from './open-plan.js';
import type { PersonRow } from './people.js';
import type { PlacedMember } from './requests.js';
import { type TreeName, TREES } from './tree/columns.js';
import { type DownlineAsked, type LevelSums, MOST_LEVELS, SORTS } from './tree/downline.js';
import type { LiveMember } from './tree/reads.js';

/** Most members of one answer with figures. */
const MOST = 100;

const UIDS = new RegExp(`^[0-9]{1,16}(,[0-9]{1,16}){0,${MOST - 1}}$`);

/** What a downline can be sorted by, and the reverse of each. */
const ORDERS = [...SORTS, 'rank', 'leg'].flatMap((sort) => [sort, `-${sort}`]);

/** Query of `network/:uid/downline`. */
export class AdminDownlineQuery extends DownlineQuery {
  @IntegerField({ optional: true, description: 'only this level: 1 is the frontline', example: 2 }) level?: number;
  @InstantField({ optional: true, description: 'enrolled at or after this time' }) from?: string;
  @InstantField({ optional: true, description: 'enrolled before this time' }) to?: string;

  @ChoiceField(ORDERS, {
    optional: true,
    description:
      'what they are sorted by, with `-` in reverse; default: `level`. `leg` is the place in a frontline (`levels=1`). Equal ones keep the order of the tree',
    example: '-group_volume',
  })
  declare sort?: string;

  @ChoiceField(['true', 'false'], {
    optional: true,
    description: '`true`: with `sums`, what all matching members come to, level by level',
    example: 'true',
  })
  sums?: 'true' | 'false';

  @FormatField() format?: Format;
}

/** What a query asks the live network for. @param exact exact matches of the search */
export function adminDownlineAsked(query: AdminDownlineQuery, exact: readonly number[]): DownlineAsked {
  const { level, from, to } = query;
  const instant = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));
  return { ...downlineAsked(query, exact), level, from: instant(from), to: instant(to) };
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

/** Somebody below a member, for admins. */
export class AdminDownlineMemberView extends TreeMemberView {
  @TextProperty('alice', 'username of the parent: in the sponsor tree, of the sponsor', { nullable: true })
  parent!: string | null;
}

/** What those of a level come to. */
export class LevelSumsView {
  @IntegerProperty(2, `how far below; the row of ${MOST_LEVELS} has all further down too`) level!: number;
  @IntegerProperty(41) count!: number;
  @IntegerProperty(12, 'how many are active now; null while no plan is in force', { nullable: true })
  active!: number | null;
  @NumberProperty(4300, 'their personal volumes of the open period') personal_volume!: number;
}

export function toAdminDownlineMemberView(
  member: LiveMember,
  person: PersonRow,
  parent: PersonRow | null,
): AdminDownlineMemberView {
  return { ...toTreeMemberView(member, person), parent: parent?.username ?? null };
}

export function toLevelSumsView({ personal, ...sums }: LevelSums): LevelSumsView {
  return { ...sums, personal_volume: volume(personal) };
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
