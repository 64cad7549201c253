import { Body, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { IS_CONCERNED } from '#people/approvals/index.js';
import { NO_MEMBER } from '../payouts.failures.js';
import { HoldDto, HoldsQuery, PayoutHoldView, PayoutHoldIdParam } from './holds.dto.js';
import { HELD_ALREADY, PayoutHolds, RELEASED_ALREADY, UNKNOWN_HOLD } from './holds.service.js';

/** Holds on payouts. See docs/spec/commissions.md#5. */
@AdminController('payout-holds', 'Admin: payouts', { read: 'holds.read', write: 'holds.write' })
export class AdminPayoutHoldsController {
  constructor(private readonly holds: PayoutHolds) {}

  @Endpoint('GET', {
    id: 'adminListPayoutHolds',
    summary: 'List holds on payouts',
    description:
      'Newest first, including released ones. `search` is the uid or part of the username, name or e-mail address of a member, or part of the note.',
    answer: PayoutHoldView,
    paged: true,
    csv: true,
  })
  list(@Query() query: HoldsQuery, @FileFor() reader?: Caller): Promise<ListAnswer<PayoutHoldView>> {
    return this.holds.list(query, reader);
  }

  @Endpoint('POST', {
    id: 'adminHoldPayouts',
    summary: 'Hold a member’s payouts back',
    description:
      'The member continues to earn, but gets no payouts; a payout that is not released yet leaves the member out on its release. A member may have several holds at once, each until it is released.',
    answer: PayoutHoldView,
    failures: [NO_MEMBER, HELD_ALREADY],
  })
  begin(@CallerParam() caller: Caller, @Body() dto: HoldDto): Promise<PayoutHoldView> {
    return this.holds.begin(caller, dto);
  }

  @Endpoint('POST :id/release', {
    id: 'adminReleasePayoutHold',
    summary: 'Release a hold on payouts',
    description:
      'The member is in the next payout, unless another hold applies. Nobody releases a hold on their own payouts.',
    answer: PayoutHoldView,
    failures: [UNKNOWN_HOLD, IS_CONCERNED, RELEASED_ALREADY],
  })
  end(@CallerParam() caller: Caller, @PayoutHoldIdParam() id: number): Promise<PayoutHoldView> {
    return this.holds.end(caller, id);
  }
}
