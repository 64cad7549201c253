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
