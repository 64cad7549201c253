import {
  type CustomFieldValues,
  CustomFieldsView,
  type Party,
  type ShownCustomFields,
  shownCustomFields,
} from '#common/custom-fields/index.js';
import { ListSearchQuery } from '#common/audit/admin-lists.js';
import {
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import {
  MAX_REASON,
  MEMBER_STATUSES,
  type MemberStatus,
  type NetworkEdge,
  type NetworkState,
  type Tree,
  TREES,
} from './member.entity.js';
import { PositionView } from './moves/moves.dto.js';
import { numberInPath } from '#common/http/path-params.js';

export const MemberUidParam = numberInPath('uid', 'uid of the member', 3);

/** What changes of a member; what is left out stays. */
export class ChangeStandingDto {
  @ChoiceField(MEMBER_STATUSES, {
    optional: true,
    description: '`suspended`: sells, and is not paid; `terminated`: stays in the trees, and is skipped',
    example: 'suspended',
  })
  status?: MemberStatus;

  @ChoiceField(MEMBER_KINDS, { optional: true, example: 'distributor' }) kind?: MemberKind;
  @TextField({ max: MAX_REASON, example: 'terms were not kept' }) reason!: string;
}

/** What a member is, and since when. */
export class StandingView {
  @IntegerProperty(12) uid!: number;
  @ChoiceProperty(MEMBER_KINDS, 'distributor') kind!: MemberKind;
  @ChoiceProperty(MEMBER_STATUSES, 'suspended') status!: MemberStatus;
  @TextProperty('2026-11-21T08:30:00.000Z') since!: string;
}

/** Which tree a list of its roots is of. */
export class RootsQuery extends ListSearchQuery {
  @ChoiceField(TREES, { optional: true, description: 'default: sponsor', example: 'placement' }) tree?: Tree;
}

/** Which children of a member. */
export class ChildrenQuery extends RootsQuery {
  @IntegerField({ optional: true, description: 'only this one, if it stands there', example: 4 }) child_uid?: number;
}

/** Who somebody is. */
class AdminPersonView {
  @IntegerProperty(12) uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('Maria') first_name!: string;
  @TextProperty('Schmidt') last_name!: string;
  @ChoiceProperty(MEMBER_KINDS, 'distributor') kind!: MemberKind;
  @ChoiceProperty(MEMBER_STATUSES, 'active') status!: MemberStatus;
}

/** Somebody above a member. */
export class AdminUplineMemberView extends AdminPersonView {
  @IntegerProperty(1, 'the leg that leads down; only in the placement tree', { nullable: true }) leg!: number | null;
}

/** Somebody directly below a member, or at the top of a tree. */
export class AdminChildView extends AdminPersonView {
  @IntegerProperty(1, 'only in the placement tree', { nullable: true }) leg!: number | null;
  @TextProperty('2026-11-21T08:30:00.000Z') enrolled_at!: string;
  @TextProperty('silver', 'the highest rank so far', { nullable: true }) title_rank!: string | null;
  @IntegerProperty(2, 'members directly below in the same tree') children!: number;
}

/** From when until when something held, and whose doing it was. */
class PastView {
  @TextProperty('2026-11-21T08:30:00.000Z') from!: string;
  @TextProperty(null, 'null: it is in force', { nullable: true }) to!: string | null;
  @IntegerProperty(1, 'null: the service', { nullable: true }) by_uid!: number | null;
  @TextProperty('admin', 'username of the user who did it', { nullable: true }) by!: string | null;
  @TextProperty('wrong sponsor at sign-up', { nullable: true }) reason!: string | null;
}

/** Where a member stood. */
export class PastPositionView extends PastView {
  @IntegerProperty(3, 'null: a root', { nullable: true }) parent_uid!: number | null;
  @TextProperty('alice', 'username of the parent', { nullable: true }) parent!: string | null;
  @IntegerProperty(1, 'only in the placement tree', { nullable: true }) leg!: number | null;
}

/** What a member was. */
export class PastStateView extends PastView {
  @ChoiceProperty(MEMBER_KINDS, 'distributor') kind!: MemberKind;
  @ChoiceProperty(MEMBER_STATUSES, 'active') status!: MemberStatus;
}

/** A member in one of the trees. */
export class StandsView {
  @ObjectProperty(PositionView, 'null: not placed', { nullable: true }) position!: PositionView | null;
  @ListProperty(AdminUplineMemberView, 'nearest first; at most 50') upline!: AdminUplineMemberView[];
  @ListProperty(PastPositionView, 'the newest first; at most 100') history!: PastPositionView[];
}

/** How many stand directly below in the sponsor tree, by kind. */
class FrontlineView {
  @IntegerProperty(4) distributors!: number;
  @IntegerProperty(1) preferred!: number;
  @IntegerProperty(7) customers!: number;
}

/** A member of the network, for super admins. */
export class AdminMemberView extends AdminPersonView {
  @TextProperty('DE', 'ISO 3166-1 alpha-2', { nullable: true }) country_code!: string | null;
  @TextProperty('2026-11-21T08:30:00.000Z') enrolled_at!: string;
  @TextProperty('silver', 'the highest rank so far', { nullable: true }) title_rank!: string | null;
  @ObjectProperty(FrontlineView) frontline!: FrontlineView;
  @ObjectProperty(StandsView) sponsor!: StandsView;
  @ObjectProperty(StandsView) placement!: StandsView;
  @ListProperty(PastStateView, 'the newest first; at most 100') states!: PastStateView[];
  @CustomFieldsView('members', 'admin') custom_fields?: ShownCustomFields;
}

/** A member, with the counts of its frontline. */
export type MemberRow = Omit<
  AdminMemberView,
  'enrolled_at' | 'frontline' | 'sponsor' | 'placement' | 'states' | 'custom_fields'
> &
  FrontlineView & { enrolled_at: Date; custom_fields: CustomFieldValues | null };

export type ChildRow = Omit<AdminChildView, 'enrolled_at'> & { enrolled_at: Date };

export function toAdminMemberView(
  row: MemberRow,
  sponsor: StandsView,
  placement: StandsView,
  states: readonly NetworkState[],
  reader: Party,
): AdminMemberView {
  const { distributors, preferred, customers, custom_fields, ...member } = row;
  return {
    ...member,
    enrolled_at: row.enrolled_at.toISOString(),
    frontline: { distributors, preferred, customers },
    sponsor,
    placement,
    states: states.map((state) => ({ kind: state.kind, status: state.status, ...toPastView(state) })),
    ...shownCustomFields('members', custom_fields, reader),
  };
}

/** @param edges the newest first */
export function toStandsView(upline: AdminUplineMemberView[], edges: readonly NetworkEdge[]): StandsView {
  const history = edges.map((edge) => ({ ...positionOf(edge), ...toPastView(edge) }));
  return { position: edges[0]?.toAt === null ? positionOf(edges[0]) : null, upline, history };
}

export function toAdminChildView(row: ChildRow): AdminChildView {
  return { ...row, enrolled_at: row.enrolled_at.toISOString() };
}

function positionOf({ parentUid, parent, leg }: NetworkEdge): PositionView {
  return { parent_uid: parentUid, parent, leg };
}

function toPastView({ fromAt, toAt, byUid, by, reason }: NetworkState | NetworkEdge): PastView {
  return { from: fromAt.toISOString(), to: toAt?.toISOString() ?? null, by_uid: byUid, by, reason };
}
