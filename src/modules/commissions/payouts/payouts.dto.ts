import { SearchQuery } from '#common/http/pagination.js';
import { FormatField, type FORMATS } from '#common/http/downloads.js';
import { ExactKeys, ChoiceField, DecimalField, IntegerField } from '#common/validation/index.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { fixed, fixedNumber } from '#common/money/fixed.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import { PAYOUT_STATUSES, PAYOUT_ITEM_STATUSES, type Payout, type PayoutStatus } from './payouts.entity.js';
import { PayoutItemView } from './items/items.dto.js';
import { numberInPath } from '#common/http/path-params.js';

export const PayoutIdParam = numberInPath('id', 'id of the payout', 1);

/** Filters of the list of payouts. */
export class PayoutsQuery extends SearchQuery {
  @ChoiceField(PAYOUT_STATUSES, { optional: true, description: 'only payouts in this status', example: 'released' })
  status?: PayoutStatus;

  @IntegerField({ optional: true, description: 'only payouts with an item of this member', example: 5 })
  uid?: number;
}

/** Query of `GET payouts/:id`. */
export class PayoutQuery {
  @FormatField()
  format?: (typeof FORMATS)[number];
}

/** Body of `POST payouts`: a misspelt `minimum` must not pay everybody. */
@ExactKeys()
export class CreatePayoutDto {
  @DecimalField({
    optional: true,
    description:
      'the least balance that is taken; not below `minimum_payout` of the plan, which is the default, and with at most the decimals of the currency',
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

/** Body of `POST payouts/last`. */
export class LastPayoutDto {
  @IntegerField({ description: 'a member who is terminated, or no longer a distributor', example: 5 })
  uid!: number;
}

const instant = (example: string | null) => ({ type: String, format: 'date-time', nullable: true, example }) as const;
const uid = { type: 'integer', nullable: true, example: null } as const;
const name = { type: String, nullable: true, example: null } as const;

/** How many items have a status, and what they come to. */
export class PayoutSumView {
  @ApiProperty({ type: 'integer', example: 17 })
  items!: number;

  @ApiProperty({ type: Number, example: 1250.5 })
  amount!: number;
}

/** The items of a payout by status. */
export class PayoutSumsView {
  @ApiProperty({ type: PayoutSumView, description: 'neither paid nor failed yet' })
  pending!: PayoutSumView;

  @ApiProperty({ type: PayoutSumView, example: { items: 0, amount: 0 } })
  paid!: PayoutSumView;

  @ApiProperty({ type: PayoutSumView, example: { items: 0, amount: 0 }, description: 'given back' })
  failed!: PayoutSumView;

  @ApiProperty({ type: PayoutSumView, example: { items: 0, amount: 0 }, description: 'given back before the release' })
  cancelled!: PayoutSumView;
}

/** A batch of payouts. See docs/spec/commissions.md#5. */
export class PayoutView {
  @ApiProperty({ type: 'integer', example: 12 })
  id!: number;

  @ApiProperty({ type: String, enum: [...PAYOUT_STATUSES], example: 'created' })
  status!: PayoutStatus;

  @ApiProperty({
    type: Number,
    example: 1250.5,
    description: 'of all items, except those given back before the release',
  })
  amount!: number;

  @ApiProperty({ type: 'integer', example: 17, description: 'how many members it pays' })
  members!: number;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: Number, example: 10, description: 'the minimum balance that it took' })
  minimum!: number;

  @ApiProperty({ type: Boolean, example: false, description: 'whether it is the last payout of a member who has left' })
  is_last!: boolean;

  @ApiProperty({ type: Boolean, example: true, description: 'whether the user who made it cannot release it' })
  four_eyes!: boolean;

  @ApiProperty({ type: PayoutSumsView })
  sums!: PayoutSumsView;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-12-05T09:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  created_by_uid!: number;

  @ApiProperty({ type: String, example: 'admin' })
  created_by!: string;

  @ApiProperty(instant(null))
  released_at!: string | null;

  @ApiProperty(uid)
  released_by_uid!: number | null;

  @ApiProperty(name)
  released_by!: string | null;

  @ApiProperty(instant(null))
  cancelled_at!: string | null;

  @ApiProperty(uid)
  cancelled_by_uid!: number | null;

  @ApiProperty(name)
  cancelled_by!: string | null;
}

/** A batch of payouts with its items. */
export class PayoutWithItemsView extends PayoutView {
  @ApiProperty({
    type: PayoutItemView,
    isArray: true,
    description: 'the first 100, by uid; `items/` has all of them, by pages',
  })
  items!: PayoutItemView[];
}

/** A batch of payouts after it was released, or while that waits. */
export class ReleasedPayoutView extends PayoutWithItemsView {
  @ApprovalProperty()
  approval!: ApprovalView;
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
