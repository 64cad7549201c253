import { BeyondRange, isHeld, MemberSums } from './exact.js';
import { EARLIER, KIND, NOTHING, type Members, type PeriodInput } from './period.js';

const DAY_MS = 86_400_000;

/**
 * What of its source a line is paid on: what it bought in some of its days, counted from its enrolment (0 and Infinity: in all
 * of them), or what it earned by other bonuses of the plan.
 */
export type Base = { readonly fromDay: number; readonly toDay: number } | { readonly earnedBy: readonly string[] };

/** All that a source buys counts. */
export const ALL_PURCHASES: Base = { fromDay: 0, toDay: Infinity };

/** Days of a source's membership whose purchases count; see {@link Base}. */
type Days = Exclude<Base, { readonly earnedBy: readonly string[] }>;

/** What each member bought, as bonuses are paid on it: without what takes back rows of posted periods. In ten-thousandths. */
export class Bases {
  /** Volume of the first so many days. */
  private readonly windows = new Map<number, Float64Array>();

  /**
   * @param input members and rows
   * @param all each member's commissionable volume of the period
   */
  constructor(
    private readonly input: PeriodInput,
    private readonly all: Float64Array,
  ) {}

  /** Commissionable volume of some days. */
  volume({ fromDay, toDay }: Days): Float64Array {
    const whole = this.first(toDay);
    if (fromDay === 0) return whole;
    const before = this.first(Math.min(fromDay, toDay));
    return whole.map((volume, member) => {
      const rest = volume - before[member]!;
      if (!isHeld(rest)) throw new BeyondRange('commissionable volume', this.input.members.uid[member]);
      return rest;
    });
  }

  /** Price less wholesale price of what customers and preferred customers bought in some days. */
  margin(days: Days): Float64Array {
    const { members, rows } = this.input;
    const { prices } = rows;
    if (prices === undefined) throw new Error('a bonus on prices needs them');
    return this.sum('retail margin', (row, member) => {
      if (members.kind[member] === KIND.distributor || !isWithin(members, member, this.soldAt(row), days)) return 0;
      const margin = prices.price[row]! - prices.wholesale[row]!;
      if (!isHeld(margin)) throw new BeyondRange('retail margin', members.uid[member]);
      return margin;
    });
  }

  private first(days: number): Float64Array {
    let window = this.windows.get(days);
    if (window === undefined) this.windows.set(days, (window = this.sumOfFirst(days)));
    return window;
  }

  private sumOfFirst(toDay: number): Float64Array {
    const { members, rows } = this.input;
    if (toDay === Infinity && !rows.takesBack.includes(EARLIER)) return this.all;
    return this.sum('commissionable volume', (row, member) =>
      isWithin(members, member, this.soldAt(row), { fromDay: 0, toDay }) ? rows.commissionable[row]! : 0,
    );
  }

  private sum(measure: string, valueOf: (row: number, member: number) => number): Float64Array {
    const { members, rows } = this.input;
    const sums = new MemberSums(members.uid.length);
    for (let row = 0; row < rows.member.length; row += 1) {
      const member = rows.member[row]!;
      if (rows.takesBack[row] !== EARLIER) sums.add(member, valueOf(row, member));
    }
    return sums.finish(measure, members.uid);
  }

  /** A row that takes back one of the same period belongs to that one's time. */
  private soldAt(row: number): number {
    const { at, takesBack } = this.input.rows;
    return at[takesBack[row] === NOTHING ? row : takesBack[row]!]!;
  }
}

/**
 * Whether something was sold in some of a member's days.
 * @param at milliseconds since 1970, UTC
 */
export function isWithin({ enrolledAt }: Members, member: number, at: number, { fromDay, toDay }: Days): boolean {
  const since = enrolledAt[member]!;
  // What is dated before the enrolment counts from the first day on.
  return at < since + toDay * DAY_MS && (fromDay === 0 || at >= since + fromDay * DAY_MS);
}
