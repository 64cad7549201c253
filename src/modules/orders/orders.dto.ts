import { PageQuery, SearchQuery } from '../../common/http/pagination.js';
import { ChoiceField, Field, IntegerField } from '../../common/validation/index.js';
import { judgeTotal, PLACED_STATUSES, type PlacedStatus } from './orders.rules.js';

/** Query of `orders`. */
export class OrdersQuery extends PageQuery {
  @ChoiceField(PLACED_STATUSES, { optional: true, description: 'only orders in this status', example: 'placed' })
  status?: PlacedStatus;
}

/** Body of `create-order`. Section 10 of the decisions. */
export class CreateOrderDto {
  @Field(
    'number',
    judgeTotal,
    { type: Number, minimum: 0 },
    {
      optional: true,
      description:
        'the total that the user was shown, `totals.price` of the cart; when the order would cost anything else, it is not placed; at most 4 decimals',
      example: 27.8,
    },
  )
  expected_total?: number;
}

/** Body of `order-status`. */
export class OrderStatusDto {
  @IntegerField({ description: 'id of the order', example: 1 })
  order_id!: number;

  @ChoiceField(PLACED_STATUSES, { description: 'the new status', example: 'paid' })
  status!: PlacedStatus;
}

/** Query of the admin module's `orders`. */
export class AdminOrdersQuery extends SearchQuery {
  @ChoiceField(PLACED_STATUSES, { optional: true, description: 'only orders in this status', example: 'placed' })
  status?: PlacedStatus;

  @IntegerField({ optional: true, description: 'only orders of this user', example: 5 })
  uid?: number;
}

/** Body of the admin module's `PATCH orders/:id`. */
export class AdminOrderStatusDto {
  @ChoiceField(PLACED_STATUSES, { description: 'the new status', example: 'paid' })
  status!: PlacedStatus;
}
