import { Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { Costly } from '#common/http/costly.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { ACCEPT_LANGUAGE_HEADER, LanguagesParam } from '#common/languages.js';
import { PageQuery, type Page } from '#common/http/pagination.js';
import { explainedIn, ExplainedView, ExplanationQuery } from '../../runs/index.js';
import { StatementQuery, PostedPeriodView, StatementView, PeriodParam } from './statements.dto.js';
import { ExplainedStatements } from './explained-statements.js';
import { StatementsService } from './statements.service.js';

/** What members see of their commissions. See docs/spec/commissions.md#5. */
@ClientController('commissions', {
  tag: {
    name: 'Commissions',
    order: 110,
    description: 'Statements of posted periods, and the open period as it stands.',
  },
  access: 'user',
  scope: 'earnings',
})
export class StatementsController {
  constructor(
    private readonly statements: StatementsService,
    private readonly explained: ExplainedStatements,
  ) {}

  @Endpoint('GET', {
    id: 'listStatements',
    summary: 'List your posted periods',
    description: 'Newest first, with sums: the posted periods in which the user was a member.',
    answer: PostedPeriodView,
    paged: true,
  })
  list(@CallerParam() caller: Caller, @Query() query: PageQuery): Promise<Page<PostedPeriodView>> {
    return this.statements.list(caller, query);
  }

  @Endpoint('GET :period', {
    id: 'getStatement',
    summary: 'Read a statement',
    description:
      'What was posted for a period, line by line; all lines add up to `total`. At most 1,000 lines in one answer; go on with `offset`. 404 for a period that is not posted, and for an order of another team.',
    answer: StatementView,
    failures: [notFound('statement')],
  })
  read(
    @CallerParam() caller: Caller,
    @PeriodParam() period: string,
    @Query() query: StatementQuery,
  ): Promise<StatementView> {
    return this.statements.read(caller, period, query);
  }

  @Costly()
  @Endpoint('GET :period/explain', {
    id: 'explainStatement',
    summary: 'Explain a statement',
    description:
      'Why this much and why not more, in sentences and figures that add up to the statement: measures, ranks with their conditions, each bonus with its rule and lines, and what was different in the previous posted period. With `order`, an id or a number, also how an order of the member or of a downline member contributed. Neither names nor figures of upline members are shown. 404 for a period that is not posted.',
    answer: ExplainedView,
    header: ACCEPT_LANGUAGE_HEADER,
    failures: [notFound('statement'), notFound('order')],
  })
  async explain(
    @CallerParam() caller: Caller,
    @PeriodParam() period: string,
    @Query() query: ExplanationQuery,
    @LanguagesParam() languages: string[],
  ): Promise<ExplainedView> {
    return explainedIn(await this.explained.read(caller, period, query), languages);
  }
}
