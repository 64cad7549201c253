import { type CustomFieldChange, CustomFieldsBody } from '#common/custom-fields/index.js';
import { FormatField } from '#common/http/downloads.js';
import { CountedOffsetField, PageQuery, SearchQuery } from '#common/http/pagination.js';
import { SumsField } from '#common/http/sums.js';
import { type Sort, SortField } from '#common/http/sorting.js';
import type { Decimal } from '#common/money/decimal.js';
import {
  ChoiceField,
  DecimalField,
  ExactKeys,
  InstantField,
  IntegerField,
  ObjectListField,
  TextField,
  TotalField,
} from '#common/validation/index.js';
import { ApplicationIdField } from '#platform/client-apps/index.js';
import { AddCartItemDto } from './cart/cart.dto.js';
import { MAX_LINES, MAX_QUANTITY } from './cart/cart.rules.js';
import { PLACED_STATUSES, type PlacedStatus } from './orders.rules.js';
import { numberInPath } from '#common/http/path-params.js';

export const OrderIdParam = numberInPath('id', 'id of the order', 5);

/** Query of `orders`. */
export class OrdersQuery extends PageQuery {
  @ChoiceField(PLACED_STATUSES, { optional: true, description: 'only orders in this status', example: 'placed' })
  status?: PlacedStatus;
}

/** Body of `create-order`. See docs/spec/service.md#10. */
export class CreateOrderDto {
  @TotalField({
    description:
      'the total shown to the user, `totals.price` of the cart; if the order would cost anything else, it is not placed; at most 4 decimals',
    example: 27.8,
  })
  expected_total?: number | Decimal;

  @CustomFieldsBody('orders', 'new', 'client') custom_fields?: CustomFieldChange;
}

/** Body of the admin module's `POST orders`: one product. */
export class AdminPlaceOrderDto extends AddCartItemDto {
  @IntegerField({ description: 'whose order it is', example: 5 }) uid!: number;
}

/** Why an order was moved: kept in its history, which its buyer reads too. */
const REASON = {
  max: 500,
  multiline: true,
  description: 'why; shown to the buyer too',
  example: 'paid by bank transfer',
};

/** Body of `order-status`. */
export class OrderStatusDto {
  @IntegerField({ description: 'id of the order', example: 79 }) order_id!: number;
  @ChoiceField(PLACED_STATUSES, { description: 'the new status', example: 'paid' }) status!: PlacedStatus;
  @TextField({ ...REASON, optional: true }) reason?: string;
}

/** Pieces of a line that come back. */
class ReturnedItemDto {
  @IntegerField({ description: 'id of the line', example: 8 }) id!: number;
  @IntegerField({ max: MAX_QUANTITY, description: 'the number of pieces', example: 1 }) quantity!: number;
}

const RETURNED = {
  optional: true,
  min: 1,
  max: MAX_LINES,
  description: 'default: everything that is left of the order',
};
const RETURN_REASON = { ...REASON, example: 'damaged on arrival' };

/** Body of `order-return`: a misspelt `items` must not take back the whole order. */
@ExactKeys()
export class OrderReturnDto {
  @IntegerField({ description: 'id of the order', example: 5 }) order_id!: number;
  @ObjectListField(() => ReturnedItemDto, RETURNED) items?: ReturnedItemDto[];
  @TextField(RETURN_REASON) reason!: string;
}

/** Body of the admin module's `orders/:id/return`, as exact as the one above, which may be sent here too. */
@ExactKeys()
export class AdminOrderReturnDto {
  @IntegerField({ optional: true, description: 'the id of the path, or omitted', example: 5 }) order_id?: number;
  @ObjectListField(() => ReturnedItemDto, RETURNED) items?: ReturnedItemDto[];
  @TextField(RETURN_REASON) reason!: string;
}

const ORDER_SORTS = ['placed_at', 'total', 'order_number'] as const;
type OrderSort = (typeof ORDER_SORTS)[number];

/** Query of the admin module's `orders`. */
export class AdminOrdersQuery extends SearchQuery {
  @CountedOffsetField('go further back by `to`') declare offset?: number;

  @ChoiceField(PLACED_STATUSES, { optional: true, description: 'only orders in this status', example: 'placed' })
  status?: PlacedStatus;

  @IntegerField({ optional: true, description: 'only orders of this user', example: 5 }) uid?: number;
  @ApplicationIdField('only orders that were placed through this application') application_id?: string;
  @InstantField({ optional: true, description: 'placed at or after this time' }) from?: string;
  @InstantField({ optional: true, description: 'placed before this time' }) to?: string;
  @DecimalField({ optional: true, description: 'only totals of at least this', example: 100 }) least?: number;
  @DecimalField({ optional: true, description: 'only totals of at most this', example: 500 }) most?: number;
  @SortField(ORDER_SORTS, '-placed_at') sort?: Sort<OrderSort>;
  @SumsField() sums?: 'true' | 'false';
  @FormatField() format?: 'json' | 'csv';
}

/** Body of the admin module's `PATCH orders/:id`. */
export class AdminOrderStatusDto {
  @ChoiceField(PLACED_STATUSES, { description: 'the new status', example: 'paid' }) status!: PlacedStatus;
  @TextField({ ...REASON, optional: true }) reason?: string;
}
