import type { BinaryBonus } from './binary.schema.js';
import { floorOfQuotient, isHeld, MOST, tenThousandths, minorUnits } from '../../exact.js';
import { NONE } from '../../lines.js';
import type { Money } from '../../money.js';

/** What two legs match. */
export interface Match {
  /** In minor units, after the cap. */
  readonly amount: number;
  /** What the percentage is of: matched volume of the weak leg; NaN for cycles. */
  readonly base: number;
  /** In minor units: what the cap left unpaid. */
  readonly overCap: number;
  /** Ten-thousandths of volume that are consumed, of the strong and of the weak leg. */
  readonly strong: number;
  readonly weak: number;
}

const NO_MATCH: Match = { amount: 0, base: 0, overCap: 0, strong: 0, weak: 0 };

/** How the legs of a binary bonus match. See docs/spec/commissions.md#3-binary. */
export interface Matcher {
  /** In ten-thousandths; NaN for cycles. */
  readonly percent: number;
  /**
   * @param strong the larger leg
   * @param weak the other one
   * @param cap minor units, or Infinity
   */
  match(strong: number, weak: number, cap: number): Match;
}

export function matcherOf(bonus: BinaryBonus, money: Money): Matcher {
  return bonus.percent === undefined ? new Cycles(bonus, money) : new Percentage(bonus, money);
}

/** Pays a percentage of the volume that matches. */
class Percentage implements Matcher {
  readonly percent: number;
  private readonly share;

  constructor(
    private readonly bonus: BinaryBonus,
    money: Money,
  ) {
    this.percent = tenThousandths(bonus.percent!);
    this.share = money.share('volume', this.percent, bonus.ratio.weak);
  }

  match(strong: number, weak: number, cap: number): Match {
    const { ratio, over_cap } = this.bonus;
    const units = Math.min(floorOfQuotient(strong, ratio.strong), floorOfQuotient(weak, ratio.weak));
    if (units <= 0) return NO_MATCH;
    const amount = this.share.of(units);
    // Only a payment that rounds to the cap may have been above it or not.
    if (amount < cap || (amount === cap && !this.share.exceeds(units, cap))) return this.matched(units, amount, 0);
    if (over_cap === 'flush') return { ...this.matched(units, cap, amount - cap) };
    const within = this.share.mostWithin(cap);
    const paid = this.share.of(within);
    return this.matched(within, paid, amount - paid);
  }

  private matched(units: number, amount: number, overCap: number): Match {
    const { strong, weak } = this.bonus.ratio;
    return { amount, base: units * weak, overCap, strong: units * strong, weak: units * weak };
  }
}

/** Pays an amount for each cycle. */
class Cycles implements Matcher {
  readonly percent = NONE;
  private readonly amount: number;
  /** Volume that a cycle takes of each leg; beyond what a leg can have if it is beyond what is exact. */
  private readonly strong: number;
  private readonly weak: number;

  constructor(
    private readonly bonus: BinaryBonus,
    money: Money,
  ) {
    const volume = tenThousandths(bonus.cycle!.volume);
    this.amount = minorUnits(bonus.cycle!.amount, money.digits);
    this.strong = volume * bonus.ratio.strong;
    this.weak = volume * bonus.ratio.weak;
  }

  match(strong: number, weak: number, cap: number): Match {
    if (this.strong > MOST || this.weak > MOST) return NO_MATCH;
    const cycles = Math.min(floorOfQuotient(strong, this.strong), floorOfQuotient(weak, this.weak));
    if (cycles <= 0) return NO_MATCH;
    const amount = cycles * this.amount;
    // A product that is not exact is above any cap, and without one it is refused as a line.
    if (amount <= cap || cap === Infinity) return this.matched(cycles, amount, 0);
    if (this.bonus.over_cap === 'flush') return this.matched(cycles, cap, amount - cap);
    const within = floorOfQuotient(cap, this.amount);
    return this.matched(within, within * this.amount, (cycles - within) * this.amount);
  }

  private matched(cycles: number, amount: number, overCap: number): Match {
    const strong = cycles * this.strong;
    return { amount, base: NONE, overCap: isHeld(overCap) ? overCap : 0, strong, weak: cycles * this.weak };
  }
}
