import { MOST } from './exact.js';

/** What happens to exactly half a minor unit: to the even one, or away from zero. */
export type Rounding = 'half_even' | 'half_up';

/**
 * A fraction of whole numbers that is applied to volumes or money, with one rounding at the end. Products stay doubles while
 * they are exact, and become BigInts beyond.
 */
export class Share {
  private readonly numerator: number;
  private readonly denominator: number;
  /** Up to this magnitude of a value all of the calculation is exact in doubles; below 0 if it never is. */
  private readonly limit: number;
  private readonly exactNumerator: bigint;
  private readonly exactDenominator: bigint;

  /**
   * @param numerator not negative
   * @param denominator above 0
   */
  constructor(
    numerator: bigint,
    denominator: bigint,
    private readonly rounding: Rounding,
  ) {
    const common = greatestDivisor(numerator, denominator);
    this.exactNumerator = numerator / common;
    this.exactDenominator = denominator / common;
    this.numerator = Number(this.exactNumerator);
    this.denominator = Number(this.exactDenominator);
    this.limit = Math.floor((MOST - this.denominator) / Math.max(this.numerator, 1)) - 1;
  }

  /** Whether it gives nothing of anything. */
  get isNothing(): boolean {
    return this.numerator === 0;
  }

  /**
   * value × share, rounded half to even or half away from zero.
   * @returns a whole number; beyond 2^53 the nearest double, which is for the caller to refuse
   */
  of(value: number | bigint): number {
    if (typeof value === 'number' && value <= this.limit && value >= -this.limit) {
      return value < 0 ? -this.ofSmall(-value) : this.ofSmall(value);
    }
    return Number(roundedQuotient(BigInt(value) * this.exactNumerator, this.exactDenominator, this.rounding));
  }

  /** Whether value × share, before rounding, is above an amount; values and amounts are not negative. */
  exceeds(value: number, amount: number): boolean {
    return BigInt(value) * this.exactNumerator > BigInt(amount) * this.exactDenominator;
  }

  /** The largest whole value of which the share, before rounding, is not above the amount, which is not negative. */
  mostWithin(amount: number): number {
    return Number((BigInt(amount) * this.exactDenominator) / this.exactNumerator);
  }

  private ofSmall(value: number): number {
    const product = value * this.numerator;
    let quotient = Math.floor(product / this.denominator);
    let rest = product - quotient * this.denominator;
    if (rest < 0) {
      quotient -= 1;
      rest += this.denominator;
    }
    const missing = this.denominator - rest;
    if (rest !== missing) return rest > missing ? quotient + 1 : quotient;
    return this.rounding === 'half_up' ? quotient + 1 : quotient + (quotient % 2);
  }
}

/**
 * A quotient rounded to a whole number.
 * @param denominator above 0
 */
export function roundedQuotient(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  if (numerator < 0n) return -roundedQuotient(-numerator, denominator, rounding);
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && (rounding === 'half_up' || quotient % 2n === 1n));
  return up ? quotient + 1n : quotient;
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
