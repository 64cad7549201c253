import { toJsonNumber } from '#common/money/decimal.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { NullableApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import { EARNING_KINDS, type EarningKind } from './earning.entity.js';
import type { EarningRow } from './earnings.queries.js';

const instant = (example: string, description: string) =>
  ({ type: String, format: 'date-time', example, description }) as const;
const id = (description: string) => ({ type: 'integer', nullable: true, example: null, description }) as const;

/** An entry of the earnings ledger as its member sees it. See docs/spec/commissions.md#5. */
export class EarningView {
  @ApiProperty({ type: 'integer', example: 4711 })
  id!: number;

  @ApiProperty(instant('2026-12-03T09:30:00.000Z', 'when it was written'))
  at!: string;

  @ApiProperty({ type: String, enum: [...EARNING_KINDS], example: 'adjustment' })
  kind!: EarningKind;

  @ApiProperty({ type: Number, example: 25.5, description: 'negative where something is taken off or paid out' })
  amount!: number;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'of `commission` and `clawback`' })
  period!: string | null;

  @ApiProperty(
    instant('2026-12-03T09:30:00.000Z', 'from when on it counts for payouts; what is taken off does at once'),
  )
  payable_at!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Bonus of the convention',
    description: 'of an adjustment, or why a payout failed',
  })
  reason!: string | null;
}

/** An entry of the earnings ledger in the admin module. */
export class AdminEarningView extends EarningView {
  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty(id('of `commission` and `clawback`'))
  run_id!: number | null;

  @ApiProperty(id('of `payout` and `payout_failed`'))
  payout_id!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'who wrote it' })
  by_uid!: number | null;
}

/** An entry that was written by an adjustment or a write-off, or that is to be once it is approved. */
export class AdjustedEarningView {
  @ApiProperty({ ...id('null while it waits'), example: 4711 })
  id!: number | null;

  @ApiProperty({ ...instant('2026-12-03T09:30:00.000Z', 'when it was written; null while it waits'), nullable: true })
  at!: string | null;

  @ApiProperty({ type: String, enum: [...EARNING_KINDS], example: 'adjustment' })
  kind!: EarningKind;

  @ApiProperty({ type: Number, example: 25.5, description: 'negative where something is taken off' })
  amount!: number;

  @ApiProperty({ type: String, nullable: true, example: null })
  period!: string | null;

  @ApiProperty({ ...instant('2026-12-03T09:30:00.000Z', 'null while it waits'), nullable: true })
  payable_at!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'Bonus of the convention' })
  reason!: string | null;

  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty(id('always null'))
  run_id!: number | null;

  @ApiProperty(id('always null'))
  payout_id!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'who made it' })
  by_uid!: number | null;

  @NullableApprovalProperty()
  approval!: ApprovalView | null;
}

export function toEarningView({ id, at, kind, amount, period, payable_at, reason }: EarningRow): EarningView {
  return {
    id,
    at: at.toISOString(),
    kind,
    amount: toJsonNumber(amount),
    period,
    payable_at: payable_at.toISOString(),
    reason,
  };
}

export function toAdminEarningView(row: EarningRow): AdminEarningView {
  const { uid, username, run_id, payout_id, by_uid } = row;
  return { ...toEarningView(row), uid, username, run_id, payout_id, by_uid };
}
