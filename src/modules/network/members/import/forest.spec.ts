import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Forest } from './forest.js';

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
  it('knows cycles, and who stands below whom, as a walk up from each node does', () => {
    fc.assert(
      fc.property(parents, fc.nat(12), (above, leftOut) => {
        const forest = new Forest(above);
        forest.number((top) => top === leftOut);
        const nodes = Array.from(above.keys()).slice(1);
        for (const node of nodes) {
          const way = wayUp(above, node);
          const isInCycle = way === undefined && wayUp(above.with(node, 0), above[node]!)?.at(-1) === node;
          expect(forest.isInCycle(node)).toBe(isInCycle);
          expect(forest.isKnown(node)).toBe(way !== undefined && way.at(-1) !== leftOut);
        }
        const known = nodes.filter((node) => forest.isKnown(node));
        for (const node of known)
          for (const other of known) expect(forest.isWithin(node, other)).toBe(wayUp(above, node)!.includes(other));
      }),
      { numRuns: 500 },
    );
  });

  it('takes a chain of a million like any other tree', () => {
    const chain = Int32Array.from({ length: 1_000_001 }, (_, node) => Math.max(0, node - 1));
    const forest = new Forest(chain);
    forest.number(() => false);
    expect([forest.isWithin(1_000_000, 1), forest.isWithin(1, 1_000_000)]).toEqual([true, false]);
    expect(new Forest(chain.with(1, 1_000_000)).leavesFirst).toHaveLength(0);
  });
});
