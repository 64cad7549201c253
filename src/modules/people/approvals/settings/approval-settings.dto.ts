import { ChoiceField, DecimalField, IntegerField } from '#common/validation/index.js';
import { APPROVAL_MODES, type ApprovalMode } from './approval-settings.entity.js';

/** Most days for which an account depends on who made it. */
export const MAX_NEW_ACCOUNT_DAYS = 365;
/** Most days for which a proposal waits. */
const MAX_LAPSE_DAYS = 365;

/** What changes of the settings of approvals; what is left out stays. */
export class ChangeApprovalSettingsDto {
  @ChoiceField(APPROVAL_MODES, {
    optional: true,
    description:
      '`auto`: an action waits if anybody exists who could approve it; `on`: it always waits; `off`: it never does. A plan with `four_eyes` binds its runs and payouts in every mode',
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
      'days for which an account cannot approve what is proposed by who created it, reset its password or gave it a role, also through others',
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
