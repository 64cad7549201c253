import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  openLegs,
  outermost,
  type Place,
  type PlacedChild,
  type PlacementReader,
  PlaceSearch,
  type Side,
  STEPS,
} from './place-search.js';

const ROOT = 1;
type Rule = 'left' | 'right' | 'breadth_first';

/** A placement tree in memory, as the database would show it. */
class Tree implements PlacementReader {
  readonly below = new Map<number, PlacedChild[]>([[ROOT, []]]);
  reads = 0;

  constructor(readonly width: number) {}

  add({ parentUid, leg }: Place, isTerminated = false): number {
    const uid = this.below.size + 1;
    this.below.get(parentUid)!.push({ leg, uid, isTerminated });
    this.below.set(uid, []);
    return uid;
  }

  children(uids: readonly number[]): Promise<ReadonlyMap<number, readonly PlacedChild[]>> {
    this.reads += 1;
    return Promise.resolve(
      new Map(uids.filter((uid) => this.below.has(uid)).map((uid) => [uid, [...this.below.get(uid)!]])),
    );
  }

  way(from: number, side: Side, closed: ReadonlySet<number>, steps: number): Promise<number[]> {
    this.reads += 1;
    const path: number[] = [];
    for (let at = from; path.length < steps;) {
      const end = outermost(openLegs(this.below.get(at) ?? [], this.width, closed), side);
      if (end?.head === undefined) break;
      path.push((at = end.head));
    }
    return Promise.resolve(path);
  }
}

/** What the rules say. */
function expected(tree: Tree, sponsor: number, rule: Rule): Place | undefined {
  if (rule === 'breadth_first') return firstByLevel(tree, sponsor);
  const legs = openLegs(tree.below.get(sponsor)!, tree.width, new Set());
  const inOrder = rule === 'right' ? legs.reverse() : legs;
  for (const { leg, head } of inOrder) {
    const place = head === undefined ? { parentUid: sponsor, leg } : expected(tree, head, rule);
    if (place !== undefined) return place;
  }
  return undefined;
}

function firstByLevel(tree: Tree, sponsor: number): Place | undefined {
  const queue = [sponsor];
  for (const uid of queue) {
    for (const { leg, head } of openLegs(tree.below.get(uid)!, tree.width, new Set())) {
      if (head === undefined) return { parentUid: uid, leg };
      queue.push(head);
    }
  }
  return undefined;
}

async function search(tree: Tree, sponsor: number, rule: Rule): Promise<Place | undefined> {
  const places = new PlaceSearch(tree, tree.width);
  return rule === 'breadth_first' ? (await places.breadthFirst(sponsor))[0] : places.outermost(sponsor, rule);
}

const RULES: readonly Rule[] = ['left', 'right', 'breadth_first'];

describe('looking for a free place', () => {
  it.each(RULES)('finds what the rule %s says', async (rule) => {
    const step = fc.record({
      sponsor: fc.nat(),
      by: fc.constantFrom(...RULES, undefined),
      leg: fc.nat(),
      isTerminated: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 4 }), fc.array(step, { maxLength: 60 }), async (width, steps) => {
        const tree = new Tree(width);
        for (const { sponsor, by, leg, isTerminated } of steps) {
          const uid = (sponsor % tree.below.size) + 1;
          expect(await search(tree, uid, rule)).toEqual(expected(tree, uid, rule));
          const free = { parentUid: uid, leg: (leg % width) + 1 };
          const isFree = !tree.below.get(uid)!.some((child) => child.leg === free.leg);
          const place = by === undefined ? (isFree ? free : undefined) : expected(tree, uid, by);
          if (place !== undefined) tree.add(place, isTerminated && leg % 3 === 0);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(['left', 'right'] as const)('goes down a long leg by few statements (%s)', async (side) => {
    const tree = new Tree(2);
    const leg = side === 'left' ? 1 : 2;
    let last = ROOT;
    for (let count = 0; count < 20 * STEPS; count += 1) last = tree.add({ parentUid: last, leg });
    expect(await search(tree, ROOT, side)).toEqual({ parentUid: last, leg });
    expect(tree.reads).toBeLessThanOrEqual(22);
  });

  it('names the next free places for those who come at the same time', async () => {
    const tree = new Tree(2);
    tree.add({ parentUid: ROOT, leg: 1 });
    expect(await new PlaceSearch(tree, 2).breadthFirst(ROOT)).toEqual([
      { parentUid: ROOT, leg: 2 },
      { parentUid: 2, leg: 1 },
      { parentUid: 2, leg: 2 },
    ]);
  });
});
