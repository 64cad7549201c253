import { describe, expect, it } from '@jest/globals';
import { PERMISSIONS } from '#common/access/index.js';
import { withApprovals, withoutApprovals } from './support/approvals.js';
import { until } from './support/until.js';
import { PASSWORD, type TestClient, type TestUser } from './support/factories.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const USERS = '/admin/api/users/';
const SESSION = '/admin/api/session/';
const AUDIT = '/admin/api/audit/';

const app = await useTestApp();
const admin = await app.make.superAdmin();

async function logIn(username: string, password: string): Promise<Answer> {
  const { apikey } = await app.make.application();
  return app.send('POST', 'token/', { headers: { apikey }, payload: { username, password } });
}

async function change(user: TestUser, payload: object): Promise<Answer> {
  return admin.patch(`${USERS}${user.uid}/`, payload);
}

describe('users', () => {
  it('are made with a given password, which is not told', async () => {
    const body = {
      username: 'maria',
      email: 'Maria@example.com',
      password: 'a password of hers',
      first_name: 'Maria',
      last_name: 'S',
      country_code: 'de',
      roles: ['member', 'api_admin'],
    };
    const { data } = (await admin.post(USERS, body)).body;
    expect(data).toEqual({
      uid: expect.any(Number),
      username: 'maria',
      email: 'Maria@example.com',
      first_name: 'Maria',
      last_name: 'S',
      country_code: 'DE',
      sponsor_uid: null,
      sponsor: null,
      roles: ['member', 'api_admin'],
      status: 'active',
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await admin.get(`${USERS}${data.uid}/`)).body.data).toEqual(data);
    expect((await logIn('MARIA@EXAMPLE.COM', body.password)).status).toBe(200);
  });

  it('are made with a generated password, which is told once', async () => {
    const { data } = (await admin.post(USERS, { username: 'nora', email: 'nora@example.com', sponsor: 'MARIA' })).body;
    expect(data).toMatchObject({ roles: ['member'], sponsor: 'maria' });
    expect(data.password.length).toBeGreaterThanOrEqual(20);
    expect((await logIn('nora', data.password)).status).toBe(200);
    const [entry] = await app.database.query(
      `SELECT after FROM audit_entries WHERE action = 'user.create' AND entity_id = $1`,
      [String(data.uid)],
    );
    expect(JSON.stringify(entry)).not.toContain(data.password);
  });

  it('report everything that is wrong at once', async () => {
    const user = await app.make.user();
    const taken = await admin.post(USERS, {
      username: user.username.toUpperCase(),
      email: user.email,
      sponsor: 'nobody-here',
    });
    expect(taken.body.errors).toEqual({
      username: [{ message: 'is already taken' }],
      email: [{ message: 'is already taken' }],
      sponsor: [{ message: 'is not the username of an active member' }],
    });
    const wrong = await admin.post(USERS, {
      username: 'x',
      email: 'x',
      password: 'short',
      country_code: 'XX',
      roles: [],
    });
    expect(Object.keys(wrong.body.errors).sort()).toEqual(['country_code', 'email', 'password', 'roles', 'username']);
    const roles = (value: unknown): Promise<Answer> =>
      admin.post(USERS, { username: 'yy', email: 'y@example.com', roles: value });
    for (const value of ['member', ['owner'], ['member', 'member']])
      expect((await roles(value)).body.errors).toHaveProperty('roles');
  });

  it('report what is taken with all that is wrong with the form', async () => {
    const { username, email } = await app.make.user();
    const { body } = await admin.post(USERS, { username, email, password: 'short', sponsor: 'nobody-here' });
    expect(body.errors).toEqual({
      password: [expect.anything()],
      username: [{ message: 'is already taken' }],
      email: [{ message: 'is already taken' }],
      sponsor: [{ message: 'is not the username of an active member' }],
    });
    expect((await admin.post(USERS, [])).body.errors).toEqual({ detail: [expect.anything()] });
  });

  it('are listed by search, role and status, newest first', async () => {
    const [first, second] = [
      await app.make.user({ username: 'zoe-one' }),
      await app.make.user({ username: 'zoe-two', roles: ['api_admin'] }),
    ];
    await change(first, { first_name: 'Zoltan', last_name: 'Kiss', status: 'inactive' });
    const uids = async (query: string): Promise<number[]> =>
      (await admin.get(`${USERS}?${query}`)).body.data.results.map(({ uid }: TestUser) => uid);
    expect(await uids('search=ZOE-')).toEqual([second.uid, first.uid]);
    expect(await uids('search=zoltan%20k')).toEqual([first.uid]);
    expect(await uids('search=zoe-one@example')).toEqual([first.uid]);
    expect(await uids('search=zoe&role=api_admin')).toEqual([second.uid]);
    expect(await uids('search=zoe&status=inactive')).toEqual([first.uid]);
    const page = (await admin.get(`${USERS}?search=zoe&limit=1&offset=1`)).body.data;
    expect(page).toMatchObject({ count: 2, next: null, results: [{ uid: first.uid }] });
    expect(JSON.stringify(page)).not.toContain('argon2');
  });

  it.each(['0', 'x', '999999999', '99999999999999999999'])('answer 404 for %s', async (uid) => {
    expect((await admin.get(`${USERS}${uid}/`)).body).toMatchObject({ status_code: 404, type: 'Not Found' });
    expect((await admin.patch(`${USERS}${uid}/`, { first_name: 'x' })).status).toBe(404);
  });
});

describe('changing a user', () => {
  it('replaces what is sent, and is audited with before and after', async () => {
    const user = await app.make.user();
    const answer = await change(user, { email: 'new@example.com', first_name: 'N', country_code: 'fr' });
    expect(answer.body.data).toMatchObject({
      email: 'new@example.com',
      first_name: 'N',
      country_code: 'FR',
      username: user.username,
    });
    expect((await change(user, { country_code: null })).body.data).toMatchObject({
      country_code: null,
      first_name: 'N',
    });
    const { results } = (await admin.get(`${AUDIT}?action=user.update&entity_id=${user.uid}`)).body.data;
    expect(results[1]).toMatchObject({
      before: { email: user.email },
      after: { email: 'new@example.com' },
      actor_uid: admin.user.uid,
    });
  });

  it('refuses an e-mail address that is taken, but not the user’s own', async () => {
    const [user, other] = [await app.make.user(), await app.make.user()];
    expect((await change(user, { email: other.email.toUpperCase() })).body.errors).toEqual({
      email: [{ message: 'is already taken' }],
    });
    expect((await change(user, { email: user.email.toUpperCase() })).status).toBe(200);
  });

  it('with a new password ends all sessions, and only the new one logs in', async () => {
    const client = await app.make.member();
    expect((await client.get('commerce/cart-items/')).status).toBe(200);
    expect((await change(client.user, { password: 'something quite new' })).body.data).not.toHaveProperty('password');
    await until(async () => expect((await client.get('commerce/cart-items/')).status).toBe(401));
    expect((await logIn(client.user.username, PASSWORD)).status).toBe(401);
    expect((await logIn(client.user.username, 'something quite new')).status).toBe(200);
  });

  it('with reset_password tells the generated one once', async () => {
    const user = await app.make.user();
    const { password } = (await change(user, { reset_password: true })).body.data;
    expect((await logIn(user.username, password)).status).toBe(200);
    const both = await change(user, { reset_password: true, password: 'something quite new' });
    expect(both.body.errors).toHaveProperty('reset_password');
    const [entry] = (await admin.get(`${AUDIT}?entity_id=${user.uid}&action=user.update`)).body.data.results;
    expect(entry.after.password_changed).toBe(true);
    expect(JSON.stringify(entry)).not.toContain(password);
  });

  it('to inactive ends all sessions and lets nobody in', async () => {
    const client = await app.make.member();
    await client.get('commerce/cart-items/');
    await change(client.user, { status: 'inactive' });
    await until(async () => expect((await client.get('commerce/cart-items/')).status).toBe(401));
    expect((await logIn(client.user.username, PASSWORD)).body).toMatchObject({
      status_code: 401,
      type: 'Inactive Account',
    });
    await change(client.user, { status: 'active' });
    expect((await logIn(client.user.username, PASSWORD)).status).toBe(200);
  });

  it('changes roles for the sessions that are open', async () => {
    const client = await app.make.member();
    expect((await client.get('get/countries/')).body.type).toBe('Permission Denied');
    await change(client.user, { roles: ['member', 'api_admin'] });
    await until(async () => expect((await client.get('get/countries/')).status).toBe(200));
    await change(client.user, { roles: ['member'] });
    await until(async () => expect((await client.get('get/countries/')).status).toBe(403));
  });

  it('never leaves the admin module without a super admin', async () => {
    const own = (payload: object): Promise<Answer> => change(admin.user, payload);
    for (const payload of [{ status: 'inactive' }, { roles: ['member'] }]) {
      expect((await own(payload)).body).toMatchObject({ status_code: 409, type: 'Conflict' });
    }
    expect((await own({ roles: ['super_admin', 'member'], status: 'active' })).status).toBe(200);
    // Otherwise each of them waits for the other.
    await withoutApprovals(app);
    const others = [await app.make.superAdmin(), await app.make.superAdmin()];
    const [one, two] = others as [TestClient, TestClient];
    await app.database.query(
      `UPDATE users SET status = 'inactive' WHERE 'super_admin' = ANY (roles) AND uid <> ALL ($1)`,
      [others.map(({ user }) => user.uid)],
    );
    const answers = await Promise.all([
      one.patch(`${USERS}${two.user.uid}/`, { status: 'inactive' }),
      two.patch(`${USERS}${one.user.uid}/`, { roles: ['member'] }),
    ]);
    expect(answers.map(({ status }) => status).sort()[0]).toBe(200);
    const left = await app.database.query(
      `SELECT 1 FROM users WHERE 'super_admin' = ANY (roles) AND status = 'active'`,
    );
    expect(left).toHaveLength(1);
    await app.database.query(`UPDATE users SET status = 'active' WHERE uid = $1`, [admin.user.uid]);
    await withApprovals(app);
  });
});

describe('the session of the admin module', () => {
  const open = (username: string, password: string, headers: Record<string, string> = {}): Promise<Answer> =>
    app.send('POST', SESSION, { payload: { username, password }, headers });

  it('is opened with a password, and lets in by bearer or by cookie', async () => {
    const user = await app.make.user({ roles: ['super_admin'] });
    const answer = await open(user.username, PASSWORD);
    const granted = { roles: ['super_admin'], permissions: [...PERMISSIONS] };
    expect(answer.body.data).toEqual({ access_token: expect.any(String), expires_in: 43_200, ...granted });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^admin_session=[^;]+; Max-Age=43200; Path=\/admin; HttpOnly; SameSite=Strict$/);
    const identity = { uid: user.uid, username: user.username, ...granted };
    const { access_token: token } = answer.body.data;
    const ways: Record<string, string>[] = [{ authorization: `Bearer ${token}` }, { cookie: cookie.split(';', 1)[0]! }];
    for (const headers of ways) {
      expect((await app.send('GET', SESSION, { headers })).body.data).toEqual(identity);
    }
  });

  it('is opened once under an Idempotency-Key: who repeats it gets the same cookie', async () => {
    const user = await app.make.user({ roles: ['super_admin'] });
    const headers = { 'idempotency-key': 'open the console' };
    const [first, again] = [await open(user.username, PASSWORD, headers), await open(user.username, PASSWORD, headers)];
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect(again.headers['set-cookie']).toEqual(first.headers['set-cookie']);
    expect(String(again.headers['set-cookie'])).toContain(first.body.data.access_token);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect((await open(user.username, 'wrong password', headers)).status).toBe(422);
  });

  it('is ended by logging out, which takes the cookie away; both are audited', async () => {
    const user = await app.make.user({ roles: ['super_admin'] });
    const headers = { authorization: `Bearer ${(await open(user.username, PASSWORD)).body.data.access_token}` };
    const answer = await app.send('DELETE', SESSION, { headers });
    expect(answer.body.data).toEqual({});
    expect(String(answer.headers['set-cookie'])).toMatch(/^admin_session=; .*Path=\/admin; Expires=Thu, 01 Jan 1970/);
    await until(async () => expect((await app.send('GET', SESSION, { headers })).status).toBe(401));
    const { results } = (await admin.get(`${AUDIT}?actor=${user.username}`)).body.data;
    expect(results.map(({ action }: { action: string }) => action)).toEqual(['session.close', 'session.open']);
  });

  it('is for super admins only, with the right password', async () => {
    const [member, boss] = [await app.make.user(), await app.make.user({ roles: ['super_admin'] })];
    expect((await open(boss.username, 'wrong password')).body).toMatchObject({
      status_code: 401,
      type: 'Authentication Failed',
    });
    const [right, wrong] = [await open(member.username, PASSWORD), await open(member.username, 'wrong password')];
    expect(right.status).toBe(401);
    expect({ ...right.body, request_id: '' }).toEqual({ ...wrong.body, request_id: '' });
    expect(Object.keys((await app.send('POST', SESSION, { payload: {} })).body.errors)).toEqual([
      'username',
      'password',
    ]);
    expect((await app.send('GET', SESSION)).status).toBe(401);
  });

  it('is not opened by another site’s page', async () => {
    const user = await app.make.user({ roles: ['super_admin'] });
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { 'sec-fetch-site': 'cross-site' },
      // A page whose name points at this machine by now (DNS rebinding) is of the host that it asks for.
      { origin: 'http://evil.test:3000', host: 'evil.test:3000', 'sec-fetch-site': 'same-origin' },
      { origin: 'http://localhost:3001', host: 'localhost:3001', 'sec-fetch-site': 'same-origin' },
    ];
    for (const headers of foreign) expect((await open(user.username, PASSWORD, headers)).status).toBe(403);
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000']) {
      expect((await open(user.username, PASSWORD, { origin, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    }
  });

  it('is for pages of PUBLIC_URL too, whatever host a proxy asks for', async () => {
    const proxied = await startTestApp({ sharing: app, config: { publicUrl: 'https://shop.example.com' } });
    try {
      const user = await app.make.user({ roles: ['super_admin'] });
      const payload = { username: user.username, password: PASSWORD };
      const from = (origin: string): Record<string, string> => ({ origin, host: 'internal:3000' });
      const opened = await proxied.send('POST', SESSION, { headers: from('https://shop.example.com'), payload });
      expect(opened.status).toBe(200);
      const cookie = String(opened.headers['set-cookie']).split(';', 1)[0]!;
      const close = (origin: string): Promise<Answer> =>
        proxied.send('DELETE', SESSION, { headers: { ...from(origin), cookie } });
      for (const origin of ['https://shop.example.com.evil.test', 'http://shop.example.com', 'null']) {
        expect((await close(origin)).status).toBe(403);
      }
      expect((await close('https://shop.example.com')).status).toBe(200);
    } finally {
      await proxied.stop();
    }
  });

  it('has a Secure cookie where the service is reached by https', async () => {
    const secure = await startTestApp({ sharing: app, config: { publicUrl: 'https://shop.example.com' } });
    try {
      const user = await app.make.user({ roles: ['super_admin'] });
      const answer = await secure.send('POST', SESSION, { payload: { username: user.username, password: PASSWORD } });
      const cookie = String(answer.headers['set-cookie']);
      // What begins so can be set by this host alone, so that no other one of its domain can slip in a session of its own.
      expect(cookie).toMatch(/^__Host-admin_session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
      const [pair] = cookie.split(';', 1);
      expect((await secure.send('GET', SESSION, { headers: { cookie: pair! } })).status).toBe(200);
      const slipped = pair!.replace('__Host-', '');
      expect((await secure.send('GET', SESSION, { headers: { cookie: slipped } })).status).toBe(401);
    } finally {
      await secure.stop();
    }
  });
});

describe('the audit log', () => {
  it('tells who did what to what, when and from where; newest first', async () => {
    const user = await app.make.user();
    const before = new Date();
    await admin.patch(`${USERS}${user.uid}/`, { first_name: 'A' }, { headers: { 'x-request-id': 'audited-1' } });
    const { results, count } = (await admin.get(`${AUDIT}?entity_type=user&entity_id=${user.uid}`)).body.data;
    expect(count).toBe(1);
    expect(results[0]).toMatchObject({
      actor_uid: admin.user.uid,
      actor_username: admin.user.username,
      application_id: null,
      action: 'user.update',
      entity_type: 'user',
      entity_id: String(user.uid),
      target_uid: null,
      ip: '127.0.0.1',
      request_id: 'audited-1',
      before: { first_name: '' },
      after: { first_name: 'A' },
    });
    expect(Date.parse(results[0].at)).toBeGreaterThanOrEqual(before.getTime() - 1);
  });

  it('is filtered by actor, time and text', async () => {
    const user = await app.make.user();
    await change(user, { first_name: 'B' });
    const count = async (query: string): Promise<number> =>
      (await admin.get(`${AUDIT}?entity_id=${user.uid}&${query}`)).body.data.count;
    const hour = (offset: number): string => new Date(Date.now() + offset * 3_600_000).toISOString();
    expect(await count(`actor=${admin.user.uid}`)).toBe(1);
    expect(await count(`actor=${admin.user.username.toUpperCase()}`)).toBe(1);
    expect(await count('actor=nobody')).toBe(0);
    expect(await count(`from=${hour(-1)}&to=${hour(1)}`)).toBe(1);
    expect(await count(`from=${hour(1)}`)).toBe(0);
    expect(await count(`to=${hour(-1)}`)).toBe(0);
    expect(await count('search=USER.UP')).toBe(1);
    expect(await count('search=bundle')).toBe(0);
    expect(await count('from=2026-01-01T00:00:00%2B23:59')).toBe(1);
    expect((await admin.get(`${AUDIT}?from=yesterday`)).body.errors).toHaveProperty('from');
    expect((await admin.get(`${AUDIT}?to=0000-01-01`)).body.errors).toHaveProperty('to');
  });

  it('has what was done to an account and to the data of its user, by anybody', async () => {
    const [user, other] = [await app.make.user(), await app.make.user()];
    for (const one of [user, other]) await change(one, { first_name: 'D' });
    expect((await admin.post(`/admin/api/users/${user.uid}/notes/`, { text: 'called' })).status).toBe(200);
    await app.database.query(
      `INSERT INTO audit_entries (actor_uid, actor_username, action, entity_type, entity_id, target_uid, ip, request_id)
       VALUES ($1, 'admin', 'earnings.adjust', 'earning', 7, $2, '::1', 'r'),
              ($1, 'admin', 'order.create', 'order', $2, NULL, '::1', 'r')`,
      [admin.user.uid, user.uid],
    );
    const { results } = (await admin.get(`${AUDIT}?about=${user.uid}`)).body.data;
    const actions = (results as { action: string }[]).map(({ action }) => action);
    expect(actions).toEqual(['earnings.adjust', expect.any(String), 'user.update']);
    expect((await admin.get(`${AUDIT}?about=${user.uid}&action=user.update`)).body.data.count).toBe(1);
  });

  it('is searched for parts of actor, action and entity, for a type and id together, and for whole short ids', async () => {
    const [user, { uid }] = [await app.make.user(), admin.user];
    await change(user, { first_name: 'C' });
    const found = async (search: string): Promise<string[]> =>
      ((await admin.get(`${AUDIT}?from=${from}&search=${search}`)).body.data.results as { entity_id: string }[]).map(
        (entry) => entry.entity_id,
      );
    const [{ at }] = (await admin.get(`${AUDIT}?entity_id=${user.uid}`)).body.data.results as [{ at: string }];
    const from = at;
    await app.database.query(
      `INSERT INTO audit_entries (actor_uid, actor_username, action, entity_type, entity_id, ip, request_id)
       SELECT $1, 'Somebody', 'thing.change', 'thing', id, '::1', 'r' FROM unnest('{7,17,70,x-7}'::text[]) AS id`,
      [uid],
    );
    expect(await found(`user%20${user.uid}`)).toEqual([String(user.uid)]);
    expect(await found('THING.CH')).toHaveLength(4);
    expect(await found('mebod')).toHaveLength(4);
    expect(await found('thing%2070')).toEqual(['70']);
    expect((await found('7')).filter((id) => id !== String(user.uid))).toEqual(['7']);
    expect(await found('')).toHaveLength(5);
    const { text } = await admin.get(`${AUDIT}?from=${from}&search=17&format=csv`);
    expect(text.trimEnd().split('\n')).toHaveLength(2);
  });

  it('counts up to 1,000 that a search finds, and reads further', async () => {
    await app.database.query(
      `INSERT INTO audit_entries (actor_uid, actor_username, action, entity_type, entity_id, ip, request_id)
       SELECT $1, 'counted', 'thing.change', 'thing', n, '::1', 'r' FROM generate_series(1, 1100) AS n`,
      [admin.user.uid],
    );
    const counted = async (query: string): Promise<unknown[]> => {
      const { count, results } = (await admin.get(`${AUDIT}?limit=10&${query}`)).body.data;
      return [count, results.length];
    };
    expect(await counted('search=counted')).toEqual([1_000, 10]);
    expect(await counted('search=counted&offset=1090')).toEqual([1_000, 10]);
    expect(await counted('actor=counted')).toEqual([1_100, 10]);
  });

  it('is for super admins only', async () => {
    expect((await app.send('GET', AUDIT)).status).toBe(401);
  });
});
