import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestApplication } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { whileHeld } from './support/while-held.js';

const ADD = 'commerce/add-cart-item/';

/** Statements that wait for another transaction. */
const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('a cart that is made while another one is placed', () => {
  let app: TestApp;
  let shop: TestApplication;

  beforeAll(async () => {
    app = await startTestApp();
    shop = await app.make.application();
  });
  afterAll(() => app.stop());

  it('goes on from the versions of a cart that came and went meanwhile', async () => {
    const product = await app.make.catalogue.product();
    const member = await app.make.member(shop);
    const added = await app.db.transaction(async (tx) => {
      await tx.query(`INSERT INTO orders (uid, version) VALUES ($1, 1)`, [member.user.uid]);
      const adding = member.post(ADD, { product_id: product.id });
      await until(async () => (await app.database.query(WAITING)).length > 0);
      await tx.query(
        `UPDATE orders SET version = 7, status = 'placed', order_number = 'meanwhile', currency_code = 'USD', placed_at = now()
          WHERE uid = $1`,
        [member.user.uid],
      );
      return { answer: adding };
    });
    expect((await added.answer).body.data).toMatchObject({ version: 8, totals: { quantity: 1 } });
  });

  it('goes on from the newest version, whatever the clocks of the instances said', async () => {
    const product = await app.make.catalogue.product();
    const member = await app.make.member(shop);
    for (const [version, placed] of [
      [3, '2026-01-02'],
      [5, '2026-01-01'],
    ]) {
      const insert = `INSERT INTO orders (uid, version, status, order_number, currency_code, placed_at) VALUES ($1, $2, 'placed', $3, 'USD', $4)`;
      await app.database.query(insert, [member.user.uid, version, `clock-${version}`, placed]);
    }
    expect((await member.post(ADD, { product_id: product.id })).body.data).toMatchObject({ version: 6 });
  });
});

describe('a cart that is being placed', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it('keeps its products from being changed until the order is there', async () => {
    const { id } = await app.make.catalogue.product();
    const member = await app.make.member();
    await member.post(ADD, { product_id: id });
    const free = 'SELECT id FROM products WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED';
    // What it writes last.
    const { placing } = await whileHeld(app.database, 'LOCK TABLE events IN SHARE MODE', async (isWanted) => {
      const order = member.post('commerce/create-order/');
      await isWanted();
      expect(await app.database.query(free, [id])).toEqual([]);
      return { placing: order };
    });
    expect((await placing).status).toBe(200);
    expect(await app.database.query(free, [id])).toHaveLength(1);
  });
});
