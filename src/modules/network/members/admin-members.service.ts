import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { readableFields, type ShownCustomFields, shownCustomFields } from '#common/custom-fields/index.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import type { Counted } from '#common/http/pagination.js';
import {
  AdminChildView,
  type AdminMemberView,
  type AdminUplineMemberView,
  type ChildrenQuery,
  type ChildRow,
  type MemberRow,
  type RootsQuery,
  type StandsView,
  toAdminChildView,
  toAdminMemberView,
  toStandsView,
} from './admin-members.dto.js';
import { NetworkEdge, NetworkMember, NetworkState, type Tree, TREES } from './member.entity.js';

/** Most rows of an upline or a history that one answer shows. */
const MAX_UPLINE = 50;
const MAX_HISTORY = 100;

const NEWEST = { order: { id: 'DESC' }, take: MAX_HISTORY } as const;

/** Member `$1`, with the counts of the frontline in the sponsor tree by kind. */
const FIND_MEMBER = statement(
  'network.find-member',
  `SELECT m.uid, u.username, u.first_name, u.last_name, u.country_code, s.kind, s.status, m.enrolled_at, m.title_rank, m.custom_fields,
          f.distributors, f.preferred, f.customers
     FROM network_members m
     JOIN network_states s ON s.uid = m.uid AND s.to_at IS NULL
     JOIN users u ON u.uid = m.uid
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE c.kind = 'distributor') AS distributors,
             count(*) FILTER (WHERE c.kind = 'preferred') AS preferred,
             count(*) FILTER (WHERE c.kind = 'customer') AS customers
        FROM network_edges e JOIN network_states c ON c.uid = e.uid AND c.to_at IS NULL
       WHERE e.tree = 'sponsor' AND e.parent_uid = m.uid AND e.to_at IS NULL
    ) AS f
    WHERE m.uid = $1`,
);

/** The upline of `$2` in the tree `$1`, the nearest first. */
const READ_UPLINE = statement(
  'network.read-upline',
  `WITH RECURSIVE up AS (
     SELECT e.parent_uid AS uid, e.leg, 1 AS level FROM network_edges e
      WHERE e.tree = $1 AND e.uid = $2 AND e.to_at IS NULL AND e.parent_uid IS NOT NULL
     UNION ALL
     SELECT e.parent_uid, e.leg, up.level + 1 FROM up JOIN network_edges e ON e.tree = $1 AND e.uid = up.uid AND e.to_at IS NULL
      WHERE e.parent_uid IS NOT NULL AND up.level < ${MAX_UPLINE}
   )
   SELECT up.uid, up.leg, u.username, u.first_name, u.last_name, s.kind, s.status
     FROM up JOIN users u ON u.uid = up.uid JOIN network_states s ON s.uid = up.uid AND s.to_at IS NULL
    ORDER BY up.level`,
);

/** Those of a page of edges of the tree `$1`, by leg and then by the uid. */
const describedRows = (edges: string): string => `
  SELECT c.uid, u.username, u.first_name, u.last_name, c.leg, s.kind, s.status, m.enrolled_at, m.title_rank,
         (SELECT count(*) FROM network_edges g WHERE g.tree = $1 AND g.parent_uid = c.uid AND g.to_at IS NULL) AS children
    FROM (${edges}) AS c
    JOIN network_members m ON m.uid = c.uid
    JOIN network_states s ON s.uid = c.uid AND s.to_at IS NULL
    JOIN users u ON u.uid = c.uid
   ORDER BY c.leg, c.uid`;

/** A page of who stands directly below `$2` in the tree `$1`, by leg and then by the uid; `$3` limit, `$4` offset. */
const LIST_CHILDREN = statement(
  'network.list-children',
  describedRows(`SELECT e.uid, e.leg FROM network_edges e WHERE e.tree = $1 AND e.parent_uid = $2 AND e.to_at IS NULL
                  ORDER BY e.leg, e.uid LIMIT $3 OFFSET $4`),
);

/** `$3`, if it stands directly below `$2` in the tree `$1`. */
const FIND_CHILD = statement(
  'network.find-child',
  describedRows(`SELECT e.uid, e.leg FROM network_edges e
                  WHERE e.tree = $1 AND e.parent_uid = $2 AND e.uid = $3 AND e.to_at IS NULL`),
);

/** A page of the roots of the tree `$1`, by the uid; `$2` limit, `$3` offset. */
const LIST_ROOTS = statement(
  'network.list-roots',
  describedRows(`SELECT e.uid, e.leg FROM network_edges e WHERE e.tree = $1 AND e.parent_uid IS NULL AND e.to_at IS NULL
                  ORDER BY e.uid LIMIT $2 OFFSET $3`),
);

const CHILDREN_FILE = { entityType: 'member', of: AdminChildView, uidOf: ({ uid }: AdminChildView) => uid };

type Bounds = { limit: number; offset: number };

/** Reads members, mostly for super admins. See docs/spec/commissions.md#2. */
@Injectable()
export class MemberReader {
  constructor(
    private readonly db: Database,
    private readonly lists: AdminLists,
  ) {}

  /**
   * A member, with its upline, the counts of its frontline and all that it was.
   * @throws AppError NOT_FOUND for who is no member
   */
  async read(caller: Caller, uid: number): Promise<AdminMemberView> {
    const member = await this.db.queryOne<MemberRow>(null, FIND_MEMBER, [uid]);
    if (member === undefined) throw AppError.notFound('member');
    const [sponsor, placement] = await Promise.all([this.stands('sponsor', uid), this.stands('placement', uid)]);
    return toAdminMemberView(
      member,
      sponsor,
      placement,
      await this.db.manager.find(NetworkState, { where: { uid }, ...NEWEST }),
      caller,
    );
  }

  /** The custom fields that a member sees of themselves. */
  async shownFields(uid: number): Promise<{ custom_fields?: ShownCustomFields }> {
    if (readableFields('members', 'client').length === 0) return {};
    const member = await this.db.manager.findOneBy(NetworkMember, { uid });
    return shownCustomFields('members', member?.customFields, 'client');
  }

  /**
   * Who stands directly below a member, by leg, then by uid.
   * @throws AppError NOT_FOUND for who is no member
   */
  async children(uid: number, query: ChildrenQuery, reader?: Caller): Promise<ListAnswer<AdminChildView>> {
    const { manager } = this.db;
    if (!(await manager.existsBy(NetworkMember, { uid }))) throw AppError.notFound('member');
    const { tree = TREES[0], child_uid: child } = query;
    const read = async ({ limit, offset }: Bounds): Promise<Counted<AdminChildView>> => {
      if (child !== undefined) {
        const found = (await this.db.query<ChildRow>(null, FIND_CHILD, [tree, uid, child])).map(toAdminChildView);
        return { rows: offset === 0 ? found : [], count: found.length };
      }
      const rows = await this.db.query<ChildRow>(null, LIST_CHILDREN, [tree, uid, limit, offset]);
      const count = await manager.countBy(NetworkEdge, { tree, parentUid: uid, toAt: IsNull() });
      return { rows: rows.map(toAdminChildView), count };
    };
    const file = { ...CHILDREN_FILE, name: 'frontline', entityId: String(uid) };
    return this.lists.answer({ query, read, file }, reader);
  }

  /** Who stands at the top of a tree, by uid. */
  async roots(query: RootsQuery, reader?: Caller): Promise<ListAnswer<AdminChildView>> {
    const { tree = TREES[0] } = query;
    const read = async ({ limit, offset }: Bounds): Promise<Counted<AdminChildView>> => {
      const rows = await this.db.query<ChildRow>(null, LIST_ROOTS, [tree, limit, offset]);
      const count = await this.db.manager.countBy(NetworkEdge, { tree, parentUid: IsNull(), toAt: IsNull() });
      return { rows: rows.map(toAdminChildView), count };
    };
    const file = { ...CHILDREN_FILE, name: 'roots' };
    return this.lists.answer({ query, read, file }, reader);
  }

  private async stands(tree: Tree, uid: number): Promise<StandsView> {
    const upline = await this.db.query<AdminUplineMemberView>(null, READ_UPLINE, [tree, uid]);
    return toStandsView(upline, await this.db.manager.find(NetworkEdge, { where: { tree, uid }, ...NEWEST }));
  }
}
