import { PageQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import { HOLD_REASONS, type HoldReason } from '../payout-hold.entity.js';

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
