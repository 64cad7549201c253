import { SearchQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import { RUN_KINDS, RUN_STATUSES, type RunKind, type RunStatus } from './run.entity.js';

/** Body of `POST commission-runs`. */
export class StartRunDto {
  @TextField({ max: 8, description: '`2026-10`, or `2026-W43` for a plan of weeks', example: '2026-10' })
  period!: string;

  @ChoiceField(RUN_KINDS, { description: 'a final run can be posted, a preview only looked at', example: 'preview' })
  kind!: RunKind;

  @IntegerField({
    optional: true,
    description: 'of a preview: any version, also a draft; default: the one that is published for the period',
    example: 1,
  })
  plan_id?: number;
}

/** Filters of the list of runs. */
export class RunsQuery extends SearchQuery {
  @TextField({ optional: true, max: 8, description: 'only runs of this period', example: '2026-10' })
  period?: string;

  @ChoiceField(RUN_KINDS, { optional: true, description: 'only runs of this kind', example: 'final' })
  kind?: RunKind;

  @ChoiceField(RUN_STATUSES, { optional: true, description: 'only runs with this status', example: 'posted' })
  status?: RunStatus;

  @IntegerField({ optional: true, description: 'only runs by this plan', example: 1 })
  plan_id?: number;

  @IntegerField({ optional: true, description: 'only runs that calculate this posted run again', example: 12 })
  corrects_run_id?: number;
}
