/** A rational number, for calculating as one does on paper: nothing is rounded until the text says so. */
export class Rational {
  private constructor(
    readonly numerator: bigint,
    readonly denominator: bigint,
  ) {}

  static of(numerator: bigint | number, denominator: bigint | number = 1): Rational {
    const [n, d] = [BigInt(numerator), BigInt(denominator)];
    const common = divisor(n < 0n ? -n : n, d < 0n ? -d : d);
    const sign = d < 0n ? -1n : 1n;
    return new Rational((sign * n) / common, (sign * d) / common);
  }

  /** The decimal that a document shows, such as 0.07. */
  static decimal(value: number): Rational {
    const [whole, places = ''] = value.toFixed(4).split('.');
    return Rational.of(BigInt(`${whole}${places}`), 10n ** BigInt(places.length));
  }

  plus(other: Rational): Rational {
    return Rational.of(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Rational): Rational {
    return this.plus(other.times(MINUS_ONE));
  }

  times(other: Rational): Rational {
    return Rational.of(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(other: Rational): Rational {
    return Rational.of(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  isBelow(other: Rational): boolean {
    return this.minus(other).numerator < 0n;
  }

  isAbove(other: Rational): boolean {
    return other.isBelow(this);
  }

  /** The largest whole number that is not above. */
  floor(): Rational {
    const quotient = this.numerator / this.denominator;
    return Rational.of(quotient * this.denominator > this.numerator ? quotient - 1n : quotient);
  }

  /** The smallest whole number that is not below. */
  ceiling(): Rational {
    return this.times(MINUS_ONE).floor().times(MINUS_ONE);
  }

  /** To a whole number, halves as the plan says. */
  rounded(how: 'half_even' | 'half_up'): Rational {
    if (this.isBelow(ZERO)) return this.times(MINUS_ONE).rounded(how).times(MINUS_ONE);
    const floor = this.floor();
    const rest = this.minus(floor);
    const half = Rational.of(1, 2);
    if (rest.isBelow(half)) return floor;
    if (rest.isAbove(half) || how === 'half_up') return floor.plus(ONE);
    return floor.numerator % 2n === 0n ? floor : floor.plus(ONE);
  }

  toNumber(): number {
    return Number(this.numerator) / Number(this.denominator);
  }
}

/** The sum of some numbers. */
export function sum(numbers: Iterable<Rational>): Rational {
  let total = ZERO;
  for (const number of numbers) total = total.plus(number);
  return total;
}

export function lowerOf(one: Rational, other: Rational): Rational {
  return one.isBelow(other) ? one : other;
}

function divisor(one: bigint, other: bigint): bigint {
  return other === 0n ? one || 1n : divisor(other, one % other);
}

export const ZERO = Rational.of(0);
export const ONE = Rational.of(1);
const MINUS_ONE = Rational.of(-1);
