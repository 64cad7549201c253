import { Body, Query } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import type { Page } from '#common/http/pagination.js';
import { type StreamedAnswer, WantsCsv } from '#common/http/downloads.js';
import { UNKNOWN_PAYOUT, WRONG_STATUS } from '../payouts.failures.js';
import {
  FailedDto,
  ItemsQuery,
  MarkedView,
  MarkItemsDto,
  PaidDto,
  PayoutItemIdParam,
  PayoutItemView,
} from './items.dto.js';
import { ITEMS_FILE, PayoutItems } from './items.service.js';
import { ItemMarking, MARKED_OTHERWISE, UNKNOWN_ITEM } from './marking.service.js';
import { PayoutIdParam } from '../payouts.dto.js';

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
    description: 'By uid. `count` is at most 100,000; a CSV file has all items that match, with e-mail addresses.',
    answer: PayoutItemView,
    paged: true,
    csv: ITEMS_FILE,
    failures: [UNKNOWN_PAYOUT],
  })
  list(
    @CallerParam() caller: Caller,
    @PayoutIdParam() id: number,
    @Query() query: ItemsQuery,
    @WantsCsv() isFile: boolean,
  ): Promise<Page<PayoutItemView> | StreamedAnswer> {
    return isFile ? this.items.file(caller, id, query) : this.items.list(id, query);
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
    failures: [
      UNKNOWN_PAYOUT,
      { code: 'VALIDATION', field: 'items', message: 'is not in this payout' },
      WRONG_STATUS,
      MARKED_OTHERWISE,
    ],
  })
  mark(@CallerParam() caller: Caller, @PayoutIdParam() id: number, @Body() dto: MarkItemsDto): Promise<MarkedView> {
    return this.marking.markAll(caller, id, dto);
  }
}
