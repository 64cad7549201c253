import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './transaction.js';

interface LineRow {
  id: number | null;
  cart_id: number;
  version: number;
  product_id: number;
  quantity: number;
  label: string;
  sku: string;
  bundle_id: string;
  vendor_uid: number;
  price: string;
  business_volume: string;
  points: string;
  cumulative_volume: string;
  available: boolean;
}

const COLUMNS = `l.id, l.product_id, l.quantity, p.name AS label, p.sku, b.bundle_id, b.vendor_uid, p.price, b.business_volume,
  b.points, b.cumulative_volume,
  (p.deleted_at IS NULL AND p.status = 'active' AND b.deleted_at IS NULL AND b.status = 'active') AS available`;
const JOINS = 'JOIN products p ON p.id = l.product_id JOIN bundles b ON b.id = p.bundle_key';

const READ = {
  name: 'read',
  text: `SELECT o.id AS cart_id, o.version, ${COLUMNS} FROM orders o LEFT JOIN order_lines l ON l.order_id = o.id
    LEFT JOIN products p ON p.id = l.product_id LEFT JOIN bundles b ON b.id = p.bundle_key
    WHERE o.uid = $1 AND o.status = 'cart' ORDER BY l.id`,
};
const TOUCH = {
  name: 'touch',
  text: `UPDATE orders SET version = version + 1, changed_at = clock_timestamp() WHERE uid = $1 AND status = 'cart'
    RETURNING id, version`,
};
const SET = {
  name: 'set',
  text: `WITH changed AS (UPDATE order_lines SET quantity = $3 WHERE id = $2 AND order_id = $1 RETURNING *)
    SELECT ${COLUMNS} FROM (SELECT * FROM changed UNION ALL SELECT * FROM order_lines WHERE order_id = $1 AND id <> $2) l
    ${JOINS} ORDER BY l.id`,
};
const ADD = {
  name: 'add',
  text: `WITH added AS (INSERT INTO order_lines AS l (order_id, product_id, quantity) VALUES ($1, $2, $3)
      ON CONFLICT (order_id, product_id) DO UPDATE SET quantity = l.quantity + EXCLUDED.quantity RETURNING *)
    SELECT ${COLUMNS} FROM (SELECT * FROM added UNION ALL
      SELECT * FROM order_lines WHERE order_id = $1 AND product_id <> $2) l
    ${JOINS} ORDER BY l.id`,
};
// Locked, so that nobody deletes what goes into a cart.
const LOCK_PRODUCT = { name: 'lock-product', text: 'SELECT id FROM products WHERE id = $1 FOR SHARE' };
const REMOVE = {
  name: 'remove',
  text: `WITH removed AS (DELETE FROM order_lines WHERE id = $2 AND order_id = $1)
    SELECT ${COLUMNS} FROM order_lines l ${JOINS} WHERE l.order_id = $1 AND l.id <> $2 ORDER BY l.id`,
};
const EVENT = {
  name: 'event',
  text: `INSERT INTO events (id, type, aggregate_type, aggregate_id, data) VALUES ($1, 'cart.updated', 'order', $2, $3)`,
};

/** The cart of a user, as the service answers it. */
export async function readCart(pool: Pool, uid: number): Promise<object> {
  const { rows } = await pool.query<LineRow>({ ...READ, values: [uid] });
  return view(rows[0]!.cart_id, rows[0]!.version, rows);
}

/** Sets the quantity of a line. */
export async function changeQuantity(
  pool: Pool,
  uid: number,
  { line_item_id, quantity }: { line_item_id: number; quantity: number },
): Promise<object> {
  return change(pool, uid, 'quantity_changed', (client, cart) =>
    client.query<LineRow>({ ...SET, values: [cart, line_item_id, quantity] }),
  );
}

/** Adds a line. */
export async function addLine(
  pool: Pool,
  uid: number,
  { product_id, quantity }: { product_id: number; quantity: number },
): Promise<object> {
  return change(pool, uid, 'added', async (client, cart) => {
    await client.query({ ...LOCK_PRODUCT, values: [product_id] });
    return client.query<LineRow>({ ...ADD, values: [cart, product_id, quantity] });
  });
}

/** Takes a line out. */
export async function removeLine(pool: Pool, uid: number, { pk }: { pk: number }): Promise<object> {
  return change(pool, uid, 'removed', (client, cart) => client.query<LineRow>({ ...REMOVE, values: [cart, pk] }));
}

async function change(
  pool: Pool,
  uid: number,
  what: string,
  act: (client: PoolClient, cart: number) => Promise<{ rows: LineRow[] }>,
): Promise<object> {
  return inTransaction(pool, async (client) => {
    const { rows: carts } = await client.query<{ id: number; version: number }>({ ...TOUCH, values: [uid] });
    const { id, version } = carts[0]!;
    const { rows } = await act(client, id);
    const cart = view(id, version, rows);
    const data = { uid, cart_id: id, version, change: what, totals: cart.totals };
    await client.query({ ...EVENT, values: [randomUUID(), String(id), JSON.stringify(data)] });
    return cart;
  });
}

function view(cart_id: number, version: number, rows: readonly LineRow[]): { totals: object } {
  const totals = { quantity: 0, price: 0, business_volume: 0, points: 0, cumulative_volume: 0 };
  const cartitems = rows
    .filter(({ id }) => id !== null)
    .map((row) => {
      const price = Number(row.price) * row.quantity;
      const business_volume = Number(row.business_volume) * row.quantity;
      const points = Number(row.points) * row.quantity;
      const cumulative_volume = Number(row.cumulative_volume) * row.quantity;
      totals.quantity += row.quantity;
      totals.price += price;
      totals.business_volume += business_volume;
      totals.points += points;
      totals.cumulative_volume += cumulative_volume;
      return {
        id: row.id,
        order_id_id: cart_id,
        vendor_id: row.vendor_uid,
        product_id: row.product_id,
        bundle_id: row.bundle_id,
        line_item_type: 'product',
        line_item_label: row.label,
        quantity: row.quantity,
        price,
        data: { sku: row.sku, bundle_id: row.bundle_id, business_volume, points, cumulative_volume },
        status: row.available ? 'available' : 'unavailable',
        unit_price: Number(row.price),
        currency_code: 'USD',
        currency_symbol: '$',
      };
    });
  return { cartitems, cart_id, version, currency_code: 'USD', currency_symbol: '$', totals } as { totals: object };
}
