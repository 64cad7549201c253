import { decimal, type Decimal } from 'direct-selling-commerce-api';

/** What entries of the ledger are: points are earned by orders, and given by people. */
export const KINDS = ['earned', 'spent', 'given', 'expired'] as const;
export type Kind = (typeof KINDS)[number];

export const TIERS = ['none', 'silver', 'gold'] as const;
export type Tier = (typeof TIERS)[number];

/** From so many earned points on; the highest first. */
const THRESHOLDS: readonly [Tier, number][] = [
  ['gold', 2_000],
  ['silver', 500],
];

/** Percent off all prices. */
const PERCENTS: Readonly<Record<Tier, number>> = { none: 0, silver: 2, gold: 5 };

/** Points pay at most this part of an order. */
const REDEEMABLE = 0.5;

/** Roundings of big.js. */
const DOWN = 0;
const HALF_UP = 1;
const UP = 3;

/** The tier of a member who has earned so many points that have not expired. */
export function tierOf(earned: number): Tier {
  return THRESHOLDS.find(([, from]) => earned >= from)?.[0] ?? 'none';
}

/** How prices of a member are made. */
export interface PriceTerms {
  tier: Tier;
  /** Points that there are; below 0 when points came back that had been spent. */
  points: number;
  /** Points that the member wants to redeem. */
  redeeming: number;
}

interface Line {
  /** What the catalogue asks. */
  unit_price: Decimal;
  quantity: number;
}

/**
 * The prices of a cart, and the points that they cost: less where they would pay more than a part of it.
 * @param value of a point
 */
export function priced(
  lines: readonly Line[],
  terms: PriceTerms,
  value: Decimal,
): { prices: Decimal[]; points: number } {
  const ofTier = decimal(100 - PERCENTS[terms.tier]).div(100);
  const tierPrices = lines.map(({ unit_price }) => unit_price.times(ofTier).round(4, HALF_UP));
  const total = sum(tierPrices.map((price, index) => price.times(lines[index]!.quantity)));
  const most = Number(total.times(REDEEMABLE).div(value).round(0, DOWN));
  const points = Math.max(0, Math.min(terms.redeeming, terms.points, most));
  if (points === 0) return { prices: tierPrices, points };
  const rest = total.minus(value.times(points));
  // Rounded up: nobody gets more off than the points are worth.
  return { prices: tierPrices.map((price) => price.times(rest).div(total).round(4, UP)), points };
}

/** As much of an order as its events say. */
export interface OrderOfPoints {
  status: string;
  items: readonly { unit_price: number; quantity: number; returned: number }[];
}

/** What is left of an order: what was bought, and not returned. */
function leftOf({ status, items }: OrderOfPoints): Decimal {
  if (status === 'cancelled') return decimal(0);
  return sum(items.map(({ unit_price, quantity, returned }) => decimal(unit_price).times(quantity - returned)));
}

/** The points that an order gives: one for each whole unit of the currency that is left of it. */
export function pointsFor(order: OrderOfPoints): number {
  return Number(leftOf(order).round(0, DOWN));
}

/** Of the points that were spent on an order, those that stay spent when something of it came back. */
export function stillSpent(spent: number, order: OrderOfPoints): number {
  const bought = sum(order.items.map(({ unit_price, quantity }) => decimal(unit_price).times(quantity)));
  return bought.eq(0) ? 0 : Number(leftOf(order).times(spent).div(bought).round(0, UP));
}

function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((all, amount) => all.plus(amount), decimal(0));
}
