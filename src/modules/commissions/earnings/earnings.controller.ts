import { Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import { BalanceView, OwnEarningsQuery, EarningView } from './earnings.dto.js';
import { EarningsService } from './earnings.service.js';

/** One's own earnings. See docs/spec/commissions.md#5. */
@ClientController('earnings', {
  tag: { name: 'Earnings', order: 120, description: 'What a member has earned and been paid.' },
  access: 'user',
  scope: 'earnings',
})
export class EarningsController {
  constructor(private readonly earnings: EarningsService) {}

  @Endpoint('GET', {
    id: 'listEarnings',
    summary: 'List earnings',
    description: 'Newest first: commissions of posted periods, what was taken back, adjustments and payouts.',
    answer: EarningView,
    paged: true,
  })
  list(@CallerParam() caller: Caller, @Query() query: OwnEarningsQuery): Promise<Page<EarningView>> {
    return this.earnings.own(caller, query);
  }

  @Endpoint('GET balance', {
    id: 'getBalance',
    summary: 'Read the balance of earnings',
    description: 'The sum of all earnings; it may be negative, and carries over.',
    answer: BalanceView,
  })
  balance(@CallerParam() caller: Caller): Promise<BalanceView> {
    return this.earnings.ownBalance(caller);
  }
}
