import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { prepareFirstStart } from '#operations/first-start/index.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { withCurl } from './support/curl.js';
import { until } from './support/until.js';

function enter(app: TestApp, username: string, password: string): Promise<Answer> {
  return app.send('POST', '/admin/api/session/', { payload: { username, password } });
}

const users = (app: TestApp): Promise<{ username: string; roles: string[] }[]> =>
  app.database.query('SELECT username, roles FROM users ORDER BY uid');

describe('a first start', () => {
  let app: TestApp;

  afterEach(() => app.stop());

  it('makes the super admin with a generated password, printed once', async () => {
    app = await startTestApp();
    const line = (await prepareFirstStart(app.nest)).find((text) => text.includes('Super admin: '))!;
    const password = /^ *Super admin: admin \/ (\S{20,}) /.exec(line)![1]!;
    expect((await enter(app, 'admin', password)).status).toBe(200);
    expect((await prepareFirstStart(app.nest)).join('\n')).not.toContain('Super admin');
    expect(await users(app)).toEqual([{ username: 'admin', roles: ['super_admin'] }]);
  });

  it('makes the super admin of the settings, whose password is not printed', async () => {
    app = await startTestApp({ config: { superAdminUsername: 'root', superAdminPassword: 'from the settings' } });
    const lines = await prepareFirstStart(app.nest);
    expect(lines.join('\n')).toContain('Super admin: root');
    expect(lines.join('\n')).not.toContain('from the settings');
    expect((await enter(app, 'root', 'from the settings')).status).toBe(200);
  });

  it('leaves a user of that name as it is', async () => {
    app = await startTestApp({ config: { superAdminPassword: 'from the settings' } });
    await app.make.user({ username: 'Admin' });
    expect((await prepareFirstStart(app.nest)).join('\n')).toContain('no one can log in to the console: "admin"');
    expect(await users(app)).toEqual([{ username: 'Admin', roles: ['member'] }]);
    expect((await enter(app, 'admin', 'from the settings')).status).toBe(401);
  });

  it('puts no demo into a database that is in use', async () => {
    app = await startTestApp({ config: { demo: true } });
    await app.make.application();
    await prepareFirstStart(app.nest);
    expect(await app.database.query('SELECT 1 FROM bundles')).toEqual([]);
    expect((await users(app)).map(({ username }) => username)).toContain('admin');
  });
});

describe('the demo', () => {
  let app: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ config: { demo: true } });
    other = await startTestApp({ config: { demo: true }, sharing: app });
  });
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  it('is made once by two instances that start at the same time', async () => {
    expect((await app.send('GET', '/docs')).text).not.toContain('value="alice"');
    await Promise.all([prepareFirstStart(app.nest), prepareFirstStart(other.nest)]);
    const names = (await users(app)).map(({ username }) => username);
    expect(names.slice(0, 6)).toEqual(['admin', 'helena', 'alice', 'bob', 'carol', 'demo-api-admin']);
    expect(names).toHaveLength(new Set(names).size);
    expect(await app.database.query('SELECT 1 FROM applications')).toHaveLength(3);
  });

  it('waits for its turn without a statement that could take too long', async () => {
    const holder = new pg.Client({ connectionString: app.database.url });
    await holder.connect();
    await holder.query('BEGIN; SELECT pg_advisory_xact_lock(715240003)');
    const prepared = prepareFirstStart(other.nest);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE '%pg_try_advisory_xact_lock(715240003)%'`;
    await until(async () => (await app.database.query(waiting)).length === 1);
    await holder.end();
    expect((await prepared).join('\n')).toContain('Super admin: admin');
  });

  it('has applications, one to enter by single sign-on, members in a line and a catalogue with translations', async () => {
    const made = await app.database.query('SELECT client_type, sso_login_url FROM applications ORDER BY client_type');
    expect(made).toEqual([
      { client_type: 'mobile', sso_login_url: null },
      { client_type: 'server', sso_login_url: null },
      { client_type: 'web', sso_login_url: 'http://localhost:8080/sso' },
    ]);
    const line = await app.database.query(
      `SELECT u.username, s.username AS sponsor FROM users u LEFT JOIN users s ON s.uid = u.sponsor_uid WHERE 'member' = ANY (u.roles) ORDER BY u.uid LIMIT 4`,
    );
    expect(line).toEqual([
      { username: 'helena', sponsor: null },
      { username: 'alice', sponsor: 'helena' },
      { username: 'bob', sponsor: 'alice' },
      { username: 'carol', sponsor: 'bob' },
    ]);
    const bundles = await app.database.query(
      `SELECT product_type, count(*)::int AS count, bool_and(name_translations ? 'de' AND description_translations ? 'de') AS german
         FROM bundles GROUP BY 1 ORDER BY 1`,
    );
    expect(bundles).toEqual([
      { product_type: 'care', count: 3, german: true },
      { product_type: 'external-api-product', count: 7, german: true },
      { product_type: 'home', count: 2, german: true },
      { product_type: 'starter-kit', count: 2, german: true },
    ]);
  });

  it('prints commands that work as they stand, again and again, and the console and the passwords last', async () => {
    const address = await app.listen();
    app.config.publicUrl = address;
    for (const quantity of [1, 2]) {
      const lines = await prepareFirstStart(app.nest);
      const rule = expect.stringMatching(/^═+$/);
      expect(lines.slice(-8)).toEqual([
        rule,
        `         Shop: ${address}/shop/`,
        `      Console: ${address}/admin/`,
        `API reference: ${address}/docs`,
        '  Super admin: admin / demo-admin-password-123',
        '    API admin: demo-api-admin / demo-password-123',
        '      Members: helena, alice, bob, carol / demo-password-123',
        rule,
      ]);
      expect(lines.filter((line) => line.startsWith('key='))).toHaveLength(1);
      const commands = lines.filter((line) => /^(curl |\w+=)/.test(line));
      expect(commands.filter((line) => line.startsWith('curl '))).toHaveLength(3);
      expect(Math.max(...commands.map(({ length }) => length))).toBeLessThan(600);
      const [list, added, cart] = await runAll(commands);
      expect(list).toMatchObject({ status_code: 200, data: { results: [{}, {}, {}] } });
      expect(added).toMatchObject({ status_code: 200, data: { cartitems: [{ quantity }] } });
      expect(cart).toEqual(added);
    }
  });

  it('fills in its credentials in the API reference, unless it is off', async () => {
    const { text } = await app.send('GET', '/docs');
    const [, apikey] = /name="apikey"[^>]* value="([^"]+)"/.exec(text)!;
    const answer = await app.send('POST', '/api/v1/token/', {
      headers: { apikey: apikey! },
      payload: { username: 'alice', password: /name="password"[^>]* value="([^"]+)"/.exec(text)![1]! },
    });
    expect(answer.status).toBe(200);
    expect((await app.send('GET', '/docs/admin')).text).not.toContain('demo-');
    const off = await startTestApp({ config: { demo: false }, sharing: app });
    expect((await off.send('GET', '/docs')).text).not.toMatch(/name="(apikey|username|password)"[^>]* value=/);
    await off.stop();
  });

  it('prints only what is still true', async () => {
    await app.database.query(
      `UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE username = 'admin') WHERE username = 'bob'`,
    );
    await app.database.query(
      `UPDATE users SET status = 'inactive' WHERE username IN ('helena', 'alice', 'demo-api-admin')`,
    );
    const lines = await prepareFirstStart(app.nest);
    expect(lines).toContain('      Members: carol / demo-password-123');
    expect(lines.some((line) => line.startsWith('curl') || line.includes('API admin'))).toBe(false);
  });
});

async function runAll(commands: string[]): Promise<unknown[]> {
  const { stdout } = await promisify(execFile)('sh', ['-c', commands.join('\n')], { env: await withCurl() });
  return stdout
    .split(/(?<=^\})\n/m)
    .filter(Boolean)
    .map((answer) => JSON.parse(answer) as unknown);
}
