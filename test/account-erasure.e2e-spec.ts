import { describe, expect, it } from '@jest/globals';
import { PASSWORD, type TestClient } from './support/factories.js';
import { until } from './support/until.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const HOME = { label: 'Home', recipient: 'Maria Schmidt', line1: 'Lindenallee 12', city: 'Berlin', country_code: 'DE' };

const WAITING = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

const app = await useTestApp();
const shop = await app.make.application();
const root = await app.make.superAdmin();
const admin = await app.make.apiAdmin(shop);
await app.database.query(`UPDATE approval_settings SET mode = 'off'`);
const product_id = (await app.make.catalogue.product({ price: '9.9' })).id;

/** A member with an order, a cart, a wish, an address and earnings. */
async function shopper(): Promise<{ client: TestClient; orderId: number }> {
  const client = await app.make.member(shop);
  const add = () => client.post('commerce/add-cart-item/', { product_id, quantity: 2 });
  expect((await add()).status).toBe(200);
  const order = await client.post('commerce/create-order/');
  expect(order.status).toBe(200);
  await add();
  await client.post('commerce/wishlist-add/', { product_id });
  await client.patch('account/', { first_name: 'Maria', last_name: 'Schmidt', country_code: 'DE' });
  await client.post('account/addresses/', HOME);
  const earned = { uid: client.user.uid, amount: 25.5, reason: 'convention' };
  expect((await root.post('/admin/api/earnings/', earned)).status).toBe(200);
  return { client, orderId: order.body.data.order_id ?? order.body.data.id };
}

const erase = (client: TestClient, current_password = PASSWORD): Promise<Answer> =>
  client.post('account/erasure/', { current_password });

describe('one’s own data', () => {
  it('is exported as a file with all that is kept about oneself', async () => {
    const { client } = await shopper();
    const { status, headers, body } = await client.get('account/export/');
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe(`attachment; filename="account-${client.user.uid}.json"`);
    expect(body.data).toMatchObject({
      exported_at: expect.any(String),
      profile: { username: client.user.username, first_name: 'Maria' },
      addresses: [{ recipient: 'Maria Schmidt' }],
      sessions: [{ ip: '127.0.0.1', is_current: true }],
      wishlist: [{ product_id }],
      cart: { lines: [{ product_id, quantity: 2 }] },
      orders: [{ status: 'placed' }],
      earnings: [{ kind: 'adjustment', amount: 25.5 }],
      statements: [],
      network: { kind: 'distributor', status: 'active', sponsor_uid: null },
    });
  });

  it('is exported to nobody else, and so often only', async () => {
    const { client } = await shopper();
    const at = `account/export/?uid=${client.user.uid}`;
    expect((await admin.get(at)).status).toBe(403);
    const key = `account-export:${client.user.uid}`;
    expect((await client.get('account/export/')).status).toBe(200);
    await app.database.query('UPDATE rate_limits SET points = 3 WHERE key = $1', [key]);
    expect((await client.get('account/export/')).status).toBe(429);
  });
});

describe('the export', () => {
  it('has no more orders than have 5,000 lines together', async () => {
    const client = await app.make.member(shop);
    await app.database.query(
      `WITH placed AS (
         INSERT INTO orders (uid, application_id, status, order_number, currency_code, placed_at)
         SELECT $1, $2, 'placed', 'LONG-' || n, 'USD', now() - n * interval '1 day' FROM generate_series(1, 12) n
         RETURNING id
       )
       INSERT INTO order_lines (order_id, product_id, quantity, sku, label, unit_price, business_volume, points, cumulative_volume)
       SELECT placed.id, n, 1, 'sku', 'label', 1, 0, 0, 0 FROM placed, generate_series(1, 500) n`,
      [client.user.uid, shop.id],
    );
    const { orders } = (await client.get('account/export/')).body.data;
    expect(orders.map(({ order_number }: { order_number: string }) => order_number)).toEqual(
      Array.from({ length: 10 }, (_, index) => `LONG-${index + 1}`),
    );
  });

  it('has no sessions of the admin module', async () => {
    const client = await app.make.member(shop);
    const inShop = async () => (await client.get('account/export/')).body.data.sessions;
    expect(await inShop()).toHaveLength(1);
    await app.make.admin(['auditor'], client.user);
    expect(await inShop()).toMatchObject([{ application_id: shop.id }]);
  });
});

describe('erasure', () => {
  it('takes all that says who somebody was, and leaves books and the position', async () => {
    const { client } = await shopper();
    const { uid, username, email } = client.user;
    const other = await app.make.client(['member'], shop, client.user);
    expect((await erase(client, 'a guess')).body.errors).toHaveProperty('current_password');
    expect((await erase(client)).status).toBe(200);
    for (const one of [client, other]) expect((await one.get('account/')).status).toBe(401);
    expect((await root.get(`/admin/api/users/${uid}/`)).body.data).toMatchObject({
      username: `erased-${uid}`,
      email: null,
      first_name: '',
      last_name: '',
      status: 'inactive',
    });
    for (const table of ['user_addresses', 'wishlist_items', 'sessions', 'password_resets', 'pending_email_changes'])
      expect([table, await app.database.query(`SELECT FROM ${table} WHERE uid = $1`, [uid])]).toEqual([table, []]);
    const orders = await app.database.query('SELECT status FROM orders WHERE uid = $1', [uid]);
    expect(orders).toEqual([{ status: 'placed' }]);
    for (const table of ['earnings', 'network_members'])
      expect([table, (await app.database.query(`SELECT FROM ${table} WHERE uid = $1`, [uid])).length]).toEqual([
        table,
        1,
      ]);
    const [row] = await app.database.query<object>('SELECT * FROM users WHERE uid = $1', [uid]);
    for (const text of [username, email, 'Maria', 'argon2']) expect(JSON.stringify(row)).not.toContain(text);
    const events = await app.database.query(
      `SELECT type, data FROM events WHERE aggregate_type = 'user' AND aggregate_id = $1 ORDER BY sequence DESC LIMIT 1`,
      [String(uid)],
    );
    expect(events).toEqual([{ type: 'account.erased', data: { uid } }]);
    const [entry] = await app.database.query<object>(
      `SELECT * FROM audit_entries WHERE action = 'user.erase' AND entity_id = $1`,
      [String(uid)],
    );
    expect(JSON.stringify(entry)).not.toContain(username);
    const again = { username, email, password: PASSWORD, first_name: 'M', last_name: 'S', country_code: 'DE' };
    expect((await admin.post('user/signup/', again)).status).toBe(200);
  });

  it('gives a name that nobody has, whatever others have chosen', async () => {
    const client = await app.make.member(shop);
    const { uid } = client.user;
    await app.make.user({ username: `erased-${uid}` });
    expect((await erase(client)).status).toBe(200);
    const { username } = (await root.get(`/admin/api/users/${uid}/`)).body.data;
    expect(username).toMatch(new RegExp(`^erased-${uid}-.{8}$`));
  });

  it('waits for a payout that is under way', async () => {
    const { client } = await shopper();
    const made = await root.post('/admin/api/payouts/', {});
    expect(made.status).toBe(200);
    expect((await erase(client)).status).toBe(409);
    expect((await client.get('account/addresses/')).body.data).toHaveLength(1);
    expect((await root.post(`/admin/api/payouts/${made.body.data.id}/cancel/`)).status).toBe(200);
    expect((await erase(client)).status).toBe(200);
  });

  it('waits for a payout hold to be released', async () => {
    const { client } = await shopper();
    const hold = { uid: client.user.uid, reason: 'identity', note: 'who is it?' };
    const { id } = (await root.post('/admin/api/payout-holds/', hold)).body.data;
    expect((await erase(client)).status).toBe(409);
    expect((await root.post(`/admin/api/payout-holds/${id}/release/`)).status).toBe(200);
    expect((await erase(client)).status).toBe(200);
  });

  it('waits for a balance below 0 to be settled', async () => {
    const client = await app.make.member(shop);
    const adjust = (amount: number) =>
      root.post('/admin/api/earnings/', { uid: client.user.uid, amount, reason: 'returned goods' });
    expect((await adjust(-5)).status).toBe(200);
    expect((await erase(client)).status).toBe(409);
    expect((await adjust(5)).status).toBe(200);
    expect((await erase(client)).status).toBe(200);
  });

  it('is for good: nobody changes, activates or gives a password to who was erased', async () => {
    const client = await app.make.member(shop);
    expect((await erase(client)).status).toBe(200);
    const at = `/admin/api/users/${client.user.uid}/`;
    for (const change of [{ status: 'active' }, { email: 'back@example.com' }, { password: PASSWORD }])
      expect((await root.patch(at, change)).body).toMatchObject({
        status_code: 409,
        errors: { detail: [{ message: 'the user has erased themselves: nothing can be changed' }] },
      });
    expect((await root.post(`${at}password-reset/`)).body).toMatchObject({
      errors: { detail: [{ message: 'the user has erased themselves: nothing can be changed' }] },
    });
  });

  it.each([
    ['a profile', (client: TestClient) => client.patch('account/', { first_name: 'Maria' })],
    ['an address', (client: TestClient) => client.post('account/addresses/', HOME)],
    [
      'an e-mail address',
      (client: TestClient) => client.post('account/email/', { email: 'late@example.com', current_password: PASSWORD }),
    ],
  ])('lets nobody write %s at the same time', async (_, write) => {
    const client = await app.make.member(shop);
    const { uid } = client.user;
    const late = await app.db.transaction(async (tx) => {
      await tx.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [uid]);
      const writing = write(client);
      await until(async () => (await app.database.query<unknown[]>(WAITING)).length > 0);
      return { writing };
    });
    expect((await late.writing).status).toBe(404);
    for (const table of ['user_addresses', 'pending_email_changes'])
      expect(await app.database.query(`SELECT FROM ${table} WHERE uid = $1`, [uid])).toEqual([]);
  });

  it('finds no postal or e-mail address in the audit log', async () => {
    const email = 'audited@example.com';
    const form = {
      username: 'audited',
      email,
      password: PASSWORD,
      first_name: 'M',
      last_name: 'S',
      country_code: 'DE',
    };
    const { uid } = (await admin.post('user/signup/', form)).body.data;
    const { id } = (await admin.post(`account/addresses/?uid=${uid}`, HOME)).body.data;
    await admin.patch(`account/addresses/${id}/?uid=${uid}`, { city: 'Potsdam' });
    await admin.patch(`account/?uid=${uid}`, { first_name: 'Maria' });
    await admin.delete(`account/addresses/${id}/?uid=${uid}`);
    const entries = await app.database.query<{ action: string; after: unknown }[]>(
      `SELECT action, before, after FROM audit_entries WHERE target_uid = $1 OR entity_type = 'user' AND entity_id = $2 ORDER BY id`,
      [uid, String(uid)],
    );
    expect(entries.slice(1)).toEqual([
      { action: 'address.add', before: null, after: null },
      { action: 'address.change', before: null, after: { changed: ['city'] } },
      { action: 'user.update', before: null, after: { changed: ['first_name'] } },
      { action: 'address.delete', before: null, after: null },
    ]);
    expect(JSON.stringify(entries)).not.toContain(email);
  });

  it('is not for users of the admin module, API admins of an application, or others', async () => {
    const clerk = await app.make.client(['member', 'finance'], shop);
    expect((await erase(clerk)).status).toBe(403);
    const keeper = await app.make.user({ roles: ['api_admin'] });
    const own = await app.make.application({ apiAdminUid: keeper.uid });
    expect((await erase(await app.make.client(['api_admin'], own, keeper))).status).toBe(409);
    const { user } = await app.make.member(shop);
    const body = { current_password: PASSWORD };
    expect((await admin.post(`account/erasure/?uid=${user.uid}`, body)).status).toBe(403);
  });
});
