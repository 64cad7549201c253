import { fixed, roundedQuotient, type Fixed } from '#common/money/fixed.js';

/** The percentiles of a disclosure. */
export const PERCENTILES = [10, 25, 50, 75, 90, 95, 99] as const;

/** What the distributors of a year earned. Amounts are text, as in the database. */
export interface IncomeSums {
  readonly distributors: number;
  /** Who earned nothing, or less. */
  readonly without: number;
  readonly total: string;
  /** What the best-paid hundredth earned, in heads rounded up, and the least of them; null of nobody. */
  readonly top: { readonly members: number; readonly amount: string; readonly least: string | null };
  /**
   * Of each of {@link PERCENTILES} the two incomes around it, in ascending order of all; null of nobody. Between
   * neighbours an income is interpolated.
   */
  readonly around: readonly (readonly [below: string, above: string] | null)[];
}

/**
 * An income such that so many percent have no more, in whole minor units: between two neighbours by where it falls.
 * @param percent 0 to 100
 * @param count how many incomes there are
 * @param digits decimals of the currency
 */
export function percentile(
  percent: number,
  count: number,
  [below, above]: readonly [string, string],
  digits: number,
): Fixed {
  const [low, high] = [fixed(below), fixed(above)];
  // The place among 0 to count - 1, in hundredths of a place.
  const hundredths = BigInt((percent * (count - 1)) % 100);
  return toMinorUnit(low * (100n - hundredths) + high * hundredths, 100n, digits);
}

/** A sum shared equally, in whole minor units. */
export function mean(total: string, count: number, digits: number): Fixed {
  return toMinorUnit(fixed(total), BigInt(count), digits);
}

function toMinorUnit(dividend: bigint, divisor: bigint, digits: number): Fixed {
  const unit = 10n ** BigInt(4 - Math.min(digits, 4));
  return roundedQuotient(dividend, divisor * unit) * unit;
}
