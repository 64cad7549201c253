import { describe, expect, it } from '@jest/globals';
import { LiveThread } from '#network/live/live-thread.js';
import { NetworkHands } from './support/network.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';
import { whileHeld } from './support/while-held.js';

/** Statements that wait for another transaction. */
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

interface Member {
  uid: number;
  username: string;
}

const app = await useTestApp();
const network = await NetworkHands.of(app);
await network.settings({ placement: 'binary', spill: 'left' });

const move = (uid: number | string, body: object): Promise<Answer> =>
  network.root.post(`/admin/api/network/${uid}/move/`, { reason: 'a test', ...body });

/** Members below one another in both trees, from the top. */
async function chain(length: number, top?: Member): Promise<Member[]> {
  const members = [top ?? (await network.member())];
  while (members.length < length) members.push(await network.member({ sponsor: members.at(-1)!.username }));
  return members;
}

/** Whether each member of a tree comes to a root on the way up. */
async function hasCycle(tree: string): Promise<boolean> {
  const parents = new Map((await network.tree(tree)).map(({ uid, parent_uid }) => [uid, parent_uid]));
  return [...parents.keys()].some((start) => {
    let steps = 0;
    for (let at: number | null | undefined = start; at !== null && at !== undefined; at = parents.get(at))
      if ((steps += 1) > parents.size) return true;
    return false;
  });
}

describe('moving a member', () => {
  it('to another sponsor takes all below along, and keeps what was', async () => {
    const [top, middle, last] = (await chain(3)) as [Member, Member, Member];
    const other = await network.member();
    const { status, body } = await move(middle.uid, {
      tree: 'sponsor',
      parent_uid: other.uid,
      reason: 'wrong sponsor',
    });
    expect([status, body.data]).toEqual([
      200,
      {
        uid: middle.uid,
        tree: 'sponsor',
        dry_run: false,
        members: 2,
        from: { parent_uid: top.uid, parent: top.username, leg: null },
        to: { parent_uid: other.uid, parent: other.username, leg: null },
        from_at: null,
        periods: [],
        correction_id: null,
        volumes: null,
      },
    ]);
    expect(await network.position(last.uid, 'sponsor')).toEqual({ parent_uid: middle.uid, leg: null });
    expect(await network.position(middle.uid)).toEqual({ parent_uid: top.uid, leg: 1 });
    const edges = await app.database.query<{ parent_uid: number; from_at: Date; to_at: Date | null }>(
      `SELECT parent_uid, from_at, to_at FROM network_edges WHERE tree = 'sponsor' AND uid = $1 ORDER BY id`,
      [middle.uid],
    );
    expect(edges.map(({ parent_uid }) => parent_uid)).toEqual([top.uid, other.uid]);
    expect(edges[0]!.to_at).toEqual(edges[1]!.from_at);
    const [user] = await app.database.query('SELECT sponsor_uid FROM users WHERE uid = $1', [middle.uid]);
    expect(user).toEqual({ sponsor_uid: other.uid });
    const [event] = await app.database.query<{ data: object }>(
      `SELECT data FROM events WHERE type = 'member.moved' AND aggregate_id = $1`,
      [String(middle.uid)],
    );
    expect(event?.data).toEqual({
      uid: middle.uid,
      tree: 'sponsor',
      reason: 'wrong sponsor',
      at: edges[1]!.from_at.toISOString(),
      from: { parent_uid: top.uid, leg: null },
      to: { parent_uid: other.uid, leg: null },
    });
    const [entry] = await app.database.query(
      `SELECT before, after FROM audit_entries WHERE action = 'network.move' AND entity_id = $1`,
      [String(middle.uid)],
    );
    expect(entry).toMatchObject({ before: { parent_uid: top.uid }, after: { parent_uid: other.uid } });
  });

  it('changes nothing in a dry run', async () => {
    const [top, middle] = (await chain(4)) as [Member, Member];
    const other = await network.member();
    const wanted = { tree: 'placement', parent_uid: other.uid, leg: 2, dry_run: true };
    expect((await move(middle.uid, wanted)).body.data).toMatchObject({
      dry_run: true,
      members: 3,
      from: { parent_uid: top.uid, leg: 1 },
      to: { parent_uid: other.uid, leg: 2 },
    });
    expect(await network.position(middle.uid)).toEqual({ parent_uid: top.uid, leg: 1 });
  });

  it('tells in a dry run which volumes of the open period go, and who gains and loses', async () => {
    const [top, middle, last] = (await chain(3)) as [Member, Member, Member];
    const customer = await network.member({ kind: 'customer', sponsor: last.username });
    const other = await network.member({ sponsor: top.username });
    for (const [{ uid }, points] of [
      [top, 1],
      [middle, 20.5],
      [last, 300],
      [customer, 4000.0001],
      [other, 5],
    ] as const)
      await network.root.post('/admin/api/volumes/', {
        uid,
        points,
        business_volume: 2 * points,
        cumulative_volume: 0,
        reason: 'a test',
      });
    const asked = async (body: object) => (await move(middle.uid, { ...body, dry_run: true })).body.data.volumes;
    const wanted = { tree: 'sponsor', parent_uid: other.uid };
    await until(async () => (await asked(wanted))?.next.group_volume_before === 5);
    const volumes = await asked(wanted);
    expect(volumes).toEqual({
      from: expect.stringMatching(/-01T00:00:00.000Z$/),
      to: expect.stringMatching(/-01T00:00:00.000Z$/),
      distributors: 2,
      preferred: 0,
      customers: 1,
      personal: { business_volume: 41, points: 20.5, cumulative_volume: 0 },
      group: { business_volume: 8641.0002, points: 4320.5001, cumulative_volume: 0 },
      // It gains what it has already: the other stands below the top.
      former: { uid: top.uid, username: top.username, group_volume_before: 4326.5001, group_volume_after: 4326.5001 },
      next: { uid: other.uid, username: other.username, group_volume_before: 5, group_volume_after: 4325.5001 },
      ranks: null,
    });
    const asRoot = await asked({ tree: 'sponsor', parent_uid: null });
    expect(asRoot).toMatchObject({ former: { group_volume_after: 6 }, next: null });
    const placed = await asked({ tree: 'placement', parent_uid: top.uid, leg: 2 });
    expect(placed).toMatchObject({ distributors: 3, customers: 1, former: { uid: top.uid }, next: { uid: top.uid } });
    expect(placed.former.group_volume_after).toBe(placed.former.group_volume_before);
  });

  it('in the placement tree frees the place that it leaves', async () => {
    const [top, middle] = (await chain(3)) as [Member, Member];
    const other = await network.member();
    expect((await move(middle.uid, { tree: 'placement', parent_uid: other.uid, leg: 2 })).status).toBe(200);
    const next = await network.member({ sponsor: top.username });
    expect(await network.position(next.uid)).toEqual({ parent_uid: top.uid, leg: 1 });
  });

  it('makes a root, and places who waits', async () => {
    const [top, middle] = (await chain(2)) as [Member, Member];
    await network.settings({ spill: 'manual' });
    const waiting = await network.member({ sponsor: top.username });
    await network.settings({ spill: 'left' });
    const placed = await move(waiting.uid, { tree: 'placement', parent_uid: top.uid, leg: 2 });
    expect(placed.body.data).toMatchObject({ from: null, members: 1 });
    expect((await move(middle.uid, { tree: 'sponsor', parent_uid: null })).status).toBe(200);
    expect(await network.position(middle.uid, 'sponsor')).toEqual({ parent_uid: null, leg: null });
  });

  it('is refused, by field', async () => {
    const [top, middle] = (await chain(2)) as [Member, Member];
    const customer = await network.member({ kind: 'customer', sponsor: top.username });
    const gone = await network.member();
    await network.setStatus(gone.uid, 'terminated');
    const fieldsOf = async (uid: number, body: object): Promise<string[]> => {
      const answer = await move(uid, body);
      expect(answer.status).toBe(400);
      return Object.keys(answer.body.errors);
    };
    const place = { tree: 'placement', parent_uid: top.uid, leg: 2 };
    expect(await fieldsOf(middle.uid, { tree: 'x', parent_uid: 0, leg: 0 })).toEqual(['tree', 'parent_uid', 'leg']);
    expect(await fieldsOf(middle.uid, { tree: 'sponsor', parent_uid: 999_999, leg: 1 })).toEqual(['parent_uid', 'leg']);
    expect(await fieldsOf(middle.uid, { tree: 'sponsor', parent_uid: middle.uid })).toEqual(['parent_uid']);
    expect(await fieldsOf(middle.uid, { tree: 'sponsor', parent_uid: customer.uid })).toEqual(['parent_uid']);
    expect(await fieldsOf(middle.uid, { tree: 'sponsor', parent_uid: gone.uid })).toEqual(['parent_uid']);
    expect(await fieldsOf(middle.uid, { ...place, parent_uid: customer.uid })).toEqual(['parent_uid']);
    expect(await fieldsOf(middle.uid, { ...place, leg: 3 })).toEqual(['leg']);
    expect(await fieldsOf(middle.uid, { ...place, leg: undefined })).toEqual(['leg']);
    expect(await fieldsOf(customer.uid, place)).toEqual(['tree']);
    for (const wrong of ['dryRun', 'from_at'])
      expect(await fieldsOf(middle.uid, { ...place, [wrong]: true })).toEqual([wrong]);
    for (const nobody of [network.apiAdmin.user.uid, 'x']) expect((await move(nobody, place)).status).toBe(404);
  });

  it('is refused into what is below, to a taken leg, and to where it stands', async () => {
    const [top, middle, last] = (await chain(3)) as [Member, Member, Member];
    for (const tree of ['sponsor', 'placement']) {
      const leg = tree === 'placement' ? 1 : undefined;
      expect((await move(top.uid, { tree, parent_uid: last.uid, leg })).body.message).toContain('below');
      expect((await move(middle.uid, { tree, parent_uid: top.uid, leg })).body.message).toContain('already');
    }
    const other = await network.member();
    expect((await move(other.uid, { tree: 'placement', parent_uid: top.uid, leg: 1 })).body.message).toContain('taken');
  });

  it('never makes a cycle, though two go into each other at once', async () => {
    const [one, two] = [await network.member(), await network.member()];
    for (const tree of ['sponsor', 'placement']) {
      for (let round = 0; round < 5; round += 1) {
        const leg = tree === 'placement' ? 1 : undefined;
        const answers = await Promise.all([
          move(one.uid, { tree, parent_uid: two.uid, leg }),
          move(two.uid, { tree, parent_uid: one.uid, leg }),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        expect(await hasCycle(tree)).toBe(false);
        for (const { uid } of [one, two]) await move(uid, { tree, parent_uid: null });
      }
    }
  });

  it.each(['sponsor', 'placement'])(
    'never makes a cycle in the %s tree, though two go below who is below the other, and touch no member in common',
    async (tree) => {
      const [one, belowOne] = (await chain(2)) as [Member, Member];
      const [two, belowTwo] = (await chain(2)) as [Member, Member];
      const leg = tree === 'placement' ? 1 : undefined;
      // What a move writes last.
      const { moves } = await whileHeld(app.database, 'LOCK TABLE events IN SHARE MODE', async (isWanted) => {
        const first = move(one.uid, { tree, parent_uid: belowTwo.uid, leg });
        await isWanted();
        const second = move(two.uid, { tree, parent_uid: belowOne.uid, leg });
        await until(async () => (await app.database.query(WAITING)).length > 1);
        return { moves: [first, second] };
      });
      expect((await Promise.all(moves)).map(({ status }) => status)).toEqual([200, 409]);
      expect(await hasCycle(tree)).toBe(false);
    },
  );

  it('goes with sign-ups below at the same time', async () => {
    const [top, middle] = (await chain(3)) as [Member, Member];
    const other = await network.member();
    const answers = await Promise.all([
      move(middle.uid, { tree: 'placement', parent_uid: other.uid, leg: 1 }),
      ...Array.from({ length: 10 }, () => network.signUp({ sponsor: top.username })),
      ...Array.from({ length: 10 }, () => network.signUp({ sponsor: middle.username })),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const open = await network.tree();
    const places = open.filter(({ parent_uid }) => parent_uid !== null);
    expect(new Set(places.map(({ parent_uid, leg }) => `${parent_uid} ${leg}`)).size).toBe(places.length);
    for (const { body } of answers.slice(1)) expect(await network.position(body.data.uid)).toBeDefined();
    expect(await hasCycle('placement')).toBe(false);
  });
});

describe('reading a member', () => {
  const read = (uid: number | string): Promise<Answer> => network.root.get(`/admin/api/network/${uid}/`);

  it('shows where it stands, who is above, its frontline and what it was', async () => {
    const [top, middle, last] = (await chain(3)) as [Member, Member, Member];
    await network.member({ sponsor: last.username, kind: 'customer' });
    await network.member({ sponsor: last.username, kind: 'preferred' });
    await move(last.uid, { tree: 'sponsor', parent_uid: top.uid, reason: 'once more' });
    await network.setStatus(last.uid, 'suspended');
    const { data } = (await read(last.uid)).body;
    expect(data).toMatchObject({
      uid: last.uid,
      username: last.username,
      kind: 'distributor',
      status: 'suspended',
      title_rank: null,
      frontline: { distributors: 0, preferred: 1, customers: 1 },
      sponsor: {
        position: { parent_uid: top.uid, parent: top.username, leg: null },
        upline: [{ uid: top.uid }],
        history: [
          { parent_uid: top.uid, to: null, reason: 'once more', by: network.root.user.username },
          { parent_uid: middle.uid, to: expect.any(String), by_uid: network.apiAdmin.user.uid },
        ],
      },
      placement: {
        position: { parent_uid: middle.uid, leg: 1 },
        upline: [
          { uid: middle.uid, leg: 1, kind: 'distributor', status: 'active' },
          { uid: top.uid, leg: 1 },
        ],
      },
      states: [{ status: 'suspended', to: null }, { status: 'active' }],
    });
  });

  it('shows 50 above at most, the nearest first', async () => {
    const members = await chain(53);
    const { data } = (await read(members.at(-1)!.uid)).body;
    expect(data.sponsor.upline.map(({ uid }: Member) => uid)).toEqual(
      members
        .slice(2, 52)
        .reverse()
        .map(({ uid }) => uid),
    );
  });

  it('lists who stands directly below, page by page', async () => {
    const [top, middle] = (await chain(3)) as [Member, Member];
    const customer = await network.member({ sponsor: top.username, kind: 'customer' });
    const children = (query: string): Promise<Answer> =>
      network.root.get(`/admin/api/network/${top.uid}/children/${query}`);
    expect((await children('')).body.data).toMatchObject({
      count: 2,
      results: [
        { uid: middle.uid, leg: null, children: 1 },
        { uid: customer.uid, kind: 'customer', children: 0 },
      ],
    });
    expect((await children('?tree=placement')).body.data).toMatchObject({
      count: 1,
      results: [{ uid: middle.uid, leg: 1, children: 1 }],
    });
    const page = (await children('?limit=1')).body.data;
    expect([page.results.length, page.next]).toEqual([1, expect.stringContaining('offset=1')]);
    expect((await children('?tree=x')).status).toBe(400);
  });

  it('finds one of those directly below without reading the others, and nobody who stands elsewhere', async () => {
    const [top, middle, last] = (await chain(3)) as [Member, Member, Member];
    await network.member({ sponsor: top.username });
    const only = async (child: number, query = ''): Promise<[number, number[]]> => {
      const path = `/admin/api/network/${top.uid}/children/?child_uid=${child}${query}`;
      const { count, results } = (await network.root.get(path)).body.data;
      return [count, results.map(({ uid }: Member) => uid)];
    };
    expect(await only(middle.uid)).toEqual([1, [middle.uid]]);
    expect(await only(middle.uid, '&tree=placement')).toEqual([1, [middle.uid]]);
    expect(await only(middle.uid, '&offset=1')).toEqual([1, []]);
    expect(await only(last.uid)).toEqual([0, []]);
    expect(await only(999_999)).toEqual([0, []]);
  });

  it('lists the roots of each tree', async () => {
    const top = await network.member();
    const customer = await network.member({ kind: 'customer' });
    const below = await network.member({ sponsor: top.username });
    const rootsOf = async (tree: string): Promise<number[]> => {
      const { count, results } = (await network.root.get(`/admin/api/network/roots/?tree=${tree}&limit=100`)).body.data;
      expect(count).toBe(results.length);
      return results.map(({ uid }: Member) => uid);
    };
    expect(await rootsOf('sponsor')).toEqual(expect.arrayContaining([top.uid, customer.uid]));
    expect(await rootsOf('sponsor')).not.toContain(below.uid);
    expect(await rootsOf('placement')).toContain(top.uid);
    expect(await rootsOf('placement')).not.toContain(customer.uid);
    const { next, results } = (await network.root.get('/admin/api/network/roots/?limit=1')).body.data;
    expect([results.length, next]).toEqual([1, expect.stringContaining('offset=1')]);
    expect((await network.root.get('/admin/api/network/roots/?tree=oak')).status).toBe(400);
  });

  it('is 404 for who is no member', async () => {
    for (const uid of [network.apiAdmin.user.uid, 999_999, 'x', '0']) {
      expect((await read(uid)).status).toBe(404);
      expect((await network.root.get(`/admin/api/network/${uid}/children/`)).status).toBe(404);
    }
  });
});

describe('a dry run without the volumes', () => {
  it('tells all the rest', async () => {
    const [top, middle] = (await chain(2)) as [Member, Member];
    // As while it is loaded for longer than a request waits: nobody answers. The last test, for it never begins again.
    await app.nest.get(LiveThread, { strict: false }).onApplicationShutdown();
    const { body } = await move(middle.uid, { tree: 'sponsor', parent_uid: null, dry_run: true });
    expect(body.data).toMatchObject({ members: 1, from: { parent_uid: top.uid }, volumes: null });
  });
});
