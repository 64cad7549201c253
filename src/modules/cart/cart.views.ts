import { ApiProperty } from '../../common/openapi/decorators.js';

/** What all lines of a cart or order that count come to. */
export class TotalsView {
  @ApiProperty({ type: 'integer', example: 1, description: 'pieces' })
  quantity!: number;

  @ApiProperty({ type: Number, example: 27.8 })
  price!: number;

  @ApiProperty({ type: Number, example: 18.5 })
  business_volume!: number;

  @ApiProperty({ type: Number, example: 18 })
  points!: number;

  @ApiProperty({ type: Number, example: 18.5 })
  cumulative_volume!: number;
}

/** `data` of a cart item: what it is, and its volumes (those of one piece times the quantity). */
export class CartItemDataView {
  @ApiProperty({ type: String, example: 'TEA-BOX-3' })
  sku!: string;

  @ApiProperty({ type: String, example: 'green-tea-collection' })
  bundle_id!: string;

  @ApiProperty({ type: Number, example: 18.5 })
  business_volume!: number;

  @ApiProperty({ type: Number, example: 18 })
  points!: number;

  @ApiProperty({ type: Number, example: 18.5 })
  cumulative_volume!: number;
}

/** A cart item. Section 2.1 of the specification. */
export class CartItemView {
  @ApiProperty({ type: 'integer', example: 1 })
  id!: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'id of the cart, which becomes the order' })
  order_id_id!: number;

  @ApiProperty({ type: 'integer', example: 2, description: 'uid of the user for whom the bundle was created' })
  vendor_id!: number;

  @ApiProperty({ type: 'integer', example: 9, description: 'id of the variant' })
  product_id!: number;

  @ApiProperty({ type: String, example: 'green-tea-collection' })
  bundle_id!: string;

  @ApiProperty({ type: String, enum: ['product'], example: 'product' })
  line_item_type!: 'product';

  @ApiProperty({ type: String, example: 'Green Tea Collection, 3 × 100 g' })
  line_item_label!: string;

  @ApiProperty({ type: 'integer', minimum: 1, maximum: 9999, example: 1 })
  quantity!: number;

  @ApiProperty({ type: Number, example: 27.8, description: 'unit_price × quantity' })
  price!: number;

  @ApiProperty({ type: () => CartItemDataView })
  data!: CartItemDataView;

  @ApiProperty({ type: String, enum: ['available', 'unavailable'], example: 'available' })
  status!: 'available' | 'unavailable';

  @ApiProperty({ type: Number, example: 27.8 })
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

  @ApiProperty({ type: 'integer', nullable: true, example: 1, description: 'null as long as nothing was ever added' })
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
