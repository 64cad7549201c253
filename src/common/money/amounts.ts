import type { Decimal } from './decimal.js';
import { fixed, fixedNumber, toDecimal, type Fixed } from './fixed.js';

/** Price and volumes of one piece. */
export interface UnitAmounts {
  readonly unit_price: Fixed;
  readonly business_volume: Fixed;
  readonly points: Fixed;
  readonly cumulative_volume: Fixed;
}

/** The amounts of one piece from a database row, where they are text. */
export function unitAmounts(row: Record<keyof UnitAmounts, string>): UnitAmounts {
  return {
    unit_price: fixed(row.unit_price),
    business_volume: fixed(row.business_volume),
    points: fixed(row.points),
    cumulative_volume: fixed(row.cumulative_volume),
  };
}

/** Quantity, price and volumes of a line, a cart or an order. */
interface AmountsOf<Amount> {
  readonly quantity: number;
  readonly price: Amount;
  readonly business_volume: Amount;
  readonly points: Amount;
  readonly cumulative_volume: Amount;
}

/** {@link AmountsOf} for calculations. */
export type FixedAmounts = AmountsOf<Fixed>;

/** {@link AmountsOf} for extensions. */
export type Amounts = AmountsOf<Decimal>;

/** {@link AmountsOf} as JSON numbers. */
export type AmountsView = Record<keyof Amounts, number>;

const NONE: FixedAmounts = { quantity: 0, price: 0n, business_volume: 0n, points: 0n, cumulative_volume: 0n };

/** The volumes that a line, an order and a row of the ledger carry. */
export const VOLUME_NAMES = ['business_volume', 'points', 'cumulative_volume'] as const;

/**
 * The most that a line, an order or a row of the volume ledger may carry of a volume, in whole units: hundreds of them can
 * be added up exactly for a whole company. See docs/spec/service.md#11.
 */
export const MAX_VOLUME = 1_000_000_000;

/** Whether a volume is beyond {@link MAX_VOLUME}, in either direction. */
export function isBeyondVolume(volume: Fixed): boolean {
  const most = BigInt(MAX_VOLUME) * 10_000n;
  return volume > most || volume < -most;
}

/** A line's amounts: those of one piece times the quantity, exactly. See docs/spec/service.md#6. */
export function lineAmounts(line: UnitAmounts & { readonly quantity: number }): FixedAmounts {
  const times = BigInt(line.quantity);
  return {
    quantity: line.quantity,
    price: line.unit_price * times,
    business_volume: line.business_volume * times,
    points: line.points * times,
    cumulative_volume: line.cumulative_volume * times,
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

/** Amounts as JSON numbers. */
export function toAmountsView(amounts: FixedAmounts): AmountsView {
  return mapped(amounts, fixedNumber);
}

/** Amounts for extensions. */
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
