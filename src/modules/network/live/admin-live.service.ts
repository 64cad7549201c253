import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AdminLists } from '#common/audit/admin-lists.js';
import { AppError } from '#common/errors/app-error.js';
import { DOWNLOADED_ROWS } from '#common/http/csv.js';
import type { StreamedAnswer } from '#common/http/downloads.js';
import { type Page, Pager } from '#common/http/pagination.js';
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
    private readonly pager: Pager,
    private readonly users: UsersService,
    private readonly lists: AdminLists,
  ) {}

  /**
   * Who is below a member in a tree, with the figures of each and of all below it, and what they come to by level.
   * @throws AppError NOT_FOUND for who is no member; SERVICE_UNAVAILABLE with `Retry-After` while the network is loaded
   */
  async downline(uid: number, query: AdminDownlineQuery): Promise<Page<AdminDownlineMemberView>> {
    const asked = { uid, ...(await this.asked(query)), ...Pager.bounds(query), sums: query.sums === 'true' };
    // Whoever has just moved members looks at the list again.
    const page = await this.live.ask('downline', { ...asked, isNow: true });
    if (page === undefined) throw AppError.notFound('member');
    const { rows, count, sums } = page;
    const found = { rows: await this.views(rows), count, sums: sums?.map(toLevelSumsView) };
    return this.pager.page(`/admin/api/network/${uid}/downline/`, query, found);
  }

  /**
   * All of them as a CSV file, in the order of the moment when it begins; who is no longer below when their turn comes is left
   * out. Audited.
   * @throws AppError as {@link downline}, and TOO_MANY_REQUESTS and SERVICE_UNAVAILABLE for too many downloads
   */
  async file(caller: Caller, uid: number, query: AdminDownlineQuery): Promise<StreamedAnswer> {
    const asked = await this.asked(query);
    const uids = await this.live.ask('downlineUids', { uid, ...asked });
    if (uids === undefined) throw AppError.notFound('member');
    let at = 0;
    const next = async (): Promise<AdminDownlineMemberView[]> => {
      while (at < uids.length) {
        const others = [...uids.subarray(at, (at += DOWNLOADED_ROWS))];
        const rows = await this.views(await this.live.ask('team', { uid, tree: asked.tree, others }));
        if (rows.length > 0) return rows;
      }
      return [];
    };
    const uidOf = (row: AdminDownlineMemberView): number => row.uid;
    const file = { name: 'downline', entityType: 'member', entityId: String(uid), of: AdminDownlineMemberView };
    return this.lists.rows(caller, { ...file, uidOf }, next);
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

  private async asked(query: AdminDownlineQuery): Promise<DownlineAsked> {
    return adminDownlineAsked(query, query.search ? await this.users.findExact(query.search) : []);
  }

  private async views(rows: readonly LiveMember[]): Promise<AdminDownlineMemberView[]> {
    const above = rows.flatMap(({ parentUid }) => (parentUid === null ? [] : [{ uid: parentUid }]));
    const people = await this.people.of([...rows, ...above]);
    return rows.map((row) =>
      toAdminDownlineMemberView(row, people(row), row.parentUid === null ? null : people({ uid: row.parentUid })),
    );
  }
}
