import { afterAll, describe, expect, it } from '@jest/globals';
import type { DownlineMemberView, TreeMemberView } from '#network/live/live.dto.js';
import type { TestClient } from './support/factories.js';
import { NetworkHands } from './support/network.js';
import { type Answer, startTestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

const app = await startTestApp();
const other = await startTestApp({ sharing: app });
const network = await NetworkHands.of(app);

afterAll(async () => {
  await other.stop();
  await app.stop();
});

type Person = { uid: number; username: string };

/** A client of somebody at the other instance. */
const elsewhere = ({ uid, username }: Person): Promise<TestClient> =>
  other.make.client(['member'], network.apiAdmin.application!, { uid, username, email: `${username}@example.com` });

async function buy(who: Person, points: string): Promise<number> {
  const product = await app.make.catalogue.product({ businessVolume: '1', points, cumulativeVolume: '2' });
  const member = await network.as(who);
  await member.post('commerce/add-cart-item/', { product_id: product.id, quantity: 2 });
  const { order_id: id } = (await member.post('commerce/create-order/')).body.data;
  await move(id, 'paid');
  return id;
}

async function move(order: number, status: string): Promise<void> {
  const { text } = await network.apiAdmin.post('commerce/order-status/', { order_id: order, status });
  expect(text).toContain('"status_code":200');
}

async function read(client: TestClient, path: string): Promise<Answer['body']['data']> {
  // Asked for somebody unknown, the instance first takes in whoever has come.
  await client.get('network/tree/?root=999999999');
  const { status, text, body } = await client.get(`network/${path}`);
  if (status !== 200) throw new Error(`${path} was answered with ${status} ${text}`);
  return body.data;
}

const uidsOf = (page: { results: Person[] }): number[] => page.results.map(({ uid }) => uid);

describe('reading the network as a member', () => {
  it('counts an own order at once, and in group volumes on every instance within 5 seconds', async () => {
    const top = await network.join();
    const middle = await network.join(top);
    const [above, there] = [await network.as(top), await elsewhere(top)];
    expect(await read(there, 'member/')).toMatchObject({ uid: top.uid, group_volume: 0, members: 1 });
    const order = await buy(middle, '10.5001');
    const own = await read(await network.as(middle), 'member/');
    expect(own).toMatchObject({ personal_volume: 21.0002, group_volume: 21.0002, sponsor_uid: top.uid });
    for (const client of [above, there]) {
      await until(async () => (await read(client, 'member/')).group_volume === 21.0002);
    }
    expect(await read(there, 'downline/')).toMatchObject({
      results: [{ personal_volume: 21.0002, group_volume: 21.0002 }],
    });
    await move(order, 'cancelled');
    for (const client of [above, there]) {
      await until(async () => (await read(client, 'member/')).group_volume === 0);
    }
  });

  it('shows people below with the fields of the specification, and filters and sorts them', async () => {
    const top = await network.join();
    const one = await network.join(top, { first_name: 'Zoë', last_name: 'Łukasz' });
    const two = await network.join(one, { kind: 'customer' });
    const three = await network.join(top);
    await buy(two, '5');
    const client = await network.as(top);
    await until(async () => (await read(client, 'member/')).group_volume === 10);
    const all = await read(client, 'downline/');
    expect(all.results[0]).toEqual({
      uid: one.uid,
      username: one.username,
      name: 'Zoë Łukasz',
      country_code: 'DE',
      level: 1,
      parent_uid: top.uid,
      leg: null,
      kind: 'distributor',
      status: 'active',
      rank: null,
      active: null,
      personal_volume: 0,
      group_volume: 10,
      enrolled_at: expect.stringMatching(/Z$/),
      volumes_left_out: false,
    });
    expect([all.count, uidsOf(all)]).toEqual([3, [one.uid, three.uid, two.uid]]);
    const found = async (query: string): Promise<number[]> => uidsOf(await read(client, `downline/?${query}`));
    expect(await found('levels=1')).toEqual([one.uid, three.uid]);
    expect(await found('kind=customer')).toEqual([two.uid]);
    expect(await found('status=suspended')).toEqual([]);
    expect(await found('active=true')).toEqual([]);
    expect(await found('rank=gold')).toEqual([]);
    expect(await found(`search=${encodeURIComponent('ZOË łu')}`)).toEqual([one.uid]);
    expect(await found('sort=-group_volume&limit=1&offset=1')).toEqual([two.uid]);
    expect(await found('sort=-personal_volume&limit=1')).toEqual([two.uid]);
    expect(await found('tree=placement')).toEqual([]);
    const { body } = await client.get('network/downline/?sort=shoe_size&levels=0&tree=oak');
    expect(Object.keys(body.errors).sort()).toEqual(['levels', 'sort', 'tree']);
  });

  it('finds people by the names they have now', async () => {
    const top = await network.join();
    const one = await network.join(top);
    const client = await network.as(top);
    await read(client, 'downline/');
    await network.root.patch(`/admin/api/users/${one.uid}/`, { first_name: 'Renamed' });
    await until(async () => (await read(client, 'downline/?search=renamed')).count === 1);
  });

  it('shows who is above without figures, the nearest first', async () => {
    const top = await network.join();
    const middle = await network.join(top);
    const client = await network.as(await network.join(middle));
    const page = await read(client, 'upline/');
    expect(page.count).toBe(2);
    expect(page.results[0]).toEqual({
      uid: middle.uid,
      username: middle.username,
      name: 'Maria Schmidt',
      country_code: 'DE',
      level: 1,
      kind: 'distributor',
      rank: null,
    });
    expect(uidsOf(await read(client, 'upline/?offset=1'))).toEqual([top.uid]);
  });

  it('shows a part of a tree from anybody below on', async () => {
    const top = await network.join();
    const one = await network.join(top);
    const two = await network.join(one);
    const client = await network.as(top);
    const { nodes } = await read(client, 'tree/?depth=1');
    expect(nodes.map((node: TreeMemberView) => [node.uid, node.level, node.frontline, node.members])).toEqual([
      [top.uid, 0, 1, 2],
      [one.uid, 1, 1, 1],
    ]);
    expect(uidsOf({ results: (await read(client, `tree/?root=${one.uid}`)).nodes })).toEqual([one.uid, two.uid]);
  });

  it('finds nobody who is not below: another line, somebody above, an unknown uid', async () => {
    const top = await network.join();
    const one = await network.join(top);
    const stranger = await network.join(await network.join());
    const client = await network.as(one);
    for (const root of [top.uid, stranger.uid, 999_999]) {
      expect((await client.get(`network/tree/?root=${root}`)).status).toBe(404);
    }
    expect(uidsOf(await read(client, 'downline/?search=member'))).toEqual([]);
    for (const part of ['member', 'upline', 'downline', 'tree']) {
      expect((await client.get(`network/${part}/?uid=${stranger.uid}`)).status).toBe(403);
    }
  });

  it('answers API admins for whom they name, audits it, and knows no one who is no member', async () => {
    const top = await network.join();
    await network.join(top);
    const page = await read(network.apiAdmin, `downline/?uid=${top.uid}&limit=1`);
    expect(page.count).toBe(1);
    const stranger = await network.join();
    const refused = await network.apiAdmin.get(`network/tree/?uid=${top.uid}&root=${stranger.uid}`);
    expect(refused.status).toBe(404);
    const audited = await app.database.query(
      `SELECT entity_id FROM audit_entries WHERE action = 'network.read' AND target_uid = $1`,
      [top.uid],
    );
    expect(audited).toEqual([{ entity_id: 'downline' }]);
    expect((await network.apiAdmin.get('network/member/')).status).toBe(404);
  });

  it('answers the token of another application with 401', async () => {
    const member = await network.as(await network.join());
    const apikey = (await app.make.application()).apikey;
    for (const part of ['member', 'upline', 'downline', 'tree']) {
      expect((await member.get(`network/${part}/`, { headers: { apikey } })).status).toBe(401);
    }
  });

  it('measures a chain of 2,000', async () => {
    const top = await network.join();
    const first = top.uid + 1_000_000;
    await app.database.query(
      `WITH people AS (INSERT INTO users (uid, username, email, password_hash)
         SELECT n, 'chain-' || n, 'chain-' || n || '@example.com', '' FROM generate_series($1::bigint, $1::bigint + 1999) AS n
         RETURNING uid), members AS (INSERT INTO network_members (uid, enrolled_at) SELECT uid, now() FROM people)
       SELECT count(*) FROM people`,
      [first],
    );
    await app.database.query(
      `WITH states AS (INSERT INTO network_states (uid, kind, status, from_at)
         SELECT n, 'distributor', 'active', now() FROM generate_series($1::bigint, $1::bigint + 1999) AS n)
       INSERT INTO network_edges (tree, uid, parent_uid, from_at)
       SELECT 'sponsor', n, CASE WHEN n = $1 THEN $2::bigint ELSE n - 1 END, now()
         FROM generate_series($1::bigint, $1::bigint + 1999) AS n`,
      [first, top.uid],
    );
    const last = { uid: first + 1_999, username: `chain-${first + 1_999}` };
    const client = await network.as(top);
    await until(async () => (await read(client, 'member/')).members === 2_000);
    await buy(last, '3');
    await until(async () => (await read(client, 'member/')).group_volume === 6);
    expect(await read(client, 'downline/?offset=1999')).toMatchObject({
      results: [{ ...last, level: 2_000, group_volume: 6 }],
    });
    const upline = await read(await network.as(last), 'upline/?offset=1999');
    expect([upline.count, uidsOf(upline)]).toEqual([2_000, [top.uid]]);
  });
});

describe('the placement tree', () => {
  it('counts who is not placed in the group of the nearest sponsor above who is', async () => {
    expect((await network.settings({ placement: 'binary', spill: 'left' })).status).toBe(200);
    const top = await network.join();
    const left = await network.join(top);
    const spilled = await network.join(top);
    const customer = await network.join(left, { kind: 'customer' });
    await buy(customer, '4');
    await buy(spilled, '1');
    const client = await network.as(top);
    await until(async () => (await read(client, 'member/')).placement?.group_volume === 10);
    const page = await read(client, 'downline/?tree=placement');
    expect(
      page.results.map((row: DownlineMemberView) => [row.uid, row.level, row.parent_uid, row.leg, row.group_volume]),
    ).toEqual([
      [left.uid, 1, top.uid, 1, 10],
      [spilled.uid, 2, left.uid, 1, 2],
    ]);
    expect(await read(client, 'member/')).toMatchObject({ placement: { parent_uid: null, leg: null, members: 2 } });
    expect(await read(await network.as(customer), 'member/')).toMatchObject({ placement: null });
  });
});
