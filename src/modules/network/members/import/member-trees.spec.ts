import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Forest } from './member-trees.js';

/** Parents of up to 12 nodes: any of them, or none. */
const parents = fc
  .array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 })
  .map((all) => Int32Array.from([0, ...all.map((parent) => (parent > all.length ? 0 : parent))]));

/** Whom one meets on the way up, oneself first; undefined if the way has no end. */
function wayUp(above: Int32Array, from: number): number[] | undefined {
  const way: number[] = [];
  for (let node = from; node > 0; node = above[node]!) {
    if (way.includes(node)) return undefined;
    way.push(node);
  }
  return way;
}

describe('a forest', () => {
  it('knows cycles, and has each other node before its parent, as a walk up from each node tells', () => {
    fc.assert(
      fc.property(parents, (above) => {
        const forest = new Forest(above);
        const nodes = Array.from(above.keys()).slice(1);
        for (const node of nodes) {
          const way = wayUp(above, node);
          const isInCycle = way === undefined && wayUp(above.with(node, 0), above[node]!)?.at(-1) === node;
          expect(forest.isInCycle(node)).toBe(isInCycle);
        }
        const order = [...forest.leavesFirst];
        expect(new Set(order)).toEqual(new Set(nodes.filter((node) => !forest.isInCycle(node))));
        for (const node of order) {
          const parent = above[node]!;
          if (order.includes(parent)) expect(order.indexOf(node)).toBeLessThan(order.indexOf(parent));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('takes a chain of a million like any other tree', () => {
    const chain = Int32Array.from({ length: 1_000_001 }, (_, node) => Math.max(0, node - 1));
    expect(new Forest(chain).leavesFirst).toHaveLength(1_000_000);
    expect(new Forest(chain.with(1, 1_000_000)).leavesFirst).toHaveLength(0);
  });
});
