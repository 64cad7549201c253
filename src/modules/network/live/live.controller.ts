import { Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { notFound } from '#common/errors/failures.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, ClientController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import {
  AdminDownlineMemberView,
  AdminDownlineQuery,
  FiguresQuery,
  LevelSumsView,
  NetworkFiguresView,
} from './admin-live.dto.js';
import { AdminLiveService } from './admin-live.service.js';
import {
  DownlineMemberView,
  DownlineQuery,
  MemberView,
  TreeQuery,
  TreeView,
  UplineMemberView,
  UplineQuery,
} from './live.dto.js';
import { LiveService } from './live.service.js';
import { MemberUidParam } from '../members/index.js';

const NO_MEMBER = notFound('member');

/** What members see of the network. See docs/spec/commissions.md#2. */
@ClientController('network', { tag: 'Network', access: 'user', scope: 'team' })
export class LiveController {
  constructor(private readonly live: LiveService) {}

  @Endpoint('GET member', {
    id: 'getNetworkMember',
    summary: 'Read your position',
    description:
      'Volumes are those of the open period: that of the plan in force, else the calendar month in UTC. The member’s own orders count at once, those of others within 5 seconds. 404 for a user who is no member.',
    answer: MemberView,
    failures: [NO_MEMBER],
  })
  member(@CallerParam() caller: Caller): Promise<MemberView> {
    return this.live.member(caller);
  }

  @Endpoint('GET upline', {
    id: 'listUpline',
    summary: 'List who is above',
    description: 'The nearest first; without volumes.',
    answer: UplineMemberView,
    paged: true,
    failures: [NO_MEMBER],
  })
  upline(@CallerParam() caller: Caller, @Query() query: UplineQuery): Promise<Page<UplineMemberView>> {
    return this.live.upline(caller, query);
  }

  @Endpoint('GET downline', {
    id: 'listDownline',
    summary: 'List who is below',
    description:
      '`group_volume` is measured in the requested tree. Customers, preferred customers and members in a holding tank are only in the sponsor tree; in the placement tree their volumes count in the group of the nearest placed sponsor above.',
    answer: DownlineMemberView,
    paged: true,
    failures: [NO_MEMBER],
  })
  downline(@CallerParam() caller: Caller, @Query() query: DownlineQuery): Promise<Page<DownlineMemberView>> {
    return this.live.downline(caller, query);
  }

  @Endpoint('GET tree', {
    id: 'getNetworkTree',
    summary: 'Look at a part of a tree',
    description:
      'For a viewer: from `root` down, level by level, at most 500 members and 100 directly below one. Go on with one of them as `root`, or with `downline/`. 404 for a root that is not below the member in this tree.',
    answer: TreeView,
    failures: [NO_MEMBER],
  })
  tree(@CallerParam() caller: Caller, @Query() query: TreeQuery): Promise<TreeView> {
    return this.live.tree(caller, query);
  }
}

const LIVE =
  'Volumes are those of the open period: that of the plan in force, else the calendar month in UTC, at most 5 seconds old. 503 with `Retry-After` while the network is loaded.';

/** Volumes of the network in the admin module, as they are now. Decision 64. */
@AdminController('network', 'Admin: network', 'network.read')
export class AdminLiveController {
  constructor(private readonly live: AdminLiveService) {}

  @Endpoint('GET figures', {
    id: 'adminReadFigures',
    summary: 'Read volumes of members',
    description: `Personal and group volume of up to 100 members in one of the trees. ${LIVE}`,
    answer: NetworkFiguresView,
  })
  figures(@Query() query: FiguresQuery): Promise<NetworkFiguresView> {
    return this.live.figures(query);
  }

  @Endpoint('GET :uid/downline', {
    id: 'adminListDownline',
    summary: 'List who is below a member',
    description: `Everybody below in a tree, each with the figures of their leg: \`group_volume\` is that of the whole leg, \`members\` how many are below its head. \`levels=1\` lists the legs of the member. The CSV file is audited. ${LIVE}`,
    answer: AdminDownlineMemberView,
    paged: true,
    sums: LevelSumsView,
    csv: true,
    failures: [notFound('member')],
  })
  downline(
    @MemberUidParam() uid: number,
    @Query() query: AdminDownlineQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<AdminDownlineMemberView>> {
    return this.live.downline(uid, query, reader);
  }
}
