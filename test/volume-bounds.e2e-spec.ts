import { describe, expect, it } from '@jest/globals';
import type { TestProduct } from './support/catalogue.js';
import { NetworkHands } from './support/network.js';
import { monthBefore, RunHands } from './support/runs.js';
import { MemberImports, ndjson, type Told } from './support/imports.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';
import { whileHeld } from './support/while-held.js';

interface Person {
  uid: number;
  username: string;
}

const NOW = monthBefore(0);
const BULK = '100000000';

const app = await useTestApp();
const network = await NetworkHands.of(app);
const hands = await RunHands.of(app);
const planId = await hands.published(NOW, {
  bonuses: [
    { id: 'levels', type: 'unilevel', percents: { member: [10, 5] } },
    { id: 'shop', type: 'retail' },
  ],
});
const top = await network.member();
const tea = await app.make.catalogue.product({ businessVolume: '40', points: '40', price: '50', wholesalePrice: '30' });
const bulk = await app.make.catalogue.product({ businessVolume: BULK, points: BULK, cumulativeVolume: BULK });

const below = (sponsor: Person, fields: object = {}): Promise<Person> =>
  network.member({ sponsor: sponsor.username, ...fields });
const add = (uid: number, product: TestProduct, quantity: number): Promise<Answer> =>
  network.apiAdmin.post(`commerce/add-cart-item/?uid=${uid}`, { product_id: product.id, quantity });
const place = (uid: number): Promise<Answer> => network.apiAdmin.post(`commerce/create-order/?uid=${uid}`);
const move = (order_id: number, status: string): Promise<Answer> =>
  network.apiAdmin.post('commerce/order-status/', { order_id, status });
const adjust = (uid: number, volumes: object): Promise<Answer> =>
  network.root.post('/admin/api/volumes/', {
    uid,
    business_volume: 1,
    points: 1,
    cumulative_volume: 1,
    reason: 'a test',
    ...volumes,
  });
const reverse = (id: number): Promise<Answer> =>
  network.root.post(`/admin/api/volumes/${id}/reverse/`, { reason: 'a mistake in the catalogue' });
const preview = async (): Promise<Answer['body']> => {
  const { id } = await hands.done(hands.start({ period: NOW, kind: 'preview', plan_id: planId }));
  return hands.calculate(id as number);
};
const earned = async (runId: number): Promise<object[]> =>
  app.database.query(
    'SELECT uid::integer, source_uid::integer AS source, amount::float8 FROM commission_lines WHERE run_id = $1 ORDER BY 1, 2',
    [runId],
  );
const memberOf = async (person: Person): Promise<Answer['body']> =>
  hands.done((await network.as(person)).get('network/member/'));

async function placed(uid: number, product: TestProduct, quantity: number): Promise<number> {
  await add(uid, product, quantity);
  return (await hands.done(place(uid))).order_id as number;
}

/** An order that was paid before there were bounds, as the version of then left it; the id of its row in the ledger. */
async function paidBefore(uid: number): Promise<{ order: number; row: number }> {
  const order = await placed(uid, tea, 9999);
  await app.database.query(
    `UPDATE order_lines SET business_volume = $2, points = $2, cumulative_volume = $2 WHERE order_id = $1`,
    [order, BULK],
  );
  await app.database.query(`UPDATE orders SET status = 'paid', paid_at = now() WHERE id = $1`, [order]);
  const [row] = await app.database.query<{ id: number }>(
    `INSERT INTO volume_rows (uid, at, kind, order_id, line_id, quantity, price, wholesale_price, business_volume, points, cumulative_volume)
     SELECT $2, o.paid_at, 'sale', o.id, l.id, l.quantity, l.quantity * l.unit_price, l.quantity * l.wholesale_price,
            l.quantity * l.business_volume, l.quantity * l.points, l.quantity * l.cumulative_volume
       FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = $1 RETURNING id::integer`,
    [order, uid],
  );
  return { order, row: row!.id };
}

describe('the bounds of volumes', () => {
  it('refuse a cart whose line carries more, and name the line', async () => {
    const { uid } = await below(top);
    await add(uid, tea, 1);
    await add(uid, bulk, 9999);
    const { status, body } = await place(uid);
    expect([status, body.type, Object.keys(body.errors)]).toEqual([400, 'Validation Error', ['cartitems']]);
    expect(body.errors.cartitems[0]).toEqual({
      message: `product ${bulk.sku} carries more than 1000000000 of business volume`,
      path: 'cartitems[1]',
    });
    expect(body.errors.cartitems).toHaveLength(3);
  });

  it('refuse a cart that carries more in all, and take one that carries as much as may be', async () => {
    const { uid } = await below(top);
    const half = await app.make.catalogue.product({ businessVolume: '600000000' });
    const other = await app.make.catalogue.product({ businessVolume: '400000000.0001' });
    await add(uid, half, 1);
    await add(uid, other, 1);
    const { status, body } = await place(uid);
    expect([status, body.errors]).toEqual([
      400,
      { cart: [{ message: 'carries more than 1000000000 of business volume in all' }] },
    ]);
    await placed((await below(top)).uid, bulk, 10);
  });

  it('refuse a line whose price is more where retail bonuses add it up: a customer’s', async () => {
    const dear = await app.make.catalogue.product({ price: '9999999999.9999', wholesalePrice: '1' });
    const customer = await below(top, { kind: 'customer' });
    await add(customer.uid, dear, 1);
    const { status, body } = await place(customer.uid);
    expect([status, body.errors]).toEqual([
      400,
      { cartitems: [{ message: `product ${dear.sku} costs more than 1000000000`, path: 'cartitems[0]' }] },
    ]);
    const order = await placed((await below(top)).uid, dear, 9999);
    expect((await move(order, 'paid')).status).toBe(200);
    expect((await preview()).status).toBe('calculated');
  });

  it('refuse adjustments and imported rows', async () => {
    for (const volume of [1_000_000_000.0001, -1_000_000_000.0001]) {
      const { status, body } = await adjust(top.uid, { points: volume });
      expect([status, body.errors]).toEqual([
        400,
        { points: [{ message: 'must be between -1000000000 and 1000000000' }] },
      ]);
    }
    const row = { external_id: 'far', username: top.username, at: new Date(), business_volume: 1, points: 1 };
    const file = ndjson([
      { ...row, external_id: 'near', cumulative_volume: 1 },
      { ...row, cumulative_volume: -1_000_000_001, price: 2_000_000_000 },
    ]);
    const type = { 'content-type': 'application/x-ndjson' };
    const sent = await network.root.post('/admin/api/volumes/import/', file, { headers: type });
    const told: Told = await new MemberImports(app, network.root).work(sent.body.data.id as string);
    const problem = [{ message: 'must be between -1000000000 and 1000000000' }];
    expect([told.status, told.refused]).toEqual([
      'refused',
      [
        {
          line: 2,
          errors: { cumulative_volume: problem, price: problem },
          values: { cumulative_volume: '-1000000001', price: '2000000000' },
        },
      ],
    ]);
  });

  it('let an order from before them be cancelled, not paid', async () => {
    const { uid } = await below(top);
    const order = await placed(uid, tea, 9999);
    await app.database.query(`UPDATE order_lines SET points = $2 WHERE order_id = $1`, [order, BULK]);
    const { status, body } = await move(order, 'paid');
    expect([status, body.message]).toEqual([
      409,
      `product ${tea.sku} carries more than 1000000000 of points; cancel the order`,
    ]);
    expect((await move(order, 'cancelled')).status).toBe(200);
  });
});

describe('a row from before there were bounds', () => {
  it('is added up with what takes it back, in runs and in the live network', async () => {
    const owner = await below(top);
    const buyer = await below(owner);
    await hands.done(adjust(buyer.uid, { business_volume: 70, points: 70 }));
    const before = await preview();
    const { order, row } = await paidBefore(buyer.uid);
    const failed = await preview();
    expect([failed.status, failed.error]).toEqual([
      'failed',
      `an amount of row ${row} of member ${buyer.uid} is too large to be calculated exactly`,
    ]);
    expect((await move(order, 'cancelled')).status).toBe(200);
    const after = await preview();
    expect(after.status).toBe('calculated');
    expect(await earned(after.id)).toEqual(await earned(before.id));
    await until(async () => (await memberOf(buyer)).personal_volume === 70);
    expect(await memberOf(owner)).toMatchObject({ group_volume: 70, volumes_left_out: false });
  });

  it('is left out of the live network alone, marked and counted, and reversed by a super admin', async () => {
    const owner = await below(top);
    const [buyer, other] = [await below(owner), await below(owner)];
    await memberOf(owner);
    const { order, row } = await paidBefore(buyer.uid);
    await hands.done(adjust(other.uid, { points: 25 }));
    await until(async () => (await memberOf(owner)).group_volume === 25);
    expect(await memberOf(buyer)).toMatchObject({ personal_volume: 0, volumes_left_out: true });
    const metrics = async (): Promise<string> => (await app.send('GET', '/metrics')).text;
    await until(async () => (await metrics()).includes('commerce_live_volumes_left_out 1'));

    const fresh = await startTestApp({ sharing: app });
    try {
      const client = await fresh.make.client(['member'], network.apiAdmin.application!, {
        ...owner,
        email: `${owner.username}@example.com`,
      });
      await until(async () => (await client.get('network/member/')).body.data.group_volume === 25);
      await until(async () => (await fresh.send('GET', '/health/ready')).status === 200);
    } finally {
      await fresh.stop();
    }

    expect((await preview()).status).toBe('failed');
    const reversed = await hands.done(reverse(row));
    expect(reversed).toMatchObject({
      uid: buyer.uid,
      kind: 'adjustment',
      moved_id: row,
      business_volume: -999_900_000_000,
      order_id: null,
      reason: 'a mistake in the catalogue',
    });
    expect((await preview()).status).toBe('calculated');
    await until(async () => !(await memberOf(buyer)).volumes_left_out);
    await until(async () => (await metrics()).includes('commerce_live_volumes_left_out 0'));
    expect((await reverse(row)).body.message).toBe('the row is already reversed');
    expect((await move(order, 'cancelled')).status).toBe(200);
    const [left] = await app.database.query('SELECT sum(points)::float8 AS points FROM volume_rows WHERE uid = $1', [
      buyer.uid,
    ]);
    expect(left).toEqual({ points: 0 });
  });

  it('is reversed with what took it back in another period', async () => {
    const buyer = await below(top);
    const { row } = await paidBefore(buyer.uid);
    await app.database.query(
      `INSERT INTO volume_rows (uid, at, kind, external_id, takes_back_id, takes_back_at, business_volume, points, cumulative_volume)
       SELECT uid, clock_timestamp(), 'import', 'back', id, at, -business_volume, -points, -cumulative_volume
         FROM volume_rows WHERE id = $1`,
      [row],
    );
    await hands.done(reverse(row));
    const sums = await app.database.query(
      'SELECT sum(points)::float8 AS points, count(*)::integer FROM volume_rows WHERE uid = $1 GROUP BY at',
      [buyer.uid],
    );
    expect(sums).toEqual([
      { points: 0, count: 2 },
      { points: 0, count: 2 },
    ]);
  });

  it('does not come back by reversing what reversed it or took it back', async () => {
    const buyer = await below(top);
    const { order, row } = await paidBefore(buyer.uid);
    expect((await move(order, 'cancelled')).status).toBe(200);
    const [back] = await app.database.query<{ id: number }>(
      `SELECT id::integer FROM volume_rows WHERE takes_back_id = $1`,
      [row],
    );
    const message = async (id: number): Promise<string> => (await reverse(id)).body.message;
    expect(await message(back!.id)).toBe(`the row belongs to row ${row}; reverse that one`);
    await hands.done(reverse(row));
    const reversals = await app.database.query<{ id: number }>(
      'SELECT id::integer FROM volume_rows WHERE uid = $1 AND moved_id IS NOT NULL',
      [buyer.uid],
    );
    expect(reversals).toHaveLength(2);
    for (const { id } of reversals) expect(await message(id)).toMatch(/^the row belongs to row/);
  });

  it('is reversed once, whoever asks for it at the same time', async () => {
    const buyer = await below(top);
    const { row } = await paidBefore(buyer.uid);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    // What a reversal writes after its rows.
    const { both } = await whileHeld(app.database, 'LOCK TABLE events IN SHARE MODE', async (isWanted) => {
      const first = reverse(row);
      await isWanted();
      const second = reverse(row);
      await until(async () => (await app.database.query(waiting)).length > 1);
      return { both: [first, second] };
    });
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 409]);
    expect(await app.database.query('SELECT FROM volume_rows WHERE moved_id = $1', [row])).toHaveLength(1);
  });

  it('is the only one that is reversed', async () => {
    const { id } = await hands.done(adjust(top.uid, {}));
    expect((await reverse(id)).status).toBe(409);
    expect((await reverse(999_999)).status).toBe(404);
  });
});
