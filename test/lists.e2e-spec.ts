import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { Page, withAbsoluteLinks } from '#common/http/pagination.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestClient, TestUser } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

let app: TestApp;
let admin: TestClient;
let buyer: TestUser;

/** Places an order of so many pieces of a product, and answers its number. */
async function order(client: TestClient, product: number, quantity: number): Promise<string> {
  await client.post('commerce/add-cart-item/', { product_id: product, quantity });
  return (await client.post('commerce/create-order/')).body.data.order_number;
}

async function found<Field extends string>(path: string, field: Field): Promise<unknown[]> {
  const { status, body } = await admin.get(`/admin/api/${path}`);
  expect(status).toBe(200);
  return (body.data.results as Record<Field, unknown>[]).map((row) => row[field]);
}

/** The cells of a column of the file of a list. */
async function column(path: string, name: string): Promise<(string | undefined)[]> {
  const { status, headers, text } = await admin.get(`/admin/api/${path}`);
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  const [header, ...rows] = text.trimEnd().split('\n');
  const at = header!.split(',').indexOf(name);
  return rows.map((row) => row.split(',')[at]);
}

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.make.superAdmin();
  buyer = await app.make.user({ username: 'bea' });
});
afterAll(() => app.stop());

describe('links to the pages of a list', () => {
  it('begin with PUBLIC_URL and the path of the request, whatever its host, with or without a slash at the end', async () => {
    for (const path of ['sessions', `users/${buyer.uid}/notes`, `users/${buyer.uid}/notes/`]) {
      const { body } = await admin.get(`/admin/api/${path}?offset=9`, { headers: { host: 'elsewhere.example.com' } });
      const list = path.replace(/\/$/, '');
      expect(body.data.previous).toBe(`${app.config.publicUrl}/admin/api/${list}/?offset=0&limit=50`);
    }
  });

  it.each(['http://elsewhere.example.com', 'https://elsewhere:1', 'http://[', 'http://a b'])(
    'have nothing of the host of a request for %s',
    (host) => {
      const page = new Page({ limit: 2, offset: 2 }, { rows: [1, 2], count: 9 });
      const request = { url: `${host}/api/v1/things?limit=2` } as FastifyRequest;
      expect(withAbsoluteLinks(page, request, 'https://shop.example.com')).toMatchObject({
        previous: 'https://shop.example.com/api/v1/things/?limit=2&offset=0',
        next: 'https://shop.example.com/api/v1/things/?limit=2&offset=4',
      });
    },
  );
});

describe('the list of orders', () => {
  let numbers: string[];
  let client: TestClient;

  beforeAll(async () => {
    client = await app.make.client(['member'], undefined, buyer);
    const other = await app.make.member();
    const { id } = await app.make.catalogue.product({ price: '10' });
    numbers = [await order(client, id, 2), await order(client, id, 5), await order(other, id, 1)];
  });

  it('is sorted by what is asked for, both ways', async () => {
    const [two, five, one] = numbers;
    expect(await found('orders/', 'order_number')).toEqual([one, five, two]);
    expect(await found('orders/?sort=placed_at', 'order_number')).toEqual([two, five, one]);
    expect(await found('orders/?sort=-total', 'order_number')).toEqual([five, two, one]);
    expect(await found('orders/?sort=total', 'order_number')).toEqual([one, two, five]);
    expect(await found('orders/?sort=order_number', 'order_number')).toEqual([...numbers].sort());
    expect(await found('orders/?sort=total&search=bea', 'order_number')).toEqual([two, five]);
    const { status, body } = await admin.get('/admin/api/orders/?sort=colour');
    expect([status, Object.keys(body.errors)]).toEqual([400, ['sort']]);
  });

  it('is filtered by totals, times and applications', async () => {
    const [two, five, one] = numbers;
    expect(await found('orders/?least=20', 'order_number')).toEqual([five, two]);
    expect(await found('orders/?least=20&most=20', 'order_number')).toEqual([two]);
    const { placed_at, application_id } = (await admin.get('/admin/api/orders/?sort=placed_at')).body.data.results[1];
    expect(await found(`orders/?from=${placed_at}`, 'order_number')).toEqual(expect.arrayContaining([one]));
    expect(await found(`orders/?to=${placed_at}`, 'order_number')).toEqual([two]);
    expect(await found(`orders/?application_id=${application_id}`, 'order_number')).toContain(five);
    expect(await found('orders/?application_id=none', 'order_number')).toEqual([]);
  });

  it('says what all that match come to, also of those that a search finds', async () => {
    const page = (await admin.get('/admin/api/orders/?sums=true&limit=1')).body.data;
    expect(page.sums).toEqual([{ currency_code: 'USD', count: 3, total: 80, remaining_total: 80 }]);
    const searched = (await admin.get('/admin/api/orders/?sums=true&search=bea&least=30')).body.data;
    expect(searched.sums).toEqual([{ currency_code: 'USD', count: 1, total: 50, remaining_total: 50 }]);
    expect((await admin.get('/admin/api/orders/')).body.data).not.toHaveProperty('sums');
  });

  it('is a CSV file of what matches, and that is audited', async () => {
    expect(await column('orders/?format=csv&sort=-total', 'order_number')).toEqual(numbers);
    expect(await column('orders/?format=csv&search=bea', 'total')).toEqual(['20', '50']);
    expect(await found('audit/?action=orders.download', 'entity_type')).toEqual(['order', 'order']);
  });

  it('knows the total of an order that an instance of the previous version has placed', async () => {
    await client.post('commerce/add-cart-item/', {
      product_id: (await app.make.catalogue.product({ price: '7' })).id,
      quantity: 3,
    });
    await app.database.query(`UPDATE order_lines SET unit_price = 7 WHERE unit_price IS NULL`);
    await app.database.query(
      `UPDATE orders SET status = 'placed', order_number = 'OLD-1', placed_at = now(), currency_code = 'USD' WHERE status = 'cart' AND uid = $1`,
      [buyer.uid],
    );
    const [row] = await app.database.query<{ total: string }>(`SELECT total FROM orders WHERE order_number = 'OLD-1'`);
    expect(row!.total).toBe('21.0000');
    await app.database.query(`DELETE FROM orders WHERE order_number = 'OLD-1'`);
  });
});

describe('the list of users', () => {
  it('is sorted by username, filtered by country and time, and a CSV file', async () => {
    const [zoe, Adam] = [await app.make.user({ username: 'zoe' }), await app.make.user({ username: 'Adam' })];
    await app.database.query(`UPDATE users SET country_code = 'DE' WHERE uid = ANY ($1)`, [[zoe.uid, Adam.uid]]);
    expect(await found('users/?sort=username&country_code=de', 'username')).toEqual(['Adam', 'zoe']);
    expect(await found('users/?sort=-username&country_code=DE', 'username')).toEqual(['zoe', 'Adam']);
    expect(await found('users/?from=2100-01-01', 'username')).toEqual([]);
    expect(await column('users/?format=csv&country_code=DE', 'username')).toEqual(['zoe', 'Adam']);
    expect(await column('users/?format=csv&search=adam', 'uid')).toEqual([String(Adam.uid)]);
  });
});

describe('the list of bundles', () => {
  it('is sorted by name, and a CSV file with a row for each variant', async () => {
    const own = { productType: 'external-api-product' };
    await app.make.catalogue.product({ sku: 'LIST-B', bundleId: 'list-b', ...own });
    await app.make.catalogue.product({ sku: 'LIST-A', bundleId: 'list-a', ...own });
    await app.database.query(`UPDATE bundles SET name = bundle_id WHERE bundle_id LIKE 'list-%'`);
    expect(await found('bundles/?sort=name&search=list-', 'bundle_id')).toEqual(['list-a', 'list-b']);
    expect(await found('bundles/?sort=-name&search=list-', 'bundle_id')).toEqual(['list-b', 'list-a']);
    expect(await column('bundles/?format=csv&search=list-', 'sku')).toEqual(['LIST-B', 'LIST-A']);
  });
});

describe('the file of a list', () => {
  interface Operation {
    operationId: string;
    responses: { 200?: { content?: Record<string, { example: string }> } };
  }
  const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    paths: Record<string, { get?: Operation }>;
  };
  /** Reports of a period, and lists of a member. */
  const NEEDS_MORE = /compliance|statements/;
  const files = Object.entries(paths).flatMap(([path, { get }]) => {
    const file = get?.responses[200]?.content?.['text/csv'];
    return file === undefined || path.includes('{') || NEEDS_MORE.test(path) ? [] : [[path, file.example] as const];
  });

  it.each(files)('%s has the columns that are documented, and is audited', async (path, example) => {
    const downloads = async () => (await admin.get('/admin/api/audit/?search=.download&limit=1')).body.data.count;
    const before = await downloads();
    const { status, headers, text } = await admin.get(`${path}?format=csv`);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(text.split('\n', 1)).toEqual(example.split('\n', 1));
    expect(await downloads()).toBe(before + 1);
  });

  it('has a column for what is within an object, and none for lists of objects', () => {
    const [, example] = files.find(([path]) => path.endsWith('/deliveries/'))!;
    const columns = example.split('\n', 1)[0]!.split(',');
    expect(files.map(([, file]) => file).join()).not.toMatch(/password|secret/);
    expect(columns).toEqual(
      expect.arrayContaining(['id', 'application.id', 'application.name', 'last_attempt.status_code']),
    );
  });

  it('has all that a search finds, of which a page counts 10,000 at most', async () => {
    const rosa = await app.make.user({ username: 'rosa' });
    const number = await order(
      await app.make.client(['member'], undefined, rosa),
      (await app.make.catalogue.product({ bundleId: 'rosary', sku: 'ROS-1' })).id,
      1,
    );
    await app.database.query(
      `INSERT INTO users (uid, username, first_name, last_name, roles)
       SELECT 2000000 + i, 'rosa-' || i, '', '', '{member}' FROM generate_series(1, 10100) AS i`,
    );
    expect((await admin.get('/admin/api/users/?search=ros')).body.data.count).toBe(10_000);
    expect(await column('users/?format=csv&search=ros', 'uid')).toHaveLength(10_101);
    expect(await column('orders/?format=csv&search=ros', 'order_number')).toEqual([number]);
    expect(await column('bundles/?format=csv&search=ros-', 'bundle_id')).toEqual(['rosary']);
  });

  it('has all entries once, in the order of the list, also where several are of the same instant', async () => {
    await app.database.query(
      `INSERT INTO audit_entries (at, actor_uid, actor_username, action, entity_type, entity_id, ip, request_id)
       SELECT '2026-01-01T00:00:00Z'::timestamptz + (i / 3) * interval '1 microsecond', 1, 'root', 'list.test', 'list', i::text, '-', '-'
         FROM generate_series(1, 4100) AS i`,
    );
    const ids = await column('audit/?format=csv&action=list.test', 'entity_id');
    expect(ids).toEqual(Array.from({ length: 4100 }, (_, index) => String(4100 - index)));
  });
});

describe('the ledgers', () => {
  it('are CSV files of what matches, and that is audited', async () => {
    const downloads = async (list: string): Promise<number> =>
      (await found(`audit/?action=${list}.download`, 'entity_type')).length;
    const before = { earnings: await downloads('earnings'), balances: await downloads('balances') };
    const { uid } = await app.make.user({ username: 'lena' });
    await app.database.query(`UPDATE users SET first_name = '=SUM(A1)' WHERE uid = $1`, [uid]);
    for (const amount of [12.5, -2.25, 7])
      await admin.post('/admin/api/earnings/', { uid, amount, reason: `-${amount}` });
    expect(await column(`earnings/?format=csv&uid=${uid}`, 'amount')).toEqual(['7', '-2.25', '12.5']);
    expect(await column(`earnings/?format=csv&uid=${uid}`, 'reason')).toEqual(["'-7", "'--2.25", "'-12.5"]);
    expect(await column(`earnings/?format=csv&uid=${uid}&kind=payout`, 'amount')).toEqual([]);
    expect(await column('earnings/balances/?format=csv&search=lena', 'balance')).toEqual(['17.25']);
    expect(await column('earnings/balances/?format=csv&least=100', 'uid')).toEqual([]);
    // More than a search reads for a page, all of them newer.
    await app.database.query(
      `INSERT INTO users (uid, username, first_name, last_name, roles)
       SELECT 1000000 + i, 'lena-' || i, '', '', '{member}' FROM generate_series(1, 10100) AS i`,
    );
    expect(await column('earnings/balances/?format=csv&search=len', 'balance')).toEqual(['17.25']);
    expect(await found('audit/?action=earnings.download', 'entity_type')).toEqual(
      Array(before.earnings + 3).fill('earning'),
    );
    expect(await found('audit/?action=balances.download', 'entity_type')).toHaveLength(before.balances + 3);
  });
});

describe('lists of money and volumes', () => {
  const sums = async (path: string): Promise<object[]> => {
    const { status, body } = await admin.get(`/admin/api/${path}&sums=true&limit=1`);
    expect(status).toBe(200);
    return body.data.sums;
  };

  it('say what all that match come to', async () => {
    const { uid } = await app.make.user({ username: 'sumi' });
    const amounts = [12.5, -2.25, 7];
    for (const amount of amounts) await admin.post('/admin/api/earnings/', { uid, amount, reason: 'sum' });
    expect(await sums(`earnings/?uid=${uid}`)).toEqual([{ kind: 'adjustment', count: 3, amount: 17.25 }]);
    expect(await sums(`earnings/?uid=${uid}&kind=payout`)).toEqual([]);
    expect(await sums('earnings/balances/?search=sumi')).toEqual([{ count: 1, balance: 17.25, payable: 17.25 }]);
    expect(await sums('earnings/balances/?search=sumi&on_hold=true')).toEqual([{ count: 0, balance: 0, payable: 0 }]);
    for (const volume of [10, -4]) {
      const volumes = { business_volume: volume, points: volume, cumulative_volume: 0 };
      expect((await admin.post('/admin/api/volumes/', { uid, ...volumes, reason: 'sum' })).status).toBe(200);
    }
    expect(await sums(`volumes/?uid=${uid}`)).toEqual([
      { count: 2, business_volume: 6, points: 6, cumulative_volume: 0 },
    ]);
    expect((await admin.get(`/admin/api/volumes/?uid=${uid}`)).body.data).not.toHaveProperty('sums');
    expect(await sums(`commission-statements/?uid=${uid}`)).toEqual([{ count: 0, total: 0 }]);
  });

  it('say what payouts come to by their status, and what of it is not marked', async () => {
    const { uid } = await app.make.user({ username: 'paula' });
    await admin.post('/admin/api/earnings/', { uid, amount: 40, reason: 'sum' });
    const { id } = (await admin.post('/admin/api/payouts/', { minimum: 40 })).body.data;
    expect(await sums(`payouts/?uid=${uid}`)).toEqual([{ status: 'created', count: 1, amount: 40, pending: 40 }]);
    expect((await admin.post(`/admin/api/payouts/${id}/cancel/`)).status).toBe(200);
    expect(await sums(`payouts/?uid=${uid}`)).toEqual([{ status: 'cancelled', count: 1, amount: 40, pending: 0 }]);
  });

  it('are read the oldest first too, also as a file', async () => {
    const { uid } = await app.make.user({ username: 'olga' });
    for (const amount of [1, 2, 3]) await admin.post('/admin/api/earnings/', { uid, amount, reason: 'order' });
    expect(await found(`earnings/?uid=${uid}`, 'amount')).toEqual([3, 2, 1]);
    expect(await found(`earnings/?uid=${uid}&sort=at`, 'amount')).toEqual([1, 2, 3]);
    expect(await column(`earnings/?format=csv&uid=${uid}&sort=at`, 'amount')).toEqual(['1', '2', '3']);
    for (const reason of ['tax', 'bank']) await admin.post('/admin/api/payout-holds/', { uid, reason, note: 'order' });
    expect(await found(`payout-holds/?uid=${uid}&sort=from`, 'reason')).toEqual(['tax', 'bank']);
    expect(await found(`payout-holds/?uid=${uid}`, 'reason')).toEqual(['bank', 'tax']);
  });
});

describe('the file of a list of a member or another thing', () => {
  it('has all of it, and says in the audit log whose it is', async () => {
    const { uid } = await app.make.user();
    const below = [await app.make.user({ sponsorUid: uid }), await app.make.user({ sponsorUid: uid })];
    const uids = below.map((one) => String(one.uid));
    expect(await column(`network/${uid}/children/?format=csv`, 'uid')).toEqual(uids);
    expect(await column(`commission-statements/?uid=${uid}&format=csv`, 'period')).toEqual([]);
    expect(await found('audit/?action=frontline.download', 'entity_id')).toEqual([String(uid)]);
    expect((await admin.get('/admin/api/network/9999999/children/?format=csv')).status).toBe(404);
    const { id } = await app.make.application();
    const [key] = (await admin.get(`/admin/api/applications/${id}/keys/`)).body.data.results;
    expect(await column(`applications/${id}/keys/?format=csv`, 'key_id')).toEqual([key.key_id]);
  });
});
