import { describe, expect, it } from '@jest/globals';
import { MemberImports, ndjson } from './support/imports.js';
import { NetworkHands } from './support/network.js';
import { monthBefore, RunHands } from './support/runs.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';
import { whileHeld } from './support/while-held.js';

interface Person {
  uid: number;
  username: string;
}

const [LAST, NOW] = [monthBefore(1), monthBefore(0)];

const app = await useTestApp();
const network = await NetworkHands.of(app);
const hands = await RunHands.of(app);
const planId = await hands.published(LAST, {
  bonuses: [
    { id: 'start', type: 'fast_start', days: 30, percents: [3], excludes: [] },
    { id: 'levels', type: 'unilevel', percents: { member: [3.8422] } },
  ],
});
const kit = await app.make.catalogue.product({
  businessVolume: '180',
  points: '180',
  price: '200',
  wholesalePrice: '150',
});

const below = (sponsor: Person): Promise<Person> => network.member({ sponsor: sponsor.username });
const merge = (one: Person, into: Person): Promise<Answer['body']> =>
  hands.done(network.root.post(`/admin/api/network/${one.uid}/merge/`, { into_uid: into.uid, reason: 'twice' }));
const handOver = (one: Person, to: Person): Promise<Answer['body']> =>
  hands.done(network.root.post(`/admin/api/network/${one.uid}/hand-over/`, { to_uid: to.uid, reason: 'sold' }));

/** An order of so many kits that is paid; its id and that of its line. */
async function bought({ uid }: Person, quantity: number): Promise<{ order_id: number; line: number }> {
  await network.apiAdmin.post(`commerce/add-cart-item/?uid=${uid}`, { product_id: kit.id, quantity });
  const { order_id } = await hands.done(network.apiAdmin.post(`commerce/create-order/?uid=${uid}`));
  await hands.done(network.apiAdmin.post('commerce/order-status/', { order_id, status: 'paid' }));
  const { items } = await hands.done(network.apiAdmin.get(`commerce/orders/${order_id}/?uid=${uid}`));
  return { order_id: order_id as number, line: items[0].id as number };
}
const giveBack = (order: { order_id: number; line: number }, quantity: number): Promise<Answer['body']> =>
  hands.done(
    network.apiAdmin.post('commerce/order-return/', {
      order_id: order.order_id,
      items: [{ id: order.line, quantity }],
      reason: 'damaged',
    }),
  );
const volumeOf = async ({ uid }: Person): Promise<number> =>
  Number(
    (
      await app.database.query<{ sum: string }>(
        'SELECT coalesce(sum(points), 0) AS sum FROM volume_rows WHERE uid = $1',
        [uid],
      )
    )[0]!.sum,
  );
/** What each of some members earns in the open period, as of now. */
async function earnings(...people: readonly Person[]): Promise<number[]> {
  const id = await hands.calculated({ period: NOW, kind: 'preview', plan_id: planId });
  const rows = await app.database.query<{ uid: number; sum: number }>(
    'SELECT uid::integer, sum(amount)::float8 AS sum FROM commission_lines WHERE run_id = $1 GROUP BY uid',
    [id],
  );
  return people.map(({ uid }) => rows.find((row) => row.uid === uid)?.sum ?? 0);
}

describe('goods that come back after their position was merged', () => {
  it('give back in the open period what they would without it', async () => {
    const [top, plain] = [await network.member(), await network.member()];
    const [twin, owner, control] = [await below(top), await below(top), await below(plain)];
    const [moved, kept] = [await bought(twin, 10), await bought(control, 10)];
    await merge(twin, owner);
    expect(await earnings(top, plain)).toEqual([123.16, 123.16]);
    await giveBack(moved, 10);
    await giveBack(kept, 10);
    expect(await earnings(top, plain)).toEqual([0, 0]);
    expect(await Promise.all([twin, owner].map(volumeOf))).toEqual([0, 0]);
  });

  it('are taken from who holds them over a chain, whenever they come back', async () => {
    const top = await network.member();
    const [first, second, heir] = [await below(top), await below(top), await below(top)];
    const order = await bought(first, 10);
    await giveBack(order, 1);
    await merge(first, second);
    await giveBack(order, 2);
    expect(await Promise.all([first, second, heir].map(volumeOf))).toEqual([0, 1_260, 0]);
    await handOver(second, heir);
    await giveBack(order, 3);
    expect(await Promise.all([first, second, heir].map(volumeOf))).toEqual([0, 0, 720]);
    const { results } = await hands.done(network.root.get(`/admin/api/volumes/?order_id=${order.order_id}`));
    expect(results.map((row: { uid: number; points: number }) => [row.uid, row.points])).toEqual([
      [heir.uid, -540],
      [second.uid, -360],
      [first.uid, -180],
      [first.uid, 1_800],
    ]);
    await giveBack(order, 4);
    expect(await earnings(top)).toEqual([0]);
    expect(await Promise.all([first, second, heir].map(volumeOf))).toEqual([0, 0, 0]);
  });

  it('are taken from who holds them when the order is cancelled, and explained there', async () => {
    const top = await network.member();
    const [twin, owner] = [await below(top), await below(top)];
    const { order_id } = await bought(twin, 10);
    await bought(owner, 1);
    await merge(twin, owner);
    await hands.done(network.apiAdmin.post('commerce/order-status/', { order_id, status: 'cancelled' }));
    expect(await Promise.all([twin, owner].map(volumeOf))).toEqual([0, 180]);
    expect(await earnings(top)).toEqual([12.32]);
    const id = await hands.calculated({ period: NOW, kind: 'preview', plan_id: planId });
    const path = `/admin/api/commission-runs/${id}/explain/?uid=${top.uid}&order=${order_id}`;
    expect((await hands.done(network.root.get(path))).order).toMatchObject({ uid: twin.uid, share: 0 });
  });

  it('do not move again what a position has given away', async () => {
    const top = await network.member();
    const [first, second, third] = [await below(top), await below(top), await below(top)];
    const order = await bought(first, 2);
    await merge(first, second);
    await bought(first, 1);
    await merge(first, third);
    await giveBack(order, 2);
    expect(await Promise.all([first, second, third].map(volumeOf))).toEqual([0, 0, 180]);
  });

  it('stay given back by who bought them where that was in an earlier period', async () => {
    const top = await network.member();
    const [twin, owner] = [await below(top), await below(top)];
    const order = await bought(twin, 10);
    // As if it had been in the month before.
    const at = `${LAST}-15T12:00:00Z`;
    await app.database.query(
      `SET LOCAL session_replication_role = replica;
       SELECT make_volume_partition('${at}'::timestamptz);
       UPDATE orders SET placed_at = '${at}', paid_at = '${at}' WHERE id = ${order.order_id};
       UPDATE volume_rows SET at = '${at}' WHERE order_id = ${order.order_id}`,
    );
    await giveBack(order, 10);
    await bought(twin, 1);
    await merge(twin, owner);
    expect(await Promise.all([twin, owner].map(volumeOf))).toEqual([0, 180]);
  });

  it('are taken from who holds them by an import, whomever it names', async () => {
    const top = await network.member();
    const [twin, owner, stranger] = [await below(top), await below(top), await below(top)];
    const imports = new MemberImports(app, network.root);
    const send = async (rows: readonly Record<string, unknown>[]) => {
      const type = { 'content-type': 'application/x-ndjson' };
      const sent = await network.root.post('/admin/api/volumes/import/', ndjson(rows), { headers: type });
      return imports.work((await hands.done(Promise.resolve(sent))).id as string);
    };
    const row = (external_id: string, username: string, points: number, more = {}) => ({
      external_id,
      username,
      at: new Date(),
      business_volume: points,
      points,
      cumulative_volume: 0,
      ...more,
    });
    await send([row('sold', twin.username, 100)]);
    await merge(twin, owner);
    const back = { takes_back: 'sold' };
    expect((await send([row('back-0', stranger.username, -1, back)])).status).toBe('refused');
    await send([row('back-1', twin.username, -30, back), row('back-2', owner.username, -70, back)]);
    expect(await Promise.all([twin, owner].map(volumeOf))).toEqual([0, 0]);
  });

  it('stay with who holds them when they come back while it is merged', async () => {
    const top = await network.member();
    for (let round = 0; round < 5; round += 1) {
      const [twin, owner] = [await below(top), await below(top)];
      const order = await bought(twin, 2);
      await Promise.all([merge(twin, owner), giveBack(order, 1), giveBack(order, 1)]);
      expect(await Promise.all([twin, owner].map(volumeOf))).toEqual([0, 0]);
    }
  });

  it('move with the position when it is merged before their return is committed', async () => {
    const top = await network.member();
    const [twin, owner] = [await below(top), await below(top)];
    const order = await bought(twin, 2);
    const waiting = `SELECT count(*)::integer AS count FROM pg_stat_activity
                      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    // Both write to the audit log last.
    const audit = 'LOCK TABLE audit_entries IN SHARE MODE';
    const both = await whileHeld(app.database, audit, async (isWanted) => {
      const returned = giveBack(order, 1);
      await isWanted();
      const merged = merge(twin, owner);
      await until(async () => (await app.database.query<{ count: number }>(waiting))[0]!.count === 2);
      return [returned, merged];
    });
    await Promise.all(both);
    expect(await Promise.all([twin, owner].map(volumeOf))).toEqual([0, 180]);
  });
});

describe('goods of a posted period that come back after their position was merged in it', () => {
  it('claw back what was paid on who held them', async () => {
    const [top, plain] = [await network.member(), await network.member()];
    const [twin, owner, control] = [await below(top), await below(top), await below(plain)];
    const [moved, kept] = [await bought(twin, 10), await bought(control, 10)];
    const { id } = await merge(twin, owner);
    // As if all of it had happened in the month before.
    const at = `${LAST}-15T12:00:00Z`;
    await app.database.query(
      `SET LOCAL session_replication_role = replica;
       UPDATE network_members SET enrolled_at = '${LAST}-01';
       UPDATE network_edges SET from_at = '${LAST}-01' WHERE to_at IS NULL;
       UPDATE network_states SET from_at = '${LAST}-01' WHERE to_at IS NULL;
       DELETE FROM network_edges WHERE to_at IS NOT NULL;
       DELETE FROM network_states WHERE to_at IS NOT NULL;
       UPDATE orders SET placed_at = '${at}', paid_at = '${at}' WHERE id IN (${moved.order_id}, ${kept.order_id});
       CREATE TEMP TABLE shifted ON COMMIT DROP AS
         SELECT * FROM volume_rows WHERE order_id IN (${moved.order_id}, ${kept.order_id}) OR succession_id = ${id};
       DELETE FROM volume_rows;
       SELECT make_volume_partition('${LAST}-01'::timestamptz);
       UPDATE shifted SET at = '${at}';
       INSERT INTO volume_rows SELECT * FROM shifted`,
    );
    const run = await hands.posted(LAST);
    const paid = await app.database.query(
      `SELECT uid::integer, source_uid::integer, amount::float8 FROM commission_lines WHERE run_id = $1 ORDER BY uid, number`,
      [run],
    );
    expect(paid).toEqual([
      { uid: top.uid, source_uid: owner.uid, amount: 54 },
      { uid: top.uid, source_uid: owner.uid, amount: 69.16 },
      { uid: plain.uid, source_uid: control.uid, amount: 54 },
      { uid: plain.uid, source_uid: control.uid, amount: 69.16 },
    ]);
    await giveBack(moved, 10);
    await giveBack(kept, 10);
    expect(await earnings(top, plain)).toEqual([-123.16, -123.16]);
    expect(await Promise.all([twin, owner].map(volumeOf))).toEqual([0, 0]);
  });
});
