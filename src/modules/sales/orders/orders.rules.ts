import { Big } from 'big.js';
import { decimal, DECIMAL_PLACES, type Decimal } from '#common/money/decimal.js';
import { AppError } from '#common/errors/app-error.js';
import { round, toDecimal, type Fixed } from '#common/money/fixed.js';

/** Statuses of a placed order; `cart` is not one of them. */
export const PLACED_STATUSES = ['placed', 'paid', 'completed', 'cancelled', 'returned'] as const;
export type PlacedStatus = (typeof PLACED_STATUSES)[number];

/** A status that a change of status leads to; by returning an order becomes `returned`, by placing it `placed`. */
type ChangedStatus = Exclude<PlacedStatus, 'placed' | 'returned'>;

/** docs/spec/service.md#6: `placed → paid → completed`, `placed → cancelled`, `paid → cancelled`. Returns are no such change. */
const NEXT: Readonly<Record<PlacedStatus, readonly ChangedStatus[]>> = {
  placed: ['paid', 'cancelled'],
  paid: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
  returned: [],
};

/** Pieces of a line that came back. */
export interface ReturnedItem {
  /** Of the line. */
  id: number;
  quantity: number;
}

/** The statuses that an order can change to; none if it can change no more. */
export function nextStatuses(status: PlacedStatus): readonly PlacedStatus[] {
  return NEXT[status];
}

/** A cart that its user still fills is not placed by others. */
export const CART_IN_USE = {
  code: 'CONFLICT',
  message: 'the user’s cart has products: an order is placed here only with an empty cart, which stays as it is',
} as const;

/** A change of status that is not possible. */
export const NO_MOVE = {
  code: 'CONFLICT',
  message: 'the order is {from} and cannot become {to}; {possible}',
  example: { from: 'completed', to: 'cancelled', possible: 'it can only be returned' },
} as const;

/** @throws AppError CONFLICT for a change of status that is not possible, to the same status included */
export function assertStatusChange(from: PlacedStatus, to: PlacedStatus): asserts to is ChangedStatus {
  const next = nextStatuses(from);
  if (next.includes(to)) return;
  const end = from === 'completed' ? 'it can only be returned' : 'it is final';
  const possible = next.length === 0 ? end : `possible: ${next.join(', ')}`;
  throw AppError.of(NO_MOVE, { from, to, possible });
}

/** Digits of the number, padded with zeros. */
const NUMBER_DIGITS = 6;

/** The default order number, such as `20261120-000042`: the day of placing (UTC) and a unique number. */
export function orderNumber(number: number, placedAt: Date): string {
  return `${placedAt.toISOString().slice(0, 10).replaceAll('-', '')}-${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

/** More than the largest cart costs. */
const BEYOND_ANY_TOTAL = 1e18;

/** What is wrong with a client's expected total, or undefined. It may be larger than any price. */
export function validateTotal(value: unknown): string | undefined {
  if (typeof value !== 'number' && !(value instanceof Big)) return 'must be a number';
  // NaN means more digits than anybody needs.
  if (Number.isNaN(value)) return `must have at most ${DECIMAL_PLACES} decimals`;
  const total = decimal(value);
  if (total.lt(0)) return 'must not be negative';
  const isExact = total.lt(BEYOND_ANY_TOTAL) && round(total).eq(total);
  return isExact ? undefined : `must have at most ${DECIMAL_PLACES} decimals, and be less than ${BEYOND_ANY_TOTAL}`;
}

/** Whether a client's expected total is the total; trailing zeros do not matter. */
export function isTotal(expected: number | Decimal, total: Fixed): boolean {
  return decimal(expected).eq(toDecimal(total));
}

/** The total is not the one that the client expects. */
export const OTHER_TOTAL = {
  code: 'CONFLICT',
  field: 'expected_total',
  message: 'the total is {now} now, not {then}; show the cart in data, then send its total',
  example: { now: 27.8, then: 24.8 },
} as const;

/**
 * The error for an order whose total is not the expected one.
 * @param cart the cart as it is now, for `data`
 */
export function otherTotal(expected: number | Decimal, total: Fixed, cart: object): AppError {
  const [now, then] = [toDecimal(total).toFixed(), decimal(expected).toFixed()];
  return AppError.of(OTHER_TOTAL, { now, then }, cart);
}
