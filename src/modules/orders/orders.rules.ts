import { decimal, DECIMAL_PLACES, round } from '../../common/decimal.js';
import { AppError } from '../../common/errors/app-error.js';
import { toDecimal, type Fixed } from '../../common/fixed.js';

/** Statuses of a placed order. A cart is not one yet. */
export const PLACED_STATUSES = ['placed', 'paid', 'completed', 'cancelled'] as const;
export type PlacedStatus = (typeof PLACED_STATUSES)[number];

/** Section 6 of the decisions: `placed → paid → completed`, `placed → cancelled`, `paid → cancelled`. */
const NEXT: Readonly<Record<PlacedStatus, readonly PlacedStatus[]>> = {
  placed: ['paid', 'cancelled'],
  paid: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

/** The statuses that an order can move to; none at the end of its way. */
export function nextStatuses(status: PlacedStatus): readonly PlacedStatus[] {
  return NEXT[status];
}

/**
 * Whether an order may move.
 * @throws AppError CONFLICT when not, staying where it is included
 */
export function assertMove(from: PlacedStatus, to: PlacedStatus): void {
  const next = nextStatuses(from);
  if (next.includes(to)) return;
  const possible = next.length === 0 ? 'it is final' : `possible: ${next.join(', ')}`;
  throw new AppError('CONFLICT', `the order is ${from} and cannot become ${to}; ${possible}`);
}

/** Digits that an order number is padded to. */
const NUMBER_DIGITS = 6;

/** The default number of an order, such as `20261120-000042`: the day of placing (UTC) and a number of its own. */
export function orderNumber(number: number, placedAt: Date): string {
  return `${placedAt.toISOString().slice(0, 10).replaceAll('-', '')}-${String(number).padStart(NUMBER_DIGITS, '0')}`;
}

/** What is wrong with a total that a client expects, or undefined. It may be larger than any price. */
export function judgeTotal(value: unknown): string | undefined {
  if (typeof value !== 'number') return 'must be a number';
  if (value < 0) return 'must not be negative';
  // NaN stands for digits that a double cannot hold; all others are those that were sent.
  const isExact = Number.isFinite(value) && round(decimal(value)).eq(value);
  return isExact ? undefined : `must have at most ${DECIMAL_PLACES} decimals, and no more digits than a double holds`;
}

/** Whether a total that a client sends is the total, whatever zeros it ends in. */
export function isTotal(expected: number, total: Fixed): boolean {
  return decimal(expected).eq(toDecimal(total));
}

/**
 * The refusal of an order whose total is another than the client expects.
 * @param cart the cart as it is now, for `data`
 */
export function otherTotal(expected: number, total: Fixed, cart: object): AppError {
  const [now, then] = [toDecimal(total), decimal(expected)].map((value) => value.toFixed());
  const message = `the total is ${now} now, not ${then}; show the cart in data, then send its total`;
  return AppError.ofField('CONFLICT', 'expected_total', message, cart);
}
