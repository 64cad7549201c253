import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Kind, KINDS, POINTS, type TreeName, TREES } from './columns.js';
import { type Edge, LiveNetwork } from './live-network.js';
import { forecastMove } from './move-forecast.js';

interface Drawn {
  kind: Kind;
  sponsor: number;
  isPlaced: boolean;
  volumes: [number, number, number];
}

const volume = fc.integer({ min: -50, max: 1_000 });
const drawn = fc.record<Drawn>({
  kind: fc.constantFrom(...KINDS),
  sponsor: fc.nat(),
  isPlaced: fc.boolean(),
  volumes: fc.tuple(volume, volume, volume),
});

/** Members with the uids 1, 2, …, each below an earlier one or at the top; who is placed stands below the nearest above who is. */
class Drawing {
  readonly network = new LiveNetwork();
  private readonly sponsors = new Map<number, number | null>();
  private readonly parents = new Map<number, number | null>();

  constructor(
    readonly members: readonly Drawn[],
    rebuildAfter: number,
  ) {
    members.forEach(({ kind, sponsor, isPlaced, volumes }, index) => {
      const uid = index + 1;
      const above = sponsor % 4 === 0 || index === 0 ? null : 1 + (sponsor % index);
      const edges: Edge[] = [{ uid, tree: 'sponsor', parentUid: above, leg: 0 }];
      this.sponsors.set(uid, above);
      if (isPlaced) {
        const parent = above === null ? null : this.host(above);
        this.parents.set(uid, parent);
        edges.push({ uid, tree: 'placement', parentUid: parent, leg: 1 });
      }
      this.network.apply([{ uid, kind, status: 'active', enrolledAt: uid, text: '' }], edges);
      this.network.volumes.add(uid, volumes);
      if (uid === rebuildAfter) this.rebuild();
    });
  }

  get uids(): number[] {
    return [...this.sponsors.keys()];
  }

  rebuild(): void {
    for (const _ of this.network.rebuild());
  }

  isPlaced(tree: TreeName, uid: number): boolean {
    return tree === 'sponsor' || this.parents.has(uid);
  }

  above(tree: TreeName, uid: number): number | null {
    return (tree === 'sponsor' ? this.sponsors : this.parents).get(uid) ?? null;
  }

  isWithin(tree: TreeName, uid: number, top: number): boolean {
    for (let at: number | null = uid; at !== null; at = this.above(tree, at)) if (at === top) return true;
    return false;
  }

  /** Who one hangs on in the placement tree. */
  host(uid: number): number | null {
    if (this.parents.has(uid)) return uid;
    const sponsor = this.sponsors.get(uid)!;
    return sponsor === null ? null : this.host(sponsor);
  }

  /** Whose volume counts in the group of somebody. */
  group(tree: TreeName, top: number): number[] {
    return this.uids.filter((uid) => {
      const at = tree === 'sponsor' ? uid : this.host(uid);
      return at !== null && this.isWithin(tree, at, top);
    });
  }

  move(tree: TreeName, uid: number, parent: number | null): void {
    (tree === 'sponsor' ? this.sponsors : this.parents).set(uid, parent);
    this.network.apply([], [{ uid, tree, parentUid: parent, leg: parent === null ? 0 : 2 }]);
    this.rebuild();
  }

  sum(uids: readonly number[], column: number): number {
    return uids.reduce((sum, uid) => sum + this.members[uid - 1]!.volumes[column]!, 0);
  }
}

describe('the forecast of a move', () => {
  it('is what the move then does', () => {
    fc.assert(
      fc.property(
        fc.array(drawn, { minLength: 2, maxLength: 25 }),
        fc.constantFrom(...TREES),
        fc.nat(),
        fc.option(fc.nat()),
        fc.nat({ max: 25 }),
        (members, tree, who, under, rebuildAfter) => {
          const drawing = new Drawing(members, rebuildAfter);
          drawing.rebuild();
          const uid = 1 + (who % members.length);
          const parent = under === null ? null : 1 + (under % members.length);
          const isPossible =
            parent === null || (drawing.isPlaced(tree, parent) && !drawing.isWithin(tree, parent, uid));
          fc.pre(isPossible && (members[uid - 1]!.kind === 'distributor' || tree === 'sponsor'));
          const former = drawing.isPlaced(tree, uid) ? drawing.above(tree, uid) : drawing.host(uid);
          const groupOf = (one: number | null) =>
            one === null ? null : drawing.network.groupOf(tree, drawing.network.find(one), POINTS);
          const before = [groupOf(former), groupOf(parent)];
          const forecast = forecastMove(drawing.network, { uid, tree, parentUid: parent })!;
          drawing.move(tree, uid, parent);
          const moved = drawing.group(tree, uid);
          expect(forecast.kinds).toEqual(
            Object.fromEntries(
              KINDS.map((kind) => [kind, moved.filter((one) => members[one - 1]!.kind === kind).length]),
            ),
          );
          expect(forecast.group).toEqual([0, 1, 2].map((column) => drawing.sum(moved, column)));
          expect(forecast.personal).toEqual(members[uid - 1]!.volumes);
          expect([forecast.loser?.uid ?? null, forecast.gainer?.uid ?? null]).toEqual([former, parent]);
          expect([forecast.loser?.before ?? null, forecast.gainer?.before ?? null]).toEqual(before);
          expect([forecast.loser?.after ?? null, forecast.gainer?.after ?? null]).toEqual([
            groupOf(former),
            groupOf(parent),
          ]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('knows of nobody who is not there', () => {
    const { network } = new Drawing([{ kind: 'distributor', sponsor: 0, isPlaced: true, volumes: [1, 2, 3] }], 1);
    expect(forecastMove(network, { uid: 2, tree: 'sponsor', parentUid: 1 })).toBeUndefined();
    expect(forecastMove(network, { uid: 1, tree: 'sponsor', parentUid: 2 })).toBeUndefined();
  });
});
