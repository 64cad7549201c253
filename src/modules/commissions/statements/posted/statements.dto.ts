import { PageQuery } from '#common/http/pagination.js';
import { IntegerField } from '#common/validation/index.js';

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

const MEMBER = { description: 'uid of the member', example: 5 } as const;

/** Query of the list of a member's posted periods, in the admin module. */
export class StatementsOfMemberQuery extends PageQuery {
  @IntegerField(MEMBER)
  uid!: number;
}

/** Query of a member's statement, in the admin module. */
export class StatementOfMemberQuery extends StatementQuery {
  @IntegerField(MEMBER)
  uid!: number;
}
