import {
  type CustomFieldValues,
  CustomFieldsView,
  type Party,
  type ShownCustomFields,
  shownCustomFields,
} from '#common/custom-fields/index.js';
import { PageQuery } from '#common/http/pagination.js';
import { ApiProperty } from '#common/openapi/decorators.js';
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
    description: '`suspended`: sells, and is not paid; `terminated`: stays in the trees, and is passed over',
    example: 'suspended',
  })
  status?: MemberStatus;

  @ChoiceField(MEMBER_KINDS, { optional: true, example: 'distributor' })
  kind?: MemberKind;

  @TextField({ max: MAX_REASON, example: 'terms were not kept' })
  reason!: string;
}

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

/** Which tree a list of its roots is of. */
export class RootsQuery extends PageQuery {
  @ChoiceField(TREES, { optional: true, description: 'default: sponsor', example: 'placement' })
  tree?: Tree;
}

/** Which children of a member. */
export class ChildrenQuery extends RootsQuery {
  @IntegerField({ optional: true, description: 'only this one, if it stands there', example: 4 })
  child_uid?: number;
}

/** Who somebody is. */
class AdminPersonView {
  @ApiProperty({ type: 'integer', example: 12 })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({ type: String, example: 'Maria' })
  first_name!: string;

  @ApiProperty({ type: String, example: 'Schmidt' })
  last_name!: string;

  @ApiProperty({ type: String, enum: MEMBER_KINDS, example: 'distributor' })
  kind!: MemberKind;

  @ApiProperty({ type: String, enum: MEMBER_STATUSES, example: 'active' })
  status!: MemberStatus;
}

/** Somebody above a member. */
export class AdminUplineMemberView extends AdminPersonView {
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 1,
    description: 'the leg that leads down; only in the placement tree',
  })
  leg!: number | null;
}

/** Somebody directly below a member, or at the top of a tree. */
export class AdminChildView extends AdminPersonView {
  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'only in the placement tree' })
  leg!: number | null;

  @ApiProperty({ type: String, example: '2026-11-21T08:30:00.000Z' })
  enrolled_at!: string;

  @ApiProperty({ type: String, nullable: true, example: 'silver', description: 'the highest rank so far' })
  title_rank!: string | null;

  @ApiProperty({ type: 'integer', example: 2, description: 'members directly below in the same tree' })
  children!: number;
}

/** From when until when something held, and whose doing it was. */
class PastView {
  @ApiProperty({ type: String, example: '2026-11-21T08:30:00.000Z' })
  from!: string;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'null: it is in force' })
  to!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'null: the service' })
  by_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'admin', description: 'username of the user who did it' })
  by!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'wrong sponsor at sign-up' })
  reason!: string | null;
}

/** Where a member stood. */
export class PastPositionView extends PastView {
  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'null: a root' })
  parent_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'alice', description: 'username of the parent' })
  parent!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'only in the placement tree' })
  leg!: number | null;
}

/** What a member was. */
export class PastStateView extends PastView {
  @ApiProperty({ type: String, enum: MEMBER_KINDS, example: 'distributor' })
  kind!: MemberKind;

  @ApiProperty({ type: String, enum: MEMBER_STATUSES, example: 'active' })
  status!: MemberStatus;
}

/** A member in one of the trees. */
export class StandsView {
  @ApiProperty({ type: PositionView, nullable: true, description: 'null: not placed' })
  position!: PositionView | null;

  @ApiProperty({ type: AdminUplineMemberView, isArray: true, description: 'nearest first; at most 50' })
  upline!: AdminUplineMemberView[];

  @ApiProperty({ type: PastPositionView, isArray: true, description: 'the newest first; at most 100' })
  history!: PastPositionView[];
}

/** How many stand directly below in the sponsor tree, by kind. */
class FrontlineView {
  @ApiProperty({ type: 'integer', example: 4 })
  distributors!: number;

  @ApiProperty({ type: 'integer', example: 1 })
  preferred!: number;

  @ApiProperty({ type: 'integer', example: 7 })
  customers!: number;
}

/** A member of the network, for super admins. */
export class AdminMemberView extends AdminPersonView {
  @ApiProperty({ type: String, nullable: true, example: 'DE', description: 'ISO 3166-1 alpha-2' })
  country_code!: string | null;

  @ApiProperty({ type: String, example: '2026-11-21T08:30:00.000Z' })
  enrolled_at!: string;

  @ApiProperty({ type: String, nullable: true, example: 'silver', description: 'the highest rank so far' })
  title_rank!: string | null;

  @ApiProperty({ type: FrontlineView })
  frontline!: FrontlineView;

  @ApiProperty({ type: StandsView })
  sponsor!: StandsView;

  @ApiProperty({ type: StandsView })
  placement!: StandsView;

  @ApiProperty({ type: PastStateView, isArray: true, description: 'the newest first; at most 100' })
  states!: PastStateView[];

  @CustomFieldsView('members', 'admin')
  custom_fields?: ShownCustomFields;
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
