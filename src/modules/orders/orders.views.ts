import { ApiProperty } from '../../common/openapi/decorators.js';
import { TotalsView } from '../cart/index.js';
import { PLACED_STATUSES, type PlacedStatus } from './orders.rules.js';

/** A line of an order, as it was when the order was placed. Section 6 of the decisions. */
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

  @ApiProperty({ type: Number, example: 18.5, description: 'of all pieces' })
  business_volume!: number;

  @ApiProperty({ type: Number, example: 18, description: 'of all pieces' })
  points!: number;

  @ApiProperty({ type: Number, example: 18.5, description: 'of all pieces' })
  cumulative_volume!: number;
}

/** A placed order. Section 6 of the decisions. */
export class OrderView {
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  @ApiProperty({ type: String, example: '20261120-000001' })
  order_number!: string;

  @ApiProperty({ type: String, enum: [...PLACED_STATUSES], example: 'placed' })
  status!: PlacedStatus;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-20T09:30:00.000Z' })
  placed_at!: string;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: String, example: '$' })
  currency_symbol!: string;

  @ApiProperty({ type: () => TotalsView })
  totals!: TotalsView;

  @ApiProperty({ type: () => [OrderItemView] })
  items!: OrderItemView[];
}

/** What placing an order answers. */
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
  @ApiProperty({ type: 'integer', example: 5 })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    example: '5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11',
    description: 'through which it was placed',
  })
  application_id!: string | null;

  @ApiProperty({
    type: String,
    isArray: true,
    enum: [...PLACED_STATUSES],
    example: ['paid', 'cancelled'],
    description: 'what it can move to',
  })
  next_statuses!: PlacedStatus[];
}
