import { Body, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { PageQuery, type Page } from '#common/http/pagination.js';
import { PlaceMemberDto } from './holding-tank.dto.js';
import { HoldingTank, LEG_TAKEN, NOT_PLACED } from './holding-tank.service.js';
import { PlacedMemberView, WaitingMemberView } from './holding-tank.view.js';

/** The holding tank of a sponsor. See docs/spec/commissions.md#2. */
@ClientController('network', {
  tag: { name: 'Network', order: 100, description: 'The members below oneself.' },
  access: 'user',
})
export class HoldingTankController {
  constructor(private readonly tank: HoldingTank) {}

  @Endpoint('GET holding-tank', {
    id: 'listHoldingTank',
    summary: 'List who waits to be placed',
    description:
      'Distributors sponsored by the user who are not in the placement tree yet; whom the service places first comes first.',
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
      'In a free leg of the user, or of anybody placed below. 404 for a member who does not wait in the user’s holding tank, and for a parent who is not below the user.',
    answer: PlacedMemberView,
    failures: [notFound('member'), LEG_TAKEN, NOT_PLACED],
  })
  place(@CallerParam() caller: Caller, @Body() dto: PlaceMemberDto): Promise<PlacedMemberView> {
    return this.tank.place(caller, dto);
  }
}
