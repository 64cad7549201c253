import { describe, expect, it } from '@jest/globals';
import type { TestUser } from './support/factories.js';
import { NetworkHands } from './support/network.js';
import { statementsOf } from './support/sent-statements.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

/** Rows, enough that what is common is not read whole. */
const MANY = 30_000;

const app = await useTestApp();
const hands = await NetworkHands.of(app);
const admin = hands.root;
const lena = await app.make.user({ username: 'lena' });
await app.make.user({ username: 'elena' });
await app.make.user({ username: 'helena' });

async function first<Field extends string>(path: string, search: string, field: Field): Promise<unknown[]> {
  const { body } = await admin.get(
    `/admin/api/${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(search)}`,
  );
  return (body.data.results as Record<Field, unknown>[]).map((row) => row[field]);
}

/** Places an order of a user with one product, and answers its number. */
async function order(user: TestUser, sku: string): Promise<string> {
  const { id } = await app.make.catalogue.product({ sku });
  const client = await app.make.client(['member'], undefined, user);
  await client.post('commerce/add-cart-item/', { product_id: id, quantity: 1 });
  return (await client.post('commerce/create-order/')).body.data.order_number;
}

describe('a page of a search', () => {
  it.each(['bundles', 'orders', 'users'])(
    'is read with one statement, so that its %s are of one moment',
    async (of) => {
      await order(await app.make.user(), `page-of-${of}`);
      const runs = await statementsOf(() => admin.get(`/admin/api/${of}/?search=e`));
      expect(runs.filter(({ text }) => text.includes(`FROM "${of}"`))).toHaveLength(1);
    },
  );
});

describe('a search of users', () => {
  it('has the exact username, e-mail address or uid first, and others after', async () => {
    expect(await first('users/', 'LENA', 'username')).toEqual(['lena', 'helena', 'elena']);
    expect(await first('users/', 'lena@example', 'username')).toEqual(['helena', 'elena', 'lena']);
    expect(await first('users/', 'Lena@example.com', 'username')).toEqual(['lena']);
    const digits = await app.make.user({ username: `has-${lena.uid}-in-it` });
    expect(await first('users/', String(lena.uid), 'uid')).toEqual([lena.uid, digits.uid]);
  });

  it('finds nobody else by a whole username with a digit, such as a member’s number', async () => {
    for (const username of ['nr-17', 'nr-170']) await app.make.user({ username });
    expect(await first('users/', 'NR-17', 'username')).toEqual(['nr-17']);
    expect(await first('users/', 'nr-1', 'username')).toEqual(['nr-170', 'nr-17']);
  });

  it('keeps filters and pages', async () => {
    const page = (await admin.get('/admin/api/users/?search=lena&limit=1&offset=1')).body.data;
    expect(page).toMatchObject({ count: 3, results: [{ username: 'helena' }] });
    expect(await first('users/?role=super_admin', 'lena', 'username')).toEqual([]);
    const behind = await admin.get(`/admin/api/users/?search=lena&offset=100000`);
    expect([behind.status, behind.body.data]).toMatchObject([200, { count: 3, results: [], next: null }]);
  });

  it('is quick for a name that very many have a part of', async () => {
    await app.database.query(
      `INSERT INTO users (username, email, created_at)
       SELECT 'mass-' || n, 'mass-' || n || '@example.com', now() + n * interval '1 ms' FROM generate_series(1, ${MANY}) n`,
    );
    await app.database.query('ANALYZE users');
    const exact = await app.make.user({ username: 'mass' });
    const { count, results } = (await admin.get('/admin/api/users/?search=mass&limit=2')).body.data;
    expect(results).toMatchObject([{ uid: exact.uid }, { username: `mass-${MANY}` }]);
    expect(count).toBe(10_001);
  });
});

describe('a search of orders', () => {
  it('has the exact number first, and the orders of the exact buyer; names, e-mail addresses and uids are found', async () => {
    const other = await app.make.user({ username: 'elena-2' });
    const [own, others] = [await order(lena, 'ORDER-A'), await order(other, 'ORDER-B')];
    expect(await first('orders/', 'lena', 'order_number')).toEqual([own, others]);
    expect(await first('orders/', own, 'order_number')).toEqual([own]);
    expect(await first('orders/', String(other.uid), 'order_number')).toContain(others);
    await admin.patch(`/admin/api/users/${other.uid}/`, { first_name: 'Zita', last_name: 'Moreau' });
    expect(await first('orders/', 'zita mor', 'order_number')).toEqual([others]);
    expect(await first('orders/', 'elena-2@exam', 'order_number')).toEqual([others]);
    expect(await first('orders/', 'zita', 'name')).toEqual(['Zita Moreau']);
    await app.database.query(`UPDATE orders SET order_number = 'SO-7' WHERE order_number = $1`, [own]);
    await app.database.query(`UPDATE orders SET order_number = 'SO-77' WHERE order_number = $1`, [others]);
    expect(await first('orders/', 'so-7', 'order_number')).toEqual(['SO-7', 'SO-77']);
  });
});

describe('a search of bundles', () => {
  it('has the exact id or SKU first', async () => {
    const bundles = [
      await app.make.catalogue.product({ sku: 'TEA', bundleId: 'green' }),
      await app.make.catalogue.product({ sku: 'TEA-2', bundleId: 'green-2' }),
      await app.make.catalogue.product({ sku: 'other', bundleId: 'has-TEA' }),
    ];
    expect(await first('bundles/', 'tea', 'bundle_id')).toEqual(['green', 'has-TEA', 'green-2']);
    expect(await first('bundles/', 'green', 'bundle_id')).toEqual(['green', 'green-2']);
    const member = await app.make.client(['member']);
    for (const { id } of bundles) await member.post('commerce/wishlist-add/', { product_id: id });
    const wishes = `users/${member.user.uid}/wishlist/`;
    expect(await first(wishes, 'tea', 'sku')).toEqual(['TEA', 'other', 'TEA-2']);
  });
});

describe('a search of balances and of the network', () => {
  it('has the exact member first, whatever the order of the list', async () => {
    const [exact, longer] = [await hands.member({ username: 'ida' }), await hands.member({ username: 'aida' })];
    for (const [uid, amount] of [
      [exact.uid, 1],
      [longer.uid, 50],
    ])
      await app.database.query(
        `INSERT INTO earnings (uid, at, kind, amount, payable_at, reason) VALUES ($1, now(), 'adjustment', $2, now(), 'test')`,
        [uid, amount],
      );
    expect(await first('earnings/balances/', 'ida', 'uid')).toEqual([exact.uid, longer.uid]);
    expect(await first('earnings/balances/', String(exact.uid), 'uid')).toEqual([exact.uid]);
  });

  it('also in holding tanks and downlines', async () => {
    await hands.settings({ placement: 'binary', spill: 'manual', holding_days: 30 });
    const sponsor = await hands.member();
    const longer = await hands.member({ username: 'anora', sponsor: sponsor.username });
    const exact = await hands.member({ username: 'nora', sponsor: sponsor.username });
    await until(async () => (await first('network/holding-tank/', 'nora', 'uid')).length === 2);
    expect(await first('network/holding-tank/', 'nora', 'uid')).toEqual([exact.uid, longer.uid]);
    expect(await first('network/holding-tank/', String(exact.uid), 'uid')).toEqual([exact.uid]);
    const { results } = (await (await hands.as(sponsor)).get('network/downline/?search=NORA')).body.data;
    expect(results.map(({ uid }: { uid: number }) => uid)).toEqual([exact.uid, longer.uid]);
  });
});
