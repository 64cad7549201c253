import { toJsonNumber } from '#common/money/decimal.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { PAYOUT_ITEM_STATUSES, type PayoutItemStatus } from '../payout-item.entity.js';
import type { ItemRow } from './items.queries.js';

/** What a payout pays one member. See docs/spec/commissions.md#5. */
export class PayoutItemView {
  @ApiProperty({ type: 'integer', example: 101 })
  id!: number;

  @ApiProperty({ type: 'integer', example: 12 })
  payout_id!: number;

  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({ type: String, example: 'Maria Schmidt' })
  name!: string;

  @ApiProperty({ type: Number, example: 125.5 })
  amount!: number;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({
    type: String,
    enum: [...PAYOUT_ITEM_STATUSES],
    example: 'paid',
    description: '`failed` and `cancelled` have given the amount back',
  })
  status!: PayoutItemStatus;

  @ApiProperty({ type: String, nullable: true, example: 'TR-2026-000417', description: 'of a paid item' })
  reference!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'why it failed or was cancelled' })
  reason!: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-12-07T10:00:00.000Z',
    description: 'when it was marked or cancelled',
  })
  settled_at!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1 })
  settled_by_uid!: number | null;
}

/** How many items of a payout were marked by a request. */
export class MarkedView {
  @ApiProperty({ type: 'integer', example: 1, description: 'marked by this request' })
  marked!: number;

  @ApiProperty({ type: 'integer', example: 0, description: 'marked so before' })
  unchanged!: number;

  @ApiProperty({ type: 'integer', example: 16, description: 'neither paid nor failed yet, in the whole payout' })
  pending!: number;
}

/** @param currency the code of the installation's currency */
export function toPayoutItemView(row: ItemRow, currency: string): PayoutItemView {
  const { id, payout_id, uid, username, name, amount, status, reference, reason, settled_at, settled_by_uid } = row;
  return {
    id,
    payout_id,
    uid,
    username,
    name,
    amount: toJsonNumber(amount),
    currency_code: currency,
    status,
    reference,
    reason,
    settled_at: settled_at?.toISOString() ?? null,
    settled_by_uid,
  };
}
