import { AppError } from '../../common/errors/app-error.js';
import { fixed, fixedNumber, type Fixed } from '../../common/fixed.js';
import { amountsView, lineAmounts, totalOf, type UnitAmounts } from '../../common/amounts.js';
import type { CartLineRow, MaybeLine } from './cart.queries.js';
import type { CartItemView, CartView } from './cart.views.js';

/** Most pieces of one product in a cart. Section 6 of the decisions. */
export const MAX_QUANTITY = 9999;

/** Most lines of a cart. */
export const MAX_LINES = 500;

/** A line of a cart with its price: what is shown, and what placing an order freezes. */
export interface PricedLine extends UnitAmounts {
  readonly id: number;
  readonly productId: number;
  readonly label: string;
  readonly sku: string;
  readonly bundleId: string;
  readonly vendorUid: number;
  readonly available: boolean;
}

/** The currency that prices are shown in. */
export interface ShownCurrency {
  readonly code: string;
  readonly symbol: string;
}

/** The lines of an outer join, without the row that stands for none. */
export function presentLines<Row extends CartLineRow>(rows: readonly MaybeLine<Row>[]): Row[] {
  return rows.filter((row): row is Row => row.id !== null);
}

/** A line with the price of one piece. */
export function pricedLine(row: CartLineRow, unitPrice: Fixed): PricedLine {
  return {
    id: row.id,
    productId: row.product_id,
    label: row.label,
    sku: row.sku,
    bundleId: row.bundle_id,
    vendorUid: row.vendor_uid,
    available: row.available,
    quantity: row.quantity,
    unitPrice,
    businessVolume: fixed(row.business_volume),
    points: fixed(row.points),
    cumulativeVolume: fixed(row.cumulative_volume),
  };
}

/**
 * A line's quantity after an add.
 * @throws AppError VALIDATION on `quantity` when the sum is more than {@link MAX_QUANTITY}
 */
export function raisedQuantity(held: number, more: number): number {
  if (held + more <= MAX_QUANTITY) return held + more;
  const message =
    held === 0 ? `must be at most ${MAX_QUANTITY}` : `must be at most ${MAX_QUANTITY} in all; the cart holds ${held}`;
  throw AppError.ofField('VALIDATION', 'quantity', message);
}

/**
 * @param lines how many lines the cart has before the new one
 * @throws AppError VALIDATION on `product_id` when the cart is full
 */
export function assertRoomForLine(lines: number): void {
  if (lines >= MAX_LINES)
    throw AppError.ofField('VALIDATION', 'product_id', `the cart is full: it may have at most ${MAX_LINES} lines`);
}

/**
 * Whether a cart can be placed as an order: it has lines, and all of them can be bought.
 * @throws AppError VALIDATION on `cart` when it is empty, else on `cartitems`, naming each unavailable line by its place
 */
export function assertPlaceable(lines: readonly PricedLine[]): void {
  if (lines.length === 0) throw AppError.ofField('VALIDATION', 'cart', 'is empty');
  const problems = lines.flatMap((line, index) =>
    line.available ? [] : [{ message: `product ${line.sku} is not available`, path: `cartitems[${index}]` }],
  );
  if (problems.length > 0) throw AppError.ofFields('VALIDATION', { cartitems: problems });
}

/** A cart as clients see it. Only lines that can be bought count in the totals. Section 2.1 of the specification. */
export function cartView(
  cartId: number | null,
  version: number,
  lines: readonly PricedLine[],
  currency: ShownCurrency,
): CartView {
  const amounts = lines.map(lineAmounts);
  return {
    cartitems: lines.map((line, index) => cartItem(cartId, line, amountsView(amounts[index]!), currency)),
    cart_id: cartId,
    version,
    currency_code: currency.code,
    currency_symbol: currency.symbol,
    totals: amountsView(totalOf(amounts.filter((_, index) => lines[index]!.available))),
  };
}

function cartItem(
  cartId: number | null,
  line: PricedLine,
  amounts: CartView['totals'],
  currency: ShownCurrency,
): CartItemView {
  const { business_volume, points, cumulative_volume } = amounts;
  return {
    id: line.id,
    order_id_id: cartId ?? 0,
    vendor_id: line.vendorUid,
    product_id: line.productId,
    bundle_id: line.bundleId,
    line_item_type: 'product',
    line_item_label: line.label,
    quantity: line.quantity,
    price: amounts.price,
    data: { sku: line.sku, bundle_id: line.bundleId, business_volume, points, cumulative_volume },
    status: line.available ? 'available' : 'unavailable',
    unit_price: fixedNumber(line.unitPrice),
    currency_code: currency.code,
    currency_symbol: currency.symbol,
  };
}
