import { IntegerField } from '#common/validation/index.js';

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
    description: 'days after posting from which on earnings are payable; counts for what is posted from now on',
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
