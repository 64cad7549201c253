import { decimal, toJsonNumber, type Decimal } from './decimal.js';

/** What one piece of a line costs and counts for, and how many there are. */
export interface UnitAmounts {
  readonly quantity: number;
  readonly unitPrice: Decimal;
  readonly businessVolume: Decimal;
  readonly points: Decimal;
  readonly cumulativeVolume: Decimal;
}

/** What a line, a cart or an order costs and counts for. */
export interface Amounts {
  readonly quantity: number;
  readonly price: Decimal;
  readonly business_volume: Decimal;
  readonly points: Decimal;
  readonly cumulative_volume: Decimal;
}

/** {@link Amounts} as JSON numbers. */
export type AmountsView = Record<keyof Amounts, number>;

const ZERO = decimal(0);
const NONE: Amounts = { quantity: 0, price: ZERO, business_volume: ZERO, points: ZERO, cumulative_volume: ZERO };

/** A line's amounts: those of one piece times the quantity, exactly. Section 6 of the decisions. */
export function lineAmounts({ quantity, unitPrice, businessVolume, points, cumulativeVolume }: UnitAmounts): Amounts {
  return {
    quantity,
    price: unitPrice.times(quantity),
    business_volume: businessVolume.times(quantity),
    points: points.times(quantity),
    cumulative_volume: cumulativeVolume.times(quantity),
  };
}

/** The sum of lines, exactly; zeros of none. */
export function totalOf(lines: readonly Amounts[]): Amounts {
  return lines.reduce(
    (total, line) => ({
      quantity: total.quantity + line.quantity,
      price: total.price.plus(line.price),
      business_volume: total.business_volume.plus(line.business_volume),
      points: total.points.plus(line.points),
      cumulative_volume: total.cumulative_volume.plus(line.cumulative_volume),
    }),
    NONE,
  );
}

/** Amounts as they leave the service. */
export function amountsView({ quantity, price, business_volume, points, cumulative_volume }: Amounts): AmountsView {
  return {
    quantity,
    price: toJsonNumber(price),
    business_volume: toJsonNumber(business_volume),
    points: toJsonNumber(points),
    cumulative_volume: toJsonNumber(cumulative_volume),
  };
}
