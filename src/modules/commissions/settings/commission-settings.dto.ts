import { IntegerField } from '#common/validation/index.js';
import { IntegerProperty } from '#common/openapi/decorators.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import type { CommissionSettings } from './commission-settings.entity.js';

/** Most days between posting and payout. */
const MAX_HOLD_DAYS = 365;
/** Most minutes between two previews: a day. */
const MAX_PREVIEW_MINUTES = 1440;

/** What changes of the settings of commissions; what is left out stays. */
export class ChangeCommissionSettingsDto {
  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_HOLD_DAYS,
    description: 'days after posting from which earnings are payable; counts for what is posted from now on',
    example: 7,
  })
  hold_days?: number;

  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_PREVIEW_MINUTES,
    description: 'minutes between the service’s own previews of the open period; 0: it makes none',
    example: 60,
  })
  preview_minutes?: number;
}

/** The settings of commissions. */
export class CommissionSettingsView {
  @IntegerProperty(7, 'days after posting from which earnings are payable') hold_days!: number;

  @IntegerProperty(60, 'minutes between the service’s own previews of the open period; 0: it makes none')
  preview_minutes!: number;

  @IntegerProperty(1, 'increases with each change') version!: number;
}

/** The settings as they are after a change, or while it waits. */
export class ChangedCommissionSettingsView extends CommissionSettingsView {
  @ApprovalProperty() approval!: ApprovalView;
}

export function toCommissionSettingsView(settings: CommissionSettings): CommissionSettingsView {
  const { holdDays, previewMinutes, version } = settings;
  return { hold_days: holdDays, preview_minutes: previewMinutes, version };
}
