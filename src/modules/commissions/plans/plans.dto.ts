import { SearchQuery } from '#common/http/pagination.js';
import { ChoiceField, TextField } from '#common/validation/index.js';
import { PLAN_STATUSES, type PlanStatus } from './plan.entity.js';

/** Filters of the list of plans. */
export class PlansQuery extends SearchQuery {
  @ChoiceField(PLAN_STATUSES, { optional: true, description: 'only versions with this status', example: 'published' })
  status?: PlanStatus;

  @TextField({
    optional: true,
    max: 8,
    description: 'only the version that is effective in this period, such as `2026-11` or `2026-W47`',
    example: '2026-11',
  })
  period?: string;
}
