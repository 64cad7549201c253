import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { UsersService } from '#people/users/index.js';
import type { HoldingTankQuery } from './admin-holding-tank.dto.js';
import { HAS_TREE, READ_WAITING, type TankRow } from './admin-holding-tank.queries.js';
import { toAdminWaitingView, type AdminWaitingView } from './holding-tank.view.js';
import { WaitingMembers } from './waiting-members.js';

/** The holding tanks of all sponsors, for super admins. */
@Injectable()
export class AdminHoldingTank {
  constructor(
    private readonly db: Database,
    private readonly waiting: WaitingMembers,
    private readonly users: UsersService,
    private readonly pager: Pager,
  ) {}

  /**
   * Who waits, who enrolled first first. Whoever has been placed a moment ago is left out.
   * @throws AppError SERVICE_UNAVAILABLE while the network is being loaded
   */
  async list(query: HoldingTankQuery): Promise<Page<AdminWaitingView>> {
    const { sponsor_uid: sponsorUid, search } = query;
    const path = '/admin/api/network/holding-tank/';
    const { hasTree } = (await this.db.queryOne<{ hasTree: boolean }>(null, HAS_TREE))!;
    if (!hasTree) return this.pager.page(path, query, { rows: [], count: 0 });
    const exact = search ? await this.users.findExact(search) : [];
    const { uids, count } = await this.waiting.find({ sponsorUid, search, exact, ...Pager.bounds(query) });
    const rows = await this.db.query<TankRow>(null, READ_WAITING, [uids]);
    const gone = uids.length - rows.length;
    return this.pager.page(path, query, { rows: rows.map(toAdminWaitingView), count: count - gone });
  }
}
