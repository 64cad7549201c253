import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import type { ListAnswer } from '#common/audit/admin-lists.js';
import { Costly } from '#common/http/costly.js';
import { FileFor } from '#common/http/downloads.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { failure } from '#common/errors/failures.js';
import { COMMISSIONS } from '#commissions/commissions.messages.js';
import { CANNOT_APPROVE } from '#people/approvals/index.js';
import { Batches } from './batches/batches.service.js';
import { PayoutPreview } from './batches/preview.service.js';
import { PayoutPreviewView, PreviewPayoutDto } from './batches/preview.dto.js';
import { PayoutRelease } from './batches/release.action.js';
import { ITEMS_FILE, PayoutItems } from './items/items.service.js';
import {
  CreatePayoutDto,
  LastPayoutDto,
  PayoutIdParam,
  PayoutQuery,
  PayoutsQuery,
  PayoutListSumsView,
  PayoutView,
  PayoutWithItemsView,
  ReleasedPayoutView,
} from './payouts.dto.js';
import {
  BELOW_MINIMUM,
  NO_BALANCE,
  NO_MEMBER,
  NO_PAYOUT,
  NOBODY_LEFT,
  NOT_LEFT,
  NOTHING_PAYABLE,
  OTHER_AMOUNT,
  ON_HOLD,
  PAID_LAST,
  UNKNOWN_PAYOUT,
  WRONG_STATUS,
} from './payouts.failures.js';
import { PayoutsReader } from './payouts.reader.js';
import {
  FailedDto,
  ItemsQuery,
  MarkedView,
  MarkItemsDto,
  PaidDto,
  PayoutItemIdParam,
  PayoutItemView,
} from './items/items.dto.js';
import { ItemMarking, MARKED_OTHERWISE, UNKNOWN_ITEM } from './items/marking.service.js';

const CREATE_EXAMPLES = {
  higher: { summary: 'at a higher minimum than that of the plan', value: { minimum: 50 } },
  plan: { summary: 'at the minimum of the plan', value: {} },
  previewed: { summary: 'only at the amount of the preview', value: { expected_amount: 1250.5 } },
};

const PREVIEW_EXAMPLES = {
  held: { summary: 'who is left out because of a hold', value: { reason: 'on_hold', limit: 20 } },
  paid: { summary: 'whom it would pay, at the minimum of the plan', value: {} },
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
    private readonly preview: PayoutPreview,
    private readonly payoutRelease: PayoutRelease,
    private readonly items: PayoutItems,
  ) {}

  @Endpoint('GET', {
    id: 'adminListPayouts',
    summary: 'List payouts',
    description: 'Newest first, each with the sums of its items by status; `search` is part of a number.',
    answer: PayoutView,
    paged: true,
    sums: PayoutListSumsView,
    csv: true,
  })
  list(@Query() query: PayoutsQuery, @FileFor() reader?: Caller): Promise<ListAnswer<PayoutView>> {
    return this.payouts.list(query, reader);
  }

  @Endpoint('POST', {
    id: 'adminCreatePayout',
    summary: 'Create a payout',
    description:
      'Takes the whole payable balance of each distributor in the status `active` who is not on hold and has at least the minimum; with `failed_of`, of those alone whose transfer of that payout has failed. The amounts are deducted from the balances at once. Without a plan in force the minimum is 0. Send `amount` of the preview as `expected_amount`: if the payout would come to anything else, none is made.',
    answer: PayoutWithItemsView,
    body: { type: CreatePayoutDto, required: false, examples: CREATE_EXAMPLES },
    failures: [BELOW_MINIMUM, NO_PAYOUT, NOTHING_PAYABLE, OTHER_AMOUNT],
  })
  create(@CallerParam() caller: Caller, @Body() dto: CreatePayoutDto): Promise<PayoutWithItemsView> {
    return this.batches.make(caller, dto);
  }

  @Endpoint('POST preview', {
    id: 'adminPreviewPayout',
    permission: 'payouts.read',
    summary: 'Preview a payout',
    description:
      'What a payout that is created now would be: how many members, how much, and who is left out for which reason; a page of the people of one of them. Writes nothing.',
    answer: PayoutPreviewView,
    body: { type: PreviewPayoutDto, required: false, examples: PREVIEW_EXAMPLES },
    failures: [BELOW_MINIMUM, NO_PAYOUT],
  })
  @Costly()
  previewed(@Body() dto: PreviewPayoutDto): Promise<PayoutPreviewView> {
    return this.preview.of(dto);
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
    @PayoutIdParam() id: number,
    @Query() _: PayoutQuery,
    @FileFor() reader?: Caller,
  ): Promise<PayoutWithItemsView | ListAnswer<PayoutItemView>> {
    return reader ? this.items.list(id, {}, reader) : this.payouts.show(null, id);
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

const MARK_EXAMPLES = {
  both: {
    summary: 'one was paid, the other has failed',
    value: {
      items: [
        { id: 101, status: 'paid', reference: 'TR-2026-000417' },
        { id: 102, status: 'failed', reason: 'The account is closed' },
      ],
    },
  },
};

/** Items of payouts. See docs/spec/commissions.md#5. */
@AdminController('payouts', 'Admin: payouts', { read: 'payouts.read', write: 'payouts.write' })
export class AdminPayoutItemsController {
  constructor(
    private readonly items: PayoutItems,
    private readonly marking: ItemMarking,
  ) {}

  @Endpoint('GET :id/items', {
    id: 'adminListPayoutItems',
    summary: 'List the items of a payout',
    description:
      'By uid. `search` is the uid or part of the username, name or e-mail address of a member; of those who are not meant exactly it looks among the newest 10,000 users. `count` is at most 50,000; a CSV file has all items that match, with e-mail addresses.',
    answer: PayoutItemView,
    paged: true,
    csv: ITEMS_FILE,
    failures: [UNKNOWN_PAYOUT],
  })
  list(
    @PayoutIdParam() id: number,
    @Query() query: ItemsQuery,
    @FileFor() reader?: Caller,
  ): Promise<ListAnswer<PayoutItemView>> {
    return this.items.list(id, query, reader);
  }

  @Endpoint('POST :id/items/:item/paid', {
    id: 'adminMarkPayoutItemPaid',
    summary: 'Mark an item as paid',
    description: 'Only in a released payout. The same again changes nothing.',
    answer: PayoutItemView,
    failures: [UNKNOWN_PAYOUT, UNKNOWN_ITEM, WRONG_STATUS, MARKED_OTHERWISE],
  })
  paid(
    @CallerParam() caller: Caller,
    @PayoutIdParam() id: number,
    @PayoutItemIdParam() item: number,
    @Body() { reference }: PaidDto,
  ): Promise<PayoutItemView> {
    return this.marking.markOne(caller, id, item, { status: 'paid', reference, reason: null });
  }

  @Endpoint('POST :id/items/:item/failed', {
    id: 'adminMarkPayoutItemFailed',
    summary: 'Mark an item as failed',
    description: 'Only in a released payout. The amount goes back to the balance. The same again changes nothing.',
    answer: PayoutItemView,
    failures: [UNKNOWN_PAYOUT, UNKNOWN_ITEM, WRONG_STATUS, MARKED_OTHERWISE],
  })
  failed(
    @CallerParam() caller: Caller,
    @PayoutIdParam() id: number,
    @PayoutItemIdParam() item: number,
    @Body() { reason }: FailedDto,
  ): Promise<PayoutItemView> {
    return this.marking.markOne(caller, id, item, { status: 'failed', reference: null, reason });
  }

  @Endpoint('POST :id/mark', {
    id: 'adminMarkPayoutItems',
    summary: 'Mark items of a payout',
    description:
      'Up to 1,000 items as paid, each with its reference, or as failed, each with a reason. If anything is wrong with one of them, none is marked. Items that are already marked so do not change.',
    answer: MarkedView,
    body: { type: MarkItemsDto, examples: MARK_EXAMPLES },
    failures: [UNKNOWN_PAYOUT, failure(COMMISSIONS.not_in_payout, { field: 'items' }), WRONG_STATUS, MARKED_OTHERWISE],
  })
  mark(@CallerParam() caller: Caller, @PayoutIdParam() id: number, @Body() dto: MarkItemsDto): Promise<MarkedView> {
    return this.marking.markAll(caller, id, dto);
  }
}
