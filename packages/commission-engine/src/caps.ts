import { minorUnits, tenThousandths, totalOf } from './exact.js';
import { CAP } from './lines.js';
import type { PeriodCalculation } from './period-calculation.js';

/** How far from a whole number a double must be to tell which is the next one, whatever was rounded on the way. */
const MARGIN = 0.01;
/** Below this the error of a few roundings of doubles is far smaller than {@link MARGIN}. */
const CLEAR = 2 ** 40;

/**
 * Takes off what is above the caps, by lines of type `cap`: first what a member has above `member_cap`, then in proportion what
 * all lines are above `payout_cap_percent` of all commissionable volume × rate. See docs/spec/commissions.md#3.
 */
export function applyCaps(period: PeriodCalculation): void {
  const { member_cap, payout_cap_percent } = period.plan;
  if (member_cap !== undefined) capMembers(period, minorUnits(member_cap, period.money.digits));
  if (payout_cap_percent !== undefined) capPayout(period, tenThousandths(payout_cap_percent));
}

function capMembers(period: PeriodCalculation, cap: number): void {
  const sums = period.lines.sums();
  for (let payee = 0; payee < sums.length; payee += 1)
    if (sums[payee]! > cap) takeOff(period, payee, sums[payee]! - cap);
}

/** What is left of each member's sum s is s × cap / sum; what is taken off is rounded away from zero, so that all stay below. */
function capPayout(period: PeriodCalculation, percent: number): void {
  const { numerator, denominator } = period.money.fraction('volume', percent, period.allVolume);
  const sums = period.lines.sums();
  const sum = totalOf(sums) * denominator;
  if (sum <= numerator) return;
  const above = sum - (numerator > 0n ? numerator : 0n);
  const share = Number(above) / Number(sum);
  for (let payee = 0; payee < sums.length; payee += 1) {
    const earned = sums[payee]!;
    if (earned > 0) takeOff(period, payee, partOf(earned, above, sum, share));
  }
}

/** value × part / whole, rounded up; `share` is the quotient as a double. */
function partOf(value: number, part: bigint, whole: bigint, share: number): number {
  const near = value * share;
  const rest = near - Math.floor(near);
  if (value < CLEAR && rest > MARGIN && rest < 1 - MARGIN) return Math.ceil(near);
  const product = BigInt(value) * part;
  return Number(product % whole === 0n ? product / whole : product / whole + 1n);
}

function takeOff({ lines, unpaid }: PeriodCalculation, payee: number, amount: number): void {
  lines.add({ bonus: CAP, payee, amount: -amount });
  unpaid.add('cap', 'over_cap', amount);
}
