import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { bundleBody } from './support/bundles.js';
import { PASSWORD, type TestApplication, type TestClient } from './support/factories.js';
import { literal, statementsOf, type Run } from './support/sent-statements.js';
import { planOf, type SmallPeriod } from '@commerce/commission-engine';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { storeRun } from './support/stored-run.js';

/** SQL that compares one of the texts that can be searched by a part of it, or sets it, which looks the same. */
const EQUALITY = /\b(?:sku|bundle_id|username|email|order_number)"?\)?\s*(?:=|<>|!=|IN\b|IS (?:NOT )?DISTINCT)/;

const MODES = ['force_custom_plan', 'force_generic_plan'];

const TRIGRAM_INDEXES = `
  SELECT DISTINCT x.relname AS index, t.relname AS table, a.attname AS column
    FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
      CROSS JOIN unnest(i.indclass) AS u (class) JOIN pg_opclass o ON o.oid = u.class
      JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = i.indrelid AND d.refobjsubid > 0
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = d.refobjsubid
   WHERE o.opcname IN ('gin_trgm_ops', 'gist_trgm_ops') AND a.atttypid IN ('text'::regtype, 'varchar'::regtype)`;

/** All other indexes that can be dropped: without them the planner takes one of trigrams wherever it may. */
const OTHER_INDEXES = `
  SELECT x.relname AS index
    FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
   WHERE i.indrelid::regclass::text IN ('bundles', 'products', 'users', 'orders') AND m.amname <> 'gin'
     AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)`;

/** Joins all rows of a file with their users, and looks for none of them by an index. */
const WHOLE_TABLES = ['volume-import.resolve', 'member-import.find-refused'];

const SIGN_UP = {
  username: 'equal',
  email: 'equal-1@example.com',
  password: PASSWORD,
  first_name: 'Equal',
  last_name: 'One',
  country_code: 'DE',
};

interface Searched {
  index: string;
  table: string;
  column: string;
}

/** Names of the statements of the sources that compare such a text. */
function namesInSources(): string[] {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'));
  const declared = sources.flatMap((file) => [
    ...readFileSync(join('src', file), 'utf8').matchAll(/\bstatement\(\s*'([^']+)',\s*(`[^`]*`|'[^']*')/g),
  ]);
  return declared.filter(([, , text]) => EQUALITY.test(text!)).map(([, name]) => name!);
}

describe('what is equal to a text', () => {
  let app: TestApp;
  let application: TestApplication;
  let client: pg.Client;
  let searched: Searched[];
  let runs: Run[];

  beforeAll(async () => {
    app = await startTestApp();
    application = await app.make.application();
    await app.make.catalogue.productType();
    searched = await app.database.query<Searched>(TRIGRAM_INDEXES);
    client = new pg.Client({ connectionString: app.database.url });
    await client.connect();
    runs = await compared();
  });
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  /** Plans of statements where nothing but indexes of trigrams is left to find a text; what was changed for it is undone. */
  async function plansOf(asked: readonly Omit<Run, 'name'>[], ...before: string[]): Promise<string[]> {
    const plans: string[] = [];
    await client.query('BEGIN');
    try {
      const others = await client.query<{ index: string }>(OTHER_INDEXES);
      for (const { index } of others.rows) await client.query(`DROP INDEX ${index}`);
      for (const sql of ['SET LOCAL enable_seqscan = off', ...before]) await client.query(sql);
      for (const { text, values } of asked) {
        await client.query(`PREPARE asked AS ${text}`);
        const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
        for (const mode of MODES) {
          await client.query(`SET LOCAL plan_cache_mode = ${mode}`);
          const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE asked${given}`);
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        }
        await client.query('DEALLOCATE asked');
      }
    } finally {
      await client.query('ROLLBACK');
    }
    return plans;
  }

  /** The statements of all requests that look for bundles, products, users and orders by such a text. */
  async function compared(): Promise<Run[]> {
    const admin: TestClient = await app.make.apiAdmin(application);
    const superAdmin = await app.make.superAdmin();
    const { username } = await app.make.user();
    const logIn = { headers: { apikey: application.apikey }, payload: { username, password: PASSWORD } };
    const body = bundleBody('equal-1');
    const user = await app.make.user();
    const product = await app.make.catalogue.product();
    await admin.post('commerce/add-cart-item/', { product_id: product.id });
    const buyer = await app.make.member(application);
    await buyer.post('commerce/add-cart-item/', { product_id: product.id });
    const { order_number: number } = (await buyer.post('commerce/create-order/', {})).body.data;
    const small: SmallPeriod = { plan: planOf({}), members: [{ uid: buyer.user.uid }], rows: [] };
    const run = await storeRun(app, small, { isKnown: true });
    const explain = `/admin/api/commission-runs/${run.id}/explain/?uid=${buyer.user.uid}&order=${number}`;
    const requests: (() => Promise<Answer>)[] = [
      () => superAdmin.get(explain),
      () => app.send('POST', 'token/', logIn),
      () => admin.post('commerce/product/create/', body),
      () => admin.post('commerce/product/bulk/create/', [bundleBody('equal-2'), bundleBody('equal-3')]),
      () => admin.post('commerce/product/update/', body),
      () => admin.delete('commerce/product/delete/?bundle_id=equal-2'),
      () => admin.get('commerce/product/detail/?bundle_id=equal-1'),
      () => superAdmin.get('/admin/api/bundles/equal-1/'),
      () => superAdmin.get('/admin/api/bundles/equal-1/delete-impact/'),
      () => superAdmin.patch('/admin/api/bundles/equal-1/', { name: 'Equal' }),
      () =>
        superAdmin.post('/admin/api/applications/', {
          name: 'Equal',
          api_version: 'v1',
          client_type: 'server',
          api_admin: { username: user.username, email: user.email },
        }),
      () => superAdmin.patch(`/admin/api/users/${user.uid}/`, { email: 'equal@example.com' }),
      () => admin.post('user/signup/', { ...SIGN_UP, sponsor: user.username }),
      () => admin.post('commerce/create-order/', {}),
    ];
    const sent: Run[] = [];
    for (const request of requests) sent.push(...(await statementsOf(request)));
    return sent.filter(({ text }) => EQUALITY.test(text) && !text.includes('ON CONFLICT'));
  }

  it('is looked for by every statement that this test looks at', () => {
    const names = new Set([...runs.map(({ name }) => name), ...WHOLE_TABLES]);
    expect(namesInSources().filter((name) => !names.has(name))).toEqual([]);
  });

  it('is never found by an index of trigrams, whatever the planner knows', async () => {
    for (const plan of await plansOf(runs)) expect(foundBy(plan)).toEqual([]);
  });

  it('could not be found by one even by statements that there are not', async () => {
    expect(searched.map(({ column }) => column)).toEqual(
      expect.arrayContaining(['bundle_id', 'sku', 'name', 'username', 'email', 'order_number', 'first_name']),
    );
    const others = searched.flatMap(({ table, column }) =>
      [column, `lower(${column})`].flatMap((text) => [
        { text: `SELECT * FROM ${table} WHERE ${text} = $1`, values: ['x'] },
        { text: `SELECT * FROM ${table} WHERE ${text} = ANY($1::text[])`, values: [['x', 'y']] },
      ]),
    );
    for (const plan of await plansOf(others.map(live))) expect(foundBy(plan)).toEqual([]);
  });

  it.each([
    ['sku', 'products', 'WHERE deleted_at IS NULL'],
    ['bundle_id', 'bundles', 'WHERE deleted_at IS NULL'],
    ['lower(username)', 'users', ''],
  ])('would be found by one over %s, which this very test sees', async (column, table, where) => {
    const index = `CREATE INDEX old_search ON ${table} USING gin ((${column}) gin_trgm_ops) ${where}`;
    // PostgreSQL does not use an index in the transaction that made it while others may still see older versions of its rows.
    const usable = `UPDATE pg_index SET indcheckxmin = false WHERE indexrelid = 'old_search'::regclass`;
    expect((await plansOf(runs, index, usable)).flatMap(foundBy)).toContain('old_search');
  });
});

/** The indexes of trigrams in which a plan looks for a text. One that is read from end to end stands in for a dropped one. */
function foundBy(plan: string): string[] {
  return [...plan.matchAll(/Bitmap Index Scan on (\w+_search) .*\n\s+Index Cond/g)].map(([, index]) => index!);
}

/** Indexes of bundles and products hold what is not deleted, so statements must say that they want no more. */
function live(run: Omit<Run, 'name'>): Omit<Run, 'name'> {
  return /FROM (?:bundles|products)/.test(run.text) ? { ...run, text: `${run.text} AND deleted_at IS NULL` } : run;
}
