import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { bundleBody } from './support/bundles.js';
import { PASSWORD, type TestApplication, type TestClient } from './support/factories.js';
import { literal, statementsOf, type Run } from './support/sent-statements.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

/** Rows of the large tables: enough for the planner to care. Ids of bundles leave gaps, so that they fill several ranges. */
const CARTS = 10_000;
const LINES = 5;
const BUNDLES = 20_000;

const FILL = [
  `INSERT INTO users (uid, username, email, password_hash)
     SELECT 100000 + i, 'u' || i, 'u' || i || '@example.com', 'none' FROM generate_series(1, ${CARTS}) i`,
  `INSERT INTO bundles (id, bundle_id, product_type, name, name_translations, description_translations,
       short_description_translations, business_volume, points, cumulative_volume, vendor_uid)
     SELECT 100000 + 10 * i, 'f' || i, CASE WHEN i <= 100 THEN 'rare-type' ELSE 'external-api-product' END, 'Filled ' || md5(i::text), '{}', '{}', '{}', 1, 1, 1, 1
       FROM generate_series(1, ${BUNDLES}) i`,
  `INSERT INTO products (id, bundle_key, sku, name, price, wholesale_price)
     SELECT 100000 + i, 100000 + 10 * ((i + 1) / 2), 'F-' || i, 'Filled', 1, 1 FROM generate_series(1, ${2 * BUNDLES}) i`,
  `INSERT INTO orders (id, uid, status, order_number, placed_at)
     SELECT 100000 + i, 100000 + (i + 1) / 2, CASE WHEN i % 2 = 0 THEN 'cart' ELSE 'placed' END,
            CASE WHEN i % 2 = 0 THEN NULL ELSE 'F' || i END, CASE WHEN i % 2 = 0 THEN NULL ELSE now() END
       FROM generate_series(1, ${2 * CARTS}) i`,
  `INSERT INTO order_lines (order_id, product_id, quantity, label, sku, bundle_id, vendor_uid, unit_price, business_volume,
       points, cumulative_volume)
     SELECT 100000 + i, 100000 + 1 + (i * 7 + l) % ${2 * BUNDLES}, 1, 'Filled', 'F', 'f', 1, 1, 1, 1, 1
       FROM generate_series(1, ${2 * CARTS}) i, generate_series(1, ${LINES}) l`,
  `INSERT INTO wishlist_items (uid, product_id)
     SELECT 100000 + i, 100000 + 1 + (i * 11 + l) % ${2 * BUNDLES}
       FROM generate_series(1, ${CARTS}) i, generate_series(1, ${LINES}) l`,
  `INSERT INTO events (id, type, aggregate_type, aggregate_id, data)
     SELECT gen_random_uuid(), 'cart.updated', 'order', i, '{}' FROM generate_series(1, ${CARTS}) i`,
  `INSERT INTO sessions (id, uid, application_id, sign_on_id, refresh_seed, expires_at)
     SELECT s.id, 100000 + s.i, NULL, s.id, '', now() + interval '1 day'
       FROM (SELECT gen_random_uuid() AS id, i FROM generate_series(1, ${CARTS}) i) s`,
  `INSERT INTO refresh_tokens (token_hash, session_id, expires_at)
     SELECT decode(md5(id::text), 'hex'), id, expires_at FROM sessions`,
  `INSERT INTO audit_entries (actor_uid, actor_username, action, entity_type, entity_id, ip, request_id)
     SELECT 1, 'x', 'x', 'x', i, '::1', 'x' FROM generate_series(1, ${CARTS}) i`,
  `INSERT INTO idempotency_records (key_hash, fingerprint, status, body, expires_at)
     SELECT decode(md5(i::text), 'hex'), '', 200, '', now() + interval '1 day' FROM generate_series(1, ${CARTS}) i`,
];

/** Those that grow with use; the others have a row for each application, key or type. */
const LARGE = [
  'users',
  'bundles',
  'products',
  'orders',
  'order_lines',
  'wishlist_items',
  'events',
  'sessions',
  'refresh_tokens',
  'audit_entries',
  'idempotency_records',
];

/** PostgreSQL decides after five times whether it goes on to plan a prepared statement. */
const ASKED_OFTEN = 7;

describe('with many rows', () => {
  let app: TestApp;
  let application: TestApplication;
  let member: TestClient;
  let admin: TestClient;
  let cart: { cart_id: number; cartitems: { id: number; product_id: number }[] };

  beforeAll(async () => {
    app = await startTestApp();
    application = await app.make.application();
    member = await app.make.member(application);
    admin = await app.make.apiAdmin(application);
    await app.make.catalogue.productType();
    await app.make.catalogue.productType('rare-type');
    for (const sql of FILL) await app.database.query(sql);
    await app.database.query('VACUUM (ANALYZE)');
    const { body } = await member.post('commerce/add-cart-item/', { product_id: 100_001, quantity: 1 });
    cart = body.data as typeof cart;
  });
  afterAll(() => app.stop());

  /** Large tables that statements read from end to end. */
  async function readWhole(runs: readonly Run[]): Promise<string[]> {
    const found: string[] = [];
    for (const { text, values } of runs) {
      const rows = await app.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      for (const [, table] of plan.matchAll(/Seq Scan on (\w+)/g)) {
        if (LARGE.includes(table!)) found.push(`${table!} in ${text}\n${plan}`);
      }
    }
    return found;
  }

  async function bundleReads(request: () => Promise<Answer>): Promise<Run[]> {
    return (await statementsOf(request)).filter(({ text }) => text.includes('FROM bundles'));
  }

  /** Plans of the statements that read bundles: for their values, and for any. Prepared statements come to have both. */
  async function plansOf(request: () => Promise<Answer>): Promise<string[]> {
    const plans: string[] = [];
    const client = new pg.Client({ connectionString: app.database.url, options: '-c jit=off' });
    await client.connect();
    try {
      for (const { text, values } of await bundleReads(request)) {
        await client.query(`PREPARE read AS ${text}`);
        const given = values.map(literal);
        for (const mode of ['force_custom_plan', 'force_generic_plan']) {
          await client.query(`SET plan_cache_mode = ${mode}`);
          const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE read(${given.join(', ')})`);
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        }
        await client.query('DEALLOCATE read');
      }
    } finally {
      await client.end();
    }
    return plans;
  }

  /** Prepared statements that the database goes on to plan again for each request: it believes that their values make a difference. */
  async function plannedEachTime(runs: readonly Run[]): Promise<string[]> {
    const client = new pg.Client({ connectionString: app.database.url, options: '-c jit=off' });
    await client.connect();
    try {
      const found: string[] = [];
      for (const { text, values } of runs.filter(({ name }) => name !== undefined)) {
        await client.query(`PREPARE asked AS ${text}`);
        const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
        for (let time = 0; time < ASKED_OFTEN; time += 1) await client.query(`EXPLAIN EXECUTE asked${given}`);
        const { rows } = await client.query<{ once: boolean }>(
          `SELECT generic_plans > 0 AS once FROM pg_prepared_statements WHERE name = 'asked'`,
        );
        if (rows[0]?.once !== true) found.push(text);
        await client.query('DEALLOCATE asked');
      }
      return found;
    } finally {
      await client.end();
    }
  }

  const add = (product_id: number) => () => member.post('commerce/add-cart-item/', { product_id, quantity: 1 });
  const list = (query: string) => () => admin.get(`commerce/product/list/?${query}`);
  const logIn = () =>
    app.send('POST', 'token/', {
      headers: { apikey: application.apikey },
      payload: { username: member.user.username, password: PASSWORD },
    });

  it.each<[string, () => Promise<Answer>]>([
    ['reading a cart', () => member.get('commerce/cart-items/')],
    ['adding a line', add(100_002)],
    ['raising a line', add(100_002)],
    [
      'changing a quantity',
      () =>
        member.post('commerce/update-cart/', {
          cart_id: cart.cart_id,
          line_item_id: cart.cartitems[0]!.id,
          quantity: 3,
        }),
    ],
    [
      'removing a line',
      () => member.post('commerce/remove-cart-item/', { pk: cart.cartitems[0]!.id, order_id: cart.cart_id }),
    ],
    ['placing an order', () => member.post('commerce/create-order/', {})],
    ['listing orders', () => member.get('commerce/orders/')],
    ['wishing', () => member.post('commerce/wishlist-add/', { product_id: 100_003 })],
    ['reading a wishlist', () => member.get('commerce/wishlist-items/')],
    ['wishing no more', () => member.post('commerce/wishlist-remove/', { product_id: 100_003 })],
    ['the first page of bundles', list('limit=50')],
    ['a page in the middle', list(`limit=50&offset=${BUNDLES / 2}`)],
    ['the last page', list(`limit=50&offset=${BUNDLES - 50}`)],
    ['bundles of a type', list('limit=50&category=external-api-product')],
    ['bundles by a rare name', list(`limit=50&name=c4ca4238a0b92382`)],
    ['the list of API bundles', () => member.get('commerce/product/list/api-products/')],
    ['creating a bundle', () => admin.post('commerce/product/create/', bundleBody('plan-1'))],
    ['the details of a bundle', () => admin.get('commerce/product/detail/?bundle_id=plan-1')],
    ['creating many', () => admin.post('commerce/product/bulk/create/', [bundleBody('plan-2'), bundleBody('plan-3')])],
    ['updating a bundle', () => admin.post('commerce/product/update/', bundleBody('plan-1', { name: 'Planned' }))],
    ['deleting a bundle', () => admin.delete('commerce/product/delete/?bundle_id=plan-2')],
    ['logging in', logIn],
    [
      'refreshing',
      async () => {
        const { refresh_token } = (await logIn()).body.data as { refresh_token: string };
        return app.send('POST', 'token/', { headers: { apikey: application.apikey }, payload: { refresh_token } });
      },
    ],
    [
      'a request under an idempotency key',
      () =>
        app.send('POST', 'commerce/wishlist-add/', {
          headers: { ...member.headers, 'idempotency-key': 'plan' },
          payload: { product_id: 100_004 },
        }),
    ],
    ['logging out', () => member.post('logout/', {})],
  ])('%s reads no large table from end to end, and is planned once', async (_what, request) => {
    const runs = await statementsOf(request);
    expect(runs.length).toBeGreaterThan(0);
    expect(await readWhole(runs)).toEqual([]);
    expect(await plannedEachTime(runs)).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    ['bundles', 'bundles/?search=f4242', ['bundles_name_search', 'bundles_id_search', 'products_sku_search']],
    ['users', 'users/?search=u4242@', ['users_username_search', 'users_email_search', 'users_name_search']],
    ['orders', 'orders/?search=F4242', ['orders_number_search', 'users_username_search']],
  ])('the super admin finds %s by a part of each text by its index', async (_what, path, indexes) => {
    const superAdmin = await app.make.superAdmin();
    const runs = await statementsOf(() => superAdmin.get(`/admin/api/${path}`));
    const searches = runs.filter(({ text }) => text.includes('ILIKE'));
    expect(searches.length).toBeGreaterThan(0);
    for (const { text, values } of searches) {
      const rows = await app.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      for (const index of indexes) expect(plan).toContain(`Bitmap Index Scan on ${index}`);
    }
  });

  it.each(['u4242', 'U4242', 'u4242@example.com'])(
    'the super admin finds who has exactly %s without looking for parts of names',
    async (search) => {
      const superAdmin = await app.make.superAdmin();
      const path = `/admin/api/users/?search=${encodeURIComponent(search)}`;
      expect((await superAdmin.get(path)).body.data).toMatchObject({ count: 1, results: [{ username: 'u4242' }] });
      const runs = await statementsOf(() => superAdmin.get(path));
      const searches = runs.filter(({ text }) => text.includes('ILIKE'));
      expect(searches.length).toBeGreaterThan(0);
      for (const { text, values } of searches) {
        const rows = await app.database.query<{ 'QUERY PLAN': string }>(
          `EXPLAIN (ANALYZE, TIMING OFF) ${text}`,
          values,
        );
        const parts = rows.map((row) => row['QUERY PLAN']).filter((line) => /users_\w+_search/.test(line));
        expect(parts.length).toBeGreaterThan(0);
        for (const line of parts) expect(line).toContain('never executed');
      }
    },
  );

  it('counts and finds members who can be invited by an index, where nearly everybody has a password', async () => {
    const superAdmin = await app.make.superAdmin();
    const shop = await app.make.application({
      selfService: true,
      webhookUrl: 'https://93.184.216.34/hooks',
      webhookEvents: ['account.invited'],
    });
    for (const body of [{ dry_run: true }, {}]) {
      const runs = await statementsOf(() => superAdmin.post(`/admin/api/applications/${shop.id}/invitations/`, body));
      const reads = runs.filter(({ text }) => /password_hash"? IS NULL/.test(text));
      expect(reads.length).toBeGreaterThan(0);
      for (const { text, values } of reads) {
        const rows = await app.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('users_without_password');
      }
    }
  });

  it('finds bundles by a part of their name in any language, and of their SKUs, by indexes', async () => {
    const [plan] = await plansOf(list('search=c4ca4238&sort=price'));
    for (const index of ['bundles_name_search', 'bundles_translation_search', 'products_sku_search'])
      expect(plan).toContain(`Bitmap Index Scan on ${index}`);
  });

  it.each<[string, string, string[]]>([
    ['bundles', '', ['bundles_newest']],
    // Where nearly all are of the type, the way over all bundles of the range is as short.
    ['bundles of a type', '&category=external-api-product', ['bundles_type_newest', 'bundles_pkey']],
    ['bundles of a rare type', '&category=rare-type', ['bundles_type_newest']],
    ['bundles by name', '&name=c4ca4238', ['bundles_name_search']],
    ['bundles by a name that all have', '&name=filled', ['bundles_name_search']],
    ['bundles of a type by name', '&name=c4ca4238&category=external-api-product', ['bundles_name_search']],
  ])('pages of %s are found by their index, whatever their offset', async (_what, filter, indexes) => {
    for (const offset of [0, BUNDLES / 2, BUNDLES - 50]) {
      const plans = await plansOf(list(`limit=50&offset=${offset}${filter}`));
      expect(plans).toHaveLength(2);
      for (const plan of plans) {
        expect(plan).toMatch(new RegExp(`(?:using|on) (?:${indexes.join('|')})(?: on bundles b)? .*\\n\\s+Index Cond`));
        expect(plan).not.toMatch(/Seq Scan on (?:bundles|products) /);
      }
    }
  });

  it('no page skips more bundles than a range of ids has', async () => {
    const runs = await bundleReads(list(`limit=50&offset=${BUNDLES / 2}&category=external-api-product`));
    const { text, values } = runs[0]!;
    const rows = await app.database.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, TIMING OFF) ${text}`, values);
    const read = rows.flatMap((row) => [...row['QUERY PLAN'].matchAll(/ on bundles b .*actual rows=(\d+)/g)]);
    expect(read.length).toBeGreaterThan(0);
    for (const [, count] of read) expect(Number(count)).toBeLessThan(BUNDLES / 4);
  });

  /** It is one statement that does not search. */
  async function expectKept(search: () => Promise<Answer>): Promise<void> {
    const runs = await bundleReads(search);
    expect(runs).toHaveLength(1);
    expect(runs[0]!.text).not.toContain('LIKE');
    expect(await readWhole(runs)).toEqual([]);
    expect(await plannedEachTime(runs)).toEqual([]);
  }

  it('what a common search found is not looked for again', async () => {
    const common = list('limit=50&name=filled&category=external-api-product');
    await common();
    await expectKept(common);
  });

  it('what no index could find is not looked for again, however little it was', async () => {
    for (const name of ['~~', 'ed']) {
      const short = list(`limit=50&offset=0&name=${encodeURIComponent(name)}&category=rare-type`);
      const answers = [await short(), await short()];
      expect(answers[1]!.body).toEqual(answers[0]!.body);
      await expectKept(short);
    }
  });

  it('a search that no index can help is seen by this very test', async () => {
    const runs = [
      { name: undefined, text: 'SELECT * FROM bundles WHERE description_translations = $1', values: ['{}'] },
    ];
    expect(await readWhole(runs)).toHaveLength(1);
  });
});
