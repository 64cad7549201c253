import { Big } from 'big.js';
import { rawNumber } from './exact-json.js';

/**
 * Exact decimals for money and volumes in the API for extensions; the service itself calculates in `Fixed`. docs/spec/service.md#5:
 * catalogue prices and volumes are not negative, with at most 10 digits before and 4 after the point.
 */
export type Decimal = Big;

/** Digits after the point that a price or a volume may have. */
export const DECIMAL_PLACES = 4;

/** Digits before the point that a price or a volume may have. */
export const DECIMAL_DIGITS = 10;

const TEN_THOUSAND = 10 ** DECIMAL_PLACES;

/** Numbers with up to this many significant digits are exact in a double. */
const DIGITS_OF_A_DOUBLE = 15;

/** Converts a database value (text), a JSON number or another decimal. */
export function decimal(value: string | number | Decimal): Decimal {
  return new Big(value);
}

/** Whether a value is a decimal, also one of another copy of the library. */
export function isDecimal(value: unknown): value is Decimal {
  return typeof value === 'object' && value !== null && 'c' in value && Array.isArray(value.c);
}

/**
 * An amount as banks read it, never rounded: with the decimals of its currency, or with more if it has more.
 * @param digits decimals of the currency
 */
export function amountText(amount: string, digits: number): string {
  const value = decimal(amount);
  const text = value.toFixed(digits);
  return value.eq(text) ? text : plain(value);
}

/** Whether a JSON number is a price or volume that can be stored exactly. */
export function isStorableDecimal(value: number): boolean {
  // Below 10^14 ten-thousandths, a division of two exact doubles gives the double that is nearest to the decimal.
  return value >= 0 && value < 10 ** DECIMAL_DIGITS && Math.round(value * TEN_THOUSAND) / TEN_THOUSAND === value;
}

/**
 * A decimal as an exact JSON number: totals can have more digits than a double holds, so those are written as raw JSON.
 * @param value a decimal or the text of one
 */
export function toJsonNumber(value: Decimal | string): number {
  // Zeros at the end do not change what a double holds.
  if (typeof value === 'string' && value.length <= DIGITS_OF_A_DOUBLE) return Number(value);
  const text = plain(value);
  if (text.length <= DIGITS_OF_A_DOUBLE) return Number(text);
  return rawNumber(text);
}

function plain(value: Decimal | string): string {
  if (typeof value !== 'string') return value.toFixed();
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}
