/** The parent of a member at the top of a tree. */
export const ROOT = -1;

/** The parent of a member that has no place in the tree. */
export const UNPLACED = -2;

/** Members between two pauses of {@link buildTour}: some milliseconds. */
const STRIDE = 50_000;

/**
 * A tree in the order of a walk: each member before what is below it, so that any member with all below is one range, and its
 * children are found by jumps: the first is the position behind it, the next one is where the former's range ends.
 */
export interface Tour {
  /** Members by position. */
  readonly order: Int32Array;
  /** Positions by member; -1 without a place. */
  readonly at: Int32Array;
  /** By position, where the range of the member ends. */
  readonly end: Int32Array;
  /** By position, how far below the top the member is; the top itself is 0. */
  readonly levels: Int32Array;
}

/** An empty tree. */
export const NO_TOUR: Tour = {
  order: new Int32Array(),
  at: new Int32Array(),
  end: new Int32Array(),
  levels: new Int32Array(),
};

/**
 * Walks a tree, whatever its depth, without recursion. It pauses every {@link STRIDE} members, so that others get a turn.
 * Who is in a circle, which only half of a change that is still arriving can make, hangs from the top meanwhile.
 * @param parents by member: a member, {@link ROOT} or {@link UNPLACED}
 * @param legs by member; children are in the order of their legs, those of one leg in that of their numbers
 * @param count how many members there are
 */
export function* buildTour(parents: Int32Array, legs: Int32Array, count: number): Generator<void, Tour> {
  const sought = yield* withoutCircles(parents.slice(0, count));
  const { first, next } = yield* listChildren(sought, yield* sortedByLeg(legs, count));
  const at = new Int32Array(count).fill(-1);
  const [order, end, levels] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  let position = 0;
  for (let top = 0; top < count; top += 1) {
    if (sought[top] !== ROOT) continue;
    for (let member = top, level = 0; ;) {
      if (isPause(position)) yield;
      order[position] = member;
      levels[position] = level;
      at[member] = position;
      position += 1;
      if (first[member] !== -1) {
        member = first[member]!;
        level += 1;
        continue;
      }
      end[position - 1] = position;
      while (member !== top && next[member] === -1) {
        member = sought[member]!;
        level -= 1;
        end[at[member]!] = position;
      }
      if (member === top) break;
      member = next[member]!;
    }
  }
  return { order: order.slice(0, position), end: end.slice(0, position), levels: levels.slice(0, position), at };
}

/** Whether a loop over members should pause here. */
export function isPause(index: number): boolean {
  return index % STRIDE === STRIDE - 1;
}

/** Lists of children: the first of each member, and the next one of the same parent. */
function* listChildren(
  parents: Int32Array,
  order: Int32Array | undefined,
): Generator<void, { first: Int32Array; next: Int32Array }> {
  const first = new Int32Array(parents.length).fill(-1);
  const next = new Int32Array(parents.length).fill(-1);
  // From the last one on, each is put in front of those that are there.
  for (let index = parents.length - 1; index >= 0; index -= 1) {
    if (isPause(index)) yield;
    const member = order?.[index] ?? index;
    const parent = parents[member]!;
    if (parent < 0) continue;
    next[member] = first[parent]!;
    first[parent] = member;
  }
  return { first, next };
}

/** Members sorted by leg, in the order of their numbers where that is the same; undefined where there are no legs. */
function* sortedByLeg(legs: Int32Array, count: number): Generator<void, Int32Array | undefined> {
  let most = 0;
  for (let member = 0; member < count; member += 1) most = Math.max(most, legs[member]!);
  if (most === 0) return undefined;
  const starts = new Int32Array(most + 2);
  for (let member = 0; member < count; member += 1) starts[legs[member]! + 1]! += 1;
  for (let leg = 0; leg <= most; leg += 1) starts[leg + 1]! += starts[leg]!;
  const order = new Int32Array(count);
  for (let member = 0; member < count; member += 1) {
    if (isPause(member)) yield;
    const leg = legs[member]!;
    order[starts[leg]!] = member;
    starts[leg]! += 1;
  }
  return order;
}

/** Lets one member of each circle hang from the top, and whoever hangs below somebody without a place. */
function* withoutCircles(parents: Int32Array): Generator<void, Int32Array> {
  const OPEN = 1;
  const KNOWN = 2;
  const states = new Uint8Array(parents.length);
  for (let start = 0; start < parents.length; start += 1) {
    if (isPause(start)) yield;
    let member = start;
    while (member >= 0 && states[member] === 0) {
      states[member] = OPEN;
      const parent = parents[member]!;
      if (parent >= 0 && (states[parent] === OPEN || parents[parent] === UNPLACED)) parents[member] = ROOT;
      member = parents[member]!;
    }
    for (member = start; member >= 0 && states[member] === OPEN; member = parents[member]!) states[member] = KNOWN;
  }
  return parents;
}

/** Sums side by side: the three volumes in whole ten-thousandths, then members. */
const COLUMNS = 4;
export const MEMBERS_COLUMN = 3;

/**
 * Sums over any range of positions, and changes of one position, in O(log n): a Fenwick tree. Whole numbers below 2^53 stay
 * exact; whoever adds keeps the sum of all magnitudes below that.
 */
export class Sums {
  /** Position p, counted from 1, at `p * COLUMNS`: the sums of the positions that its lowest bit covers. */
  private readonly nodes: Float64Array;

  constructor(readonly size: number) {
    this.nodes = new Float64Array((size + 1) * COLUMNS);
  }

  /** Puts a value at a position, before {@link finish}; many of them cost O(1) each. */
  put(position: number, column: number, value: number): void {
    this.nodes[(position + 1) * COLUMNS + column]! += value;
  }

  /** Makes sums of what was put. */
  finish(): void {
    const { nodes, size } = this;
    for (let node = 1; node <= size; node += 1) {
      const above = node + (node & -node);
      if (above > size) continue;
      for (let column = 0; column < COLUMNS; column += 1) {
        nodes[above * COLUMNS + column]! += nodes[node * COLUMNS + column]!;
      }
    }
  }

  /** Adds to one position. */
  add(position: number, column: number, value: number): void {
    for (let node = position + 1; node <= this.size; node += node & -node) {
      this.nodes[node * COLUMNS + column]! += value;
    }
  }

  /** The sum of the positions from `from` to before `to`. */
  range(column: number, from: number, to: number): number {
    return this.before(column, to) - this.before(column, from);
  }

  /** The sums before each position, for who needs those of many ranges: O(n). */
  allBefore(column: number): Float64Array {
    const sums = new Float64Array(this.size + 1);
    for (let node = 1; node <= this.size; node += 1) {
      sums[node] = sums[node - (node & -node)]! + this.nodes[node * COLUMNS + column]!;
    }
    return sums;
  }

  private before(column: number, position: number): number {
    let sum = 0;
    for (let node = position; node > 0; node -= node & -node) sum += this.nodes[node * COLUMNS + column]!;
    return sum;
  }
}
