import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PlaceHints } from './place-hints.js';
import { PlaceSearch, STEPS, type PlacementReader } from './place-search.js';
import { openLegs, outermost, type Place, type PlacedChild, type Side } from './spill.rules.js';

const ROOT = 1;
type Rule = 'left' | 'right' | 'lesser_volume' | 'breadth_first';

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

  volumes(heads: readonly number[]): Promise<ReadonlyMap<number, bigint>> {
    return Promise.resolve(new Map(heads.map((head) => [head, BigInt(this.size(head))])));
  }

  private size(uid: number): number {
    return this.below.get(uid)!.reduce((sum, child) => sum + this.size(child.uid), 1);
  }
}

/** What the rules say, without remembering anything. */
function expected(tree: Tree, sponsor: number, rule: Rule): Place | undefined {
  if (rule === 'breadth_first') return firstByLevel(tree, sponsor);
  const legs = openLegs(tree.below.get(sponsor)!, tree.width, new Set());
  const inOrder = rule === 'right' ? legs.reverse() : legs;
  const size = (uid: number | undefined): number =>
    uid === undefined ? 0 : tree.below.get(uid)!.reduce((sum, child) => sum + size(child.uid), 1);
  if (rule === 'lesser_volume') inOrder.sort((one, other) => size(one.head) - size(other.head) || one.leg - other.leg);
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

async function search(tree: Tree, hints: PlaceHints, sponsor: number, rule: Rule): Promise<Place | undefined> {
  const places = new PlaceSearch(tree, hints, tree.width);
  if (rule === 'breadth_first') return (await places.breadthFirst(sponsor))[0];
  return rule === 'lesser_volume' ? places.lesserVolume(sponsor) : places.outermost(sponsor, rule);
}

const RULES: readonly Rule[] = ['left', 'right', 'lesser_volume', 'breadth_first'];

describe('looking for a free place', () => {
  it.each(RULES)('finds what the rule %s says, whatever was remembered of earlier searches', async (rule) => {
    const step = fc.record({
      sponsor: fc.nat(),
      by: fc.constantFrom(...RULES, undefined),
      leg: fc.nat(),
      isTerminated: fc.boolean().map((one) => one),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 4 }), fc.array(step, { maxLength: 60 }), async (width, steps) => {
        const tree = new Tree(width);
        const hints = new PlaceHints(1);
        for (const { sponsor, by, leg, isTerminated } of steps) {
          const uid = (sponsor % tree.below.size) + 1;
          expect(await search(tree, hints, uid, rule)).toEqual(expected(tree, uid, rule));
          const free = { parentUid: uid, leg: (leg % width) + 1 };
          const isFree = !tree.below.get(uid)!.some((child) => child.leg === free.leg);
          const place = by === undefined ? (isFree ? free : undefined) : expected(tree, uid, by);
          if (place !== undefined) tree.add(place, isTerminated && leg % 3 === 0);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(['left', 'right'] as const)('does not go down a long leg again (%s)', async (side) => {
    const tree = new Tree(2);
    const hints = new PlaceHints(1);
    const leg = side === 'left' ? 1 : 2;
    let last = ROOT;
    for (let count = 0; count < 20 * STEPS; count += 1) last = tree.add({ parentUid: last, leg });
    expect(await search(tree, hints, ROOT, side)).toEqual({ parentUid: last, leg });
    for (const sponsor of [ROOT, 2 * STEPS + 7, 5 * STEPS + 300, last]) {
      const before = tree.reads;
      expect(await search(tree, hints, sponsor, side)).toEqual({ parentUid: last, leg });
      expect(tree.reads - before).toBeLessThanOrEqual(4);
    }
  });

  it('does not count full levels again', async () => {
    const tree = new Tree(3);
    const hints = new PlaceHints(1);
    for (let count = 0; count < 5_000; count += 1) tree.add(firstOf(await search(tree, hints, ROOT, 'breadth_first')));
    expect(tree.reads).toBeLessThan(10_100);
    expect(await search(tree, hints, ROOT, 'breadth_first')).toEqual(firstByLevel(tree, ROOT));
  });

  it('starts again at the sponsor when what it remembers is not there, because its transaction was rolled back', async () => {
    for (const rule of ['left', 'breadth_first'] as const) {
      const tree = new Tree(2);
      const hints = new PlaceHints(1);
      const first = tree.add({ parentUid: ROOT, leg: 1 });
      tree.add({ parentUid: ROOT, leg: 2 });
      tree.add({ parentUid: first, leg: 1 });
      await search(tree, hints, ROOT, rule);
      tree.below.set(ROOT, []);
      for (const uid of [2, 3, 4]) tree.below.delete(uid);
      expect(await search(tree, hints, ROOT, rule)).toEqual({ parentUid: ROOT, leg: 1 });
    }
  });

  it('names the next free places for those who come at the same time', async () => {
    const tree = new Tree(2);
    const hints = new PlaceHints(1);
    tree.add({ parentUid: ROOT, leg: 1 });
    expect(await new PlaceSearch(tree, hints, 2).breadthFirst(ROOT)).toEqual([
      { parentUid: ROOT, leg: 2 },
      { parentUid: 2, leg: 1 },
      { parentUid: 2, leg: 2 },
    ]);
  });
});

function firstOf(place: Place | undefined): Place {
  if (place === undefined) throw new Error('no place is free');
  return place;
}
