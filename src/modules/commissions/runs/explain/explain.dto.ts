import { IntegerField, TextField } from '#common/validation/index.js';
import { COUNTED_LINES } from './facts.js';

/** Most lines of a bonus in one answer. */
const MOST_LINES = 100;

const ORDER = {
  optional: true,
  max: 40,
  description: 'id or number of an order: what it has to do with the result',
  example: '5',
};

/** What of an explanation is asked for. */
export class ExplanationQuery {
  @IntegerField({
    optional: true,
    min: 1,
    max: MOST_LINES,
    default: MOST_LINES,
    description: 'lines of each bonus',
    example: 20,
  })
  limit?: number;

  @IntegerField({
    optional: true,
    min: 0,
    max: COUNTED_LINES,
    default: 0,
    description: 'lines of each bonus to skip',
    example: 0,
  })
  offset?: number;

  @TextField(ORDER)
  order?: string;
}

/** Whose result in a run is to be explained. */
export class ExplainQuery extends ExplanationQuery {
  @IntegerField({ description: 'the member', example: 5 })
  uid!: number;
}
