import { PageQuery } from '#common/http/pagination.js';
import { FormatField, type FORMATS } from '#common/http/wants-csv.js';
import { ExactKeys, ChoiceField, DecimalField, IntegerField } from '#common/validation/index.js';
import { PAYOUT_STATUSES, type PayoutStatus } from './payout.entity.js';

/** Filters of the list of payouts. */
export class PayoutsQuery extends PageQuery {
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
}

/** Body of `POST payouts/last`. */
export class LastPayoutDto {
  @IntegerField({ description: 'a member who is terminated, or no longer a distributor', example: 5 })
  uid!: number;
}
