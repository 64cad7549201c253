/**
 * Trees by the parent of each node, in arrays: nodes are numbers from 1 on, so that millions of them fit into memory, and all is
 * found in linear time, whatever the depth.
 */
export class Forest {
  /** Nodes that stand in no cycle, each before its parent. */
  readonly leavesFirst: Int32Array;
  /** Above 0 for nodes of a cycle. */
  private readonly open: Int32Array;
  private first: Int32Array | undefined;
  private size: Int32Array | undefined;

  /** @param parents by node; 0 or less for a node at the top. The first is not used */
  constructor(readonly parents: Int32Array) {
    const open = new Int32Array(parents.length);
    for (let node = 1; node < parents.length; node += 1) if (parents[node]! > 0) open[parents[node]!]! += 1;
    const order = new Int32Array(parents.length - 1);
    let count = 0;
    for (let node = 1; node < parents.length; node += 1) if (open[node] === 0) order[count++] = node;
    // Whoever loses the last child is a leaf of what is left. Around a cycle, that never happens.
    for (let index = 0; index < count; index += 1) {
      const parent = parents[order[index]!]!;
      if (parent > 0 && (open[parent]! -= 1) === 0) order[count++] = parent;
    }
    this.open = open;
    this.leavesFirst = order.subarray(0, count);
  }

  /** Whether a node is its own ancestor. */
  isInCycle(node: number): boolean {
    return this.open[node]! > 0;
  }

  /** Whether the top above a node is known: not below a cycle, nor below a top for which {@link number} gave 0. */
  isKnown(node: number): boolean {
    return this.first![node]! > 0;
  }

  /** Whether a node is another, or stands below it. Both must be known; after {@link number}. */
  isWithin(node: number, ancestor: number): boolean {
    const distance = this.first![node]! - this.first![ancestor]!;
    return distance >= 0 && distance < this.size![ancestor]!;
  }

  /**
   * Numbers the nodes so that any node with all below it has a range of its own.
   * @param isLeftOut whether a top, with all below it, is left out
   */
  number(isLeftOut: (top: number) => boolean): void {
    const { parents, leavesFirst } = this;
    const size = new Int32Array(parents.length).fill(1);
    for (const node of leavesFirst) if (parents[node]! > 0) size[parents[node]!]! += size[node]!;
    const first = new Int32Array(parents.length);
    const next = new Int32Array(parents.length);
    let free = 1;
    for (let index = leavesFirst.length - 1; index >= 0; index -= 1) {
      const node = leavesFirst[index]!;
      const parent = parents[node]!;
      if (parent > 0) {
        first[node] = next[parent]!;
        if (next[parent]! > 0) next[parent]! += size[node]!;
      } else if (!isLeftOut(node)) {
        first[node] = free;
        free += size[node]!;
      }
      next[node] = first[node]! === 0 ? 0 : first[node]! + 1;
    }
    this.first = first;
    this.size = size;
  }
}
