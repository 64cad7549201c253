import { grown } from './arrays.js';
import { Newcomers } from './newcomers.js';
import { MEMBERS_COLUMN, Sums } from './sums.js';
import { buildTour, isPause, NO_TOUR, ROOT, UNPLACED, type Tour } from './tour.js';

const NOWHERE = -1;

/** What {@link LiveTree.rebuild} has made, and {@link LiveTree.take} takes over. */
export interface Rebuilt {
  readonly tour: Tour;
  readonly sums: Sums;
  /** By member, the position that its volumes count at. */
  readonly anchors: Int32Array;
}

/**
 * One of the two trees: its members as a tour with sums, those who came since the tour was made, and the children's numbers.
 * A member is a number from 0 on. Who has no place in the tree hangs on a host, who has one, and counts there.
 */
export class LiveTree {
  /** By member: a member, ROOT or UNPLACED. */
  private parents: Int32Array = new Int32Array();
  private legs: Int32Array = new Int32Array();
  /** By member without a place, who it hangs on; -1 for none. Of one with a place, itself. */
  private hosts: Int32Array = new Int32Array();
  private anchors: Int32Array = new Int32Array();
  private frontlines: Int32Array = new Int32Array();
  private tour = NO_TOUR;
  private sums = new Sums(0);
  private recent = new Newcomers();
  private count = 0;

  /** Who came since the tour was made. */
  get newcomers(): number {
    return this.recent.size;
  }

  /**
   * Adds the next member.
   * @param parent a member that is there, ROOT or UNPLACED
   * @param host of one without a place, the member whose volume its own counts as; -1 for none
   */
  append(parent: number, leg: number, host: number): void {
    const member = this.count;
    this.count += 1;
    this.reserve(this.count);
    this.parents[member] = parent;
    this.legs[member] = leg;
    this.hosts[member] = parent === UNPLACED ? host : member;
    const above = parent === UNPLACED ? host : parent;
    this.anchors[member] = above < 0 ? NOWHERE : this.anchors[above]!;
    if (parent >= 0) this.frontlines[parent]! += 1;
    if (parent !== UNPLACED && this.anchors[member] !== NOWHERE) this.sums.add(this.anchors[member], MEMBERS_COLUMN, 1);
    this.recent.add(member, parent);
  }

  /** Makes room for so many members. */
  reserve(count: number): void {
    this.parents = grown(this.parents, count);
    this.legs = grown(this.legs, count);
    this.hosts = grown(this.hosts, count);
    this.anchors = grown(this.anchors, count);
    this.frontlines = grown(this.frontlines, count);
  }

  /** Gives a member another parent; what is asked of the tour tells of it after the next {@link rebuild}. */
  move(member: number, parent: number, leg: number): void {
    const former = this.parents[member]!;
    if (former >= 0) this.frontlines[former]! -= 1;
    if (parent >= 0) this.frontlines[parent]! += 1;
    this.parents[member] = parent;
    this.legs[member] = leg;
    if (parent !== UNPLACED) this.hosts[member] = member;
  }

  /**
   * Gives a member without a place one, without a new tour: it counts as one who has just come.
   * @param volumes its own, by column
   */
  settle(member: number, parent: number, leg: number, volumes: ArrayLike<number>): void {
    this.move(member, parent, leg);
    const anchor = parent < 0 ? NOWHERE : this.anchors[parent]!;
    this.anchor(member, anchor, volumes);
    if (anchor !== NOWHERE) this.sums.add(anchor, MEMBERS_COLUMN, 1);
    this.recent.readmit(member, parent);
  }

  /** Lets a member without a place hang on another one, which is placed, and its volumes count there. */
  hang(member: number, host: number, volumes: ArrayLike<number>): void {
    this.hosts[member] = host;
    this.anchor(member, this.anchors[host]!, volumes);
    this.recent.readmit(member, UNPLACED);
  }

  /** Adds to the volumes of a member, and thereby to the groups of all above: O(log n). */
  add(member: number, column: number, value: number): void {
    const anchor = this.anchors[member]!;
    if (anchor !== NOWHERE) this.sums.add(anchor, column, value);
  }

  /**
   * Makes the tour anew, and the sums; nothing is changed until {@link take}.
   * @param hosted of the members without a place, who they hang on, once the tour is known
   * @param volumes by member and column, `volumeColumns` of each member
   */
  *rebuild(
    volumes: Float64Array,
    volumeColumns: number,
    hosted?: (parents: Int32Array) => Generator<void, Int32Array>,
  ): Generator<void, Rebuilt> {
    const tour = yield* buildTour(this.parents, this.legs, this.count);
    if (hosted !== undefined) this.hosts = grown(yield* hosted(this.parents), this.count);
    const sums = new Sums(tour.order.length);
    const anchors = new Int32Array(this.parents.length).fill(NOWHERE);
    for (let member = 0; member < this.count; member += 1) {
      if (isPause(member)) yield;
      const host = this.hosts[member]!;
      const anchor = host < 0 ? NOWHERE : tour.at[host]!;
      anchors[member] = anchor;
      if (anchor === NOWHERE) continue;
      for (let column = 0; column < volumeColumns; column += 1) {
        sums.put(anchor, column, volumes[member * volumeColumns + column]!);
      }
      if (host === member) sums.put(anchor, MEMBERS_COLUMN, 1);
    }
    yield;
    sums.finish();
    return { tour, sums, anchors };
  }

  /** Answers from what {@link rebuild} made; nothing may have been changed in between. */
  take({ tour, sums, anchors }: Rebuilt): void {
    this.tour = tour;
    this.sums = sums;
    this.anchors = anchors;
    this.recent = new Newcomers();
  }

  /** The order of the tour: each member after who is above. */
  get order(): Int32Array {
    return this.tour.order;
  }

  isPlaced(member: number): boolean {
    return this.parents[member] !== UNPLACED;
  }

  /** The member above, in whose leg it stands; undefined at the top and for one without a place. */
  parentOf(member: number): number | undefined {
    const parent = this.parents[member]!;
    return parent < 0 ? undefined : parent;
  }

  /** The leg of the parent, from 1 on; 0 where there are none. */
  legOf(member: number): number {
    return this.legs[member]!;
  }

  /** Who one hangs on: itself, if it has a place; -1 for nobody. */
  hostOf(member: number): number {
    return this.hosts[member]!;
  }

  frontlineOf(member: number): number {
    return this.frontlines[member]!;
  }

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

  /** Lets the volumes of a member count at another position. */
  private anchor(member: number, anchor: number, volumes: ArrayLike<number>): void {
    const former = this.anchors[member]!;
    for (let column = 0; column < volumes.length; column += 1) {
      if (former !== NOWHERE) this.sums.add(former, column, -volumes[column]!);
      if (anchor !== NOWHERE) this.sums.add(anchor, column, volumes[column]!);
    }
    this.anchors[member] = anchor;
  }

  private isToured(member: number): boolean {
    return member < this.tour.at.length && this.tour.at[member] !== NOWHERE;
  }
}

export { ROOT, UNPLACED };
