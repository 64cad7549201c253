import { Param, Query } from '@nestjs/common';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import { TreeMemberView } from '../live.view.js';
import { FiguresQuery, LegsQuery } from './admin-live.dto.js';
import { AdminLiveService } from './admin-live.service.js';
import { NetworkFiguresView } from './admin-live.view.js';

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

  @Endpoint('GET :uid/legs', {
    id: 'adminListLegs',
    summary: 'List the legs of a member with their volumes',
    description: `The members directly below, each with the figures of their leg: \`group_volume\` is that of the whole leg, \`members\` how many are below its head. ${LIVE}`,
    answer: TreeMemberView,
    paged: true,
    failures: [notFound('member')],
  })
  legs(@Param('uid') uid: string, @Query() query: LegsQuery): Promise<Page<TreeMemberView>> {
    return this.live.legs(uid, query);
  }
}
