import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VolumeLedger1790620000000 } from '#common/database/migrations/1790620000000-volume-ledger.js';
import { VolumesOfSuccessions1790690000000 } from '#common/database/migrations/1790690000000-volumes-of-successions.js';
import { TimePartitions } from '#common/partitions/time-partitions.js';
import type { TestApplication, TestClient } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

const VOLUMES = '/admin/api/volumes/';
const STATUS = 'commerce/order-status/';

const SALES = `SELECT at, uid, order_id, line_id, quantity, kind, price, wholesale_price, business_volume, points, cumulative_volume
  FROM volume_rows ORDER BY at, line_id, kind`;
const PARTITIONS = `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'volume_rows'::regclass ORDER BY 1`;

describe('the volume ledger of an existing database', () => {
  let app: TestApp;
  let shop: TestApplication;
  let admin: TestClient;
  let products: number[];

  beforeAll(async () => {
    app = await startTestApp();
    shop = await app.make.application();
    admin = await app.make.apiAdmin(shop);
    const volumes = { businessVolume: '1.0001', points: '0.3333', cumulativeVolume: '7' };
    const make = (price: string) => app.make.catalogue.product({ price, wholesalePrice: '3.3333', ...volumes });
    products = [(await make('19.99')).id, (await make('0.0001')).id];
  });
  afterAll(() => app.stop());

  /** An order of three pieces of each product. */
  async function order(...statuses: string[]): Promise<number> {
    const member = await app.make.member(shop);
    for (const product_id of products) await member.post('commerce/add-cart-item/', { product_id, quantity: 3 });
    const { order_id } = (await member.post('commerce/create-order/')).body.data;
    for (const status of statuses) expect((await admin.post(STATUS, { order_id, status })).status).toBe(200);
    return order_id;
  }

  const buyerOf = async (id: number): Promise<number> =>
    (await app.database.query<{ uid: number }>('SELECT uid FROM orders WHERE id = $1', [id]))[0]!.uid;

  /** Takes the database back to the previous version, and brings it up again. */
  async function upgrade(change = async (): Promise<unknown> => undefined): Promise<void> {
    const runner = app.db.dataSource.createQueryRunner();
    const migration = new VolumeLedger1790620000000();
    try {
      await migration.down(runner);
      await change();
      await migration.up(runner);
      await new VolumesOfSuccessions1790690000000().up(runner);
    } finally {
      await runner.release();
    }
  }

  it('begins with what was written when the orders were paid, and nothing of those that do not count', async () => {
    await order('paid');
    await order('paid', 'completed');
    const before = await app.database.query(SALES);
    expect(before).toHaveLength(4);
    await order();
    await order('cancelled');
    await order('paid', 'cancelled');
    await upgrade();
    expect(await app.database.query(SALES)).toEqual(before);
  });

  it('begins with what came back, too', async () => {
    const id = await order('paid');
    for (const reason of ['once', 'twice']) {
      const { items } = (await admin.get(`commerce/orders/${id}/?uid=${await buyerOf(id)}`)).body.data;
      const back = { order_id: id, items: [{ id: items[0].id, quantity: 1 }], reason };
      expect((await admin.post('commerce/order-return/', back)).status).toBe(200);
    }
    const before = await app.database.query(SALES);
    await upgrade();
    expect(await app.database.query(SALES)).toEqual(before);
  });

  it('has an order of which nobody knows when it was paid at its placing, and takes it back from there', async () => {
    const id = await order('paid');
    const old = `UPDATE orders SET paid_at = NULL, placed_at = '2021-03-31T23:59:59.999Z' WHERE id = ${id}`;
    await upgrade(() => app.database.query(old));
    await admin.post(STATUS, { order_id: id, status: 'cancelled' });
    const root = await app.make.superAdmin();
    const { results } = (await root.get(`${VOLUMES}?order_id=${id}`)).body.data;
    expect(results.map((row: { at: string; quantity: number }) => [row.at.slice(0, 7), row.quantity])).toEqual([
      [new Date().toISOString().slice(0, 7), -3],
      [new Date().toISOString().slice(0, 7), -3],
      ['2021-03', 3],
      ['2021-03', 3],
    ]);
  });

  it('has partitions of this month and the next three, made again by a job where they are missing', async () => {
    const months = [0, 1, 2, 3].map((n) => {
      const now = new Date();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + n)).toISOString().slice(0, 7);
    });
    const names = months.map((month) => `volume_rows_${month.replace('-', '_')}`);
    const there = async (): Promise<string[]> =>
      (await app.database.query<{ name: string }>(PARTITIONS)).map(({ name }) => name);
    await upgrade();
    expect(await there()).toEqual(expect.arrayContaining(names));
    for (const name of names.slice(1)) await app.database.query(`DROP TABLE ${name}`);
    await app.nest.get(TimePartitions, { strict: false }).round();
    expect(await there()).toEqual(expect.arrayContaining(names));
  });

  it('makes a month’s partition once, whoever wants it at the same time', async () => {
    const root = await app.make.superAdmin();
    const { uid } = (await app.make.member(shop)).user;
    await app.database.query(`UPDATE network_members SET enrolled_at = '2015-01-01' WHERE uid = $1`, [uid]);
    const volumes = { business_volume: 1, points: 1, cumulative_volume: 1 };
    const days = Array.from({ length: 24 }, (_, n) => `2016-0${(n % 3) + 1}-17`);
    const answers = await Promise.all(
      days.map((at) => root.post(VOLUMES, { uid, at, ...volumes, reason: 'imported by hand' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(days.map(() => 200));
    expect((await root.get(`${VOLUMES}?uid=${uid}`)).body.data.count).toBe(24);
  });
});
