import { Big } from 'big.js';
import { rawNumber } from './exact-json.js';

/**
 * Exact decimals for money and volumes: `numeric(14,4)` in the database, {@link Decimal} in code, a JSON number outside.
 * Section 5 of the decisions: not negative, at most 10 digits before and 4 after the point.
 */
export type Decimal = Big;

/** Digits after the point that a price or a volume may have. */
export const DECIMAL_PLACES = 4;

/** Digits before the point that a price or a volume may have. */
export const DECIMAL_DIGITS = 10;

const TEN_THOUSAND = 10 ** DECIMAL_PLACES;

/** A JSON number with up to this many significant digits survives a double unchanged. */
const DIGITS_OF_A_DOUBLE = 15;

/** The decimal of a database value (text), a JSON number or another decimal. */
export function decimal(value: string | number | Decimal): Decimal {
  return new Big(value);
}

/** The one rounding of the service: half away from zero, to {@link DECIMAL_PLACES} places. */
export function round(value: Decimal): Decimal {
  return value.round(DECIMAL_PLACES, Big.roundHalfUp);
}

/** Whether a JSON number is a price or volume that is stored exactly as it stands. */
export function isStorableDecimal(value: number): boolean {
  // Below 10^14 ten-thousandths, a division of two exact doubles gives the double that is nearest to the decimal.
  return value >= 0 && value < 10 ** DECIMAL_DIGITS && Math.round(value * TEN_THOUSAND) / TEN_THOUSAND === value;
}

/**
 * A decimal as a JSON number, digit for digit: totals can have more digits than a double holds, so those are written raw.
 * @param value a decimal or the text of one
 */
export function toJsonNumber(value: Decimal | string): number {
  const text = plain(value);
  if (text.length <= DIGITS_OF_A_DOUBLE) return Number(text);
  return rawNumber(text);
}

function plain(value: Decimal | string): string {
  if (typeof value !== 'string') return value.toFixed();
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}
