import { IntegerField } from '../../../../common/validation/index.js';

/** Most lines of one answer. */
export const MOST_LINES = 1_000;

/** Query of a statement: which of its lines. */
export class StatementQuery {
  @IntegerField({
    optional: true,
    min: 1,
    max: MOST_LINES,
    default: MOST_LINES,
    description: 'how many lines',
    example: 1000,
  })
  limit?: number;

  @IntegerField({ optional: true, min: 0, default: 0, description: 'number of lines to skip', example: 0 })
  offset?: number;
}
