import { Query } from '@nestjs/common';
import { notFound } from '#common/errors/failures.js';
import { Costly } from '#common/http/costly.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { ACCEPT_LANGUAGE_HEADER, LanguagesParam } from '#common/http/languages.js';
import { numberInPath } from '#common/http/path-params.js';
import { explainedIn } from './german/sentences.rules.js';
import { OrderCommissions } from './order-commissions.service.js';
import { OrderCommissionsQuery, OrderCommissionsView } from './order-commissions.dto.js';

const OrderIdParam = numberInPath('id', 'id of the order', 5);

/** Who was paid on an order. See docs/spec/commissions.md#4. */
@AdminController('orders', 'Admin: commission runs', 'runs.read')
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
