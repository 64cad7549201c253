import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import { type StreamedAnswer, WantsCsv } from '#common/http/downloads.js';
import { CANNOT_APPROVE } from '#people/approvals/index.js';
import { Batches } from './batches/batches.service.js';
import { PayoutRelease } from './batches/release.action.js';
import { ITEMS_FILE, PayoutItems } from './items/items.service.js';
import {
  CreatePayoutDto,
  LastPayoutDto,
  PayoutIdParam,
  PayoutQuery,
  PayoutsQuery,
  PayoutView,
  PayoutWithItemsView,
  ReleasedPayoutView,
} from './payouts.dto.js';
import {
  BELOW_MINIMUM,
  NO_BALANCE,
  NO_MEMBER,
  NOBODY_LEFT,
  NOT_LEFT,
  NOTHING_PAYABLE,
  ON_HOLD,
  PAID_LAST,
  UNKNOWN_PAYOUT,
  WRONG_STATUS,
} from './payouts.failures.js';
import { PayoutsReader } from './payouts.reader.js';

const CREATE_EXAMPLES = {
  higher: { summary: 'at a higher minimum than that of the plan', value: { minimum: 50 } },
  plan: { summary: 'at the minimum of the plan', value: {} },
};

/** Payouts in the admin module. See docs/spec/commissions.md#5. */
@AdminController(
  'payouts',
  {
    name: 'Admin: payouts',
    order: 205,
    description: 'Batches that pay balances out, and members on hold. No bank data is kept.',
  },
  { read: 'payouts.read', write: 'payouts.write' },
)
export class AdminPayoutsController {
  constructor(
    private readonly payouts: PayoutsReader,
    private readonly batches: Batches,
    private readonly payoutRelease: PayoutRelease,
    private readonly items: PayoutItems,
  ) {}

  @Endpoint('GET', {
    id: 'adminListPayouts',
    summary: 'List payouts',
    description: 'Newest first, each with the sums of its items by status.',
    answer: PayoutView,
    paged: true,
  })
  list(@Query() query: PayoutsQuery): Promise<Page<PayoutView>> {
    return this.payouts.list(query);
  }

  @Endpoint('POST', {
    id: 'adminCreatePayout',
    summary: 'Create a payout',
    description:
      'Takes the whole payable balance of each distributor in the status `active` who is not on hold and has at least the minimum. The amounts are deducted from the balances at once. Without a plan in force the minimum is 0.',
    answer: PayoutWithItemsView,
    body: { type: CreatePayoutDto, required: false, examples: CREATE_EXAMPLES },
    failures: [BELOW_MINIMUM, NOTHING_PAYABLE],
  })
  create(@CallerParam() caller: Caller, @Body() dto: CreatePayoutDto): Promise<PayoutWithItemsView> {
    return this.batches.make(caller, dto);
  }

  @Endpoint('POST last', {
    id: 'adminCreateLastPayout',
    summary: 'Create the last payout of a member',
    description:
      'Takes the whole balance of a member who is terminated or no longer a distributor, even if it is below the minimum or not payable yet. Possible once, unless it was cancelled or failed.',
    answer: PayoutWithItemsView,
    failures: [NO_MEMBER, NOT_LEFT, ON_HOLD, NO_BALANCE, PAID_LAST],
  })
  createLast(@CallerParam() caller: Caller, @Body() dto: LastPayoutDto): Promise<PayoutWithItemsView> {
    return this.batches.makeLast(caller, dto);
  }

  @Endpoint('GET :id', {
    id: 'adminGetPayout',
    summary: 'Read a payout',
    description:
      'With the sums of its items by status, and the first 100 items. A CSV file has all items, with e-mail addresses.',
    answer: PayoutWithItemsView,
    csv: ITEMS_FILE,
    failures: [UNKNOWN_PAYOUT],
  })
  read(
    @CallerParam() caller: Caller,
    @PayoutIdParam() id: number,
    @Query() _: PayoutQuery,
    @WantsCsv() isFile: boolean,
  ): Promise<PayoutWithItemsView | StreamedAnswer> {
    return isFile ? this.items.file(caller, id, {}) : this.payouts.show(null, id);
  }

  @Endpoint('POST :id/release', {
    id: 'adminReleasePayout',
    permission: 'payouts.release',
    confirmed: true,
    summary: 'Release a payout',
    description:
      'A released payout is ready to be paid: the event `payout.created` tells a payment provider. If it needs a second person, the user who made it only proposes the release, and another user releases it, here or at `approvals/`. It always does if the plan had `four_eyes` when it was made. Members who have been put on hold since, or are no longer active distributors, are left out and get the amount back.',
    answer: ReleasedPayoutView,
    failures: [UNKNOWN_PAYOUT, ...CANNOT_APPROVE, WRONG_STATUS, NOBODY_LEFT],
  })
  release(@CallerParam() caller: Caller, @PayoutIdParam() id: number): Promise<ReleasedPayoutView> {
    return this.payoutRelease.release(caller, id);
  }

  @Endpoint('POST :id/cancel', {
    id: 'adminCancelPayout',
    summary: 'Cancel a payout',
    description: 'Only before it is released. All amounts go back to the balances.',
    answer: PayoutWithItemsView,
    failures: [UNKNOWN_PAYOUT, WRONG_STATUS],
  })
  cancel(@CallerParam() caller: Caller, @PayoutIdParam() id: number): Promise<PayoutWithItemsView> {
    return this.batches.cancel(caller, id);
  }
}
