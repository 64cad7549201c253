import { GrowingTree, NOWHERE } from './growing-tree.js';
import { isPause, MEMBERS_COLUMN, ROOT, UNPLACED } from './tour.js';

/** One of the two trees, and what it may be asked. */
export class LiveTree extends GrowingTree {
  /** How many are above it. */
  levelOf(member: number): number {
    let above = 0;
    let at = member;
    while (!this.isToured(at)) {
      const parent = this.parentOf(at);
      if (parent === undefined) return above;
      at = parent;
      above += 1;
    }
    return above + this.tour.levels[this.tour.at[at]!]!;
  }

  /** Whether a member is the other or below it. */
  isWithin(member: number, top: number): boolean {
    if (this.isToured(top)) {
      if (!this.isPlaced(member)) return false;
      const anchor = this.anchors[member]!;
      return anchor >= this.tour.at[top]! && anchor < this.tour.end[this.tour.at[top]!]!;
    }
    for (
      let at: number | undefined = member;
      at !== undefined;
      at = this.isToured(at) ? undefined : this.parentOf(at)
    ) {
      if (at === top) return true;
    }
    return false;
  }

  /**
   * The sum of a member and all below, and of who hangs on them: O(log n); of a newcomer, that of the newcomers below it.
   * @param own the sum of one member alone
   */
  groupOf(member: number, column: number, own: (member: number) => number): number {
    if (!this.isPlaced(member)) return own(member);
    if (this.isToured(member)) {
      const at = this.tour.at[member]!;
      return this.sums.range(column, at, this.tour.end[at]!);
    }
    const within = new Set([member]);
    let sum = own(member);
    for (const one of this.recent.all()) {
      const above = this.parents[one] === UNPLACED ? this.hosts[one]! : this.parents[one]!;
      if (!within.has(above)) continue;
      within.add(one);
      sum += own(one);
    }
    return sum;
  }

  /** Groups by place, as {@link groupOf} tells them, in O(1) each after O(n); for those in the tour alone. */
  groups(column: number): (place: number) => number {
    const before = this.sums.allBefore(column);
    const { end } = this.tour;
    return (place) => before[end[place]!]! - before[place]!;
  }

  /** How many are below a member. */
  membersBelow(member: number): number {
    return this.groupOf(member, MEMBERS_COLUMN, (one) => (this.isPlaced(one) ? 1 : 0)) - 1;
  }

  /** The place of a member in the tour; -1 for a newcomer. */
  placeOf(member: number): number {
    return this.isToured(member) ? this.tour.at[member]! : NOWHERE;
  }

  /** How many places there are in the tour; those of newcomers follow. */
  get toured(): number {
    return this.tour.order.length;
  }

  /** The member at a place. */
  memberAt(place: number): number {
    return place < this.toured ? this.tour.order[place]! : this.recent.all()[place - this.toured]!;
  }

  /**
   * Calls with each member below, its place and how far below it is: those in the tour in its order, then the newcomers.
   * @param levels how far to go
   */
  eachBelow(top: number, levels: number, visit: (member: number, place: number, level: number) => void): void {
    const { order, end, levels: depths, at } = this.tour;
    if (this.isToured(top)) {
      const start = at[top]!;
      const depth = depths[start]!;
      const stop = end[start]!;
      for (let place = start + 1; place < stop;) {
        const level = depths[place]! - depth;
        visit(order[place]!, place, level);
        // What is below the lowest level is one jump.
        place = level === levels ? end[place]! : place + 1;
      }
    }
    const depth = this.levelOf(top);
    this.recent.all().forEach((member, index) => {
      if (!this.isPlaced(member) || member === top || !this.isWithin(member, top)) return;
      const level = this.levelOf(member) - depth;
      if (level <= levels) visit(member, this.toured + index, level);
    });
  }

  /** The first so many children. */
  children(member: number, most: number): number[] {
    const found: number[] = [];
    if (this.isToured(member)) {
      const { order, end, at } = this.tour;
      const start = at[member]!;
      for (let position = start + 1; position < end[start]! && found.length < most; position = end[position]!) {
        found.push(order[position]!);
      }
    }
    for (const one of this.recent.below(member)) {
      if (found.length === most) break;
      found.push(one);
    }
    return found;
  }

  /** Writes who stands at the heads of a member's legs, from leg 1 on; -1 for free ones. */
  readHeads(member: number, heads: Int32Array): void {
    heads.fill(NOWHERE);
    if (this.isToured(member)) {
      const { order, end, at } = this.tour;
      const start = at[member]!;
      for (let position = start + 1; position < end[start]!; position = end[position]!) {
        const child = order[position]!;
        // One beyond the legs is nowhere, as an array has it.
        heads[this.legs[child]! - 1] = child;
      }
    }
    for (const child of this.recent.below(member)) heads[this.legs[child]! - 1] = child;
  }

  /** Who is above, the nearest first: a part of the walk, which may be long. */
  upline(member: number, offset: number, limit: number): number[] {
    const found: number[] = [];
    let above = this.parentOf(member);
    for (let step = 0; above !== undefined && step < offset + limit; step += 1) {
      if (step >= offset) found.push(above);
      above = this.parentOf(above);
    }
    return found;
  }
}

/**
 * By member, the nearest sponsor above, or itself, that has a place; -1 for none.
 * @param size how many members there are
 * @param order all of the tree of sponsors, each after its sponsor
 * @param places by member, its parent in the placement tree
 */
export function* hostsBy(
  sponsors: LiveTree,
  size: number,
  order: Int32Array,
  places: Int32Array,
): Generator<void, Int32Array> {
  const hosts = new Int32Array(size).fill(-1);
  for (const [index, member] of order.entries()) {
    if (isPause(index)) yield;
    const sponsor = sponsors.parentOf(member);
    if (places[member] !== UNPLACED) hosts[member] = member;
    else if (sponsor !== undefined) hosts[member] = hosts[sponsor]!;
  }
  return hosts;
}

export { ROOT, UNPLACED };
