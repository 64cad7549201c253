import { ApiProperty } from '../../common/openapi/decorators.js';

/** What all lines of a cart or order that count come to. */
export class TotalsView {
  @ApiProperty({ type: 'integer', example: 2, description: 'pieces' })
  quantity!: number;

  @ApiProperty({ type: Number, example: 99.8 })
  price!: number;

  @ApiProperty({ type: Number, example: 80 })
  business_volume!: number;

  @ApiProperty({ type: Number, example: 20 })
  points!: number;

  @ApiProperty({ type: Number, example: 80 })
  cumulative_volume!: number;
}

/** `data` of a cart item: what it is, and its volumes (those of one piece times the quantity). */
export class CartItemDataView {
  @ApiProperty({ type: String, example: 'STARTER-S' })
  sku!: string;

  @ApiProperty({ type: String, example: 'starter-kit' })
  bundle_id!: string;

  @ApiProperty({ type: Number, example: 80 })
  business_volume!: number;

  @ApiProperty({ type: Number, example: 20 })
  points!: number;

  @ApiProperty({ type: Number, example: 80 })
  cumulative_volume!: number;
}

/** A cart item. Section 2.1 of the specification. */
export class CartItemView {
  @ApiProperty({ type: 'integer', example: 7 })
  id!: number;

  @ApiProperty({ type: 'integer', example: 3, description: 'id of the cart, which becomes the order' })
  order_id_id!: number;

  @ApiProperty({ type: 'integer', example: 2, description: 'uid of the user for whom the bundle was created' })
  vendor_id!: number;

  @ApiProperty({ type: 'integer', example: 11, description: 'id of the variant' })
  product_id!: number;

  @ApiProperty({ type: String, example: 'starter-kit' })
  bundle_id!: string;

  @ApiProperty({ type: String, enum: ['product'], example: 'product' })
  line_item_type!: 'product';

  @ApiProperty({ type: String, example: 'Starter kit, small' })
  line_item_label!: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 9999, example: 2 })
  quantity!: number;

  @ApiProperty({ type: Number, example: 99.8, description: 'unit_price × quantity' })
  price!: number;

  @ApiProperty({ type: () => CartItemDataView })
  data!: CartItemDataView;

  @ApiProperty({ type: String, enum: ['available', 'unavailable'], example: 'available' })
  status!: 'available' | 'unavailable';

  @ApiProperty({ type: Number, example: 49.9 })
  unit_price!: number;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: String, example: '$' })
  currency_symbol!: string;
}

/** A cart, as reading it and every change of it answer. Section 6 of the decisions. */
export class CartView {
  @ApiProperty({ type: () => [CartItemView] })
  cartitems!: CartItemView[];

  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'null as long as nothing was ever added' })
  cart_id!: number | null;

  @ApiProperty({ type: 'integer', example: 4, description: 'rises with every change; 0 without a cart; for If-Match' })
  version!: number;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: String, example: '$' })
  currency_symbol!: string;

  @ApiProperty({ type: () => TotalsView, description: 'of the available items' })
  totals!: TotalsView;
}
