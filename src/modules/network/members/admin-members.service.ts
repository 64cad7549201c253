import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { readableFields, type ShownCustomFields, shownCustomFields } from '#common/custom-fields/index.js';
import { Conditions, Database, statement, type Statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import type { Counted } from '#common/http/pagination.js';
import { isFound } from '#people/users/index.js';
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

/** Who is asked for in a tree: those directly below a member, or without one those at its top. */
interface ChildrenSearch {
  readonly tree: Tree;
  readonly parentUid?: number;
  /** Only this one. */
  readonly childUid?: number | undefined;
  readonly search?: string | undefined;
}

/** The statements of a page of them, whose values are those of the filters, then limit and offset, and of how many they are. */
function childrenOf({
  tree,
  parentUid,
  childUid,
  search,
}: ChildrenSearch): Record<'page' | 'count', Statement> & Pick<Conditions, 'values'> {
  const filters = new Conditions()
    .and('tree', (p) => `e.tree = ${p}`, tree)
    .and('parent', (p) => `e.parent_uid = ${p}`, parentUid)
    .and('child', (p) => `e.uid = ${p}`, childUid);
  const [top, order] = parentUid === undefined ? ['e.parent_uid IS NULL', 'e.uid'] : ['TRUE', 'e.leg, e.uid'];
  const found = search ? isFound(filters, search, 'e.uid') : 'TRUE';
  const edges = (where: string): string =>
    `FROM network_edges e WHERE ${where} AND ${top} AND ${found} AND e.to_at IS NULL`;
  const at = filters.values.length;
  const page = (where: string): string =>
    describedRows(`SELECT e.uid, e.leg ${edges(where)} ORDER BY ${order} LIMIT $${at + 1} OFFSET $${at + 2}`);
  const count = (where: string): string => `SELECT count(*) AS count ${edges(where)}`;
  const made = (name: string, text: (where: string) => string): Statement =>
    search ? filters.planned(text) : filters.statement(`network.children.${name}`, text);
  return { page: made('page', page), count: made('count', count), values: filters.values };
}

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
    const read = this.reading({ parentUid: uid, childUid: query.child_uid }, query);
    const file = { ...CHILDREN_FILE, name: 'frontline', entityId: String(uid) };
    return this.lists.answer({ query, read, file }, reader);
  }

  /** Who stands at the top of a tree, by uid. */
  async roots(query: RootsQuery, reader?: Caller): Promise<ListAnswer<AdminChildView>> {
    const read = this.reading({}, query);
    const file = { ...CHILDREN_FILE, name: 'roots' };
    return this.lists.answer({ query, read, file }, reader);
  }

  /** Reads pages of children. */
  private reading(whose: Omit<ChildrenSearch, 'tree'>, { tree = TREES[0], search }: RootsQuery) {
    const { page, count, values } = childrenOf({ tree, search, ...whose });
    return async ({ limit, offset }: Bounds): Promise<Counted<AdminChildView>> => {
      const rows = await this.db.query<ChildRow>(null, page, [...values, limit, offset]);
      const counted = await this.db.queryOne<{ count: number }>(null, count, [...values]);
      return { rows: rows.map(toAdminChildView), count: counted!.count };
    };
  }

  private async stands(tree: Tree, uid: number): Promise<StandsView> {
    const upline = await this.db.query<AdminUplineMemberView>(null, READ_UPLINE, [tree, uid]);
    return toStandsView(upline, await this.db.manager.find(NetworkEdge, { where: { tree, uid }, ...NEWEST }));
  }
}
