import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { notFound } from '#common/errors/failures.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, ClientController, Endpoint } from '#common/http/endpoint.js';
import { type Page, PageQuery } from '#common/http/pagination.js';
import {
  AdminWaitingView,
  HoldingTankQuery,
  PlacedMemberView,
  PlaceMemberDto,
  WaitingMemberView,
} from './holding-tank.dto.js';
import { AdminHoldingTank, HoldingTank, LEG_TAKEN, NOT_PLACED } from './holding-tank.service.js';

/** The holding tank of a sponsor. See docs/spec/commissions.md#2. */
@ClientController('network', {
  tag: { name: 'Network', order: 100, description: 'Your upline and downline.' },
  access: 'user',
  scope: 'team',
})
export class HoldingTankController {
  constructor(private readonly tank: HoldingTank) {}

  @Endpoint('GET holding-tank', {
    id: 'listHoldingTank',
    summary: 'List members who wait for a place',
    description:
      'Distributors sponsored by the user who are not in the placement tree yet, in the order in which the service places them.',
    answer: WaitingMemberView,
    paged: true,
  })
  list(@CallerParam() caller: Caller, @Query() query: PageQuery): Promise<Page<WaitingMemberView>> {
    return this.tank.list(caller, query);
  }

  @Endpoint('POST place', {
    id: 'placeMember',
    summary: 'Place a member of the holding tank',
    description:
      'In a free leg of the user, or of a member placed below. 404 for a member who does not wait in the user’s holding tank, and for a parent who is not below the user.',
    answer: PlacedMemberView,
    failures: [notFound('member'), LEG_TAKEN, NOT_PLACED],
  })
  place(@CallerParam() caller: Caller, @Body() dto: PlaceMemberDto): Promise<PlacedMemberView> {
    return this.tank.place(caller, dto);
  }
}

/** The holding tanks in the admin module. See docs/spec/commissions.md#2. */
@AdminController('network', 'Admin: network', 'network.read')
export class AdminHoldingTankController {
  constructor(private readonly tank: AdminHoldingTank) {}

  @Endpoint('GET holding-tank', {
    id: 'adminListHoldingTank',
    summary: 'List members who wait for a place',
    description:
      'In the holding tanks of all sponsors, or of one, in the order of enrolment. Place a member with `POST network/{uid}/move/`. A member who enrolled within the last second may not be listed yet.',
    answer: AdminWaitingView,
    paged: true,
    csv: true,
  })
  list(@Query() query: HoldingTankQuery, @FileFor() reader?: Caller): Promise<ListAnswer<AdminWaitingView>> {
    return this.tank.list(query, reader);
  }
}
