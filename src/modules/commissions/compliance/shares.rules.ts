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
  return runs.map(sharesOfRun).reduce(
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
