import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { LiveThread } from '#network/live/index.js';
import { NetworkHands } from './support/network.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const network = await NetworkHands.of(app);
await network.settings({ placement: 'binary', spill: 'left' });

type Person = { uid: number; username: string };

const under = (sponsor: Person, fields: object = {}): Promise<Person> =>
  network.member({ sponsor: sponsor.username, ...fields });

const read = (path: string): Promise<Answer> => network.root.get(`/admin/api/network/${path}`);

async function adjust({ uid }: Person, points: number): Promise<void> {
  const body = { uid, business_volume: 0, points, cumulative_volume: 0, reason: 'a test' };
  expect((await network.root.post('/admin/api/volumes/', body)).status).toBe(200);
}

interface Figures {
  uid: number;
  personal_volume: number;
  group_volume: number | null;
  members: number | null;
}

async function figures(tree: string, ...people: Person[]): Promise<Figures[]> {
  const { body } = await read(`figures/?tree=${tree}&uids=${people.map(({ uid }) => uid).join(',')}`);
  return body.data.members;
}

// By the sponsor tree: top has left, right and the customer, left has below.
const top = await network.member();
const left = await under(top);
const below = await under(left);
const right = await under(top, { placement: { parent: top.username, leg: 2 } });
const customer = await under(top, { kind: 'customer' });
await adjust(top, 1);
await adjust(left, 10);
await adjust(below, 20.5);
await adjust(right, 40);
await adjust(customer, 100);
await until(async () => (await figures('sponsor', top))[0]?.group_volume === 171.5);

describe('the legs of a member', () => {
  it('are the frontline, each with the volumes and the members of all below', async () => {
    const { data } = (await read(`${top.uid}/downline/?levels=1&sort=leg`)).body;
    expect(data.count).toBe(3);
    expect(data.results[0]).toEqual({
      uid: left.uid,
      username: left.username,
      name: 'Maria Schmidt',
      country_code: 'DE',
      kind: 'distributor',
      status: 'active',
      enrolled_at: expect.stringMatching(/Z$/),
      rank: null,
      active: null,
      level: 1,
      parent_uid: top.uid,
      parent: top.username,
      leg: null,
      personal_volume: 10,
      group_volume: 30.5,
      frontline: 1,
      members: 1,
      volumes_left_out: false,
    });
  });

  it('of the placement tree have their numbers, and whose place is below counts in them', async () => {
    const { results } = (await read(`${top.uid}/downline/?tree=placement&levels=1&sort=leg`)).body.data;
    expect(results).toMatchObject([
      { uid: left.uid, leg: 1, group_volume: 30.5, members: 1 },
      { uid: right.uid, leg: 2, group_volume: 40, members: 0 },
    ]);
  });

  it('are sorted by what they sold, by leg or by arrival, and come page by page', async () => {
    const order = async (query: string): Promise<number[]> =>
      (await read(`${top.uid}/downline/?levels=1&${query}`)).body.data.results.map(({ uid }: Person) => uid);
    expect(await order('sort=-group_volume')).toEqual([customer.uid, right.uid, left.uid]);
    expect(await order('sort=group_volume')).toEqual([left.uid, right.uid, customer.uid]);
    expect(await order('sort=-personal_volume')).toEqual([customer.uid, right.uid, left.uid]);
    expect(await order('sort=enrolled_at')).toEqual([left.uid, right.uid, customer.uid]);
    expect(await order('tree=placement&sort=-leg')).toEqual([right.uid, left.uid]);
    expect(await order('sort=-group_volume&limit=1&offset=1')).toEqual([right.uid]);
    const { next } = (await read(`${top.uid}/downline/?levels=1&sort=-group_volume&limit=1`)).body.data;
    expect(next).toContain(`/admin/api/network/${top.uid}/downline/?levels=1&sort=-group_volume&limit=1&offset=1`);
    const { errors } = (await read(`${top.uid}/downline/?sort=shoe_size&tree=oak`)).body;
    expect(Object.keys(errors).sort()).toEqual(['sort', 'tree']);
  });

  it('stand in the order of their numbers whoever came first', async () => {
    const sponsor = await network.member();
    const second = await under(sponsor, { placement: { parent: sponsor.username, leg: 2 } });
    const first = await under(sponsor, { placement: { parent: sponsor.username, leg: 1 } });
    const legs = async (): Promise<number[]> =>
      (await read(`${sponsor.uid}/downline/?tree=placement&levels=1&sort=leg`)).body.data.results.map(
        ({ uid }: Person) => uid,
      );
    await until(async () => (await legs()).length === 2);
    expect(await legs()).toEqual([first.uid, second.uid]);
  });

  it('are not found of who is no member', async () => {
    for (const uid of [network.apiAdmin.user.uid, 999_999, 'x', '0']) {
      expect((await read(`${uid}/downline/`)).status).toBe(404);
    }
  });
});

describe('the downline of a member', () => {
  const list = async (query: string): Promise<{ results: Person[]; count: number; sums?: object[] }> =>
    (await read(`${top.uid}/downline/?${query}`)).body.data;
  const uidsOf = async (query: string): Promise<number[]> => (await list(query)).results.map(({ uid }) => uid);

  it('is everybody below, each with the level and the sponsor, level by level', async () => {
    expect(await list('')).toMatchObject({
      count: 4,
      results: [
        { uid: left.uid, level: 1, parent: top.username },
        { uid: right.uid, level: 1, parent: top.username },
        { uid: customer.uid, level: 1, parent: top.username },
        { uid: below.uid, level: 2, parent_uid: left.uid, parent: left.username, frontline: 0, members: 0 },
      ],
    });
    expect(await list('')).not.toHaveProperty('sums');
    expect(await uidsOf('tree=placement&sort=-level')).toEqual([below.uid, left.uid, right.uid]);
  });

  it('has what was moved a moment ago', async () => {
    const [former, member] = [await network.member(), await under(await network.member())];
    const uidsBelow = async (): Promise<number[]> =>
      (await read(`${former.uid}/downline/`)).body.data.results.map(({ uid }: Person) => uid);
    for (const [parent, expected] of [
      [former.uid, [member.uid]],
      [null, []],
    ] as const) {
      const move = { tree: 'sponsor', parent_uid: parent, reason: 'a test', dry_run: false };
      expect((await network.root.post(`/admin/api/network/${member.uid}/move/`, move)).status).toBe(200);
      expect(await uidsBelow()).toEqual(expected);
    }
  });

  it('is narrowed by level, kind, name and enrolment', async () => {
    expect(await uidsOf('level=2')).toEqual([below.uid]);
    expect(await uidsOf('level=3')).toEqual([]);
    expect(await uidsOf('kind=customer')).toEqual([customer.uid]);
    expect(await uidsOf(`search=${below.username}`)).toEqual([below.uid]);
    const [enrolled] = await app.database.query<{ at: Date }>(
      'SELECT enrolled_at AS at FROM network_members WHERE uid = $1',
      [right.uid],
    );
    const at = enrolled!.at.toISOString();
    expect(new Set(await uidsOf(`from=${at}`))).toEqual(new Set([right.uid, customer.uid]));
    expect(new Set(await uidsOf(`to=${at}`))).toEqual(new Set([left.uid, below.uid]));
  });

  it('says by level what those come to that match', async () => {
    expect((await list('sums=true&limit=1')).sums).toEqual([
      { level: 1, count: 3, active: null, personal_volume: 150 },
      { level: 2, count: 1, active: null, personal_volume: 20.5 },
    ]);
    expect((await list('sums=true&kind=customer')).sums).toEqual([
      { level: 1, count: 1, active: null, personal_volume: 100 },
    ]);
    expect((await list('sums=true&search=nobody')).sums).toEqual([]);
  });

  it('is saved as a CSV file, as it is narrowed and sorted, which is audited', async () => {
    const file = await read(`${top.uid}/downline/?format=csv&sort=-personal_volume&kind=distributor`);
    expect(file.headers['content-disposition']).toContain(`"downline-${top.uid}-`);
    const [header, ...rows] = file.text.trim().split('\n');
    const columns = header!.split(',');
    const column = (name: string): string[] => rows.map((row) => row.split(',')[columns.indexOf(name)]!);
    expect(column('uid')).toEqual([right, below, left].map(({ uid }) => String(uid)));
    expect(column('parent')).toEqual([top, left, top].map(({ username }) => username));
    expect(column('level')).toEqual(['1', '2', '1']);
    expect(column('group_volume')).toEqual(['40', '20.5', '30.5']);
    const audited = await app.database.query(
      "SELECT entity_type, entity_id FROM audit_entries WHERE action = 'downline.download'",
    );
    expect(audited).toEqual([{ entity_type: 'member', entity_id: String(top.uid) }]);
    expect((await read('999999/downline/?format=csv')).status).toBe(404);
  });
});

describe('the figures of members', () => {
  it('come for many at once, in either tree, and leave out who is no member', async () => {
    const stranger = { uid: network.apiAdmin.user.uid, username: 'nobody' };
    expect(await figures('sponsor', top, below, stranger, top)).toMatchObject([
      { uid: top.uid, personal_volume: 1, group_volume: 171.5, members: 4 },
      { uid: below.uid, personal_volume: 20.5, group_volume: 20.5, members: 0 },
    ]);
    expect(await figures('placement', top, customer)).toMatchObject([
      { uid: top.uid, personal_volume: 1, group_volume: 171.5, members: 3 },
      { uid: customer.uid, personal_volume: 100, group_volume: null, members: null },
    ]);
  });

  it('say which period they are of', async () => {
    const { period } = (await read(`figures/?uids=${top.uid}`)).body.data;
    const now = new Date();
    expect(period).toEqual({
      from: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth())).toISOString(),
      to: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString(),
    });
  });

  it('are asked for by at most 100 uids', async () => {
    const many = (count: number): string => Array.from({ length: count }, (_, index) => index + 1).join(',');
    expect((await read(`figures/?uids=${many(100)}`)).status).toBe(200);
    for (const uids of [many(101), '', '1,', 'x', '1;2', '-1']) {
      const { status, body } = await read(`figures/?uids=${uids}`);
      expect([status, Object.keys(body.errors)]).toEqual([400, ['uids']]);
    }
    expect((await read('figures/')).status).toBe(400);
  });

  it('are 503 with Retry-After while the network is loaded, when the rest is there', async () => {
    const blocker = new pg.Client({ connectionString: app.database.url });
    await blocker.connect();
    await blocker.query('BEGIN; LOCK TABLE network_settings IN ACCESS EXCLUSIVE MODE');
    const other = await startTestApp({ sharing: app });
    other.nest.get(LiveThread, { strict: false }).waitsForever = false;
    try {
      const ask = (path: string): Promise<Answer> =>
        other.send('GET', `/admin/api/network/${path}`, { headers: network.root.headers });
      const waiting = ['figures/?uids=1', `${top.uid}/downline/`].map(ask);
      for (const { status, headers } of await Promise.all(waiting)) {
        expect([status, headers['retry-after']]).toEqual([503, '3']);
      }
      const { status, body } = await ask(`${top.uid}/children/`);
      expect([status, body.data.count]).toEqual([200, 3]);
    } finally {
      await blocker.query('ROLLBACK');
      await blocker.end();
      await other.stop();
    }
  });
});
