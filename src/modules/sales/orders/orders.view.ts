import {
  CustomFieldsView,
  type Party,
  type ShownCustomFields,
  shownCustomFields,
  withoutPersonalFields,
} from '#common/custom-fields/index.js';
import { toAmountsView, lineAmounts, totalOf } from '#common/money/amounts.js';
import type { Currency } from '#common/money/currency.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { fixedNumber } from '#common/money/fixed.js';
import {
  ApiProperty,
  ChoiceListProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';
import { TotalsView } from './cart/cart.dto.js';
import { type Named, type PlacedLine, type ReadOrder, type ShownOrder, toFrozenLine } from './order.entity.js';
import { nextStatuses, PLACED_STATUSES, type PlacedStatus } from './orders.rules.js';

/** A line of an order, as it was when the order was placed. See docs/spec/service.md#6. */
class OrderItemView {
  @IntegerProperty(1) id!: number;
  @IntegerProperty(9) product_id!: number;
  @TextProperty('green-tea-collection') bundle_id!: string;
  @TextProperty('TEA-BOX-3') sku!: string;
  @TextProperty('Green Tea Collection, 3 × 100 g') line_item_label!: string;
  @IntegerProperty(1) quantity!: number;
  @NumberProperty(27.8) unit_price!: number;
  @NumberProperty(27.8, 'unit_price × quantity') price!: number;
  @NumberProperty(18.5, 'line total') business_volume!: number;
  @NumberProperty(18, 'line total') points!: number;
  @NumberProperty(18.5, 'line total') cumulative_volume!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0, description: 'how many of the pieces were returned' })
  returned!: number;

  @CustomFieldsView('order_lines', 'client') custom_fields?: ShownCustomFields;
}

/** A line of an order for admins. */
export class AdminOrderItemView extends OrderItemView {
  @NumberProperty(18.5, 'of one piece; null if the order is from before version 2.1 and the price is not known', {
    nullable: true,
  })
  wholesale_price!: number | null;

  @CustomFieldsView('order_lines', 'admin') declare custom_fields?: ShownCustomFields;
}

/** Pieces of a line that came back. */
export class ReturnedItemView {
  @IntegerProperty(1, 'id of the line') id!: number;
  @ApiProperty({ type: 'integer', minimum: 1, example: 1 }) quantity!: number;
}

/** A placed order. See docs/spec/service.md#6. */
export class OrderView {
  @IntegerProperty(1) id!: number;
  @TextProperty('20261120-000001') order_number!: string;
  @ChoiceProperty(PLACED_STATUSES, 'placed') status!: PlacedStatus;
  @InstantProperty('2026-11-20T09:30:00.000Z') placed_at!: string;

  @InstantProperty(null, 'null until it is paid; also if it was paid before version 2.1 and the time is not known', {
    nullable: true,
  })
  paid_at!: string | null;

  @InstantProperty(null, 'null until it is completed; also as for `paid_at`', { nullable: true })
  completed_at!: string | null;

  @InstantProperty(null, 'null until it is cancelled; also as for `paid_at`', { nullable: true })
  cancelled_at!: string | null;

  @TextProperty('USD') currency_code!: string;
  @TextProperty('$') currency_symbol!: string;
  @ObjectProperty(() => TotalsView, 'of everything that was bought, including returned pieces') totals!: TotalsView;
  @ListProperty(() => OrderItemView) items!: OrderItemView[];
  @CustomFieldsView('orders', 'client') custom_fields?: ShownCustomFields;
}

/** The response of placing an order. */
export class PlacedOrderView {
  @IntegerProperty(1) order_id!: number;
  @TextProperty('20261120-000001') order_number!: string;
  @ChoiceProperty(PLACED_STATUSES, 'placed') status!: PlacedStatus;
}

/** What orders of one currency come to. */
export class OrderSumsView {
  @TextProperty('USD', 'ISO 4217') currency_code!: string;
  @IntegerProperty(1, 'orders') count!: number;
  @NumberProperty(27.8, 'all lines, including cancelled orders and returned items') total!: number;
  @NumberProperty(27.8, '`total` less cancelled orders and returned items') remaining_total!: number;
}

/** A placed order for admins. */
export class AdminOrderView extends OrderView {
  @ListProperty(() => AdminOrderItemView) override items!: AdminOrderItemView[];
  @IntegerProperty(5) uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('Maria Schmidt', 'of the buyer; empty if there is none') name!: string;
  @NumberProperty(0, 'price of the returned items') returned_amount!: number;

  @UuidProperty('5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11', 'application through which it was placed', { nullable: true })
  application_id!: string | null;

  @TextProperty('Web shop', 'of the application', { nullable: true }) application_name!: string | null;
  @ChoiceListProperty(PLACED_STATUSES, ['paid', 'cancelled'], 'possible next statuses') next_statuses!: PlacedStatus[];
  @CustomFieldsView('orders', 'admin') declare custom_fields?: ShownCustomFields;
}

/** A placed order as its owner sees it. */
export function toOrderView(order: ShownOrder, currency: Currency, reader: Party = 'client'): OrderView {
  return {
    id: order.id,
    order_number: order.orderNumber,
    status: order.status,
    placed_at: order.placedAt.toISOString(),
    paid_at: instantView(order.paidAt),
    completed_at: instantView(order.completedAt),
    cancelled_at: instantView(order.cancelledAt),
    currency_code: order.currencyCode,
    currency_symbol: currency.symbolOf(order.currencyCode),
    totals: toAmountsView(totalOf(order.lines.map(toFrozenLine).map(lineAmounts))),
    items: order.lines.map((line) => toOrderItemView(line, reader)),
    ...shownCustomFields('orders', order.customFields, reader),
  };
}

/** An order as events and the audit log have it. */
export function toRecordedOrder(view: OrderView): OrderView {
  const items = view.items.map((item) => withoutPersonalFields('order_lines', item));
  return withoutPersonalFields('orders', { ...view, items });
}

/** A placed order as admins see it. */
export function toAdminOrderView(order: ReadOrder<Named>, currency: Currency, reader: Party): AdminOrderView {
  return {
    ...toOrderView(order, currency, reader),
    items: order.lines.map((line) => toAdminOrderItemView(line, reader)),
    uid: order.uid,
    username: order.username,
    name: order.buyerName,
    returned_amount: toJsonNumber(order.returnedAmount),
    application_id: order.applicationId,
    application_name: order.applicationName,
    next_statuses: [...nextStatuses(order.status)],
  };
}

function toOrderItemView(line: PlacedLine, reader: Party): OrderItemView {
  const frozen = toFrozenLine(line);
  const { price, business_volume, points, cumulative_volume } = toAmountsView(lineAmounts(frozen));
  return {
    id: line.id,
    product_id: line.productId,
    bundle_id: line.bundleId,
    sku: line.sku,
    line_item_label: line.label,
    quantity: line.quantity,
    unit_price: fixedNumber(frozen.unit_price),
    price,
    business_volume,
    points,
    cumulative_volume,
    returned: line.returned,
    ...shownCustomFields('order_lines', line.customFields, reader),
  };
}

function toAdminOrderItemView(line: PlacedLine, reader: Party): AdminOrderItemView {
  const { wholesale_price: price } = toFrozenLine(line);
  return { ...toOrderItemView(line, reader), wholesale_price: price === null ? null : fixedNumber(price) };
}

function instantView(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
