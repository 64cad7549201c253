import { Query } from '@nestjs/common';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import { HoldingTankQuery } from './admin-holding-tank.dto.js';
import { AdminHoldingTank } from './admin-holding-tank.service.js';
import { AdminWaitingView } from './holding-tank.view.js';

/** The holding tanks in the admin module. See docs/spec/commissions.md#2. */
@AdminController('network', 'Admin: network', 'network.read')
export class AdminHoldingTankController {
  constructor(private readonly tank: AdminHoldingTank) {}

  @Endpoint('GET holding-tank', {
    id: 'adminListHoldingTank',
    summary: 'List who waits to be placed',
    description:
      'In the holding tanks of all sponsors, or of one; who enrolled first comes first. Place somebody by `POST network/{uid}/move/`. Who has come within the last second may not be listed yet.',
    answer: AdminWaitingView,
    paged: true,
  })
  list(@Query() query: HoldingTankQuery): Promise<Page<AdminWaitingView>> {
    return this.tank.list(query);
  }
}
