import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { NetworkEdge, TREES, type Tree } from '../edge.entity.js';
import { NetworkMember } from '../member.entity.js';
import { uidOf } from '../members.service.js';
import type { ChildrenQuery, RootsQuery } from './member.dto.js';
import {
  FIND_CHILD,
  FIND_MEMBER,
  LIST_CHILDREN,
  LIST_ROOTS,
  READ_EDGES,
  READ_STATES,
  READ_UPLINE,
  type ChildRow,
  type EdgeRow,
  type MemberRow,
  type StateRow,
  type UplineRow,
} from './member.queries.js';
import {
  toAdminChildView,
  toAdminMemberView,
  toStandsView,
  type AdminChildView,
  type AdminMemberView,
  type StandsView,
} from './member.view.js';

/** Reads members for super admins. See docs/spec/commissions.md#2. */
@Injectable()
export class MemberReader {
  constructor(
    private readonly db: Database,
    private readonly pager: Pager,
  ) {}

  /**
   * A member, with its upline, the counts of its frontline and all that it was.
   * @param uidText from the path
   * @throws AppError NOT_FOUND for who is no member
   */
  async read(uidText: string): Promise<AdminMemberView> {
    const uid = uidOf(uidText);
    const member = await this.db.queryOne<MemberRow>(null, FIND_MEMBER, [uid]);
    if (member === undefined) throw AppError.notFound('member');
    const [sponsor, placement] = await Promise.all([this.stands('sponsor', uid), this.stands('placement', uid)]);
    return toAdminMemberView(member, sponsor, placement, await this.db.query<StateRow>(null, READ_STATES, [uid]));
  }

  /**
   * Who stands directly below a member, by leg, then by uid.
   * @param uidText from the path
   * @throws AppError NOT_FOUND for who is no member
   */
  async children(uidText: string, query: ChildrenQuery): Promise<Page<AdminChildView>> {
    const uid = uidOf(uidText);
    const { manager } = this.db;
    if (!(await manager.existsBy(NetworkMember, { uid }))) throw AppError.notFound('member');
    const { tree = TREES[0], child_uid: child } = query;
    const path = `/admin/api/network/${uid}/children/`;
    const { limit, offset } = Pager.bounds(query);
    if (child !== undefined) {
      const found = (await this.db.query<ChildRow>(null, FIND_CHILD, [tree, uid, child])).map(toAdminChildView);
      return this.pager.page(path, query, { rows: offset === 0 ? found : [], count: found.length });
    }
    const rows = await this.db.query<ChildRow>(null, LIST_CHILDREN, [tree, uid, limit, offset]);
    const count = await manager.countBy(NetworkEdge, { tree, parentUid: uid, toAt: IsNull() });
    return this.pager.page(path, query, { rows: rows.map(toAdminChildView), count });
  }

  /** Who stands at the top of a tree, by uid. */
  async roots(query: RootsQuery): Promise<Page<AdminChildView>> {
    const { tree = TREES[0] } = query;
    const { limit, offset } = Pager.bounds(query);
    const rows = await this.db.query<ChildRow>(null, LIST_ROOTS, [tree, limit, offset]);
    const count = await this.db.manager.countBy(NetworkEdge, { tree, parentUid: IsNull(), toAt: IsNull() });
    return this.pager.page('/admin/api/network/roots/', query, { rows: rows.map(toAdminChildView), count });
  }

  private async stands(tree: Tree, uid: number): Promise<StandsView> {
    const upline = await this.db.query<UplineRow>(null, READ_UPLINE, [tree, uid]);
    return toStandsView(upline, await this.db.query<EdgeRow>(null, READ_EDGES, [tree, uid]));
  }
}
