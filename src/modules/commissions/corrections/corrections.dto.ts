import { PageQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField } from '#common/validation/index.js';
import { CORRECTION_STATUSES, type CorrectionStatus } from './correction.entity.js';

/** Filters of the list of corrections. */
export class CorrectionsQuery extends PageQuery {
  @ChoiceField(CORRECTION_STATUSES, {
    optional: true,
    description: 'only corrections with this status',
    example: 'calculated',
  })
  status?: CorrectionStatus;

  @IntegerField({ optional: true, description: 'only corrections because this member was moved', example: 12 })
  uid?: number;
}
