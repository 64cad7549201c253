import { ONE, tenThousandths } from './exact.js';
import { roundedQuotient, Share, type Rounding } from './share.js';

/**
 * What a percentage is taken of: commissionable volume (which `rate` makes money) or prices, both in ten-thousandths, or money
 * in minor units.
 */
export type Unit = 'volume' | 'price' | 'money';

/** A percent in ten-thousandths, as a fraction. */
const PERCENT = BigInt(100 * ONE);

/** How a plan makes money of volumes. */
export class Money {
  private readonly units: Readonly<Record<Unit, { readonly numerator: bigint; readonly denominator: bigint }>>;
  private readonly shares = new Map<string, Share>();

  /**
   * @param rate of the plan: money for a unit of volume
   * @param digits decimals of the currency
   */
  constructor(
    rate: number,
    readonly digits: number,
    private readonly rounding: Rounding,
  ) {
    const minor = 10n ** BigInt(digits);
    const one = BigInt(ONE);
    this.units = {
      volume: { numerator: BigInt(tenThousandths(rate)) * minor, denominator: one * one },
      price: { numerator: minor, denominator: one },
      money: { numerator: 1n, denominator: 1n },
    };
  }

  /**
   * What a percentage gives, in minor units.
   * @param percent in ten-thousandths
   * @param times whole number that the value is multiplied by
   */
  share(unit: Unit, percent: number, times = 1): Share {
    const key = `${unit} ${percent} ${times}`;
    let share = this.shares.get(key);
    if (share === undefined) {
      const { numerator, denominator } = this.units[unit];
      share = new Share(numerator * BigInt(percent) * BigInt(times), denominator * PERCENT, this.rounding);
      this.shares.set(key, share);
    }
    return share;
  }

  /** A percentage of a sum of all members, before rounding, in minor units, as a fraction. */
  fraction(unit: Unit, percent: number, sum: bigint): { numerator: bigint; denominator: bigint } {
    const { numerator, denominator } = this.units[unit];
    return { numerator: sum * numerator * BigInt(percent), denominator: denominator * PERCENT };
  }

  /**
   * The money of a sum of products, rounded once.
   * @param products of values and of percentages in ten-thousandths
   */
  ofProducts(unit: Unit, products: bigint): number {
    const { numerator, denominator } = this.units[unit];
    return Number(roundedQuotient(products * numerator, denominator * PERCENT, this.rounding));
  }
}
