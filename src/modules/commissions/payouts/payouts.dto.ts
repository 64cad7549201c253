import { type Format, FormatField } from '#common/http/downloads.js';
import { SearchQuery } from '#common/http/pagination.js';
import { SumsField } from '#common/http/sums.js';
import { type Sort, SortField } from '#common/http/sorting.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { fixed, fixedNumber } from '#common/money/fixed.js';
import { ExactKeys, ChoiceField, DecimalField, IntegerField, TotalField } from '#common/validation/index.js';
import type { Decimal } from '#common/money/decimal.js';
import {
  BooleanProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import { PAYOUT_STATUSES, PAYOUT_ITEM_STATUSES, type Payout, type PayoutStatus } from './payouts.entity.js';
import { PayoutItemView } from './items/items.dto.js';
import { numberInPath } from '#common/http/path-params.js';

export const PayoutIdParam = numberInPath('id', 'id of the payout', 1);

/** Filters of the list of payouts. */
export class PayoutsQuery extends SearchQuery {
  @FormatField() format?: Format;
  @SumsField() sums?: 'true' | 'false';
  @SortField(['created_at'], '-created_at') sort?: Sort<'created_at'>;
  @ChoiceField(PAYOUT_STATUSES, { optional: true, description: 'only payouts in this status', example: 'released' })
  status?: PayoutStatus;

  @IntegerField({ optional: true, description: 'only payouts with an item of this member', example: 5 }) uid?: number;
}

/** What payouts of one status come to. */
export class PayoutListSumsView {
  @ChoiceProperty(PAYOUT_STATUSES, 'released') status!: PayoutStatus;
  @IntegerProperty(1, 'payouts') count!: number;
  @NumberProperty(1250.5, 'of their items, as `amount` of each') amount!: number;
  @NumberProperty(40, 'the part of it that is not marked as paid or failed yet') pending!: number;
}

/** Query of `GET payouts/:id`. */
export class PayoutQuery {
  @FormatField() format?: Format;
}

/** Whom a payout is for: a misspelt `minimum` must not pay everybody. */
@ExactKeys()
export class PayoutTermsDto {
  @DecimalField({
    optional: true,
    description:
      'the minimum balance that is taken; not below `minimum_payout` of the plan, which is the default, and with at most the decimals of the currency',
    example: 10,
  })
  minimum?: number;

  @IntegerField({
    optional: true,
    description: 'only members whose transfer of this payout has failed: they are paid again',
    example: 11,
  })
  failed_of?: number;
}

/** Body of `POST payouts`. */
export class CreatePayoutDto extends PayoutTermsDto {
  @TotalField({
    description: '`amount` of the preview: if the payout would come to anything else, none is made; at most 4 decimals',
    example: 1250.5,
  })
  expected_amount?: number | Decimal;
}

/** Body of `POST payouts/last`. */
export class LastPayoutDto {
  @IntegerField({ description: 'a member who is terminated, or no longer a distributor', example: 5 }) uid!: number;
}

/** How many items have a status, and what they come to. */
export class PayoutSumView {
  @IntegerProperty(17) items!: number;
  @NumberProperty(1250.5) amount!: number;
}

/** The items of a payout by status. */
export class PayoutSumsView {
  @ObjectProperty(PayoutSumView, 'neither paid nor failed yet') pending!: PayoutSumView;
  @ObjectProperty(PayoutSumView, { example: { items: 0, amount: 0 } }) paid!: PayoutSumView;
  @ObjectProperty(PayoutSumView, 'given back', { example: { items: 0, amount: 0 } }) failed!: PayoutSumView;

  @ObjectProperty(PayoutSumView, 'given back before the release', { example: { items: 0, amount: 0 } })
  cancelled!: PayoutSumView;
}

/** A batch of payouts. See docs/spec/commissions.md#5. */
export class PayoutView {
  @IntegerProperty(12) id!: number;
  @ChoiceProperty(PAYOUT_STATUSES, 'created') status!: PayoutStatus;
  @NumberProperty(1250.5, 'of all items, except those given back before the release') amount!: number;
  @IntegerProperty(17, 'how many members it pays') members!: number;
  @TextProperty('USD') currency_code!: string;
  @NumberProperty(10, 'the minimum balance that it took') minimum!: number;
  @BooleanProperty(false, 'whether it is the last payout of a member who has left') is_last!: boolean;
  @BooleanProperty(true, 'whether the user who made it cannot release it') four_eyes!: boolean;
  @ObjectProperty(PayoutSumsView) sums!: PayoutSumsView;
  @InstantProperty('2026-12-05T09:30:00.000Z') created_at!: string;
  @IntegerProperty(1) created_by_uid!: number;
  @TextProperty('admin') created_by!: string;
  @InstantProperty(null, { nullable: true }) released_at!: string | null;
  @IntegerProperty(null, { nullable: true }) released_by_uid!: number | null;
  @TextProperty(null, { nullable: true }) released_by!: string | null;
  @InstantProperty(null, { nullable: true }) cancelled_at!: string | null;
  @IntegerProperty(null, { nullable: true }) cancelled_by_uid!: number | null;
  @TextProperty(null, { nullable: true }) cancelled_by!: string | null;
}

/** A batch of payouts with its items. */
export class PayoutWithItemsView extends PayoutView {
  @ListProperty(PayoutItemView, 'the first 100, by uid; `items/` has all of them, by pages') items!: PayoutItemView[];
}

/** A batch of payouts after it was released, or while that waits. */
export class ReleasedPayoutView extends PayoutWithItemsView {
  @ApprovalProperty() approval!: ApprovalView;
}

/** @param currency the code of the installation's currency */
export function toPayoutView(payout: Payout, currency: string): PayoutView {
  const sums = Object.fromEntries(
    PAYOUT_ITEM_STATUSES.map((of) => {
      const sum = payout.sums.find((one) => one.status === of);
      return [of, { items: sum?.items ?? 0, amount: toJsonNumber(sum?.amount ?? '0') }];
    }),
  ) as unknown as PayoutSumsView;
  // A cancelled payout shows what it was.
  const counted = payout.sums.filter((one) => payout.status === 'cancelled' || one.status !== 'cancelled');
  return {
    id: payout.id,
    status: payout.status,
    currency_code: currency,
    amount: fixedNumber(counted.reduce((sum, { amount }) => sum + fixed(amount), 0n)),
    members: counted.reduce((sum, { items }) => sum + items, 0),
    minimum: toJsonNumber(payout.minimum),
    is_last: payout.isLast,
    four_eyes: payout.fourEyes,
    sums,
    created_at: payout.createdAt.toISOString(),
    created_by_uid: payout.createdByUid,
    created_by: payout.createdBy,
    released_at: payout.releasedAt?.toISOString() ?? null,
    released_by_uid: payout.releasedByUid,
    released_by: payout.releasedBy,
    cancelled_at: payout.cancelledAt?.toISOString() ?? null,
    cancelled_by_uid: payout.cancelledByUid,
    cancelled_by: payout.cancelledBy,
  };
}
