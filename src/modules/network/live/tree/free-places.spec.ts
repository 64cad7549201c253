import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { Status } from './columns.js';
import { type Rule, RULES } from './free-places.js';
import { LiveNetwork } from './live-network.js';
import { LiveTree } from './live-tree.js';

const ROOT = 1;

interface Place {
  readonly parentUid: number;
  readonly leg: number;
}

interface Placed {
  parent: number | null;
  leg: number;
  status: Status;
  points: number;
}

/** The same tree by maps and walks, however long they take. */
class Naive {
  readonly members = new Map<number, Placed>([[ROOT, { parent: null, leg: 0, status: 'active', points: 0 }]]);

  constructor(readonly width: number) {}

  head(uid: number, leg: number): number | undefined {
    return [...this.members.keys()].find((one) => {
      const member = this.members.get(one)!;
      return member.parent === uid && member.leg === leg;
    });
  }

  isWithin(uid: number | null, top: number): boolean {
    return uid !== null && (uid === top || this.isWithin(this.members.get(uid)!.parent, top));
  }

  group(top: number): number {
    return [...this.members].reduce((sum, [uid, { points }]) => (this.isWithin(uid, top) ? sum + points : sum), 0);
  }

  /** Legs that a new member may come into. */
  open(uid: number): { leg: number; head: number | undefined }[] {
    return Array.from({ length: this.width }, (_, index) => ({
      leg: index + 1,
      head: this.head(uid, index + 1),
    })).filter(({ head }) => head === undefined || this.members.get(head)!.status !== 'terminated');
  }

  expected(uid: number, rule: Rule): Place | undefined {
    if (rule === 'breadth_first') return this.byLevels(uid)[0];
    const open = this.open(uid);
    if (rule === 'right') open.reverse();
    const volume = (head: number | undefined): number => (head === undefined ? 0 : this.group(head));
    const isFree = (head: number | undefined): number => (head === undefined ? 0 : 1);
    if (rule === 'lesser_volume')
      open.sort((one, other) => volume(one.head) - volume(other.head) || isFree(one.head) - isFree(other.head));
    for (const { leg, head } of open) {
      const place = head === undefined ? { parentUid: uid, leg } : this.expected(head, rule);
      if (place !== undefined) return place;
    }
    return undefined;
  }

  byLevels(sponsor: number): Place[] {
    const queue = [sponsor];
    const places: Place[] = [];
    for (const uid of queue) {
      for (const { leg, head } of this.open(uid)) {
        if (head === undefined) places.push({ parentUid: uid, leg });
        else queue.push(head);
      }
    }
    return places;
  }
}

/** A network with a member at the top of its placement tree, and the same as it should be. */
class Both {
  readonly network = new LiveNetwork();
  readonly naive: Naive;

  constructor(readonly width: number) {
    this.naive = new Naive(width);
    this.network.apply([this.state(ROOT)], [this.edge(ROOT, null, 0)]);
  }

  uidAt(index: number): number {
    return (index % this.naive.members.size) + 1;
  }

  enrol({ parentUid, leg }: Place): number {
    const uid = this.naive.members.size + 1;
    this.naive.members.set(uid, { parent: parentUid, leg, status: 'active', points: 0 });
    this.network.apply([this.state(uid)], [this.edge(uid, parentUid, leg)]);
    return uid;
  }

  move(uid: number, { parentUid, leg }: Place): void {
    Object.assign(this.naive.members.get(uid)!, { parent: parentUid, leg });
    this.network.apply([], [this.edge(uid, parentUid, leg)]);
    this.rebuild();
  }

  setStatus(uid: number, status: Status): void {
    this.naive.members.get(uid)!.status = status;
    this.network.apply([this.state(uid)], []);
  }

  buy(uid: number, points: number): void {
    this.naive.members.get(uid)!.points += points;
    this.network.volumes.add(uid, [0, points, 0]);
  }

  rebuild(): void {
    for (const _ of this.network.rebuild());
  }

  places(uid: number, rule: Rule): Place[] {
    const found = this.network.freePlaces(this.width).find(this.network.find(uid), rule);
    return found.map(({ parent, leg }) => ({ parentUid: this.network.members.uidOf(parent), leg }));
  }

  private state(uid: number) {
    const { status } = this.naive.members.get(uid)!;
    return { uid, kind: 'distributor', status, enrolledAt: uid, text: '' } as const;
  }

  private edge(uid: number, parentUid: number | null, leg: number) {
    return { uid, tree: 'placement', parentUid, leg } as const;
  }
}

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constantFrom(...RULES), who: fc.nat(), leg: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('choose' as const), who: fc.nat(), leg: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), who: fc.nat(), leg: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('terminate' as const), who: fc.nat(), leg: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reactivate' as const), who: fc.nat(), leg: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('buy' as const), who: fc.nat(), leg: fc.nat({ max: 5 }) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('rebuild' as const), who: fc.nat(), leg: fc.nat() }) },
  ),
  { maxLength: 60 },
);

function act(
  both: Both,
  what: Rule | 'choose' | 'move' | 'terminate' | 'reactivate' | 'buy' | 'rebuild',
  who: number,
  leg: number,
): void {
  const { naive } = both;
  const uid = both.uidAt(who);
  const chosen = { parentUid: uid, leg: (leg % both.width) + 1 };
  const isFree = naive.head(uid, chosen.leg) === undefined;
  const moved = both.uidAt(who + leg + 1);
  if (what === 'rebuild') both.rebuild();
  else if (what === 'buy') both.buy(uid, leg - 2);
  else if (what === 'terminate') both.setStatus(uid, 'terminated');
  else if (what === 'reactivate') both.setStatus(uid, 'active');
  else if (what === 'choose') {
    if (isFree) both.enrol(chosen);
  } else if (what === 'move') {
    if (isFree && !naive.isWithin(uid, moved)) both.move(moved, chosen);
  } else {
    const place = naive.expected(uid, what);
    if (place !== undefined) both.enrol(place);
  }
}

/** Has reading the legs of members fail after so many, so that a search that walks too far fails, however quick the machine. */
function admitSteps(most: number): void {
  const read = Reflect.get(LiveTree.prototype, 'readHeads') as (this: LiveTree, ...asked: unknown[]) => void;
  let steps = 0;
  jest.spyOn(LiveTree.prototype, 'readHeads').mockImplementation(function (this: LiveTree, ...asked) {
    steps += 1;
    if (steps > most) throw new Error(`the legs of more than ${most} members were read`);
    read.apply(this, asked);
  });
}

describe('free places', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it.each(RULES)('are those that the rule %s says, after any sequence of changes', (rule) => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 4 }), steps, (width, sequence) => {
        const both = new Both(width);
        for (const { do: what, who, leg } of sequence) {
          act(both, what, who, leg);
          const uid = both.uidAt(leg);
          const place = both.naive.expected(uid, rule);
          expect(both.places(uid, rule).slice(0, 1)).toEqual(place === undefined ? [] : [place]);
        }
        for (const uid of both.naive.members.keys())
          expect(both.places(uid, 'breadth_first')).toEqual(both.naive.byLevels(uid).slice(0, 64));
      }),
      { numRuns: 100 },
    );
  });

  it('are told of a member after one who stood there has left the tree', () => {
    const both = new Both(2);
    const first = both.enrol({ parentUid: ROOT, leg: 1 });
    both.network.apply([], [], [first]);
    both.rebuild();
    expect(both.places(ROOT, 'left')).toEqual([{ parentUid: ROOT, leg: 1 }]);
  });

  it.each(['left', 'right'] as const)('are found at the end of a leg of 20,000, from anywhere in it (%s)', (side) => {
    const both = new Both(2);
    const leg = side === 'left' ? 1 : 2;
    const uids = Array.from({ length: 20_000 }, (_, index) => index + 2);
    both.network.apply(
      uids.map((uid) => ({ uid, kind: 'distributor', status: 'active', enrolledAt: 0, text: '' })),
      uids.map((uid) => ({ uid, tree: 'placement', parentUid: uid - 1, leg })),
    );
    both.rebuild();
    const [last] = uids.slice(-1);
    const sponsors = uids.filter((uid) => uid % 100 === 1);
    // The way is walked once. Marks on it are 16 apart, so that each after that walks at most as far, and reads the end.
    admitSteps(20_001 + sponsors.length * 17);
    const found = [ROOT, ...sponsors].flatMap((sponsor) => both.places(sponsor, side));
    expect(found).toEqual([ROOT, ...sponsors].map(() => ({ parentUid: last, leg })));
  });
});
