import type { Decimal } from './decimal.js';
import { fixedNumber, toDecimal, type Fixed } from './fixed.js';

/** What one piece of a line costs and counts for, and how many there are. */
export interface UnitAmounts {
  readonly quantity: number;
  readonly unitPrice: Fixed;
  readonly businessVolume: Fixed;
  readonly points: Fixed;
  readonly cumulativeVolume: Fixed;
}

/** What a line, a cart or an order costs and counts for. */
interface AmountsOf<Amount> {
  readonly quantity: number;
  readonly price: Amount;
  readonly business_volume: Amount;
  readonly points: Amount;
  readonly cumulative_volume: Amount;
}

/** {@link AmountsOf} to reckon with. */
export type FixedAmounts = AmountsOf<Fixed>;

/** {@link AmountsOf} as extensions get them. */
export type Amounts = AmountsOf<Decimal>;

/** {@link AmountsOf} as JSON numbers. */
export type AmountsView = Record<keyof Amounts, number>;

const NONE: FixedAmounts = { quantity: 0, price: 0n, business_volume: 0n, points: 0n, cumulative_volume: 0n };

/** A line's amounts: those of one piece times the quantity, exactly. Section 6 of the decisions. */
export function lineAmounts({
  quantity,
  unitPrice,
  businessVolume,
  points,
  cumulativeVolume,
}: UnitAmounts): FixedAmounts {
  const times = BigInt(quantity);
  return {
    quantity,
    price: unitPrice * times,
    business_volume: businessVolume * times,
    points: points * times,
    cumulative_volume: cumulativeVolume * times,
  };
}

/** The sum of lines, exactly; zeros of none. */
export function totalOf(lines: readonly FixedAmounts[]): FixedAmounts {
  return lines.reduce(
    (total, line) => ({
      quantity: total.quantity + line.quantity,
      price: total.price + line.price,
      business_volume: total.business_volume + line.business_volume,
      points: total.points + line.points,
      cumulative_volume: total.cumulative_volume + line.cumulative_volume,
    }),
    NONE,
  );
}

/** Amounts as they leave the service. */
export function amountsView(amounts: FixedAmounts): AmountsView {
  return mapped(amounts, fixedNumber);
}

/** Amounts as extensions get them. */
export function decimalAmounts(amounts: FixedAmounts): Amounts {
  return mapped(amounts, toDecimal);
}

function mapped<To>(
  { quantity, price, business_volume, points, cumulative_volume }: FixedAmounts,
  to: (amount: Fixed) => To,
): AmountsOf<To> {
  return {
    quantity,
    price: to(price),
    business_volume: to(business_volume),
    points: to(points),
    cumulative_volume: to(cumulative_volume),
  };
}
