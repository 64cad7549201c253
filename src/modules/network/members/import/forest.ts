/**
 * Trees by the parent of each node, in arrays: nodes are numbers from 1 on, so that millions of them fit into memory, and all is
 * found in linear time, whatever the depth.
 */
export class Forest {
  /** Nodes that stand in no cycle, each before its parent. */
  readonly leavesFirst: Int32Array;
  /** Above 0 for nodes of a cycle. */
  private readonly open: Int32Array;

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
}
