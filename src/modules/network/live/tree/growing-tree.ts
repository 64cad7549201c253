import { grown } from './columns.js';
import { buildTour, isPause, MEMBERS_COLUMN, NO_TOUR, Sums, type Tour, UNPLACED } from './tour.js';

/** Members who came since a tour was made: each after who is above. */
class Newcomers {
  private readonly list: number[] = [];
  private readonly byParent = new Map<number, number[]>();

  get size(): number {
    return this.list.length;
  }

  /** @param parent a member; below 0 for none */
  add(member: number, parent: number): void {
    this.list.push(member);
    if (parent < 0) return;
    const siblings = this.byParent.get(parent);
    if (siblings === undefined) this.byParent.set(parent, [member]);
    else siblings.push(member);
  }

  /** Adds a member behind all others, who may be among them without a parent. */
  readmit(member: number, parent: number): void {
    const index = this.list.indexOf(member);
    if (index !== -1) this.list.splice(index, 1);
    this.add(member, parent);
  }

  /** In the order in which they came. */
  all(): readonly number[] {
    return this.list;
  }

  /** Who came directly below a member. */
  below(parent: number): readonly number[] {
    return this.byParent.get(parent) ?? [];
  }
}

/** A position that is none. */
export const NOWHERE = -1;

/** What {@link GrowingTree.rebuild} has made, and {@link GrowingTree.take} takes over. */
interface Rebuilt {
  readonly tour: Tour;
  readonly sums: Sums;
  /** By member, the position that its volumes count at. */
  readonly anchors: Int32Array;
}

/**
 * What is held of one of the two trees, and how it changes: its members as a tour with sums, those who came since the tour was
 * made, and the children's numbers. A member is a number from 0 on. Who has no place in the tree hangs on a host, who has one, and counts there.
 */
export class GrowingTree {
  /** By member: a member, ROOT or UNPLACED. */
  protected parents: Int32Array = new Int32Array();
  protected legs: Int32Array = new Int32Array();
  /** By member without a place, who it hangs on; -1 for none. Of one with a place, itself. */
  protected hosts: Int32Array = new Int32Array();
  protected anchors: Int32Array = new Int32Array();
  private frontlines: Int32Array = new Int32Array();
  protected tour = NO_TOUR;
  protected sums = new Sums(0);
  protected recent = new Newcomers();
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

  /**
   * Takes the next member into a tree that has no tour yet, and for which there is room; {@link rebuild} makes the tour.
   * @param parent a member, who may come later, ROOT or UNPLACED
   */
  fill(member: number, parent: number, leg: number): void {
    this.count = member + 1;
    this.parents[member] = parent;
    this.legs[member] = leg;
    this.hosts[member] = parent === UNPLACED ? NOWHERE : member;
    this.anchors[member] = NOWHERE;
    if (parent >= 0) this.frontlines[parent]! += 1;
  }

  /** Makes room for so many members. */
  reserve(count: number): void {
    this.parents = grown(this.parents, count);
    this.legs = grown(this.legs, count);
    this.hosts = grown(this.hosts, count);
    this.anchors = grown(this.anchors, count);
    this.frontlines = grown(this.frontlines, count);
  }

  /** Gives a member another parent; the tour shows it after the next {@link rebuild}. */
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
   * Makes a new tour, and new sums; nothing is changed until {@link take}.
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

  /** Who is above each member, negative for nobody, and all members of the tree, each after who is above: a copy. */
  columns(): { sponsor: Int32Array; order: Int32Array } {
    const { order } = this.tour;
    const all = new Int32Array(order.length + this.recent.size);
    all.set(order);
    all.set(this.recent.all(), order.length);
    return { sponsor: this.parents.slice(0, this.count), order: all };
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

  protected isToured(member: number): boolean {
    return member < this.tour.at.length && this.tour.at[member] !== NOWHERE;
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
}
