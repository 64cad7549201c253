/** Digits after the point of volumes, prices, rates and percentages in a plan and in the ledger. */
const DECIMALS = 4;

/** A volume or a price of 1 in ten-thousandths. */
export const ONE = 10 ** DECIMALS;

/** The largest whole number that is held exactly, beside all smaller ones. */
export const MOST = Number.MAX_SAFE_INTEGER;

/** The engine cannot calculate the period. The run stops, and the message says why. */
export class CannotCalculate extends Error {}

/**
 * A number left the range in which whole numbers are exact (2^53 − 1). The run stops: it never goes on with a rounded sum.
 * The message names the member and the measure.
 */
export class BeyondRange extends CannotCalculate {
  /**
   * @param measure what was being summed or multiplied, such as `group volume`
   * @param uid the member; left out where it is a sum of all members
   */
  constructor(
    readonly measure: string,
    readonly uid?: number,
  ) {
    super(`${measure} of ${uid === undefined ? 'all members' : `member ${uid}`} is too large to be calculated exactly`);
    this.name = 'BeyondRange';
  }
}

/** Whether a whole number is exact, and all sums that lead to it were. */
export function isHeld(value: number): boolean {
  return value <= MOST && value >= -MOST;
}

/**
 * A number of a plan in ten-thousandths.
 * @param value with at most 4 decimals, as checked
 */
export function tenThousandths(value: number): number {
  return Math.round(value * ONE);
}

/**
 * A number of a plan that is an amount of money, in minor units.
 * @param value with at most the currency's decimals, as checked
 * @param digits the currency's decimals
 */
export function minorUnits(value: number, digits: number): number {
  return Math.round(value * 10 ** digits);
}

/**
 * The quotient of two whole numbers, rounded down, exactly.
 * @param value at most {@link MOST} in magnitude
 * @param divisor above 0
 */
export function floorOfQuotient(value: number, divisor: number): number {
  const quotient = Math.floor(value / divisor);
  // The quotient of doubles may have been rounded up to a whole number that is not reached.
  return quotient * divisor > value ? quotient - 1 : quotient;
}

/** A sum of many whole numbers that may leave the exact range on the way: what does is kept as a BigInt. */
export class Total {
  private near = 0;
  private far = 0n;

  /** @param value at most {@link MOST} in magnitude */
  add(value: number): void {
    const sum = this.near + value;
    if (isHeld(sum)) {
      this.near = sum;
      return;
    }
    this.far += BigInt(this.near) + BigInt(value);
    this.near = 0;
  }

  get exact(): bigint {
    return this.far + BigInt(this.near);
  }
}

/** The sum of all values, exactly. */
export function totalOf(values: Float64Array): bigint {
  const total = new Total();
  for (const value of values) total.add(value);
  return total.exact;
}

/** Sums, one for each member, that are checked when all is added: what is taken back again may leave the exact range between. */
export class MemberSums {
  private readonly near: Float64Array<ArrayBuffer>;
  private readonly far = new Map<number, bigint>();

  constructor(members: number) {
    this.near = new Float64Array(members);
  }

  /** @param value at most {@link MOST} in magnitude */
  add(member: number, value: number): void {
    const sum = this.near[member]! + value;
    if (isHeld(sum)) {
      this.near[member] = sum;
      return;
    }
    this.far.set(member, (this.far.get(member) ?? 0n) + BigInt(this.near[member]!) + BigInt(value));
    this.near[member] = 0;
  }

  /**
   * The sums.
   * @throws BeyondRange naming the member and the measure
   */
  finish(measure: string, uid: Float64Array): Float64Array<ArrayBuffer> {
    for (const [member, far] of this.far) {
      const sum = Number(far + BigInt(this.near[member]!));
      if (!isHeld(sum)) throw new BeyondRange(measure, uid[member]);
      this.near[member] = sum;
    }
    this.far.clear();
    return this.near;
  }
}

/**
 * Sums of products, one for each member: exact beyond 2^53 too, where the few that get there are kept as BigInts.
 */
export class ProductSums {
  private readonly near: Float64Array;
  private readonly far = new Map<number, bigint>();

  constructor(members: number) {
    this.near = new Float64Array(members);
  }

  /** Adds a × b, both whole numbers, to the sum of a member. */
  add(member: number, a: number, b: number): void {
    const sum = this.near[member]! + a * b;
    if (isHeld(a * b) && isHeld(sum) && !this.isFar(member)) this.near[member] = sum;
    else this.far.set(member, this.exact(member) + BigInt(a) * BigInt(b));
  }

  /** a × b less the sum of a member. */
  lessThan(member: number, a: number, b: number): number | bigint {
    const difference = a * b - this.near[member]!;
    if (isHeld(a * b) && isHeld(difference) && !this.isFar(member)) return difference;
    return BigInt(a) * BigInt(b) - this.exact(member);
  }

  private isFar(member: number): boolean {
    return this.far.size > 0 && this.far.has(member);
  }

  private exact(member: number): bigint {
    return this.far.get(member) ?? BigInt(this.near[member]!);
  }
}
