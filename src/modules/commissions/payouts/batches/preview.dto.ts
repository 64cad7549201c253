import { LimitField, CountedOffsetField } from '#common/http/pagination.js';
import { toJsonNumber } from '#common/money/decimal.js';
import {
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { ChoiceField } from '#common/validation/index.js';
import { PayoutTermsDto } from '../payouts.dto.js';
import { LEFT_OUT, type LeftOut, type PreviewRow } from './batches.queries.js';

/** Body of `POST payouts/preview`, as exact as the one that it extends. */
export class PreviewPayoutDto extends PayoutTermsDto {
  @ChoiceField(LEFT_OUT, {
    optional: true,
    description: '`people` are those who are left out for this reason; default: those who would be paid',
    example: 'on_hold',
  })
  reason?: LeftOut;

  @LimitField() limit?: number;
  @CountedOffsetField() offset?: number;
}

/** Whom a batch leaves out for one reason. */
export class LeftOutView {
  @ChoiceProperty(
    LEFT_OUT,
    'on_hold',
    'the first that holds: the balance is below 0; the member is no active distributor; on hold; nothing of the balance is payable yet; what is payable is below the minimum; payout details of an extension have no account of the member',
  )
  reason!: LeftOut;

  @IntegerProperty(2) members!: number;
  @NumberProperty(96.4, 'their balances in all') amount!: number;
}

/** Somebody whom a batch would pay, or leave out. */
export class PreviewedMemberView {
  @IntegerProperty(5) uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('Maria Schmidt') name!: string;
  @NumberProperty(125.5) balance!: number;
  @NumberProperty(125.5, 'what of the balance a payout may take now') payable!: number;
}

/** What a batch would be if it were made now. See docs/spec/commissions.md#5. */
export class PayoutPreviewView {
  @NumberProperty(10, 'the minimum balance that it would take') minimum!: number;
  @BooleanProperty(true, 'whether the user who makes it could not release it') four_eyes!: boolean;
  @TextProperty('USD') currency_code!: string;
  @IntegerProperty(17, 'whom it would pay') members!: number;
  @NumberProperty(1250.5, 'what it would pay them in all') amount!: number;

  @ListProperty(LeftOutView, 'all others whose balance is not 0, by the reason; each is counted once')
  left_out!: LeftOutView[];

  @ListProperty(
    PreviewedMemberView,
    'a page of those who would be paid, or who are left out for `reason`; the highest balance first',
  )
  people!: PreviewedMemberView[];
}

/** @param terms what else the view says */
export function toPreviewView(
  terms: Pick<PayoutPreviewView, 'minimum' | 'four_eyes' | 'currency_code'>,
  { sums, people }: PreviewRow,
): PayoutPreviewView {
  const paid = sums.find(({ reason }) => reason === null);
  const left = LEFT_OUT.flatMap((reason) => sums.find((one) => one.reason === reason) ?? []);
  return {
    ...terms,
    members: paid?.members ?? 0,
    amount: toJsonNumber(paid?.amount ?? '0'),
    left_out: left.map(({ reason, members, amount }) => ({ reason: reason!, members, amount: toJsonNumber(amount) })),
    people: people.map((one) => ({ ...one, balance: toJsonNumber(one.balance), payable: toJsonNumber(one.payable) })),
  };
}
