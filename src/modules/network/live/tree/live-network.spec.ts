import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KINDS, POINTS, STATUSES, type TreeName, type Volumes } from './columns.js';
import { type Edge, LiveNetwork, type MemberState } from './live-network.js';
import { fill, MemberRows, SumRows } from './loading.js';
import { TOP } from './member-table.js';
import { type DownlinePageAsked, MOST_LEVELS, readDownline, readDownlineUids, SORTS } from './downline.js';
import { MOST_NODES, readMember, readTree, readUpline } from './reads.js';

interface NaiveMember {
  state: MemberState;
  parents: Record<TreeName, number | null | undefined>;
  legs: Record<TreeName, number>;
  volumes: [number, number, number];
}

/** The same by maps and walks, however long they take. */
class Naive {
  readonly members = new Map<number, NaiveMember>();

  isWithin(tree: TreeName, uid: number, top: number): boolean {
    const parent = this.members.get(uid)!.parents[tree];
    if (parent === undefined) return false;
    return uid === top || (parent !== null && this.isWithin(tree, parent, top));
  }

  below(tree: TreeName, top: number): number[] {
    return [...this.members.keys()].filter((uid) => uid !== top && this.isWithin(tree, uid, top));
  }

  level(tree: TreeName, uid: number): number {
    const parent = this.members.get(uid)!.parents[tree];
    return parent === null || parent === undefined ? 0 : 1 + this.level(tree, parent);
  }

  group(tree: TreeName, top: number): number {
    const uids = [top, ...this.below(tree, top)];
    return [...this.members.keys()]
      .filter((uid) => uid === top || uids.includes(this.host(tree, uid) ?? NaN))
      .reduce((sum, uid) => sum + this.members.get(uid)!.volumes[POINTS], 0);
  }

  private host(tree: TreeName, uid: number): number | null {
    const { parents } = this.members.get(uid)!;
    if (parents[tree] !== undefined) return uid;
    return parents.sponsor === null || parents.sponsor === undefined ? null : this.host(tree, parents.sponsor);
  }
}

type Step =
  | { do: 'enrol'; under: number; place: boolean }
  | { do: 'move'; who: number; tree: TreeName; under: number }
  | { do: 'buy'; who: number; volumes: [number, number, number] }
  | { do: 'suspend'; who: number }
  | { do: 'leave'; who: number }
  | { do: 'rebuild' };

const volume = fc.integer({ min: -1_000_000, max: 1_000_000 });
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('enrol' as const), under: fc.nat(), place: fc.boolean() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('move' as const),
        who: fc.nat(),
        tree: fc.constantFrom<TreeName>('sponsor', 'placement'),
        under: fc.nat(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('buy' as const),
        who: fc.nat(),
        volumes: fc.tuple(volume, volume, volume),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('suspend' as const), who: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), who: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('rebuild' as const) }) },
  ),
  { maxLength: 80 },
);

function rebuild(network: LiveNetwork): void {
  for (const _ of network.rebuild());
}

/** Does the same to both. After a move the tour is made again, as the service does before it answers. */
function act(network: LiveNetwork, naive: Naive, step: Step): void {
  const uids = [...naive.members.keys()];
  const pick = (index: number): number | undefined => uids[index % Math.max(1, uids.length)];
  if (step.do === 'rebuild') return rebuild(network);
  if (step.do === 'enrol') {
    const uid = 7 + uids.length * 3;
    const sponsor = step.under % 5 === 0 ? null : (pick(step.under) ?? null);
    const free = sponsor === null || naive.members.get(sponsor)!.parents.placement !== undefined;
    const place = step.place && free ? sponsor : undefined;
    const leg = sponsor === null ? 0 : 1 + (step.under % 2);
    const state: MemberState = {
      uid,
      kind: 'distributor',
      status: 'active',
      enrolledAt: uid * 10,
      text: `user ${uid}`,
    };
    const edges: Edge[] = [{ uid, tree: 'sponsor', parentUid: sponsor, leg: 0 }];
    if (place !== undefined) edges.push({ uid, tree: 'placement', parentUid: place, leg });
    network.apply([state], edges);
    const legs = { sponsor: 0, placement: place === undefined ? 0 : leg };
    naive.members.set(uid, { state, parents: { sponsor, placement: place }, legs, volumes: [0, 0, 0] });
    return;
  }
  const who = pick(step.who);
  if (who === undefined) return;
  const member = naive.members.get(who)!;
  if (step.do === 'buy') {
    network.volumes.add(who, step.volumes);
    step.volumes.forEach((one, column) => (member.volumes[column]! += one));
  }
  if (step.do === 'suspend') {
    member.state = { ...member.state, status: 'suspended' };
    network.apply([member.state], []);
  }
  if (step.do === 'move') {
    const under = pick(step.under)!;
    const isPlaced = naive.members.get(under)!.parents[step.tree] !== undefined;
    if (!isPlaced || naive.isWithin(step.tree, under, who) || under === who) return;
    network.apply([], [{ uid: who, tree: step.tree, parentUid: under, leg: 0 }]);
    const former = member.parents[step.tree];
    member.parents[step.tree] = under;
    member.legs[step.tree] = 0;
    // Who had no place counts at once.
    if (former === undefined || former === under) return;
    expect(network.isStale).toBe(true);
    rebuild(network);
  }
  if (step.do === 'leave') {
    if (uids.some((uid) => naive.members.get(uid)!.parents.placement === who)) return;
    network.apply([], [], [who]);
    member.parents.placement = undefined;
    member.legs.placement = 0;
    rebuild(network);
  }
}

const ALL: DownlinePageAsked = { tree: 'sponsor', sort: 'level', descending: false, limit: 1_000, offset: 0 };

describe('the live network', () => {
  it('tells what walks over maps tell, after any sequence of changes', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (sequence, levels) => {
        const [network, naive] = [new LiveNetwork(), new Naive()];
        for (const step of sequence) act(network, naive, step);
        expect(network.size).toBe(naive.members.size);
        for (const tree of ['sponsor', 'placement'] as const) {
          for (const [uid, { parents, legs, state }] of naive.members) {
            const member = network.find(uid);
            const isPlaced = parents[tree] !== undefined;
            const below = isPlaced ? naive.below(tree, uid) : [];
            expect(readMember(network, tree, member)).toEqual({
              uid,
              isLeftOut: false,
              level: 0,
              parentUid: parents[tree] ?? null,
              leg: legs[tree] || null,
              kind: 'distributor',
              status: state.status,
              enrolledAt: uid * 10,
              own: naive.members.get(uid)!.volumes[POINTS],
              personal: naive.members.get(uid)!.volumes[POINTS],
              group: isPlaced ? naive.group(tree, uid) : naive.members.get(uid)!.volumes[POINTS],
              frontline: below.filter((one) => naive.members.get(one)!.parents[tree] === uid).length,
              members: below.length,
              active: null,
              rank: null,
            });
            for (const top of naive.members.keys()) {
              const isWithin = uid === top || naive.isWithin(tree, uid, top);
              expect(network.trees[tree].isWithin(member, network.find(top))).toBe(isWithin);
            }
            const rows = (asked: Partial<DownlinePageAsked>): number[] =>
              readDownline(network, member, { ...ALL, tree, ...asked }).rows.map((row) => row.uid);
            const depth = naive.level(tree, uid);
            const near = below.filter((one) => naive.level(tree, one) - depth <= levels);
            expect(new Set(rows({ levels }))).toEqual(new Set(near));
            expect(rows({ status: 'suspended' }).length).toBe(
              below.filter((one) => naive.members.get(one)!.state.status === 'suspended').length,
            );
            const byGroup = readDownline(network, member, {
              ...ALL,
              tree,
              sort: 'group_volume',
              descending: true,
            }).rows;
            const groups = below.map((one) => naive.group(tree, one)).sort((one, other) => other - one);
            expect(byGroup.map((row) => row.group)).toEqual(groups);
            const { rows: upline, count } = readUpline(network, tree, member, { limit: 100, offset: 0 });
            expect([upline.length, upline.map((row) => row.level)]).toEqual([
              depth,
              upline.map((_, index) => index + 1),
            ]);
            expect(count).toBe(depth);
          }
        }
      }),
      { numRuns: 150 },
    );
  });

  it('adds up a downline level by level, in one row from the last one on', () => {
    const network = new LiveNetwork();
    const length = MOST_LEVELS + 20;
    for (let uid = 1; uid <= length + 1; uid += 1) {
      network.apply([memberOf(uid)], uid === 1 ? [] : [sponsored(uid, uid - 1)]);
      network.volumes.add(uid, [0, uid, 0]);
    }
    const { sums = [], rows } = readDownline(network, 0, { ...ALL, limit: 1, sums: true });
    expect([rows.length, sums.length]).toEqual([1, MOST_LEVELS]);
    expect(sums[0]).toEqual({ level: 1, count: 1, active: null, personal: 2 });
    expect(sums.at(-1)).toMatchObject({ level: MOST_LEVELS, count: 21 });
    expect(sums.reduce((sum, { personal }) => sum + personal, 0)).toBe(((length + 1) * (length + 2)) / 2 - 1);
    const found = readDownline(network, 0, { ...ALL, level: 3, sums: true });
    expect([found.rows.map(({ level }) => level), found.sums?.map(({ level }) => level)]).toEqual([[3], [3]]);
  });

  it('gives the same pages as a whole sort', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 5 }), { maxLength: 60 }),
        fc.nat({ max: 70 }),
        fc.nat({ max: 20 }),
        (sold, offset, limit) => {
          const network = new LiveNetwork();
          network.apply([memberOf(1)], []);
          sold.forEach((points, index) => {
            network.apply([memberOf(index + 2)], [sponsored(index + 2, Math.ceil((index + 1) / 2))]);
            network.volumes.add(index + 2, [0, points, 0]);
          });
          for (const sort of SORTS) {
            const all = readDownline(network, 0, { ...ALL, sort }).rows.map(({ uid }) => uid);
            const some = readDownline(network, 0, { ...ALL, sort, offset, limit });
            expect(some.rows.map(({ uid }) => uid)).toEqual(all.slice(offset, offset + limit));
            expect(some.count).toBe(sold.length);
            expect([...readDownlineUids(network, 0, { ...ALL, sort })]).toEqual(all);
          }
        },
      ),
    );
  });

  it('works in a chain of 100,000, with newcomers at its end', () => {
    const network = new LiveNetwork();
    const length = 100_000;
    const uids = Array.from({ length }, (_, index) => index + 1);
    network.apply(
      uids.map(memberOf),
      uids.map((uid) => sponsored(uid, uid - 1 || null)),
    );
    rebuild(network);
    network.apply([memberOf(length + 1)], [sponsored(length + 1, length)]);
    network.volumes.add(length + 1, [1, 2, 3]);
    network.volumes.add(length / 2, [10, 20, 30]);
    expect(readMember(network, 'sponsor', 0)).toMatchObject({ group: 22, members: length });
    expect(readMember(network, 'sponsor', length / 2)).toMatchObject({ group: 2, members: length / 2 });
    const { rows, count } = readUpline(network, 'sponsor', length, { limit: 2, offset: length - 2 });
    expect({ count, uids: rows.map((row) => row.uid) }).toEqual({ count: length, uids: [2, 1] });
    expect(readDownline(network, 0, { ...ALL, limit: 1, offset: length - 1 }).rows[0]).toMatchObject({
      uid: length + 1,
      level: length,
    });
  });

  it('takes members, edges and volumes in any order', () => {
    const network = new LiveNetwork();
    network.volumes.add(3, [5, 6, 7]);
    network.apply([], [sponsored(3, 2), sponsored(2, 1)]);
    network.apply([memberOf(3), memberOf(2)], []);
    network.apply([memberOf(1)], [sponsored(1, null)]);
    rebuild(network);
    expect(readMember(network, 'sponsor', network.find(1))).toMatchObject({ group: 6, members: 2 });
  });

  it('answers with all members while half of a change makes a circle', () => {
    const network = new LiveNetwork();
    network.apply([1, 2, 3, 4].map(memberOf), [sponsored(1, null), sponsored(2, 1), sponsored(3, 2), sponsored(4, 3)]);
    network.apply([], [sponsored(2, 3)]);
    rebuild(network);
    expect(new Set([1, 2, 3, 4].map((uid) => readDownline(network, network.find(uid), ALL).count))).toContain(2);
    network.apply([], [sponsored(3, 1)]);
    rebuild(network);
    expect(readMember(network, 'sponsor', network.find(1))).toMatchObject({ members: 3 });
  });

  it('begins a period without volumes', () => {
    const network = new LiveNetwork();
    network.apply([memberOf(1)], [sponsored(1, null)]);
    network.volumes.add(1, [5, 6, 7]);
    network.beginPeriod();
    rebuild(network);
    expect(readMember(network, 'sponsor', 0)).toMatchObject({ personal: 0, group: 0 });
  });

  it('leaves out whose sums would not be exact, until they are again', () => {
    const network = new LiveNetwork();
    network.apply([memberOf(1)], [sponsored(1, null)]);
    const most: Volumes = [Number.MAX_SAFE_INTEGER, 0, 0];
    network.volumes.add(1, most);
    network.volumes.add(1, [1, 0, 0]);
    expect([[...network.volumes.leftOut], network.groupOf('sponsor', network.find(1), 0)]).toEqual([[1], 0]);
    network.volumes.set(1, most);
    expect([[...network.volumes.leftOut], network.groupOf('sponsor', network.find(1), 0)]).toEqual([[], most[0]]);
  });

  it('finds by parts of names', () => {
    const network = new LiveNetwork();
    network.apply([1, 2, 3].map(memberOf), [sponsored(1, null), sponsored(2, 1), sponsored(3, 1)]);
    network.rename(3, 'maria lópez');
    expect(readDownline(network, 0, { ...ALL, search: 'ía' }).count).toBe(0);
    expect(readDownline(network, 0, { ...ALL, search: 'a l' }).rows).toMatchObject([{ uid: 3 }]);
  });

  it('cuts a circle of sponsors when it is filled, which only damaged rows have', () => {
    const rows = new MemberRows();
    for (const uid of [1, 2, 3]) rows.add(uid, KINDS.indexOf('distributor'), STATUSES.indexOf('active'));
    for (const uid of [1, 2, 3]) rows.describe(uid, 5, Buffer.from('maria'));
    for (const [uid, above] of [
      [1, 3],
      [3, 2],
      [2, 1],
    ] as const)
      rows.stand('sponsor', uid, above, 0);
    const network = new LiveNetwork();
    for (const _ of fill(network, rows, new SumRows()));
    const uplines = [1, 2, 3].map(
      (uid) => readUpline(network, 'sponsor', network.find(uid), { limit: 5, offset: 0 }).rows.length,
    );
    expect(uplines.sort()).toEqual([0, 1, 2]);
  });

  it('is filled with members in any order', () => {
    const rows = new MemberRows();
    const text = Buffer.from('maria');
    rows.add(9, KINDS.indexOf('customer'), STATUSES.indexOf('active'));
    rows.add(4, KINDS.indexOf('distributor'), STATUSES.indexOf('suspended'));
    rows.add(6, KINDS.indexOf('customer'), STATUSES.indexOf('active'));
    for (const uid of [6, 9, 4]) rows.describe(uid, 5, text);
    rows.stand('placement', 6, 4, 2);
    rows.stand('sponsor', 6, 9, 0);
    rows.stand('placement', 4, TOP, 0);
    rows.stand('sponsor', 9, 4, 0);
    const sums = new SumRows();
    sums.add(Float64Array.of(9, 1, 1, 1));
    const network = new LiveNetwork();
    for (const _ of fill(network, rows, sums));
    network.volumes.add(9, [0, 1, 2]);
    const top = network.find(4);
    expect(readMember(network, 'placement', top)).toMatchObject({
      kind: 'distributor',
      status: 'suspended',
      members: 1,
      group: 2,
    });
    expect(readDownline(network, top, { ...ALL, search: 'mari' }).rows.map(({ uid, level }) => [uid, level])).toEqual([
      [9, 1],
      [6, 2],
    ]);
    expect(readMember(network, 'placement', network.find(6))).toMatchObject({ parentUid: 4, leg: 2, enrolledAt: 5 });
  });

  it('shows a bounded part of a wide tree', () => {
    const network = new LiveNetwork();
    const uids = Array.from({ length: 2_000 }, (_, index) => index + 1);
    network.apply(
      uids.map(memberOf),
      uids.map((uid) => sponsored(uid, Math.floor((uid + 38) / 40) || null)),
    );
    rebuild(network);
    const nodes = readTree(network, 'sponsor', 0, 3);
    expect(nodes.length).toBe(MOST_NODES);
    expect(nodes.slice(0, 3).map(({ uid, level }) => [uid, level])).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
    ]);
  });
});

function memberOf(uid: number): MemberState {
  return { uid, kind: 'distributor', status: 'active', enrolledAt: uid, text: `user ${uid}` };
}

function sponsored(uid: number, parentUid: number | null): Edge {
  return { uid, tree: 'sponsor', parentUid, leg: 0 };
}
