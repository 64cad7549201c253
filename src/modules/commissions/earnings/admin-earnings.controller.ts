import { Body, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { failure, notFound } from '#common/errors/failures.js';
import { NETWORK } from '#network/network.messages.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { CANNOT_APPROVE } from '#people/approvals/index.js';
import { NOTHING_LEFT, STILL_PAID } from './adjustments.actions.js';
import { AdjustmentsService } from './adjustments.service.js';
import {
  AdminBalanceView,
  AdjustEarningsDto,
  BalancesQuery,
  EarningsQuery,
  WriteOffDto,
  AdjustedEarningView,
  AdminEarningView,
  BalanceSumsView,
  EarnerUidParam,
  EarningSumsView,
} from './earnings.dto.js';
import { IS_REVERSED, NOTHING_POSTED } from './rewards/rewards.actions.js';
import { ReversedRewardView, ReverseRewardDto } from './rewards/rewards.dto.js';
import { Rewards } from './rewards/rewards.service.js';
import { EarningsService } from './earnings.service.js';

/** The earnings ledger in the admin module. See docs/spec/commissions.md#5. */
@AdminController(
  'earnings',
  {
    name: 'Admin: earnings',
    order: 200,
    description: 'What members have earned and been paid. Entries are never changed; a balance is their sum.',
  },
  { read: 'earnings.read', write: 'earnings.adjust' },
)
export class AdminEarningsController {
  constructor(
    private readonly earnings: EarningsService,
    private readonly adjustments: AdjustmentsService,
    private readonly rewards: Rewards,
  ) {}

  @Endpoint('GET', {
    id: 'adminListEarnings',
    summary: 'Read the earnings ledger',
    description:
      'Newest first, unless `sort` says otherwise. `search` is the uid or part of the username, name or e-mail address of a member; of those who are not meant exactly it finds the newest 1,000. `count` is at most 50,000, and 10,000 of what a search finds, as are `sums`; go further back by `to`. A CSV file has all.',
    answer: AdminEarningView,
    paged: true,
    sums: EarningSumsView,
    csv: true,
  })
  list(@Query() query: EarningsQuery, @FileFor() reader?: Caller): Promise<ListAnswer<AdminEarningView>> {
    return this.earnings.list(query, reader);
  }

  @Endpoint('POST', {
    id: 'adminAdjustEarnings',
    summary: 'Adjust earnings',
    description:
      'Adds to a member’s balance or deducts from it; the balance may become negative. It counts at once, and can only be undone by another entry. Above `adjustment_limit` of the settings of approvals it may need a second person: then nothing is written yet.',
    answer: AdjustedEarningView,
    failures: [
      { code: 'VALIDATION', field: 'amount', message: 'must have at most 2 decimals in this currency' },
      failure(NETWORK.no_member, { field: 'uid' }),
    ],
  })
  adjust(@CallerParam() caller: Caller, @Body() dto: AdjustEarningsDto): Promise<AdjustedEarningView> {
    return this.adjustments.adjust(caller, dto);
  }

  @Endpoint('GET balances', {
    id: 'adminListBalances',
    summary: 'List balances',
    description:
      'Members with entries in the ledger. `search` is part of a username, name or e-mail address. `count` is at most 50,000, or 10,000 if sorted by username or what is payable, or filtered by kind or status; `next` ends there, and a CSV file has all.',
    answer: AdminBalanceView,
    paged: true,
    sums: BalanceSumsView,
    csv: true,
  })
  balances(@Query() query: BalancesQuery, @FileFor() reader?: Caller): Promise<ListAnswer<AdminBalanceView>> {
    return this.earnings.balances(query, reader);
  }

  @Endpoint('POST write-off', {
    id: 'adminWriteOffEarnings',
    summary: 'Write a balance off',
    description:
      'Brings the balance of a member who is terminated, or no longer a distributor, to 0 by an adjustment, whatever its sign. Above `adjustment_limit` it may need a second person, as an adjustment.',
    answer: AdjustedEarningView,
    failures: [failure(NETWORK.no_member, { field: 'uid' }), STILL_PAID, NOTHING_LEFT, ...CANNOT_APPROVE],
  })
  writeOff(@CallerParam() caller: Caller, @Body() dto: WriteOffDto): Promise<AdjustedEarningView> {
    return this.adjustments.writeOff(caller, dto);
  }

  @Endpoint('POST rewards/reverse', {
    id: 'adminReverseReward',
    summary: 'Reverse a reward',
    description:
      'Takes back all that was posted with a key, once. It may need a second person: then nothing is written yet. It also works without the extension.',
    answer: ReversedRewardView,
    failures: [NOTHING_POSTED, IS_REVERSED, ...CANNOT_APPROVE],
  })
  reverse(@CallerParam() caller: Caller, @Body() dto: ReverseRewardDto): Promise<ReversedRewardView> {
    return this.rewards.reverse(caller, dto);
  }

  @Endpoint('GET :uid', {
    id: 'adminGetBalance',
    summary: 'Read a member’s balance',
    description: 'The balance with what is payable, on its way and paid, and the reasons why payouts are held back.',
    answer: AdminBalanceView,
    failures: [notFound('member')],
  })
  balance(@EarnerUidParam() uid: number): Promise<AdminBalanceView> {
    return this.earnings.balance(uid);
  }
}
