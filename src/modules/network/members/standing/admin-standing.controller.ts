import { Body, Param } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { ChangeStandingDto } from './standing.dto.js';
import { StandingService } from './standing.service.js';
import { StandingView } from './standing.view.js';

const EXAMPLES = {
  suspend: { summary: 'suspend a member', value: { status: 'suspended', reason: 'terms were not kept' } },
  upgrade: { summary: 'make a customer a distributor', value: { kind: 'distributor', reason: 'signed the agreement' } },
};

/** The status and the kind of members. See docs/spec/commissions.md#2. */
@AdminController('network', 'Admin: network', 'network.write')
export class AdminStandingController {
  constructor(private readonly standings: StandingService) {}

  @Endpoint('POST :uid/status', {
    id: 'adminChangeMemberStatus',
    summary: 'Suspend, terminate or reactivate a member',
    description:
      'A terminated member stays in the trees, is not paid and gets no new members below; once reactivated, they continue in the same place. `kind` changes the kind of the member: a new distributor is placed like one who signs up. A distributor who sponsors distributors, or has members placed below, cannot change.',
    body: { type: ChangeStandingDto, examples: EXAMPLES },
    answer: StandingView,
    failures: [notFound('member'), { code: 'CONFLICT', message: 'the member has this status already' }],
  })
  change(
    @CallerParam() caller: Caller,
    @Param('uid') uid: string,
    @Body() dto: ChangeStandingDto,
  ): Promise<StandingView> {
    return this.standings.change(caller, uid, dto);
  }
}
