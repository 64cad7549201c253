import { amountsView, lineAmounts, totalOf, unitAmounts, type FixedAmounts } from '#common/money/amounts.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { TotalsView } from './cart/cart.view.js';
import type { OrderLineRow, OrderRow } from './orders.queries.js';
import { nextStatuses, PLACED_STATUSES, type PlacedStatus } from './orders.rules.js';

/** A line of an order, as it was when the order was placed. See docs/spec/service.md#6. */
export class OrderItemView {
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  @ApiProperty({ type: 'integer', example: 9 })
  product_id!: number;

  @ApiProperty({ type: String, example: 'green-tea-collection' })
  bundle_id!: string;

  @ApiProperty({ type: String, example: 'TEA-BOX-3' })
  sku!: string;

  @ApiProperty({ type: String, example: 'Green Tea Collection, 3 × 100 g' })
  line_item_label!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  quantity!: number;

  @ApiProperty({ type: Number, example: 27.8 })
  unit_price!: number;

  @ApiProperty({ type: Number, example: 27.8, description: 'unit_price × quantity' })
  price!: number;

  @ApiProperty({ type: Number, example: 18.5, description: 'line total' })
  business_volume!: number;

  @ApiProperty({ type: Number, example: 18, description: 'line total' })
  points!: number;

  @ApiProperty({ type: Number, example: 18.5, description: 'line total' })
  cumulative_volume!: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 0, description: 'how many of the pieces were returned' })
  returned!: number;
}

/** A line of an order for admins. */
export class AdminOrderItemView extends OrderItemView {
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 18.5,
    description: 'of one piece; null if the order is from before version 2.1 and nobody knew',
  })
  wholesale_price!: number | null;
}

const instant = (description: string) =>
  ({ type: String, format: 'date-time', nullable: true, example: null, description }) as const;

/** Pieces of a line that came back. */
export class ReturnedItemView {
  @ApiProperty({ type: 'integer', example: 1, description: 'id of the line' })
  id!: number;

  @ApiProperty({ type: 'integer', minimum: 1, example: 1 })
  quantity!: number;
}

/** A placed order. See docs/spec/service.md#6. */
export class OrderView {
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  @ApiProperty({ type: String, example: '20261120-000001' })
  order_number!: string;

  @ApiProperty({ type: String, enum: [...PLACED_STATUSES], example: 'placed' })
  status!: PlacedStatus;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  placed_at!: string;

  @ApiProperty(instant('null until it is paid; also if it was paid before version 2.1 and nobody knew when'))
  paid_at!: string | null;

  @ApiProperty(instant('null until it is completed; also as for `paid_at`'))
  completed_at!: string | null;

  @ApiProperty(instant('null until it is cancelled; also as for `paid_at`'))
  cancelled_at!: string | null;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: String, example: '$' })
  currency_symbol!: string;

  @ApiProperty({ type: () => TotalsView, description: 'of all that was bought, also of what was returned' })
  totals!: TotalsView;

  @ApiProperty({ type: () => [OrderItemView] })
  items!: OrderItemView[];
}

/** The response of placing an order. */
export class PlacedOrderView {
  @ApiProperty({ type: 'integer', example: 1 })
  order_id!: number;

  @ApiProperty({ type: String, example: '20261120-000001' })
  order_number!: string;

  @ApiProperty({ type: String, enum: [...PLACED_STATUSES], example: 'placed' })
  status!: PlacedStatus;
}

/** A placed order for admins. */
export class AdminOrderView extends OrderView {
  @ApiProperty({ type: () => [AdminOrderItemView] })
  override items!: AdminOrderItemView[];

  @ApiProperty({ type: 'integer', example: 5 })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({ type: String, example: 'Maria Schmidt', description: 'of the buyer; empty if there is none' })
  name!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: '5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11',
    description: 'application through which it was placed',
  })
  application_id!: string | null;

  @ApiProperty({
    type: String,
    isArray: true,
    enum: [...PLACED_STATUSES],
    example: ['paid', 'cancelled'],
    description: 'possible next statuses',
  })
  next_statuses!: PlacedStatus[];
}

/**
 * A placed order as its owner sees it.
 * @param currencySymbol the symbol of the order's own currency
 */
export function toOrderView(row: OrderRow, currencySymbol: string): OrderView {
  return {
    id: row.id,
    order_number: row.order_number,
    status: row.status,
    placed_at: row.placed_at.toISOString(),
    paid_at: instantView(row.paid_at),
    completed_at: instantView(row.completed_at),
    cancelled_at: instantView(row.cancelled_at),
    currency_code: row.currency_code,
    currency_symbol: currencySymbol,
    totals: amountsView(totalOf(row.items.map(amountsOf))),
    items: row.items.map(toOrderItemView),
  };
}

/** A placed order as admins see it. */
export function toAdminOrderView(row: OrderRow, currencySymbol: string): AdminOrderView {
  const { uid, username, name, application_id, status } = row;
  return {
    ...toOrderView(row, currencySymbol),
    items: row.items.map(toAdminOrderItemView),
    uid,
    username,
    name,
    application_id,
    next_statuses: [...nextStatuses(status)],
  };
}

function toOrderItemView(line: OrderLineRow): OrderItemView {
  const { id, product_id, bundle_id, sku, label, quantity, unit_price } = line;
  const { price, business_volume, points, cumulative_volume } = amountsView(amountsOf(line));
  return {
    id,
    product_id,
    bundle_id,
    sku,
    line_item_label: label,
    quantity,
    unit_price: toJsonNumber(unit_price),
    price,
    business_volume,
    points,
    cumulative_volume,
    returned: line.returned,
  };
}

function toAdminOrderItemView(line: OrderLineRow): AdminOrderItemView {
  const wholesale_price = line.wholesale_price === null ? null : toJsonNumber(line.wholesale_price);
  return { ...toOrderItemView(line), wholesale_price };
}

function instantView(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

function amountsOf(line: OrderLineRow): FixedAmounts {
  return lineAmounts({ quantity: line.quantity, ...unitAmounts(line) });
}
