import { decimal, DECIMAL_PLACES, round, type Decimal } from './decimal.js';
import { rawNumber } from './exact-json.js';

/**
 * An amount in ten-thousandths, as `numeric(14,4)` has it: what sums and products are reckoned in. As exact as
 * {@link Decimal}, and about ten times as quick, which a cart of many lines feels.
 */
export type Fixed = bigint;

const ONE = 10 ** DECIMAL_PLACES;

/** Up to here an amount has 15 digits, which a double holds exactly. */
const LARGEST_DOUBLE = 999_999_999_999_999n;

/** The amount of a database value: digits with a point and at most 4 digits behind it. */
export function fixed(text: string): Fixed {
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text) * BigInt(ONE);
  return BigInt(text.slice(0, point) + text.slice(point + 1).padEnd(DECIMAL_PLACES, '0'));
}

/** The amount of a decimal, rounded as everything is. */
export function toFixed(value: Decimal): Fixed {
  return fixed(round(value).toFixed(DECIMAL_PLACES));
}

/** The decimal of an amount. */
export function toDecimal(amount: Fixed): Decimal {
  return decimal(fixedText(amount));
}

/** The digits of an amount, with 4 behind the point. */
export function fixedText(amount: Fixed): string {
  if (amount < 0n) return `-${fixedText(-amount)}`;
  const digits = String(amount).padStart(DECIMAL_PLACES + 1, '0');
  return `${digits.slice(0, -DECIMAL_PLACES)}.${digits.slice(-DECIMAL_PLACES)}`;
}

/** An amount as a JSON number, digit for digit. */
export function fixedNumber(amount: Fixed): number {
  // A division of two exact doubles gives the double that is nearest, which JSON writes with the same digits.
  if (amount <= LARGEST_DOUBLE) return Number(amount) / ONE;
  return rawNumber(fixedText(amount).replace(/\.?0+$/, ''));
}
