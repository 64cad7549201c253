import { CustomFieldsView, type ShownCustomFields } from '#common/custom-fields/index.js';
import { PageQuery } from '#common/http/pagination.js';
import { fixedNumber } from '#common/money/fixed.js';
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
import { ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import type { Period } from './open-plan.js';
import type { PersonRow } from './people.js';
import { type Kind, KINDS, type Status, STATUSES, type TreeName, TREES } from './tree/columns.js';
import { type DownlineAsked, type Sort, SORTS } from './tree/downline.js';
import type { LiveMember } from './tree/reads.js';

/** Levels of a tree to look at. */
const MOST_DEPTH = 10;

/** Each order, and its reverse. */
const ORDERS = SORTS.flatMap((sort) => [sort, `-${sort}`]);

export const TREE = { optional: true, description: 'which tree; default: `sponsor`', example: 'sponsor' } as const;

/** Query of `upline`. */
export class UplineQuery extends PageQuery {
  @ChoiceField(TREES, TREE) tree?: TreeName;
}

/** Query of `downline`. */
export class DownlineQuery extends UplineQuery {
  @IntegerField({ optional: true, description: 'only so many levels down', example: 3 }) levels?: number;
  @ChoiceField(KINDS, { optional: true, description: 'only members of this kind', example: 'distributor' }) kind?: Kind;

  @ChoiceField(STATUSES, { optional: true, description: 'only members in this status', example: 'active' })
  status?: Status;

  @ChoiceField(['true', 'false'], {
    optional: true,
    description: 'only active members, or only others; while no plan is in force there are neither',
    example: 'true',
  })
  active?: 'true' | 'false';

  @TextField({
    optional: true,
    max: 100,
    description: 'only members with this paid-as rank; without a plan in force there are none',
    example: 'silver',
  })
  rank?: string;

  @TextField({
    optional: true,
    min: 0,
    max: 200,
    description: 'part of username or name, case-insensitive',
    example: 'mar',
  })
  search?: string;

  @ChoiceField(ORDERS, {
    optional: true,
    description:
      'what they are sorted by, with `-` in reverse; default: `level`. Equal ones keep the order of the tree',
    example: '-group_volume',
  })
  sort?: string;
}

/**
 * What a query asks the live network for.
 * @param exact who is found first: exact matches of the search
 */
export function downlineAsked(query: DownlineQuery, exact: readonly number[]): DownlineAsked {
  const { tree = 'sponsor', levels, kind, status, active, rank, search, sort = 'level' } = query;
  const isDescending = sort.startsWith('-');
  return {
    tree,
    levels,
    kind,
    status,
    active: active === undefined ? undefined : active === 'true',
    rank,
    search,
    exact,
    sort: (isDescending ? sort.slice(1) : sort) as Sort,
    descending: isDescending,
  };
}

/** Query of `tree`. */
export class TreeQuery {
  @ChoiceField(TREES, TREE) tree?: TreeName;
  @IntegerField({ optional: true, description: 'the member at the top; default: the user', example: 5 }) root?: number;

  @IntegerField({ optional: true, max: MOST_DEPTH, default: 2, description: 'levels below the root', example: 2 })
  depth?: number;
}

const NO_PLAN = 'null while no plan is in force';

/** Somebody in the network, as those above and below see them. */
class PersonView {
  @IntegerProperty(12) uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('Maria Santos', 'first and last name') name!: string;
  @TextProperty('BR', { nullable: true }) country_code!: string | null;
}

/** Somebody above a member. */
export class UplineMemberView extends PersonView {
  @IntegerProperty(1, 'how far above') level!: number;
  @ChoiceProperty(KINDS, 'distributor') kind!: Kind;

  @TextProperty('silver', `the paid-as rank now; customers have none; ${NO_PLAN}`, { nullable: true })
  rank!: string | null;
}

/** Figures of a member in the open period. */
class FiguresView extends PersonView {
  @ChoiceProperty(KINDS, 'distributor') kind!: Kind;
  @ChoiceProperty(STATUSES, 'active') status!: Status;
  @InstantProperty('2026-11-02T08:30:00.000Z') enrolled_at!: string;

  @TextProperty('silver', `the paid-as rank now; customers have none; ${NO_PLAN}`, { nullable: true })
  rank!: string | null;

  @BooleanProperty(true, `whether the member is active now; ${NO_PLAN}`, { nullable: true })
  active!: boolean | null;

  @NumberProperty(
    120.5,
    'qualifying volume of the open period: of the member’s own rows, and of customers where the plan counts them',
  )
  personal_volume!: number;

  @NumberProperty(4300, 'qualifying volume of the member and all below in the tree') group_volume!: number;

  @BooleanProperty(
    false,
    'whether the member’s own volumes are left out of all sums: they are more than can be added up exactly',
  )
  volumes_left_out!: boolean;
}

/** Somebody below a member. */
export class DownlineMemberView extends FiguresView {
  @IntegerProperty(1, 'how far below') level!: number;
  @IntegerProperty(5, { nullable: true }) parent_uid!: number | null;
  @IntegerProperty(null, 'of the parent, in the placement tree', { nullable: true }) leg!: number | null;
}

/** A member in a tree to look at. */
export class TreeMemberView extends DownlineMemberView {
  @IntegerProperty(3, 'how many are directly below, even if they are left out') frontline!: number;
  @IntegerProperty(41, 'how many are below in total') members!: number;
}

/** A part of a tree. */
export class TreeView {
  @ListProperty(TreeMemberView, 'level by level: at most 500 in total, and 100 directly below one member')
  nodes!: TreeMemberView[];
}

/** Where a member stands in the placement tree. */
class PlaceView {
  @IntegerProperty(5, 'null: a root', { nullable: true }) parent_uid!: number | null;
  @IntegerProperty(1, { nullable: true }) leg!: number | null;
  @NumberProperty(4300, 'qualifying volume of the member and all below in the placement tree') group_volume!: number;
  @IntegerProperty(41, 'how many are below in total') members!: number;
}

/** The open period; volumes are those of its rows. */
export class PeriodView {
  @InstantProperty('2026-11-01T00:00:00.000Z') from!: string;
  @InstantProperty('2026-12-01T00:00:00.000Z', 'not included') to!: string;
}

/** A member’s own position. */
export class MemberView extends FiguresView {
  @IntegerProperty(3, { nullable: true }) sponsor_uid!: number | null;
  @ObjectProperty(PlaceView, 'null for members who are not placed', { nullable: true }) placement!: PlaceView | null;
  @IntegerProperty(3, 'how many the member sponsors') frontline!: number;
  @IntegerProperty(41, 'how many are below in the sponsor tree') members!: number;
  @ObjectProperty(PeriodView) period!: PeriodView;
  @CustomFieldsView('members', 'client') custom_fields?: ShownCustomFields;
}

/** Volumes in whole ten-thousandths, as JSON has them. */
export const volume = (amount: number): number => fixedNumber(BigInt(amount));

function toPersonView({ uid, username, name, country_code }: PersonRow): PersonView {
  return { uid, username, name, country_code };
}

function toFiguresView(member: LiveMember, person: PersonRow): FiguresView {
  return {
    ...toPersonView(person),
    kind: member.kind,
    status: member.status,
    enrolled_at: new Date(member.enrolledAt).toISOString(),
    rank: member.rank,
    active: member.active,
    personal_volume: volume(member.personal),
    group_volume: volume(member.group),
    volumes_left_out: member.isLeftOut,
  };
}

/** Somebody above as those below see them: without volumes. */
export function toUplineMemberView({ level, kind, rank }: LiveMember, person: PersonRow): UplineMemberView {
  return { ...toPersonView(person), level, kind, rank };
}

/** Somebody below. */
export function toDownlineMemberView(member: LiveMember, person: PersonRow): DownlineMemberView {
  const { level, parentUid, leg } = member;
  return { ...toFiguresView(member, person), level, parent_uid: parentUid, leg };
}

/** A member in a part of a tree, with who is below. */
export function toTreeMemberView(member: LiveMember, person: PersonRow): TreeMemberView {
  const view = toDownlineMemberView(member, person);
  const { frontline, members } = member;
  return { ...view, frontline, members };
}

/** A member’s own position. */
export function toMemberView(
  { sponsor, placement }: { sponsor: LiveMember; placement: LiveMember | undefined },
  person: PersonRow,
  period: Period,
): MemberView {
  return {
    ...toFiguresView(sponsor, person),
    sponsor_uid: sponsor.parentUid,
    placement:
      placement === undefined
        ? null
        : {
            parent_uid: placement.parentUid,
            leg: placement.leg,
            group_volume: volume(placement.group),
            members: placement.members,
          },
    frontline: sponsor.frontline,
    members: sponsor.members,
    period: toPeriodView(period),
  };
}

export function toPeriodView({ from, to }: Period): PeriodView {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
