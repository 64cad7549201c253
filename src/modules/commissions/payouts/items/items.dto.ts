import { type Format, FormatField } from '#common/http/downloads.js';
import { SearchQuery } from '#common/http/pagination.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { ChoiceField, IntegerField, ObjectListField, TextField } from '#common/validation/index.js';
import {
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { PAYOUT_ITEM_STATUSES, type PayoutItem, type PayoutItemStatus } from '../payouts.entity.js';
import { numberInPath } from '#common/http/path-params.js';

export const PayoutItemIdParam = numberInPath('item', 'id of the item of the payout', 1);

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
export class ItemsQuery extends SearchQuery {
  @ChoiceField(PAYOUT_ITEM_STATUSES, { optional: true, description: 'only items in this status', example: 'pending' })
  status?: PayoutItemStatus;

  @IntegerField({ optional: true, description: 'only the item of this member', example: 5 }) uid?: number;
  @FormatField() format?: Format;
}

/** Body of `POST payouts/:id/items/:item/paid`. */
export class PaidDto {
  @TextField(REFERENCE) reference!: string;
}

/** Body of `POST payouts/:id/items/:item/failed`. */
export class FailedDto {
  @TextField({ ...REASON, multiline: true }) reason!: string;
}

/** What one of many items is marked as. */
export class MarkDto {
  @IntegerField({ description: 'of the item', example: 101 }) id!: number;
  @ChoiceField(MARKS, { example: 'paid' }) status!: Mark;

  @TextField({ ...REFERENCE, optional: true, description: 'of a paid one, such as the number of the transfer' })
  reference?: string;

  @TextField({ max: REASON.max, multiline: true, optional: true, description: 'of a failed one; the member reads it' })
  reason?: string;
}

/** Body of `POST payouts/:id/mark`. */
export class MarkItemsDto {
  @ObjectListField(() => MarkDto, { min: 1, max: MAX_MARKED, description: 'either all of them are marked, or none' })
  items!: MarkDto[];
}

/** What a payout pays one member. See docs/spec/commissions.md#5. */
export class PayoutItemView {
  @IntegerProperty(101) id!: number;
  @IntegerProperty(12) payout_id!: number;
  @IntegerProperty(5, 'the member') uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('Maria Schmidt') name!: string;
  @NumberProperty(125.5) amount!: number;
  @TextProperty('USD') currency_code!: string;

  @ChoiceProperty(PAYOUT_ITEM_STATUSES, 'paid', 'with `failed` and `cancelled` the amount was given back')
  status!: PayoutItemStatus;

  @TextProperty('TR-2026-000417', 'of a paid item', { nullable: true }) reference!: string | null;
  @TextProperty(null, 'why it failed or was cancelled', { nullable: true }) reason!: string | null;

  @InstantProperty('2026-12-07T10:00:00.000Z', 'when it was marked or cancelled', { nullable: true })
  settled_at!: string | null;

  @IntegerProperty(1, { nullable: true }) settled_by_uid!: number | null;
}

/** How many items of a payout were marked by a request. */
export class MarkedView {
  @IntegerProperty(1, 'marked by this request') marked!: number;
  @IntegerProperty(0, 'marked so before') unchanged!: number;
  @IntegerProperty(16, 'neither paid nor failed yet, in the whole payout') pending!: number;
}

/** @param currency the code of the installation's currency */
export function toPayoutItemView(item: PayoutItem, currency: string): PayoutItemView {
  const { id, payoutId, uid, username, name, amount, status, reference, reason, settledAt, settledByUid } = item;
  return {
    id,
    payout_id: payoutId,
    uid,
    username,
    name,
    amount: toJsonNumber(amount),
    currency_code: currency,
    status,
    reference,
    reason,
    settled_at: settledAt?.toISOString() ?? null,
    settled_by_uid: settledByUid,
  };
}
