import { Query } from '@nestjs/common';
import { notFound } from '#common/errors/failures.js';
import { Costly } from '#common/http/costly.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { ACCEPT_LANGUAGE_HEADER, LanguagesParam } from '#common/languages.js';
import { numberInPath } from '#common/http/path-params.js';
import { NO_RESULTS } from '../runs.rules.js';
import { RunResults } from '../results/results.service.js';
import { RunIdParam } from '../runs.dto.js';
import { ExplainedView, ExplainQuery, LineNumberParam } from './explain.dto.js';
import { Explaining } from './explain.service.js';
import { explainedIn } from './german/sentences.rules.js';
import { ExplainedLineView, OrderCommissionsQuery, OrderCommissionsView } from './orders.dto.js';
import { LinesExplained } from './lines.service.js';
import { OrderCommissions } from './order-commissions.service.js';

/** Why a member got what it got, and where a line comes from. See docs/spec/commissions.md#4. */
@AdminController('commission-runs', 'Admin: commission runs', 'statements.read')
export class AdminExplainController {
  constructor(
    private readonly results: RunResults,
    private readonly explaining: Explaining,
    private readonly lines: LinesExplained,
  ) {}

  @Costly()
  @Endpoint('GET :id/explain', {
    id: 'adminExplainCommission',
    summary: 'Explain what a member got',
    description:
      'Why this much and why not more, in sentences and figures, from what is stored: measures with what they are made of, each rank with each condition, each bonus with its rule and lines, which upline members were paid on the member’s own volume and which were not, and what was different in the previous posted period. The sums of the bonuses add up to `earned`. With `order`, also how an order of the member, or of a downline member, contributed.',
    answer: ExplainedView,
    header: ACCEPT_LANGUAGE_HEADER,
    failures: [notFound('run'), notFound('member'), NO_RESULTS],
  })
  async explain(
    @RunIdParam() id: number,
    @Query() { uid, ...query }: ExplainQuery,
    @LanguagesParam() languages: string[],
  ): Promise<ExplainedView> {
    return explainedIn(await this.explaining.explain(await this.results.run(id), uid, query), languages);
  }

  @Costly()
  @Endpoint('GET :id/lines/:number', {
    id: 'adminExplainCommissionLine',
    summary: 'Explain a line',
    description:
      'Its formula, the members from the source up to the payee with those who were skipped and why, and the ledger rows with the orders that make up its base. For a clawback, the line that it takes back.',
    answer: ExplainedLineView,
    header: ACCEPT_LANGUAGE_HEADER,
    failures: [notFound('run'), notFound('line'), NO_RESULTS],
  })
  async line(
    @RunIdParam() id: number,
    @LineNumberParam() number: number,
    @LanguagesParam() languages: string[],
  ): Promise<ExplainedLineView> {
    return explainedIn(await this.lines.explain(await this.results.run(id), number), languages);
  }
}

const OrderIdParam = numberInPath('id', 'id of the order', 5);

/** Who was paid on an order. See docs/spec/commissions.md#4. */
@AdminController('orders', 'Admin: commission runs', 'statements.read')
export class AdminOrderCommissionsController {
  constructor(private readonly commissions: OrderCommissions) {}

  @Costly()
  @Endpoint('GET :id/commissions', {
    id: 'adminReadOrderCommissions',
    summary: 'Who was paid on an order',
    description:
      'The inverse of the explanation of a line: for each run in which the order counts the lines that it is a part of, with what of each is for this order, and the lines of later runs that take back what was paid on returned pieces. Matching bonuses are followed to the end. Upper limits (`cap`) are not put down to single orders. 404 for a cart.',
    answer: OrderCommissionsView,
    header: ACCEPT_LANGUAGE_HEADER,
    failures: [notFound('order')],
  })
  async read(
    @OrderIdParam() id: number,
    @Query() query: OrderCommissionsQuery,
    @LanguagesParam() languages: string[],
  ): Promise<OrderCommissionsView> {
    return explainedIn(await this.commissions.of(id, query), languages);
  }
}
