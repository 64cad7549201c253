import { CallerParam, type Caller } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { ClientController, Endpoint } from '#common/http/endpoint.js';
import { CartCommissionService } from './cart-commission.service.js';
import { CartCommissionView } from './cart-commission.dto.js';

/** What a cart means for commissions. See docs/spec/commissions.md#5. */
@ClientController('commerce', { tag: 'Commissions', access: 'user', scope: 'earnings' })
export class CartCommissionController {
  constructor(private readonly commission: CartCommissionService) {}

  @Endpoint('GET cart-commission', {
    id: 'getCartCommission',
    summary: 'Read the effect of the cart',
    description:
      'What paying the cart now would change: its volumes, personal and group volume, whether the member would be active, the paid-as rank, and what would still be missing for the next one. An empty cart changes nothing. 404 for a user who is no member.',
    answer: CartCommissionView,
    failures: [notFound('member')],
  })
  read(@CallerParam() caller: Caller): Promise<CartCommissionView> {
    return this.commission.read(caller);
  }
}
