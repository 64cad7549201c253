import { fixed, fixedText, roundedQuotient, type Fixed } from '#common/money/fixed.js';
import type { MemberKind } from '#people/users/index.js';

/** An amount for each kind of members. */
export type ByKind<Amount> = Readonly<Record<MemberKind, Amount>>;

/** What the members of a posted run bought and what its lines paid, by kind. Amounts are text, as in the database. */
export interface KindSums {
  /** Commissionable volume of own rows, by the kind of who bought. */
  readonly volume: ByKind<string>;
  /** Commissionable volume × rate, in money. */
  readonly base: string;
  /** Lines with a source, by its kind, in money. */
  readonly paid: ByKind<string>;
  /** Lines without a source, in money. */
  readonly withoutSource: string;
}

/** The same of several runs, added up. */
export interface Shares {
  readonly volume: ByKind<Fixed>;
  readonly base: Fixed;
  /** All lines, also those that take back, by the kind of who bought what they go back to. */
  readonly commissions: ByKind<Fixed>;
}

const NONE: ByKind<Fixed> = { distributor: 0n, preferred: 0n, customer: 0n };
const ONE_HUNDRED_PERCENT = 1_000_000n;

/**
 * Adds runs up. What has no source goes back to purchases as the volumes of the kinds do in that run; what that leaves of
 * ten-thousandths goes to distributors, as does all of it where there is no volume.
 */
export function sharesOf(runs: readonly KindSums[]): Shares {
  return runs
    .map(sharesOfRun)
    .reduce(
      (sum, run) => ({
        volume: added(sum.volume, run.volume),
        base: sum.base + run.base,
        commissions: added(sum.commissions, run.commissions),
      }),
      { volume: NONE, base: 0n, commissions: NONE },
    );
}

function sharesOfRun(sums: KindSums): Shares {
  const [volume, paid] = [read(sums.volume), read(sums.paid)];
  const whole = totalOf(volume);
  const rest = fixed(sums.withoutSource);
  const part = (of: Fixed): Fixed => (whole > 0n ? roundedQuotient(rest * of, whole) : 0n);
  const [preferred, customer] = [part(volume.preferred), part(volume.customer)];
  const commissions = added(paid, { preferred, customer, distributor: rest - preferred - customer });
  return { volume, base: fixed(sums.base), commissions };
}

/** The sum of all kinds. */
export function totalOf({ distributor, preferred, customer }: ByKind<Fixed>): Fixed {
  return distributor + preferred + customer;
}

/** A part in percent of the whole, with 4 decimals; null where the whole is not above 0. */
export function percentOfWhole(part: Fixed, whole: Fixed): Fixed | null {
  return whole > 0n ? roundedQuotient(part * ONE_HUNDRED_PERCENT, whole) : null;
}

/** The sums of a kind that has no row are 0. */
export function byKind(rows: readonly { kind: MemberKind | null; amount: string }[]): ByKind<string> {
  const of = (kind: MemberKind): string =>
    fixedText(rows.filter((row) => row.kind === kind).reduce((sum, { amount }) => sum + fixed(amount), 0n));
  return { distributor: of('distributor'), preferred: of('preferred'), customer: of('customer') };
}

function read({ distributor, preferred, customer }: ByKind<string>): ByKind<Fixed> {
  return { distributor: fixed(distributor), preferred: fixed(preferred), customer: fixed(customer) };
}

function added(one: ByKind<Fixed>, other: ByKind<Fixed>): ByKind<Fixed> {
  return {
    distributor: one.distributor + other.distributor,
    preferred: one.preferred + other.preferred,
    customer: one.customer + other.customer,
  };
}

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
