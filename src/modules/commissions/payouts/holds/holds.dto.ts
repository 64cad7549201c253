import { PageQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { HOLD_REASONS, type HoldReason, type PayoutHold } from '../payouts.entity.js';
import { numberInPath } from '#common/http/path-params.js';

export const PayoutHoldIdParam = numberInPath('id', 'id of the hold', 1);

/** Filters of the list of holds. */
export class HoldsQuery extends PageQuery {
  @IntegerField({ optional: true, description: 'only holds of this member', example: 5 })
  uid?: number;

  @ChoiceField(HOLD_REASONS, { optional: true, description: 'only holds for this reason', example: 'tax' })
  reason?: HoldReason;

  @ChoiceField(['true', 'false'], { optional: true, description: 'only those that hold, or are released' })
  open?: 'true' | 'false';
}

/** Body of `POST payout-holds`. */
export class HoldDto {
  @IntegerField({ description: 'the member', example: 5 })
  uid!: number;

  @ChoiceField(HOLD_REASONS, { description: 'the member reads it', example: 'tax' })
  reason!: HoldReason;

  @TextField({ max: 500, multiline: true, description: 'for admins alone', example: 'Form W-9 is missing' })
  note!: string;
}

/** A hold on the payouts of a member. See docs/spec/commissions.md#5. */
export class PayoutHoldView {
  @ApiProperty({ type: 'integer', example: 3 })
  id!: number;

  @ApiProperty({ type: 'integer', example: 5, description: 'the member' })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({ type: String, example: 'Maria Schmidt' })
  name!: string;

  @ApiProperty({ type: String, enum: [...HOLD_REASONS], example: 'tax' })
  reason!: HoldReason;

  @ApiProperty({ type: String, example: 'Form W-9 is missing', description: 'for admins alone' })
  note!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-12-01T09:30:00.000Z' })
  from!: string;

  @ApiProperty({ type: 'integer', example: 1, description: 'the user who put the member on hold' })
  by_uid!: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
    description: 'when it was released; null while it is in force',
  })
  to!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'the user who released it' })
  ended_by_uid!: number | null;
}

export function toPayoutHoldView(hold: PayoutHold): PayoutHoldView {
  const { id, uid, username, name, reason, note, fromAt, byUid, toAt, endedByUid } = hold;
  return {
    id,
    uid,
    username,
    name,
    reason,
    note,
    from: fromAt.toISOString(),
    by_uid: byUid,
    to: toAt?.toISOString() ?? null,
    ended_by_uid: endedByUid,
  };
}
