import { type Format, FormatField } from '#common/http/downloads.js';
import { CountedOffsetField, PageQuery, SearchQuery } from '#common/http/pagination.js';
import { SumsField } from '#common/http/sums.js';
import { type Sort, SortField } from '#common/http/sorting.js';
import { ChoiceField, InstantField, IntegerField, SignedDecimalField, TextField } from '#common/validation/index.js';
import { MEMBER_STATUSES, type MemberStatus } from '#network/members/index.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import { toJsonNumber } from '#common/money/decimal.js';
import {
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  NumberProperty,
  TextListProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { NullableApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import type { RowOf } from '#common/database/row-of.js';
import { EARNING_KINDS, type Earning, type EarningKind } from './earnings.entity.js';
import { BALANCE_SORTS } from './earnings.queries.js';
import { numberInPath } from '#common/http/path-params.js';

export const EarnerUidParam = numberInPath('uid', 'uid of the member', 5);

/** Each order, and its reverse. */
const ORDERS = BALANCE_SORTS.flatMap((sort) => [sort, `-${sort}`]);

const KIND = { optional: true, description: 'only entries of this kind', example: 'commission' } as const;

/** Filters of one's own earnings. */
export class OwnEarningsQuery extends PageQuery {
  @ChoiceField(EARNING_KINDS, KIND) kind?: EarningKind;
}

/** Filters of the earnings ledger. */
export class EarningsQuery extends SearchQuery {
  @FormatField() format?: Format;
  @SumsField() sums?: 'true' | 'false';
  @SortField(['at'], '-at') sort?: Sort<'at'>;
  @CountedOffsetField('go further back by `to`') declare offset?: number;
  @IntegerField({ optional: true, description: 'only entries of this member', example: 5 }) uid?: number;
  @ChoiceField(EARNING_KINDS, KIND) kind?: EarningKind;

  @TextField({ optional: true, max: 40, description: 'only entries of this reward', example: 'loyalty_reward' })
  reward?: string;

  @TextField({
    optional: true,
    max: 80,
    description: 'only what was posted with this key',
    example: '2026-11:tier-bonus',
  })
  reward_key?: string;

  @TextField({ optional: true, max: 8, description: 'only what was earned in this period', example: '2026-11' })
  period?: string;

  @InstantField({ optional: true, description: 'at or after this time' }) from?: string;
  @InstantField({ optional: true, description: 'before this time' }) to?: string;
}

/** Filters and order of the list of balances. */
export class BalancesQuery extends SearchQuery {
  @FormatField() format?: Format;
  @SumsField() sums?: 'true' | 'false';
  @CountedOffsetField() declare offset?: number;

  @ChoiceField(MEMBER_KINDS, { optional: true, description: 'only members of this kind', example: 'distributor' })
  kind?: MemberKind;

  @ChoiceField(MEMBER_STATUSES, { optional: true, description: 'only members in this status', example: 'active' })
  status?: MemberStatus;

  @ChoiceField(['true', 'false'], { optional: true, description: 'only members on hold, or only others' })
  on_hold?: 'true' | 'false';

  @SignedDecimalField({ optional: true, description: 'only balances of at least this', example: 10 }) least?: number;

  @ChoiceField(ORDERS, { optional: true, description: 'descending with `-`; default: `-balance`', example: '-balance' })
  sort?: string;
}

/** Body of `POST earnings`. */
export class AdjustEarningsDto {
  @IntegerField({ description: 'the member', example: 5 }) uid!: number;

  @SignedDecimalField({ description: 'in money, not 0, with at most the decimals of the currency', example: 25.5 })
  amount!: number;

  @TextField({ max: 500, multiline: true, description: 'the member reads it', example: 'Bonus of the convention' })
  reason!: string;
}

/** Body of `POST earnings/write-off`. */
export class WriteOffDto {
  @IntegerField({ description: 'a member who is terminated, or not a distributor', example: 5 }) uid!: number;
  @TextField({ max: 500, multiline: true, example: 'Not claimed within three years' }) reason!: string;
}

/** An entry of the earnings ledger as its member sees it. See docs/spec/commissions.md#5. */
export class EarningView {
  @IntegerProperty(4711) id!: number;
  @InstantProperty('2026-12-03T09:30:00.000Z', 'when it was written') at!: string;
  @ChoiceProperty(EARNING_KINDS, 'adjustment') kind!: EarningKind;
  @NumberProperty(25.5, 'negative for deductions and payouts') amount!: number;
  @TextProperty(null, 'of `commission` and `clawback`, and of an adjustment by a correction', { nullable: true })
  period!: string | null;
  @InstantProperty('2026-12-03T09:30:00.000Z', 'from when it is payable; deductions count at once') payable_at!: string;

  @TextProperty('Bonus of the convention', 'of an adjustment or a reward, or why a payout failed', { nullable: true })
  reason!: string | null;

  @TextProperty(null, 'the name of the reward; only for `reward` and `reward_reversed`', { nullable: true })
  reward!: string | null;
}

/** An entry of the earnings ledger in the admin module. */
export class AdminEarningView extends EarningView {
  @IntegerProperty(5, 'the member') uid!: number;
  @TextProperty('maria') username!: string;
  @IntegerProperty(null, 'of `commission` and `clawback`', { nullable: true }) run_id!: number | null;
  @IntegerProperty(null, 'of `payout` and `payout_failed`', { nullable: true }) payout_id!: number | null;
  @TextProperty(null, 'the key with which the reward was posted', { nullable: true }) reward_key!: string | null;
  @IntegerProperty(1, 'the user who wrote it', { nullable: true }) by_uid!: number | null;
}

/** What entries of one kind come to. */
export class EarningSumsView {
  @ChoiceProperty(EARNING_KINDS, 'adjustment') kind!: EarningKind;
  @IntegerProperty(1, 'entries') count!: number;
  @NumberProperty(25.5) amount!: number;
}

/** An entry that was written by an adjustment or a write-off, or that is to be once it is approved. */
export class AdjustedEarningView {
  @IntegerProperty(4711, 'null while it waits', { nullable: true }) id!: number | null;

  @InstantProperty('2026-12-03T09:30:00.000Z', 'when it was written; null while it waits', { nullable: true })
  at!: string | null;

  @ChoiceProperty(EARNING_KINDS, 'adjustment') kind!: EarningKind;
  @NumberProperty(25.5, 'negative for deductions') amount!: number;
  @TextProperty(null, { nullable: true }) period!: string | null;
  @InstantProperty('2026-12-03T09:30:00.000Z', 'null while it waits', { nullable: true }) payable_at!: string | null;
  @TextProperty('Bonus of the convention', { nullable: true }) reason!: string | null;
  @IntegerProperty(5, 'the member') uid!: number;
  @TextProperty('maria') username!: string;
  @IntegerProperty(null, 'always null', { nullable: true }) run_id!: number | null;
  @IntegerProperty(null, 'always null', { nullable: true }) payout_id!: number | null;
  @TextProperty(null, 'always null', { nullable: true }) reward!: string | null;
  @TextProperty(null, 'always null', { nullable: true }) reward_key!: string | null;
  @IntegerProperty(1, 'the user who made it', { nullable: true }) by_uid!: number | null;
  @NullableApprovalProperty() approval!: ApprovalView | null;
}

/** A member with what it has earned. */
export type BalanceRow = RowOf<Omit<AdminBalanceView, 'currency_code'>, 'balance' | 'payable' | 'in_payouts' | 'paid'>;

export function toEarningView({ id, at, kind, amount, period, payableAt, reason, reward }: Earning): EarningView {
  return {
    id,
    at: at.toISOString(),
    kind,
    amount: toJsonNumber(amount),
    period,
    payable_at: payableAt.toISOString(),
    reason,
    reward,
  };
}

export function toAdminEarningView(entry: Earning): AdminEarningView {
  const { uid, username, runId, payoutId, rewardKey, byUid } = entry;
  const from = { run_id: runId, payout_id: payoutId, reward_key: rewardKey };
  return { ...toEarningView(entry), uid, username, ...from, by_uid: byUid };
}

/** What a member has earned and not been paid. See docs/spec/commissions.md#5. */
export class BalanceView {
  @NumberProperty(125.5, 'the sum of all entries; may be negative') balance!: number;
  @TextProperty('USD') currency_code!: string;
  @NumberProperty(100, 'what a payout could take now; not below 0') payable!: number;
  @NumberProperty(40, 'deducted from the balance, and on its way') in_payouts!: number;
  @NumberProperty(960, 'everything that has been paid so far') paid!: number;
  @TextListProperty(['tax'], 'why payouts are held back; empty if nothing is') holds!: string[];
}

/** A member with its balance, in the admin module. */
export class AdminBalanceView extends BalanceView {
  @IntegerProperty(5) uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('Maria Schmidt') name!: string;
  @ChoiceProperty(MEMBER_KINDS, 'distributor') kind!: MemberKind;
  @ChoiceProperty(MEMBER_STATUSES, 'active') status!: MemberStatus;
}

/** What balances come to. */
export class BalanceSumsView {
  @IntegerProperty(1, 'members') count!: number;
  @NumberProperty(125.5, 'less what members owe') balance!: number;
  @NumberProperty(100, 'what payouts could take now') payable!: number;
}

/** @param currency the code of the installation's currency */
export function toBalanceView(
  row: Pick<BalanceRow, 'balance' | 'payable' | 'in_payouts' | 'paid' | 'holds'>,
  currency: string,
): BalanceView {
  return {
    balance: toJsonNumber(row.balance),
    currency_code: currency,
    payable: toJsonNumber(row.payable),
    in_payouts: toJsonNumber(row.in_payouts),
    paid: toJsonNumber(row.paid),
    holds: row.holds,
  };
}

export function toAdminBalanceView(row: BalanceRow, currency: string): AdminBalanceView {
  const { uid, username, name, kind, status } = row;
  return { uid, username, name, kind, status, ...toBalanceView(row, currency) };
}
