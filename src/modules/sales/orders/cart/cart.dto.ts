import {
  type CustomFieldChange,
  CustomFieldsBody,
  CustomFieldsView,
  type ShownCustomFields,
  shownCustomFields,
} from '#common/custom-fields/index.js';
import { toAmountsView, lineAmounts, totalOf } from '#common/money/amounts.js';
import type { Currency } from '#common/money/currency.js';
import { fixedNumber } from '#common/money/fixed.js';
import {
  ApiProperty,
  ChoiceProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { IntegerField } from '#common/validation/index.js';
import { MAX_QUANTITY, type PricedLine } from './cart.rules.js';

/** The ids that the first who fills a cart on a fresh demo gets. */
const NEXT_CART = 115;
const NEXT_ITEM = 218;

/** Body of `add-cart-item`. */
export class AddCartItemDto {
  @IntegerField({ description: 'id of the variant', example: 9 }) product_id!: number;

  @IntegerField({ optional: true, max: MAX_QUANTITY, description: 'quantity to add, default 1', example: 1 })
  quantity?: number;

  @CustomFieldsBody('order_lines', 'new', 'client') custom_fields?: CustomFieldChange;
}

/** Body of `update-cart`. */
export class UpdateCartDto {
  @IntegerField({ max: MAX_QUANTITY, description: 'the new quantity', example: 3 }) quantity!: number;
  @IntegerField({ description: 'id of the cart item', example: NEXT_ITEM }) line_item_id!: number;
  @IntegerField({ description: 'id of the cart', example: NEXT_CART }) cart_id!: number;
  @CustomFieldsBody('order_lines', 'change', 'client') custom_fields?: CustomFieldChange;
}

/** Body of `remove-cart-item`. */
export class RemoveCartItemDto {
  @IntegerField({ description: 'id of the cart item', example: NEXT_ITEM }) pk!: number;
  @IntegerField({ description: 'id of the cart', example: NEXT_CART }) order_id!: number;
}

/** Totals of a cart or order. */
export class TotalsView {
  @IntegerProperty(1, 'pieces') quantity!: number;
  @NumberProperty(27.8) price!: number;
  @NumberProperty(18.5) business_volume!: number;
  @NumberProperty(18) points!: number;
  @NumberProperty(18.5) cumulative_volume!: number;
}

/** `data` of a cart item: its identifiers, and its volumes (volume of one piece × quantity). */
class CartItemDataView {
  @TextProperty('TEA-BOX-3') sku!: string;
  @TextProperty('green-tea-collection') bundle_id!: string;
  @NumberProperty(18.5) business_volume!: number;
  @NumberProperty(18) points!: number;
  @NumberProperty(18.5) cumulative_volume!: number;
}

/** A cart item. See docs/spec/commerce-api.md#2.1. */
class CartItemView {
  @IntegerProperty(1) id!: number;
  @IntegerProperty(1, 'id of the cart, which becomes the order') order_id_id!: number;
  @IntegerProperty(2, 'uid of the user for whom the bundle was created') vendor_id!: number;
  @IntegerProperty(9, 'id of the variant') product_id!: number;
  @TextProperty('green-tea-collection') bundle_id!: string;
  @ChoiceProperty(['product'], 'product') line_item_type!: 'product';
  @TextProperty('Green Tea Collection, 3 × 100 g') line_item_label!: string;
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 9999, example: 1 }) quantity!: number;
  @NumberProperty(27.8, 'unit_price × quantity') price!: number;
  @ObjectProperty(() => CartItemDataView) data!: CartItemDataView;
  @ChoiceProperty(['available', 'unavailable'], 'available') status!: 'available' | 'unavailable';
  @NumberProperty(27.8) unit_price!: number;
  @TextProperty('USD') currency_code!: string;
  @TextProperty('$') currency_symbol!: string;
  @CustomFieldsView('order_lines', 'client') custom_fields?: ShownCustomFields;
}

/** A cart: the response of reading and of every change. See docs/spec/service.md#6. */
export class CartView {
  @ListProperty(() => CartItemView) cartitems!: CartItemView[];
  @IntegerProperty(1, 'null until the first item is added', { nullable: true }) cart_id!: number | null;
  @IntegerProperty(4, 'increases with every change; 0 without a cart; for If-Match') version!: number;
  @TextProperty('USD') currency_code!: string;
  @TextProperty('$') currency_symbol!: string;
  @ObjectProperty(() => TotalsView, 'totals of the available items') totals!: TotalsView;
}

/** A cart as clients see it. Only lines that can be bought count in the totals. See docs/spec/commerce-api.md#2.1. */
export function toCartView(
  cartId: number | null,
  version: number,
  lines: readonly PricedLine[],
  currency: Pick<Currency, 'code' | 'symbol'>,
): CartView {
  const amounts = lines.map(lineAmounts);
  return {
    cartitems: lines.map((line, index) => toCartItemView(cartId, line, toAmountsView(amounts[index]!), currency)),
    cart_id: cartId,
    version,
    currency_code: currency.code,
    currency_symbol: currency.symbol,
    totals: toAmountsView(totalOf(amounts.filter((_, index) => lines[index]!.available))),
  };
}

function toCartItemView(
  cartId: number | null,
  line: PricedLine,
  amounts: CartView['totals'],
  currency: Pick<Currency, 'code' | 'symbol'>,
): CartItemView {
  const { business_volume, points, cumulative_volume } = amounts;
  return {
    id: line.id,
    order_id_id: cartId ?? 0,
    vendor_id: line.vendor_uid,
    product_id: line.product_id,
    bundle_id: line.bundle_id,
    line_item_type: 'product',
    line_item_label: line.label,
    quantity: line.quantity,
    price: amounts.price,
    data: { sku: line.sku, bundle_id: line.bundle_id, business_volume, points, cumulative_volume },
    status: line.available ? 'available' : 'unavailable',
    unit_price: fixedNumber(line.unit_price),
    currency_code: currency.code,
    currency_symbol: currency.symbol,
    ...shownCustomFields('order_lines', line.custom_fields, 'client'),
  };
}
