import { describe, expect, it } from '@jest/globals';
import { OrdersForCommissions1790600000000 } from '#common/database/migrations/1790600000000-orders-for-commissions.js';
import { ReturnedAmounts1790998000000 } from '#common/database/migrations/1790998000000-returned-amounts.js';
import { bundleBody, variant } from './support/bundles.js';
import { useTestApp } from './support/use-test-app.js';

const ADD = 'commerce/add-cart-item/';
const CREATE = 'commerce/create-order/';
const STATUS = 'commerce/order-status/';

interface Move {
  from_status: string | null;
  to_status: string;
  at: Date;
  by_uid: number | null;
  application_id: string | null;
}

interface Instants {
  placed_at: Date;
  paid_at: Date | null;
  completed_at: Date | null;
  cancelled_at: Date | null;
  changed_at: Date;
}

const app = await useTestApp();
const shop = await app.make.application();
const admin = await app.make.apiAdmin(shop);
const member = await app.make.member(shop);
const productId = (await app.make.catalogue.product()).id;

describe('upgrading a database whose orders knew no instants and no history', () => {
  async function place(client = member, query = '', product = productId): Promise<number> {
    await client.post(`${ADD}${query}`, { product_id: product });
    return (await client.post(`${CREATE}${query}`)).body.data.order_id;
  }

  async function moved(...statuses: string[]): Promise<number> {
    const order_id = await place();
    for (const status of statuses) await admin.post(STATUS, { order_id, status });
    return order_id;
  }

  /** Takes the database back to the previous version, and brings it up again. */
  async function upgrade(): Promise<void> {
    const runner = app.db.dataSource.createQueryRunner();
    const migration = new OrdersForCommissions1790600000000();
    // Its trigger stands on a column of the other one.
    const later = new ReturnedAmounts1790998000000();
    try {
      await later.down(runner);
      await migration.down(runner);
      await migration.up(runner);
      await later.up(runner);
    } finally {
      await runner.release();
    }
  }

  const movesOf = (id: number): Promise<Move[]> =>
    app.database.query<Move>(
      'SELECT from_status, to_status, at, by_uid, application_id FROM order_moves WHERE order_id = $1 ORDER BY id',
      [id],
    );
  const instantsOf = async (id: number): Promise<Instants> => {
    const columns = 'placed_at, paid_at, completed_at, cancelled_at, changed_at';
    return (await app.database.query<Instants>(`SELECT ${columns} FROM orders WHERE id = $1`, [id]))[0]!;
  };
  const forgetEvents = () => app.database.query('DELETE FROM events');
  const forgetAudit = () => app.database.query('DELETE FROM audit_entries');
  /** What was written a moment later in the same transaction is as good. */
  const near = (at: Date | null) => Math.round((at?.getTime() ?? NaN) / 10_000);

  it.each([
    ['events and audit log', async () => undefined],
    ['the audit log alone', forgetEvents],
  ])('fills all of it from %s', async (_, forget) => {
    const id = await moved('paid', 'completed');
    const cancelled = await moved('cancelled');
    const [before, moves] = [await instantsOf(id), await movesOf(id)];
    await forget();
    await upgrade();
    const after = await instantsOf(id);
    expect([near(after.paid_at), near(after.completed_at), after.cancelled_at]).toEqual([
      near(before.paid_at),
      near(before.completed_at),
      null,
    ]);
    const known = ({ at: _, ...move }: Move) => move;
    expect((await movesOf(id)).map(known)).toEqual(moves.map(known));
    const by = { by_uid: admin.user.uid, application_id: shop.id };
    expect((await movesOf(id)).map(known)).toEqual([
      { from_status: null, to_status: 'placed', by_uid: member.user.uid, application_id: shop.id },
      { from_status: 'placed', to_status: 'paid', ...by },
      { from_status: 'paid', to_status: 'completed', ...by },
    ]);
    expect((await movesOf(cancelled)).map(known)).toMatchObject([
      {},
      { from_status: 'placed', to_status: 'cancelled' },
    ]);
    expect((await instantsOf(cancelled)).cancelled_at).toBeInstanceOf(Date);
  });

  it('knows that an admin placed the order of another', async () => {
    const id = await place(admin, `?uid=${member.user.uid}`);
    await upgrade();
    expect(await movesOf(id)).toMatchObject([{ to_status: 'placed', by_uid: admin.user.uid }]);
  });

  it('takes instants from events where the audit log is gone, without who it was', async () => {
    const id = await moved('paid', 'cancelled');
    const [told] = await app.database.query<{ timestamp: Date }>(
      `SELECT timestamp FROM events WHERE type = 'order.paid' AND aggregate_id = $1`,
      [String(id)],
    );
    await forgetAudit();
    await upgrade();
    expect((await instantsOf(id)).paid_at).toEqual(told!.timestamp);
    expect(await movesOf(id)).toMatchObject([
      { to_status: 'placed' },
      { from_status: 'placed', to_status: 'paid', by_uid: null },
      { from_status: 'paid', to_status: 'cancelled', by_uid: null },
    ]);
  });

  it('leaves null what nobody knows, and takes the last move from the order itself', async () => {
    const completed = await moved('paid', 'completed');
    const cancelled = await moved('paid', 'cancelled');
    await forgetEvents();
    await forgetAudit();
    await upgrade();
    const ends = await instantsOf(completed);
    expect(ends).toMatchObject({ paid_at: null, completed_at: ends.changed_at, cancelled_at: null });
    expect(await movesOf(completed)).toMatchObject([
      { to_status: 'placed', by_uid: member.user.uid },
      { from_status: 'paid', to_status: 'completed', by_uid: null },
    ]);
    expect(await instantsOf(cancelled)).toMatchObject({ paid_at: null, completed_at: null });
    expect(await movesOf(cancelled)).toMatchObject([{}, { from_status: null, to_status: 'cancelled', by_uid: null }]);
  });

  it('gives a line the wholesale price that its product had when the order was placed, if the audit log knows', async () => {
    const priced = (price: number) =>
      bundleBody('priced', { varients: [variant('PRICED', { 'whole-sale-price': price })] });
    await admin.post('commerce/product/create/', priced(18.25));
    const [product] = await app.database.query<{ id: number }>(`SELECT id FROM products WHERE sku = 'PRICED'`);
    const first = await place(member, '', Number(product!.id));
    await admin.post('commerce/product/update/', priced(20));
    const second = await place(member, '', Number(product!.id));
    const unknown = await place();
    await upgrade();
    const prices = await app.database.query(
      'SELECT order_id, wholesale_price FROM order_lines WHERE order_id = ANY ($1) ORDER BY order_id',
      [[first, second, unknown]],
    );
    expect(prices).toEqual([
      { order_id: first, wholesale_price: '18.2500' },
      { order_id: second, wholesale_price: '20.0000' },
      { order_id: unknown, wholesale_price: null },
    ]);
  });

  it('goes back to a version that knows no returns: what was returned whole is cancelled', async () => {
    const id = await moved('paid');
    await admin.post('commerce/order-return/', { order_id: id, reason: 'damaged' });
    await upgrade();
    expect(await app.database.query('SELECT status FROM orders WHERE id = $1', [id])).toEqual([
      { status: 'cancelled' },
    ]);
  });

  it('gives carts no history', async () => {
    const cart = (await member.post(ADD, { product_id: productId })).body.data.cart_id;
    await upgrade();
    expect(await movesOf(cart)).toEqual([]);
  });
});
