import type { Pool } from 'pg';
import { Random } from '#test/support/random.js';
import type { Person } from '#test/support/shop.js';
import type { History, Line, Objects, OrderStatus, SeenBundle, SoldLine } from '../history/operation.js';
import { Asker } from './asker.js';
import { administeringShelf, readingShelf, readingStatus } from './clerk.js';
import type { Load } from './load.js';
import { readingCart, readingOrders, readingWishes } from './shopper.js';

const ALL_ORDERS = 100_000;
const NEWEST_OVER_HTTP = 100;

/**
 * Reads what is there in the end, and adds it to the history as reads like any other: all of it from the database, and
 * over HTTP what clients can see. The load must have been stopped, and an instance be up.
 */
export async function readFinal({ around, pool, duels }: Load): Promise<void> {
  const { history, shop } = around;
  for (const { uid } of shop.members) {
    await record(history, 'cart', uid, { kind: 'read' }, await cartOf(pool, uid));
    await record(history, 'cart', uid, { kind: 'orders', newest: ALL_ORDERS }, await ordersOf(pool, uid));
    await record(history, 'wishes', uid, { kind: 'read' }, await wishesOf(pool, uid));
  }
  for (const shelf of objects(history, 'shelf')) {
    await record(history, 'shelf', shelf, { kind: 'read' }, await bundlesOf(pool, shelf));
  }
  for (const { bundle, uid, product } of duels.all) {
    await record(history, 'duel', bundle, { kind: 'read' }, await duelOf(pool, uid, product));
  }
  for (const order of objects(history, 'status')) {
    await record(history, 'status', order, { kind: 'read' }, await statusOf(pool, order));
  }
  for (const name of objects(history, 'name')) {
    await record(history, 'name', name, { kind: 'read' }, await uidsOf(pool, name));
  }
  await readOverHttp({ around });
}

async function readOverHttp({ around }: Pick<Load, 'around'>): Promise<void> {
  const { history, shop, instances } = around;
  for (const instance of instances) {
    const here = { ...around, instances: [instance] };
    const name = `final.${instance.port}`;
    const asker = (person: Person): Asker => new Asker(name, person, here, new Random(instance.port));
    for (const member of shop.members) {
      await asker(member).ask(readingCart(member.uid));
      await asker(member).ask(readingOrders(member.uid, NEWEST_OVER_HTTP));
      await asker(member).ask(readingWishes(member.uid));
    }
    for (const shelf of objects(history, 'shelf')) {
      await asker(shop.apiAdmin).ask(readingShelf(shelf));
      await asker(shop.apiAdmin).ask(administeringShelf(shelf, shop.superAdmin));
    }
    for (const order of objects(history, 'status')) {
      await asker(shop.apiAdmin).ask(readingStatus(Number(order), shop.superAdmin));
    }
  }
}

/** The names of all objects of a kind that somebody asked for. */
function objects(history: History, of: keyof Objects): Set<string> {
  return new Set(history.operations[of].map(({ object }) => object));
}

async function record<Of extends keyof Objects>(
  history: History,
  of: Of,
  object: string | number,
  action: Objects[Of]['action'],
  saw: Objects[Of]['saw'],
): Promise<void> {
  await history.record('database', of, String(object), action, async () => ({ outcome: 'ok', saw, replayed: false }));
}

async function rows<Row extends object>(pool: Pool, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>(text, values)).rows;
}

const LINES = `(SELECT coalesce(json_agg(json_build_object('id', l.id, 'product', l.product_id, 'quantity', l.quantity) ORDER BY l.id), '[]')
  FROM order_lines l WHERE l.order_id = o.id) AS lines`;

async function cartOf(pool: Pool, uid: number): Promise<Objects['cart']['saw']> {
  const [cart] = await rows<{ id: number; version: number; lines: Line[] }>(
    pool,
    `SELECT o.id::int, o.version, ${LINES} FROM orders o WHERE o.uid = $1 AND o.status = 'cart'`,
    [uid],
  );
  return { cart: cart ?? { id: null, version: 0, lines: [] }, miscounted: false };
}

async function ordersOf(pool: Pool, uid: number): Promise<Objects['cart']['saw']> {
  const orders = await rows<{ id: number; lines: Line[]; price: string }>(
    pool,
    `SELECT o.id::int, ${LINES}, (SELECT min(trim_scale(l.unit_price))::text FROM order_lines l WHERE l.order_id = o.id) AS price
       FROM orders o WHERE o.uid = $1 AND o.status <> 'cart' ORDER BY o.id`,
    [uid],
  );
  return { orders, miscounted: false };
}

async function wishesOf(pool: Pool, uid: number): Promise<Objects['wishes']['saw']> {
  const found = await rows<{ id: number }>(pool, 'SELECT product_id::int AS id FROM wishlist_items WHERE uid = $1', [
    uid,
  ]);
  return { products: found.map(({ id }) => id) };
}

async function bundlesOf(pool: Pool, shelf: string): Promise<Objects['shelf']['saw']> {
  const bundles = await rows<SeenBundle>(
    pool,
    `SELECT b.bundle_id AS id, trim_scale(b.business_volume * 100)::text AS label,
       (SELECT coalesce(json_agg(json_build_object('sku', p.sku, 'label', trim_scale(p.price * 100)::text) ORDER BY p.sku COLLATE "C"), '[]')
          FROM products p WHERE p.bundle_key = b.id AND p.deleted_at IS NULL) AS variants
     FROM bundles b WHERE b.name LIKE $1 || ' %' AND b.deleted_at IS NULL ORDER BY b.bundle_id COLLATE "C"`,
    [shelf],
  );
  return { bundles };
}

async function duelOf(pool: Pool, uid: number, product: number): Promise<Objects['duel']['saw']> {
  const held = await rows<{ order: number; line: number; status: OrderStatus | 'cart' }>(
    pool,
    `SELECT o.id::int AS order, l.id::int AS line, o.status FROM orders o JOIN order_lines l ON l.order_id = o.id
      WHERE o.uid = $1 AND l.product_id = $2 ORDER BY o.id`,
    [uid, product],
  );
  const alive = await rows(pool, 'SELECT FROM products WHERE id = $1 AND deleted_at IS NULL', [product]);
  const live = alive.length > 0;
  const inCart = held.find(({ status }) => status === 'cart');
  return {
    live,
    line: inCart === undefined ? null : { id: inCart.line, cart: inCart.order, available: live },
    orders: held.flatMap(({ order, status }) => (status === 'cart' ? [] : [{ id: order, status }])),
  };
}

async function statusOf(pool: Pool, order: string): Promise<Objects['status']['saw']> {
  const [found] = await rows<{ status: OrderStatus; lines: SoldLine[] }>(
    pool,
    `SELECT o.status, (SELECT json_agg(json_build_object('id', l.id, 'quantity', l.quantity, 'returned', l.returned) ORDER BY l.id)
       FROM order_lines l WHERE l.order_id = o.id) AS lines
     FROM orders o WHERE o.id = $1`,
    [order],
  );
  return found ?? { status: 'missing' };
}

async function uidsOf(pool: Pool, name: string): Promise<Objects['name']['saw']> {
  const found = await rows<{ uid: number }>(pool, 'SELECT uid::int FROM users WHERE username = $1', [name]);
  return { uids: found.map(({ uid }) => uid) };
}
