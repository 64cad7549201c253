/** A quotient of whole numbers. */
export interface Fraction {
  readonly numerator: bigint;
  /** Above 0. */
  readonly denominator: bigint;
}

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };

/**
 * The sum of many fractions, exactly. Those of one denominator are added first, and then by halves: with many denominators
 * numbers grow long, and adding them one after the other would take quadratic time.
 */
export function sumOf(fractions: Iterable<Fraction>): Fraction {
  const numerators = new Map<bigint, bigint>();
  for (const { numerator, denominator } of fractions)
    numerators.set(denominator, (numerators.get(denominator) ?? 0n) + numerator);
  let sums: Fraction[] = [...numerators].map(([denominator, numerator]) => ({ numerator, denominator }));
  while (sums.length > 1) {
    const halves: Fraction[] = [];
    for (let at = 0; at < sums.length; at += 2) halves.push(sumOfTwo(sums[at]!, sums[at + 1] ?? ZERO));
    sums = halves;
  }
  return sums[0] ?? ZERO;
}

/** A whole number times a fraction. */
export function times(value: number, { numerator, denominator }: Fraction): Fraction {
  return { numerator: BigInt(value) * numerator, denominator };
}

/** The lower one of two fractions. */
export function lower(one: Fraction, other: Fraction): Fraction {
  return one.numerator * other.denominator <= other.numerator * one.denominator ? one : other;
}

function sumOfTwo(one: Fraction, other: Fraction): Fraction {
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  };
}
