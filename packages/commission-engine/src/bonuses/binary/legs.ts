import { BeyondRange, isHeld } from '../../exact.js';
import { NOBODY, NOT_PLACED } from '../../period.js';
import type { PeriodCalculation } from '../../period-calculation.js';
import type { Tree } from '../../trees.js';

const LEFT = 1;
const RIGHT = 2;

/** The heads of each member's two legs in the placement tree, or `NOBODY`. */
export interface Heads {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

export function headsOf({ input: { members }, count }: PeriodCalculation): Heads {
  const left = new Int32Array(count).fill(NOBODY);
  const right = new Int32Array(count).fill(NOBODY);
  for (let member = 0; member < count; member += 1) {
    const above = members.parent[member]!;
    if (above === NOBODY || above === NOT_PLACED) continue;
    if (members.leg[member] === LEFT) left[above] = member;
    else if (members.leg[member] === RIGHT) right[above] = member;
  }
  return { left, right };
}

/**
 * Commissionable volume of each member and of all below in the placement tree, with those who are not placed.
 * @throws BeyondRange
 */
export function placementVolumes(period: PeriodCalculation): Float64Array {
  const { above, order } = period.tree('placement');
  const volumes = period.measures.commissionable.slice();
  for (let position = order!.length - 1; position >= 0; position -= 1) {
    const member = order![position]!;
    const next = above[member]!;
    if (next < 0) continue;
    const sum = volumes[next]! + volumes[member]!;
    if (!isHeld(sum)) throw new BeyondRange('volume of the placement tree', period.input.members.uid[next]);
    volumes[next] = sum;
  }
  return volumes;
}

/** 1 for each member with an active frontline distributor of its own (on the tree of payees) anywhere in each leg. */
export function haveBothLegs(period: PeriodCalculation, heads: Heads): Uint8Array {
  const { active } = period.standings;
  const upline = period.upline('sponsor');
  const tour = new Tour(period.tree('placement'));
  const [left, right] = [new Uint8Array(period.count), new Uint8Array(period.count)];
  for (let member = 0; member < period.count; member += 1) {
    const sponsor = upline[member]!;
    if (active[member] === 0 || sponsor < 0) continue;
    if (tour.isWithin(member, heads.left[sponsor]!)) left[sponsor] = 1;
    else if (tour.isWithin(member, heads.right[sponsor]!)) right[sponsor] = 1;
  }
  return left.map((has, member) => has & right[member]!);
}

/** Places of all members in a row in which everybody stands right before all below. */
class Tour {
  private readonly place: Int32Array;
  private readonly size: Int32Array;

  constructor({ above, order }: Tree) {
    const count = above.length;
    this.place = new Int32Array(count);
    this.size = new Int32Array(count).fill(1);
    for (let position = count - 1; position >= 0; position -= 1) {
      const member = order![position]!;
      if (above[member]! >= 0) this.size[above[member]!]! += this.size[member]!;
    }
    /** The first place that is free among those below a member. */
    const free = new Int32Array(count);
    let end = 0;
    for (const member of order!) {
      const next = above[member]!;
      const place = next < 0 ? end : free[next]!;
      if (next < 0) end += this.size[member]!;
      else free[next]! += this.size[member]!;
      this.place[member] = place;
      free[member] = place + 1;
    }
  }

  /** Whether a member is the head of a leg, or stands below it. */
  isWithin(member: number, head: number): boolean {
    if (head < 0) return false;
    const place = this.place[member]!;
    return place >= this.place[head]! && place < this.place[head]! + this.size[head]!;
  }
}
