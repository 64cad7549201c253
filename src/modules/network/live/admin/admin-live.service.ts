import { Injectable } from '@nestjs/common';
import { AppError } from '#common/errors/app-error.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { parseId } from '#common/ids.js';
import { LiveThread } from '../live-thread.js';
import { toTreeMemberView, type TreeMemberView } from '../live.view.js';
import { People } from '../people.js';
import type { Sort } from '../tree/reads.js';
import type { FiguresQuery, LegsQuery } from './admin-live.dto.js';
import { toNetworkFiguresView, type NetworkFiguresView } from './admin-live.view.js';

/** What super admins read of the volumes of the open period, of whomever they look at. Decision 64. */
@Injectable()
export class AdminLiveService {
  constructor(
    private readonly live: LiveThread,
    private readonly people: People,
    private readonly pager: Pager,
  ) {}

  /**
   * The legs of a member in a tree: who stands directly below, with the figures of each and of all below it.
   * @param uidText from the path
   * @throws AppError NOT_FOUND for who is no member; SERVICE_UNAVAILABLE with `Retry-After` while the network is loaded
   */
  async legs(uidText: string, query: LegsQuery): Promise<Page<TreeMemberView>> {
    const uid = parseId(uidText);
    const { tree = 'sponsor', sort = 'leg' } = query;
    const isDescending = sort.startsWith('-');
    const name = isDescending ? sort.slice(1) : sort;
    const page =
      uid === undefined
        ? undefined
        : await this.live.ask('downline', {
            uid,
            tree,
            levels: 1,
            descending: isDescending,
            ...Pager.bounds(query),
            sort: name as Sort | 'leg',
          });
    if (page === undefined) throw AppError.notFound('member');
    const people = await this.people.of(page.rows);
    const rows = page.rows.map((member) => toTreeMemberView(member, people(member)));
    return this.pager.page(`/admin/api/network/${uid}/legs/`, query, { rows, count: page.count });
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
}
