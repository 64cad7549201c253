import { toJsonNumber } from '#common/money/decimal.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { MEMBER_STATUSES, type MemberStatus } from '#network/members/index.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import type { BalanceRow } from './earnings.queries.js';

/** What a member has earned and not been paid. See docs/spec/commissions.md#5. */
export class BalanceView {
  @ApiProperty({ type: Number, example: 125.5, description: 'the sum of all entries; may be negative' })
  balance!: number;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: Number, example: 100, description: 'what a payout could take at present; not below 0' })
  payable!: number;

  @ApiProperty({ type: Number, example: 40, description: 'taken off the balance, and on its way' })
  in_payouts!: number;

  @ApiProperty({ type: Number, example: 960, description: 'all that was ever paid' })
  paid!: number;

  @ApiProperty({
    type: String,
    isArray: true,
    example: ['tax'],
    description: 'why payouts are held back; nothing is where this is empty',
  })
  holds!: string[];
}

/** A member with its balance, in the admin module. */
export class AdminBalanceView extends BalanceView {
  @ApiProperty({ type: 'integer', example: 5 })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({ type: String, example: 'Maria Schmidt' })
  name!: string;

  @ApiProperty({ type: String, enum: [...MEMBER_KINDS], example: 'distributor' })
  kind!: MemberKind;

  @ApiProperty({ type: String, enum: [...MEMBER_STATUSES], example: 'active' })
  status!: MemberStatus;
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
