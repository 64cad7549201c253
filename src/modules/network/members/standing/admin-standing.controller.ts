import { Body, Param } from '@nestjs/common';
import { CallerParam, type Caller } from '../../../../common/access/index.js';
import { notFound } from '../../../../common/errors/failures.js';
import { AdminController, Endpoint } from '../../../../common/http/endpoint.js';
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
      'A terminated member stays in the trees, is not paid and gets no new members below; reactivated, it goes on where it stands. `kind` changes what the member is: who becomes a distributor is placed as a new one, and who sponsors distributors, or has members placed below, stays one.',
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
