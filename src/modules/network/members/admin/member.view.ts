import { ApiProperty } from '#common/openapi/decorators.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import { PositionView } from '../moves/moves.view.js';
import { MEMBER_STATUSES, type MemberStatus } from '../state.entity.js';
import type { ChildRow, EdgeRow, MemberRow, StateRow, UplineRow } from './member.queries.js';

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

  @ApiProperty({ type: String, nullable: true, example: null, description: 'null: it holds' })
  to!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'null: the service' })
  by_uid!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'admin', description: 'username of who did it' })
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

  @ApiProperty({ type: AdminUplineMemberView, isArray: true, description: 'the nearest first; at most 50' })
  upline!: AdminUplineMemberView[];

  @ApiProperty({ type: PastPositionView, isArray: true, description: 'the newest first; at most 100' })
  history!: PastPositionView[];
}

/** How many stand directly below in the sponsor tree, by kind. */
export class FrontlineView {
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
}

export function toAdminMemberView(
  row: MemberRow,
  sponsor: StandsView,
  placement: StandsView,
  states: StateRow[],
): AdminMemberView {
  const { distributors, preferred, customers, ...member } = row;
  return {
    ...member,
    enrolled_at: row.enrolled_at.toISOString(),
    frontline: { distributors, preferred, customers },
    sponsor,
    placement,
    states: states.map((state) => ({ ...pastOf(state), kind: state.kind, status: state.status })),
  };
}

export function toStandsView(upline: UplineRow[], edges: EdgeRow[]): StandsView {
  const [newest] = edges;
  const isPlaced = newest !== undefined && newest.to_at === null;
  return {
    position: isPlaced ? { parent_uid: newest.parent_uid, parent: newest.parent, leg: newest.leg } : null,
    upline: upline.map((one) => ({ ...one })),
    history: edges.map((edge) => ({
      ...pastOf(edge),
      parent_uid: edge.parent_uid,
      parent: edge.parent,
      leg: edge.leg,
    })),
  };
}

export function toAdminChildView(row: ChildRow): AdminChildView {
  return { ...row, enrolled_at: row.enrolled_at.toISOString() };
}

function pastOf({ from_at, to_at, by_uid, by, reason }: Omit<StateRow, 'kind' | 'status'>): PastView {
  return { from: from_at.toISOString(), to: to_at?.toISOString() ?? null, by_uid, by, reason };
}
