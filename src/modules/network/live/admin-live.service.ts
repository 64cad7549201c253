import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { AppError } from '#common/errors/app-error.js';
import { DOWNLOADED_ROWS } from '#common/http/csv.js';
import type { Counted } from '#common/http/pagination.js';
import { UsersService } from '#people/users/index.js';
import {
  type AdminDownlineQuery,
  AdminDownlineMemberView,
  adminDownlineAsked,
  type FiguresQuery,
  type NetworkFiguresView,
  toAdminDownlineMemberView,
  toLevelSumsView,
  toNetworkFiguresView,
} from './admin-live.dto.js';
import { LiveThread } from './live-thread.js';
import { People } from './people.js';
import type { DownlineAsked } from './tree/downline.js';
import type { LiveMember } from './tree/reads.js';

/** What admins read of the network as it is now, of whomever they look at. Decision 64. */
@Injectable()
export class AdminLiveService {
  constructor(
    private readonly live: LiveThread,
    private readonly people: People,
    private readonly users: UsersService,
    private readonly lists: AdminLists,
  ) {}

  /**
   * Who is below a member in a tree, with the figures of each and of all below it, and what they come to by level. The file is
   * in the order of the moment when it begins; who is no longer below when their turn comes is left out.
   * @throws AppError NOT_FOUND for who is no member; SERVICE_UNAVAILABLE with `Retry-After` while the network is loaded
   */
  async downline(
    uid: number,
    query: AdminDownlineQuery,
    reader?: Caller,
  ): Promise<ListAnswer<AdminDownlineMemberView>> {
    const asked = { uid, ...adminDownlineAsked(query, query.search ? await this.users.findExact(query.search) : []) };
    const read = async (bounds: { limit: number; offset: number }): Promise<Counted<AdminDownlineMemberView>> => {
      // Whoever has just moved members looks at the list again.
      const page = await this.live.ask('downline', { ...asked, ...bounds, sums: query.sums === 'true', isNow: true });
      if (page === undefined) throw AppError.notFound('member');
      const { rows, count, sums } = page;
      return { rows: await this.views(rows), count, sums: sums?.map(toLevelSumsView) };
    };
    const file = {
      name: 'downline',
      entityType: 'member',
      entityId: String(uid),
      of: AdminDownlineMemberView,
      uidOf: (row: AdminDownlineMemberView) => row.uid,
      next: reader && (await this.batches(asked)),
    };
    return this.lists.answer({ query, read, file }, reader);
  }

  /** Reads all of them, one batch after the other. */
  private async batches(asked: { uid: number } & DownlineAsked): Promise<() => Promise<AdminDownlineMemberView[]>> {
    const { uid, tree } = asked;
    const uids = await this.live.ask('downlineUids', asked);
    if (uids === undefined) throw AppError.notFound('member');
    let at = 0;
    return async () => {
      while (at < uids.length) {
        const others = [...uids.subarray(at, (at += DOWNLOADED_ROWS))];
        const rows = await this.views(await this.live.ask('team', { uid, tree, others }));
        if (rows.length > 0) return rows;
      }
      return [];
    };
  }

  /**
   * The figures of some members in a tree. Who is no member is left out.
   * @throws AppError SERVICE_UNAVAILABLE with `Retry-After` while the network is loaded
   */
  async figures({ uids, tree = 'sponsor' }: FiguresQuery): Promise<NetworkFiguresView> {
    const asked = [...new Set(uids.split(',').map(Number))];
    const { answer, measured } = await this.live.tell('figures', { uids: asked, tree });
    return toNetworkFiguresView(answer, measured.period);
  }

  private async views(rows: readonly LiveMember[]): Promise<AdminDownlineMemberView[]> {
    const above = rows.flatMap(({ parentUid }) => (parentUid === null ? [] : [{ uid: parentUid }]));
    const people = await this.people.of([...rows, ...above]);
    return rows.map((row) =>
      toAdminDownlineMemberView(row, people(row), row.parentUid === null ? null : people({ uid: row.parentUid })),
    );
  }
}
