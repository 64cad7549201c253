import { SearchQuery } from '#common/http/pagination.js';
import { IntegerField } from '#common/validation/index.js';

/** Deeper nobody pages; a search or a sponsor finds the rest. */
const MAX_OFFSET = 100_000;

/** Filters of who waits. */
export class HoldingTankQuery extends SearchQuery {
  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_OFFSET,
    default: 0,
    description: 'number of entries to skip',
    example: 0,
  })
  declare offset?: number;

  @IntegerField({ optional: true, description: 'only who waits in the holding tank of this member', example: 3 })
  sponsor_uid?: number;
}
