import { BeyondRange, isHeld, MemberSums } from './exact.js';
import type { Plan } from './document/plan.schema.js';
import { EARLIER, NOTHING, type Members, type PeriodInput } from './period.js';

const DAY_MS = 86_400_000;

/**
 * The volumes that bonuses with sources pay on: each member's commissionable volume of the period, without what takes back rows
 * of posted periods, and without what a fast-start bonus keeps for itself. In ten-thousandths.
 */
export class Bases {
  /** What counts in a fast-start window of so many days; 0 days: in none. */
  private readonly windows = new Map<number, Float64Array>();

  /**
   * @param input members and rows
   * @param plan whose fast-start bonuses exclude others
   * @param all each member's commissionable volume of the period
   */
  constructor(
    private readonly input: PeriodInput,
    private readonly plan: Plan,
    private readonly all: Float64Array,
  ) {}

  /** What each member bought in its first days. */
  within(days: number): Float64Array {
    let window = this.windows.get(days);
    if (window === undefined) this.windows.set(days, (window = this.sum(days)));
    return window;
  }

  /** The base of each source for a unilevel or generation bonus: without the rows of fast-start bonuses that exclude it. */
  of(bonus: string): Float64Array {
    const days = longestWindow(this.plan, bonus);
    if (days === 0) return this.within(Infinity);
    const [whole, window] = [this.within(Infinity), this.within(days)];
    return whole.map((volume, member) => {
      const rest = volume - window[member]!;
      if (!isHeld(rest)) throw new BeyondRange('commissionable volume', this.input.members.uid[member]);
      return rest;
    });
  }

  private sum(days: number): Float64Array {
    const { members, rows } = this.input;
    if (days === Infinity && !rows.takesBack.includes(EARLIER)) return this.all;
    const sums = new MemberSums(members.uid.length);
    for (let row = 0; row < rows.member.length; row += 1) {
      const takesBack = rows.takesBack[row]!;
      if (takesBack === EARLIER) continue;
      const member = rows.member[row]!;
      const at = rows.at[takesBack === NOTHING ? row : takesBack]!;
      if (!isWithin(members, member, at, days)) continue;
      sums.add(member, rows.commissionable[row]!);
    }
    return sums.finish('commissionable volume', members.uid);
  }
}

/**
 * Whether something was sold in a member's first days.
 * @param at milliseconds since 1970, UTC
 */
export function isWithin({ enrolledAt }: Members, member: number, at: number, days: number): boolean {
  return at < enrolledAt[member]! + days * DAY_MS;
}

/** The days of the longest window that takes rows away from a bonus; 0 if none does. */
export function longestWindow({ bonuses }: Plan, bonus: string): number {
  let longest = 0;
  for (const one of bonuses)
    if (one.type === 'fast_start' && one.excludes.includes(bonus)) longest = Math.max(longest, one.days);
  return longest;
}
