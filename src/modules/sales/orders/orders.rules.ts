import { decimal, type Decimal } from '#common/money/decimal.js';
import { AppError } from '#common/errors/app-error.js';
import { failure } from '#common/errors/failures.js';
import { SALES } from '#sales/sales.messages.js';
import { toDecimal, type Fixed } from '#common/money/fixed.js';

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
export const CART_IN_USE = failure(SALES.cart_in_use);

/** A change of status that is not possible. */
export const NO_MOVE = failure(SALES.order_status, {
  example: { from: 'completed', to: 'cancelled', possible: 'it can only be returned' },
});

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

/** The total is not the one that the client expects. */
export const OTHER_TOTAL = failure(SALES.total_changed, {
  field: 'expected_total',
  example: { now: 27.8, then: 24.8 },
});

/**
 * The error for an order whose total is not the expected one.
 * @param cart the cart as it is now, for `data`
 */
export function otherTotal(expected: number | Decimal, total: Fixed, cart: object): AppError {
  const [now, then] = [toDecimal(total).toFixed(), decimal(expected).toFixed()];
  return AppError.of(OTHER_TOTAL, { now, then }, cart);
}
