import { PageQuery } from '#common/http/pagination.js';
import { FormatField, type FORMATS } from '#common/http/wants-csv.js';
import { ChoiceField, IntegerField, ObjectListField, TextField } from '#common/validation/index.js';
import { PAYOUT_ITEM_STATUSES, type PayoutItemStatus } from '../payout-item.entity.js';

/** What an item is marked as. */
const MARKS = ['paid', 'failed'] as const;
export type Mark = (typeof MARKS)[number];

const MAX_MARKED = 1_000;
const REFERENCE = { max: 200, description: 'such as the number of the transfer', example: 'TR-2026-000417' } as const;
const REASON = {
  max: 500,
  description: 'why the transfer failed; the member reads it',
  example: 'The account is closed',
} as const;

/** Filters of the items of a payout. */
export class ItemsQuery extends PageQuery {
  @ChoiceField(PAYOUT_ITEM_STATUSES, { optional: true, description: 'only items in this status', example: 'pending' })
  status?: PayoutItemStatus;

  @IntegerField({ optional: true, description: 'only the item of this member', example: 5 })
  uid?: number;

  @FormatField()
  format?: (typeof FORMATS)[number];
}

/** Body of `POST payouts/:id/items/:item/paid`. */
export class PaidDto {
  @TextField(REFERENCE)
  reference!: string;
}

/** Body of `POST payouts/:id/items/:item/failed`. */
export class FailedDto {
  @TextField({ ...REASON, multiline: true })
  reason!: string;
}

/** What one of many items is marked as. */
export class MarkDto {
  @IntegerField({ description: 'of the item', example: 101 })
  id!: number;

  @ChoiceField(MARKS, { example: 'paid' })
  status!: Mark;

  @TextField({ ...REFERENCE, optional: true, description: 'of a paid one, such as the number of the transfer' })
  reference?: string;

  @TextField({ max: REASON.max, multiline: true, optional: true, description: 'of a failed one; the member reads it' })
  reason?: string;
}

/** Body of `POST payouts/:id/mark`. */
export class MarkItemsDto {
  @ObjectListField(() => MarkDto, { min: 1, max: MAX_MARKED, description: 'all of them are marked, or none' })
  items!: MarkDto[];
}
