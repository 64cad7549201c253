import { Big } from 'big.js';
import { decimal, DECIMAL_PLACES, type Decimal } from '../money/decimal.js';
import { round, toDecimal, type Fixed } from '../money/fixed.js';
import { Field, type FieldOptions } from './fields.js';

/** More than any cart costs, and any payout comes to. */
const BEYOND_ANY_TOTAL = 1e18;

/** What is wrong with the total that a client expects, or undefined. It may be larger than any price. */
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

/** The total that a client expects: `number | Decimal`, with at most 4 decimals. If it is another, nothing is done. */
export function TotalField(options: FieldOptions): PropertyDecorator {
  return Field('exact', validateTotal, { type: Number, minimum: 0 }, { optional: true, ...options });
}
