import { AppError } from '#common/errors/app-error.js';
import { failure, notFound } from '#common/errors/failures.js';
import { SALES } from '#sales/sales.messages.js';
import {
  isBeyondVolume,
  lineAmounts,
  MAX_VOLUME,
  totalOf,
  VOLUME_NAMES,
  type FixedAmounts,
  type UnitAmounts,
} from '#common/money/amounts.js';
import type { Fixed } from '#common/money/fixed.js';
import type { CartLineRow, MaybeLine } from './cart.queries.js';

/** Errors of the cart, thrown and documented. */
export const UNKNOWN_ITEM = notFound('cart item');
export const INVALID_PRODUCT = failure(SALES.invalid_product, { field: 'product_id' });
export const EMPTY_CART = failure(SALES.empty, { field: 'cart' });

/** Most pieces of one product in a cart. See docs/spec/service.md#6. */
export const MAX_QUANTITY = 9999;

/** Most lines of a cart. */
export const MAX_LINES = 500;

/** A line of a cart with the price to show, which placing the order freezes, and that of the catalogue. */
export type PricedLine = Readonly<Omit<CartLineRow, keyof UnitAmounts>> &
  UnitAmounts & { readonly catalogue_price: Fixed };

/** The lines of an outer join, without the row of an empty cart. */
export function presentLines<Row extends CartLineRow>(rows: readonly MaybeLine<Row>[]): Row[] {
  return rows.filter((row): row is Row => row.id !== null);
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
 * Whether a cart can be placed as an order: it has lines, all of them can be bought, and their volumes can be added up.
 * @throws AppError VALIDATION on `cart` when it is empty or carries too much in all, else on `cartitems`, naming each line by
 * its place
 */
export function assertPlaceable(lines: readonly PricedLine[]): void {
  if (lines.length === 0) throw AppError.of(EMPTY_CART);
  const problems = lines.flatMap((line, index) =>
    problemsOfLine(line).map((problem) => ({ message: `product ${line.sku} ${problem}`, path: `cartitems[${index}]` })),
  );
  if (problems.length > 0) throw AppError.ofFields('VALIDATION', { cartitems: problems });
  const inAll = volumeProblems(totalOf(lines.map(lineAmounts))).map((problem) => ({ message: `${problem} in all` }));
  if (inAll.length > 0) throw AppError.ofFields('VALIDATION', { cart: inAll });
}

function problemsOfLine(line: PricedLine): string[] {
  return line.available ? volumeProblems(lineAmounts(line)) : ['is not available'];
}

function volumeProblems(amounts: FixedAmounts): string[] {
  return VOLUME_NAMES.filter((name) => isBeyondVolume(amounts[name])).map(
    (name) => `carries more than ${MAX_VOLUME} of ${name.replace('_', ' ')}`,
  );
}
