import { toJsonNumber } from '#common/money/decimal.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { ApprovalProperty, type ApprovalView } from '../approval.view.js';
import { APPROVAL_MODES, type ApprovalMode, type ApprovalSettings } from './approval-settings.entity.js';

/** The settings of approvals. */
export class ApprovalSettingsView {
  @ApiProperty({ type: String, enum: APPROVAL_MODES, example: 'auto' })
  mode!: ApprovalMode;

  @ApiProperty({
    type: Number,
    example: 0,
    description: 'adjustments and write-offs of at most this amount need no second person',
  })
  adjustment_limit!: number;

  @ApiProperty({ type: 'integer', example: 7, description: 'days for which an account depends on who made it' })
  new_account_days!: number;

  @ApiProperty({ type: 'integer', example: 14, description: 'days after which a proposal lapses' })
  lapse_days!: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'increases with each change' })
  version!: number;
}

/** The settings as they are after a change, or while it waits. */
export class ChangedApprovalSettingsView extends ApprovalSettingsView {
  @ApprovalProperty()
  approval!: ApprovalView;
}

export function toApprovalSettingsView(settings: ApprovalSettings): ApprovalSettingsView {
  const { mode, adjustmentLimit, newAccountDays, lapseDays, version } = settings;
  return {
    mode,
    adjustment_limit: toJsonNumber(adjustmentLimit),
    new_account_days: newAccountDays,
    lapse_days: lapseDays,
    version,
  };
}
