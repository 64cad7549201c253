import { type Format, FormatField } from '#common/http/downloads.js';
import { SearchQuery } from '#common/http/pagination.js';
import { type Sort, SortField } from '#common/http/sorting.js';
import { ChoiceProperty, InstantProperty, IntegerProperty, TextProperty } from '#common/openapi/decorators.js';
import { ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import { HOLD_REASONS, type HoldReason, type PayoutHold } from '../payouts.entity.js';
import { numberInPath } from '#common/http/path-params.js';

export const PayoutHoldIdParam = numberInPath('id', 'id of the hold', 1);

/** Filters of the list of holds. */
export class HoldsQuery extends SearchQuery {
  @FormatField() format?: Format;
  @SortField(['from'], '-from') sort?: Sort<'from'>;
  @IntegerField({ optional: true, description: 'only holds of this member', example: 5 }) uid?: number;

  @ChoiceField(HOLD_REASONS, { optional: true, description: 'only holds for this reason', example: 'tax' })
  reason?: HoldReason;

  @ChoiceField(['true', 'false'], { optional: true, description: 'only those that hold, or are released' })
  open?: 'true' | 'false';
}

/** Body of `POST payout-holds`. */
export class HoldDto {
  @IntegerField({ description: 'the member', example: 5 }) uid!: number;
  @ChoiceField(HOLD_REASONS, { description: 'the member reads it', example: 'tax' }) reason!: HoldReason;

  @TextField({ max: 500, multiline: true, description: 'for admins alone', example: 'Form W-9 is missing' })
  note!: string;
}

/** A hold on the payouts of a member. See docs/spec/commissions.md#5. */
export class PayoutHoldView {
  @IntegerProperty(3) id!: number;
  @IntegerProperty(5, 'the member') uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('Maria Schmidt') name!: string;
  @ChoiceProperty(HOLD_REASONS, 'tax') reason!: HoldReason;
  @TextProperty('Form W-9 is missing', 'for admins alone') note!: string;
  @InstantProperty('2026-12-01T09:30:00.000Z') from!: string;
  @IntegerProperty(1, 'the user who put the member on hold') by_uid!: number;
  @InstantProperty(null, 'when it was released; null while it is in force', { nullable: true }) to!: string | null;
  @IntegerProperty(null, 'the user who released it', { nullable: true }) ended_by_uid!: number | null;
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
