import { ChoiceField, DecimalField, IntegerField } from '#common/validation/index.js';
import { APPROVAL_MODES, type ApprovalMode, type ApprovalSettings } from './approval-settings.entity.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { ChoiceProperty, IntegerProperty, NumberProperty } from '#common/openapi/decorators.js';
import { ApprovalProperty, type ApprovalView } from '../approvals.dto.js';

/** The settings of approvals. */
export class ApprovalSettingsView {
  @ChoiceProperty(APPROVAL_MODES, 'auto') mode!: ApprovalMode;

  @NumberProperty(0, 'adjustments and write-offs of at most this amount need no second person')
  adjustment_limit!: number;

  @IntegerProperty(7, 'days for which an account depends on its creator') new_account_days!: number;
  @IntegerProperty(14, 'days after which a proposal lapses') lapse_days!: number;
  @IntegerProperty(1, 'increases with each change') version!: number;
}

/** The settings as they are after a change, or while it waits. */
export class ChangedApprovalSettingsView extends ApprovalSettingsView {
  @ApprovalProperty() approval!: ApprovalView;
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

/** Most days for which an account depends on who made it. */
export const MAX_NEW_ACCOUNT_DAYS = 365;
/** Most days for which a proposal waits. */
const MAX_LAPSE_DAYS = 365;

/** What changes of the settings of approvals; what is left out stays. */
export class ChangeApprovalSettingsDto {
  @ChoiceField(APPROVAL_MODES, {
    optional: true,
    description:
      '`auto`: an action waits if anybody else has the right to approve it, or had it in the last `new_account_days`; `on`: it always waits; `off`: it never does. A plan with `four_eyes` binds its runs and payouts in every mode',
    example: 'auto',
  })
  mode?: ApprovalMode;

  @DecimalField({
    optional: true,
    description: 'adjustments and write-offs of at most this amount, whatever its sign, need no second person',
    example: 50,
  })
  adjustment_limit?: number;

  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_NEW_ACCOUNT_DAYS,
    description:
      'days for which an account cannot approve proposals of a user who created it, reset its password or gave it a role, also through others; and for which a user who lost the right to approve still counts as somebody who has it',
    example: 7,
  })
  new_account_days?: number;

  @IntegerField({
    optional: true,
    min: 1,
    max: MAX_LAPSE_DAYS,
    description: 'days after which a proposal lapses; counts for what is proposed from now on',
    example: 14,
  })
  lapse_days?: number;
}
