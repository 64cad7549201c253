import { describe, expect, it } from '@jest/globals';
import { NetworkHands } from './support/network.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

interface Member {
  uid: number;
  username: string;
}

const app = await useTestApp();
const network = await NetworkHands.of(app);
await network.settings({ placement: 'binary', spill: 'left' });

const merge = (uid: number | string, body: object): Promise<Answer> =>
  network.root.post(`/admin/api/network/${uid}/merge/`, { reason: 'came twice', ...body });
const handOver = (uid: number, body: object): Promise<Answer> =>
  network.root.post(`/admin/api/network/${uid}/hand-over/`, { reason: 'sold', ...body });
const adjust = (uid: number, volume: number): Promise<Answer> =>
  network.root.post('/admin/api/volumes/', {
    uid,
    business_volume: volume,
    points: volume,
    cumulative_volume: volume,
    reason: 'a test',
  });

const below = (sponsor: Member, fields: object = {}): Promise<Member> =>
  network.member({ sponsor: sponsor.username, ...fields });
const parentOf = async (uid: number): Promise<number | null | undefined> =>
  (await network.position(uid, 'sponsor'))?.parent_uid;
const volumeOf = async (uid: number): Promise<number> => {
  const [row] = await app.database.query<{ sum: string | null }>(
    'SELECT sum(points) AS sum FROM volume_rows WHERE uid = $1',
    [uid],
  );
  return Number(row!.sum);
};
const standing = async (uid: number): Promise<unknown> => {
  const { kind, status } = (await network.root.get(`/admin/api/network/${uid}/`)).body.data;
  return [kind, status];
};

describe('merging a position into another', () => {
  it('gives it frontline, legs, title and volumes', async () => {
    const top = await network.member();
    const twin = await below(top, { placement: { parent: top.username, leg: 1 } });
    const owner = await below(top, { placement: { parent: top.username, leg: 2 } });
    const leg = await below(twin, { placement: { parent: twin.username, leg: 1 } });
    const customer = await below(twin, { kind: 'customer' });
    await adjust(twin.uid, 30);
    await adjust(twin.uid, 12.5);
    await app.database.query(`UPDATE network_members SET title_rank = 'gold' WHERE uid = $1`, [twin.uid]);
    const dry = await merge(twin.uid, { into_uid: owner.uid, dry_run: true });
    expect([dry.status, dry.body.data]).toMatchObject([
      200,
      { id: null, kind: 'merge', dry_run: true, sponsored: 2, legs: 1, title_rank: 'gold', volume_rows: null },
    ]);
    expect((await merge(twin.uid, { into_uid: owner.uid, dryRun: true })).status).toBe(400);
    expect(await parentOf(leg.uid)).toBe(twin.uid);
    const { status, body } = await merge(twin.uid, { into_uid: owner.uid });
    expect([status, body.data]).toMatchObject([
      200,
      {
        id: expect.any(Number),
        uid: twin.uid,
        successor_uid: owner.uid,
        sponsored: 2,
        legs: 1,
        volume_rows: 2,
        sponsor: { parent_uid: top.uid },
        placement: { parent_uid: top.uid, leg: 2 },
        title_rank: 'gold',
      },
    ]);
    expect(await Promise.all([leg, customer, twin].map(({ uid }) => parentOf(uid)))).toEqual(Array(3).fill(owner.uid));
    expect(await network.position(leg.uid)).toEqual({ parent_uid: owner.uid, leg: 1 });
    expect(await network.position(twin.uid)).toBeUndefined();
    expect(await standing(twin.uid)).toEqual(['customer', 'terminated']);
    expect(await Promise.all([volumeOf(twin.uid), volumeOf(owner.uid)])).toEqual([0, 42.5]);
    const at = await app.database.query(
      `SELECT at, sum(points) FROM volume_rows WHERE uid = $1 GROUP BY at HAVING sum(points) <> 0`,
      [twin.uid],
    );
    expect(at).toEqual([]);
  });

  it('is refused into one below, where both have somebody in a leg, and into a customer', async () => {
    const top = await network.member();
    const twin = await below(top, { placement: { parent: top.username, leg: 1 } });
    const owner = await below(top, { placement: { parent: top.username, leg: 2 } });
    await below(twin, { placement: { parent: twin.username, leg: 1 } });
    await below(owner, { placement: { parent: owner.username, leg: 1 } });
    const taken = await merge(twin.uid, { into_uid: owner.uid });
    expect([taken.status, taken.body.errors.detail[0].message]).toEqual([409, 'the leg is taken']);
    const inner = await merge(top.uid, { into_uid: owner.uid });
    expect([inner.status, inner.body.errors.detail[0].message]).toEqual([409, 'the successor is below the member']);
    const customer = await below(owner, { kind: 'customer' });
    expect((await merge(twin.uid, { into_uid: customer.uid })).body.errors.into_uid).toHaveLength(1);
    expect((await merge(twin.uid, { into_uid: twin.uid })).status).toBe(400);
    expect((await merge('999999', { into_uid: twin.uid })).status).toBe(404);
  });
});

describe('handing a position over', () => {
  it('lets a customer below take the place in both trees', async () => {
    const top = await network.member();
    const leaver = await below(top, { placement: { parent: top.username, leg: 2 } });
    const leg = await below(leaver, { placement: { parent: leaver.username, leg: 2 } });
    const heir = await below(leaver, { kind: 'customer' });
    await adjust(leaver.uid, 20);
    expect((await handOver(leaver.uid, { to_uid: heir.uid, dryRun: true })).status).toBe(400);
    expect(await parentOf(heir.uid)).toBe(leaver.uid);
    const { status, body } = await handOver(leaver.uid, { to_uid: heir.uid });
    expect([status, body.data]).toMatchObject([
      200,
      { kind: 'hand_over', sponsored: 1, legs: 1, placement: { parent_uid: top.uid, leg: 2 }, volume_rows: 1 },
    ]);
    expect(await parentOf(heir.uid)).toBe(top.uid);
    expect(await network.position(heir.uid)).toEqual({ parent_uid: top.uid, leg: 2 });
    expect(await network.position(leg.uid)).toEqual({ parent_uid: heir.uid, leg: 2 });
    expect(await parentOf(leaver.uid)).toBe(heir.uid);
    expect([await standing(heir.uid), await standing(leaver.uid)]).toEqual([
      ['distributor', 'active'],
      ['customer', 'terminated'],
    ]);
    expect(await Promise.all([volumeOf(leaver.uid), volumeOf(heir.uid)])).toEqual([0, 20]);
    const audited = await app.database.query(
      `SELECT action FROM audit_entries WHERE entity_type = 'member' AND entity_id = $1`,
      [String(leaver.uid)],
    );
    expect(audited).toEqual([{ action: 'network.hand-over' }]);
  });

  it('is refused to who has members below', async () => {
    const top = await network.member();
    const leaver = await below(top);
    const busy = await below(top);
    await below(busy);
    const refused = await handOver(leaver.uid, { to_uid: busy.uid });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['to_uid']]);
  });
});
