import { Param, Query } from '@nestjs/common';
import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { Costly } from '#common/http/costly.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { ExplainedView, ExplanationQuery } from '../../runs/index.js';
import { ExplainedStatements } from './explained.service.js';

/** Why this much, and why not more. See docs/spec/commissions.md#4. */
@ClientController('commissions', { tag: 'Commissions', access: 'user' })
export class ExplainedController {
  constructor(private readonly explained: ExplainedStatements) {}

  @Costly()
  @Endpoint('GET :period/explain', {
    id: 'explainStatement',
    summary: 'Explain a statement',
    description:
      'Why this much and why not more, in sentences and figures that add up to the statement: measures, ranks with their conditions, each bonus with its rule and lines, and what was different in the posted period before. With `order`, an id or a number, what an order of the member or of somebody below has to do with it. Of those above neither names nor figures are shown. 404 for a period that is not posted.',
    answer: ExplainedView,
    failures: [notFound('statement'), notFound('order')],
  })
  read(
    @CallerParam() caller: Caller,
    @Param('period') period: string,
    @Query() query: ExplanationQuery,
  ): Promise<ExplainedView> {
    return this.explained.read(caller, period, query);
  }
}
