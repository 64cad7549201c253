import { describe, expect, it } from '@jest/globals';
import { KeyUsage } from '#platform/client-apps/index.js';
import { eventsOf } from './support/catalogue.js';
import { until } from './support/until.js';
import { ChangeFeed } from '#common/database/index.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const APPLICATIONS = '/admin/api/applications/';
let count = 0;

const app = await useTestApp();
const admin = await app.make.superAdmin();

function registration(fields: object = {}): { name: string; api_admin: { username: string; email: string } } {
  count += 1;
  const username = `shop-admin-${count}`;
  const usual = {
    name: `Shop ${count}`,
    api_version: 'v1',
    client_type: 'server',
    api_admin: { username, email: `${username}@example.com` },
  };
  return { ...usual, ...fields };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test knows what it asked for
async function register(fields: object = {}): Promise<any> {
  const answer = await admin.post(APPLICATIONS, registration(fields));
  expect([answer.status, answer.body.errors]).toEqual([200, {}]);
  return answer.body.data;
}

const claims = (apikey: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(apikey.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

/** A key that works gets as far as the missing credentials. */
async function works(apikey: string): Promise<boolean> {
  const answer = await app.send('POST', 'token/', { headers: { apikey } });
  return answer.body.type === 'Validation Error';
}

async function lastAudit(action: string): Promise<Record<string, unknown>> {
  const [row] = await app.database.query('SELECT * FROM audit_entries WHERE action = $1 ORDER BY id DESC LIMIT 1', [
    action,
  ]);
  return row!;
}

describe('registering', () => {
  it('[2.9 application key claims: typ] [2.9 application key claims: aud] [2.9 application key claims: iss] [2.9 application key claims: iat] gives a key of the application', async () => {
    const before = Math.floor(Date.now() / 1000);
    const data = await register({ client_type: 'mobile' });
    expect(data).toMatchObject({
      client_type: 'mobile',
      status: 'active',
      api_version: 'v1',
      last_used_at: null,
      webhook: null,
      sso: null,
    });
    expect(data.access).toEqual({ hosts: { allow: [], block: [] }, ips: { allow: [], block: [] } });
    const { typ, aud, iss, iat, jti } = claims(data.apikey);
    expect({ typ, aud, iss }).toEqual({ typ: 'mobile', aud: data.id, iss: 'http://localhost:3000' });
    expect(iat).toBeGreaterThanOrEqual(before);
    expect(iat).toBeLessThanOrEqual(Date.now() / 1000);
    expect(jti).toMatch(/^[0-9a-f-]{36}$/);
    expect(await works(data.apikey)).toBe(true);
  });

  it('makes the API admin, whose generated password is shown once and logs in', async () => {
    const data = await register();
    expect(data.api_admin.password.length).toBeGreaterThanOrEqual(20);
    const { username, password } = data.api_admin;
    const login = await app.send('POST', 'token/', {
      headers: { apikey: data.apikey },
      payload: { username, password },
    });
    expect(login.body.data.uid).toBe(data.api_admin.uid);
    const again = await admin.get(`${APPLICATIONS}${data.id}/`);
    expect(again.body.data.api_admin).toEqual({ uid: data.api_admin.uid, username });
    expect(again.body.data).not.toHaveProperty('apikey');
  });

  it('takes the password that is given, and does not tell it', async () => {
    const body = registration();
    Object.assign(body.api_admin, { password: 'a password of mine' });
    const { data } = (await admin.post(APPLICATIONS, body)).body;
    expect(data.api_admin).toEqual({ uid: expect.any(Number), username: body.api_admin.username });
    const payload = { username: data.api_admin.username, password: 'a password of mine' };
    expect((await app.send('POST', 'token/', { headers: { apikey: data.apikey }, payload })).status).toBe(200);
  });

  it('gives an existing user the role, if the e-mail address is that user’s', async () => {
    const user = await app.make.user();
    const wrong = await admin.post(
      APPLICATIONS,
      registration({ api_admin: { username: user.username, email: 'x@example.com' } }),
    );
    expect(wrong.body).toMatchObject({
      status_code: 400,
      type: 'Validation Error',
      errors: { api_admin: [{ path: 'api_admin.email' }] },
    });
    const data = await register({
      api_admin: { username: user.username.toUpperCase(), email: user.email.toUpperCase() },
    });
    expect(data.api_admin).toEqual({ uid: user.uid, username: user.username });
    expect((await admin.get(`/admin/api/users/${user.uid}/`)).body.data.roles).toEqual(['member', 'api_admin']);
  });

  it('refuses another user’s e-mail address for a new API admin', async () => {
    const { email } = await app.make.user();
    const answer = await admin.post(APPLICATIONS, registration({ api_admin: { username: 'somebody-new', email } }));
    expect(answer.body.errors).toEqual({ api_admin: [{ message: 'is already taken', path: 'api_admin.email' }] });
    expect(await app.database.query(`SELECT 1 FROM users WHERE username = 'somebody-new'`)).toEqual([]);
  });

  it('keeps webhook, single sign-on and access rules; hosts in lower case', async () => {
    const webhook = { url: 'https://shop.example.com/hooks', events: ['order.placed', 'cart.updated'] };
    const sso = { login_url: 'https://shop.example.com/sso', logout_url: 'https://shop.example.com/bye' };
    const access = {
      hosts: { allow: ['*.Example.COM'], block: ['bad.example.com'] },
      ips: { allow: ['10.0.0.0/8'], block: ['::1'] },
    };
    const data = await register({ webhook, sso, access });
    expect(data).toMatchObject({
      webhook,
      sso,
      access: { ...access, hosts: { ...access.hosts, allow: ['*.example.com'] } },
    });
  });

  it('refuses private addresses of webhooks and single sign-on at once, unless they were there before', async () => {
    const problem = { message: 'must be a public address; WEBHOOK_ALLOW_PRIVATE=true allows others' };
    const own = { login_url: 'http://localhost:8080/sso', logout_url: 'https://[::1]/bye' };
    const webhook = { url: 'http://10.0.0.7/hooks', events: ['order.placed'] };
    expect((await admin.post(APPLICATIONS, registration({ webhook, sso: own }))).body.errors).toEqual({
      webhook: [{ ...problem, path: 'webhook.url' }],
      sso: [
        { ...problem, path: 'sso.login_url' },
        { ...problem, path: 'sso.logout_url' },
      ],
    });
    const { id } = await register({});
    const change = (body: object): Promise<Answer> => admin.patch(`${APPLICATIONS}${id}/`, body);
    expect((await change({ webhook })).body.errors).toEqual({ webhook: [{ ...problem, path: 'webhook.url' }] });
    await app.database.query(`UPDATE applications SET webhook_url = $2 WHERE id = $1`, [id, webhook.url]);
    expect((await change({ webhook })).status).toBe(200);
  });

  it('reports all that is wrong at once, each under its field', async () => {
    const answer = await admin.post(APPLICATIONS, {
      name: ' ',
      api_version: '1.0',
      client_type: 'desktop',
      api_admin: { username: 'a b', email: 'nobody', password: 'short' },
      webhook: { url: 'https://user:secret@example.com', events: ['nothing.happened'] },
      sso: { login_url: 'ftp://example.com' },
      access: { hosts: { allow: ['https://example.com'] }, ips: { block: ['10.0.0.0/33'] } },
    });
    expect(answer.status).toBe(400);
    const paths = Object.values(answer.body.errors as Record<string, { path?: string }[]>)
      .flat()
      .map(({ path }) => path);
    expect(Object.keys(answer.body.errors).sort()).toEqual([
      'access',
      'api_admin',
      'api_version',
      'client_type',
      'name',
      'sso',
      'webhook',
    ]);
    expect(paths).toEqual(
      expect.arrayContaining([
        'api_admin.username',
        'api_admin.email',
        'api_admin.password',
        'webhook.url',
        'webhook.events',
        'sso.login_url',
        'access.hosts.allow',
        'access.ips.block',
      ]),
    );
  });

  it('reports a wrong API admin and private addresses with all that is wrong with the form', async () => {
    const { username, email } = await app.make.user();
    const sso = { login_url: 'http://localhost:8080/sso' };
    const address = { message: expect.stringMatching(/^must be a public address/), path: 'sso.login_url' };
    const other = { message: expect.stringMatching(/^is not the e-mail address/), path: 'api_admin.email' };
    const found = { sso: [address], api_admin: [other] };
    const errorsOf = async (fields: object): Promise<object> =>
      (await admin.post(APPLICATIONS, registration({ sso, ...fields }))).body.errors;
    const api_admin = { username, email: 'wrong@example.com' };
    expect(await errorsOf({ api_admin })).toEqual(found);
    expect(await errorsOf({ api_admin, name: '' })).toEqual({ name: [expect.anything()], ...found });
    const taken = [
      expect.objectContaining({ path: 'api_admin.password' }),
      { message: 'is already taken', path: other.path },
    ];
    expect(await errorsOf({ api_admin: { username: 'nobody-yet', email, password: 'short' } })).toEqual({
      sso: [address],
      api_admin: taken,
    });
    const wrong = { api_admin: { username: 7, email }, sso: 'none', webhook: { url: 5, events: [] } };
    expect(Object.keys(await errorsOf(wrong)).sort()).toEqual(['api_admin', 'sso', 'webhook']);
    expect((await admin.post(APPLICATIONS, [])).body.errors).toEqual({ detail: [expect.anything()] });
    const { id } = await register();
    const change = await admin.patch(`${APPLICATIONS}${id}/`, { name: '', sso, api_admin });
    expect(change.body.errors).toEqual({ name: [expect.anything()], ...found });
  });

  it('refuses more than 200 entries in a list', async () => {
    const allow = Array.from({ length: 201 }, (_, index) => `h${index}.example.com`);
    const answer = await admin.post(APPLICATIONS, registration({ access: { hosts: { allow } } }));
    expect(answer.body.errors.access).toEqual([
      { message: 'must have at most 200 entries', path: 'access.hosts.allow' },
    ]);
  });

  it('[9 versioning: the version is chosen at registration] and a key for another version is refused', async () => {
    const { id, apikey } = await register({ api_version: 'v1' });
    await app.database.query(`UPDATE applications SET api_version = 'v2' WHERE id = $1`, [id]);
    await app.db.transaction((tx) => app.nest.get(ChangeFeed).publish(tx, 'application', id));
    const answer = await app.send('POST', 'token/', { headers: { apikey } });
    expect(answer.body).toMatchObject({ status_code: 403, type: 'Version Not Allowed' });
    expect((await admin.get(`${APPLICATIONS}${id}/`)).body.data.api_version).toBe('v2');
    expect((await admin.patch(`${APPLICATIONS}${id}/`, { name: 'Old' })).status).toBe(200);
  });

  it('is only for a version that is served, as is a change', async () => {
    const { id } = await register();
    const message = 'must be a version that is served: v1';
    for (const answer of [
      await admin.post(APPLICATIONS, registration({ api_version: 'v2' })),
      await admin.patch(`${APPLICATIONS}${id}/`, { api_version: 'v2' }),
    ])
      expect(answer).toMatchObject({
        status: 400,
        body: { type: 'Validation Error', errors: { api_version: [{ message }] } },
      });
  });

  it('is audited and recorded as an event, without key or password', async () => {
    const data = await register();
    const entry = await lastAudit('application.create');
    expect(entry).toMatchObject({ entity_id: data.id, actor_uid: admin.user.uid, before: null });
    const kept = JSON.stringify(entry) + JSON.stringify(await lastAudit('user.create'));
    expect(kept).not.toContain(data.apikey);
    expect(kept).not.toContain(data.api_admin.password);
    const events = await app.database.query<{ type: string; data: object }>(
      'SELECT type, data FROM events WHERE aggregate_id = $1',
      [data.id],
    );
    expect(events).toEqual([
      { type: 'application.updated', data: { application_id: data.id, action: 'application.create' } },
    ]);
  });
});

describe('the list', () => {
  it('[5.5 application key: is shown when issued and never in lists] is newest first, paged, and searched by name in any case', async () => {
    const first = await register({ name: 'Needle 100%_one' });
    const second = await register({ name: 'needle 100%_two' });
    const list = async (query: string): Promise<Answer> => admin.get(`${APPLICATIONS}?${query}`);
    const { data } = (await list('search=NEEDLE%20100%25_&limit=1')).body;
    expect(data).toMatchObject({ count: 2, previous: null, results: [{ id: second.id }] });
    expect(data.next).toBe(`http://localhost:3000${APPLICATIONS}?search=NEEDLE+100%25_&limit=1&offset=1`);
    const next = await admin.get(new URL(data.next).pathname + new URL(data.next).search);
    expect(next.body.data).toMatchObject({ next: null, results: [{ id: first.id }] });
    expect(JSON.stringify(data)).not.toContain('eyJ');
    expect((await list('search=100x')).body.data.count).toBe(0);
  });

  it('is filtered by status', async () => {
    const { id } = await register({ name: 'Resting' });
    await admin.patch(`${APPLICATIONS}${id}/`, { status: 'inactive' });
    const ids = async (status: string): Promise<string[]> =>
      (await admin.get(`${APPLICATIONS}?search=Resting&status=${status}`)).body.data.results.map(
        (one: { id: string }) => one.id,
      );
    expect([await ids('inactive'), await ids('active')]).toEqual([[id], []]);
    expect((await admin.get(`${APPLICATIONS}?status=gone`)).body.errors).toHaveProperty('status');
  });

  it('says when one of the keys was used last', async () => {
    const { id, apikey } = await register();
    const before = Date.now();
    await works(apikey);
    await app.nest.get(KeyUsage, { strict: false }).flush();
    const { last_used_at } = (await admin.get(`${APPLICATIONS}${id}/`)).body.data;
    expect(Date.parse(last_used_at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(last_used_at)).toBeLessThanOrEqual(Date.now());
  });
});

describe('changing', () => {
  it('replaces what is sent and leaves the rest', async () => {
    const { id } = await register({
      webhook: { url: 'https://a.example.com', events: [] },
      access: { hosts: { allow: ['a.example.com'] } },
    });
    const change = {
      name: 'New name',
      maintenance_message: 'Soon',
      require_encryption: true,
      rate_limit: 60,
      rate_limit_total: 6_000,
      access: { ips: { block: ['192.0.2.1'] } },
    };
    const { data } = (await admin.patch(`${APPLICATIONS}${id}/`, change)).body;
    expect(data).toMatchObject({
      ...change,
      webhook: { url: 'https://a.example.com', events: [] },
      access: { hosts: { allow: ['a.example.com'], block: [] }, ips: { allow: [], block: ['192.0.2.1'] } },
    });
    const cleared = { webhook: null, sso: null, maintenance_message: null, rate_limit: null, rate_limit_total: null };
    expect((await admin.patch(`${APPLICATIONS}${id}/`, cleared)).body.data).toMatchObject(cleared);
    const told = (await eventsOf(app, 'application.updated')).filter(
      ({ application_id, action }) => application_id === id && action !== 'encryption_key.issue',
    );
    expect(told.map(({ changed }) => changed)).toEqual([
      undefined,
      ['name', 'maintenance_message', 'access', 'require_encryption', 'rate_limit', 'rate_limit_total'],
      ['maintenance_message', 'webhook', 'rate_limit', 'rate_limit_total'],
    ]);
    expect(await lastAudit('application.update')).toMatchObject({
      before: { rate_limit: 60 },
      after: { rate_limit: null },
    });
  });

  it('changes where log-ins lead; to a new address only who has just been confirmed', async () => {
    const uri = 'https://shop.example.com/callback';
    const { id } = await register({ redirect_uris: [uri] });
    const change = (redirect_uris: unknown, by = admin): Promise<Answer> =>
      by.patch(`${APPLICATIONS}${id}/`, { redirect_uris });
    expect((await change([uri, 'com.example.app:/callback'])).body.data.redirect_uris).toHaveLength(2);
    const wrong = await change([uri, 'http://evil.example/']);
    expect([wrong.status, wrong.body.errors.redirect_uris[0].message]).toEqual([
      400,
      'entry 2 must be https, the scheme of an app such as com.example.app:/path, or http on 127.0.0.1',
    ]);
    expect((await change(Array.from({ length: 21 }, (_, at) => `${uri}${at}`))).status).toBe(400);
    const late = await app.make.superAdmin();
    await app.database.query(`UPDATE sessions SET confirmed_at = NULL WHERE uid = $1`, [late.user.uid]);
    expect((await change([uri, 'https://evil.example/'], late)).body.type).toBe('Reauthentication Required');
    expect((await change([uri], late)).body.data.redirect_uris).toEqual([uri]);
    expect((await change([], await app.make.admin(['support']))).status).toBe(403);
  });

  it('is registered with an address that users are led to, and needs no key any more, only after a confirmation', async () => {
    const late = await app.make.superAdmin();
    await app.database.query(`UPDATE sessions SET confirmed_at = NULL WHERE uid = $1`, [late.user.uid]);
    const { id } = await register({ client_type: 'server' });
    const typeOf = ({ status, body }: Answer): unknown => (status === 200 ? 'done' : body.type);
    const again = 'Reauthentication Required';
    const { username, email } = (await app.make.apiAdmin(await app.make.application())).user;
    const api_admin = { username, email };
    const registering = async (more: object): Promise<unknown> =>
      typeOf(await late.post(APPLICATIONS, registration({ api_admin, ...more })));
    expect(await registering({ redirect_uris: ['https://evil.example/'] })).toBe(again);
    expect(await registering({ webhook: { url: 'https://192.0.2.1/hooks', events: ['*'] } })).toBe(again);
    expect(await registering({ sso: { login_url: 'https://192.0.2.1/enter' } })).toBe(again);
    expect(await registering({})).toBe('done');
    expect(typeOf(await late.patch(`${APPLICATIONS}${id}/`, { client_type: 'web' }))).toBe(again);
    expect(typeOf(await late.patch(`${APPLICATIONS}${id}/`, { client_type: 'server' }))).toBe('done');
  });

  it('changes where single sign-on leads; to another address only who has just been confirmed', async () => {
    const login_url = 'https://93.184.216.34/enter';
    const { id } = await register({ sso: { login_url } });
    const late = await app.make.superAdmin();
    await app.database.query(`UPDATE sessions SET confirmed_at = NULL WHERE uid = $1`, [late.user.uid]);
    const change = (sso: object | null, by = late): Promise<Answer> => by.patch(`${APPLICATIONS}${id}/`, { sso });
    const elsewhere = { login_url: 'https://93.184.216.34/evil' };
    expect((await change(elsewhere)).body.type).toBe('Reauthentication Required');
    const more = { login_url, logout_url: 'https://93.184.216.34/leave' };
    expect((await change(more)).body.data.sso).toEqual(more);
    expect((await change(elsewhere, admin)).body.data.sso).toEqual({ ...elsewhere, logout_url: null });
    expect((await change(null)).body.data.sso).toBeNull();
    expect((await change(elsewhere)).body.type).toBe('Reauthentication Required');
  });

  it('changes the client type; keys that were issued before stay as they are, and good', async () => {
    const { id, apikey } = await register({ client_type: 'web' });
    const typOf = (key: string) =>
      (JSON.parse(Buffer.from(key.split('.')[1]!, 'base64url').toString()) as { typ: string }).typ;
    expect((await admin.patch(`${APPLICATIONS}${id}/`, { client_type: 'server' })).body.data.client_type).toBe(
      'server',
    );
    expect((await app.send('POST', 'token/', { headers: { apikey } })).body.type).toBe('Validation Error');
    const rotated = (await admin.post(`${APPLICATIONS}${id}/keys/`, {})).body.data.apikey as string;
    expect([typOf(apikey), typOf(rotated)]).toEqual(['web', 'server']);
    const keys = (await admin.get(`${APPLICATIONS}${id}/keys/`)).body.data.results as { key_id: string }[];
    const shown = await admin.post(`${APPLICATIONS}${id}/keys/${keys[1]!.key_id}/reveal/`, {});
    expect(shown.body.data.apikey).toBe(apikey);
  });

  it('gives the role of an API admin only after a confirmation, and registers for who has it without one', async () => {
    const late = await app.make.superAdmin();
    await app.database.query(`UPDATE sessions SET confirmed_at = NULL WHERE uid = $1`, [late.user.uid]);
    const [{ id }, member] = [await register(), await app.make.user()];
    const { username, email } = (await app.make.apiAdmin(await app.make.application())).user;
    const [known, existing] = [
      { username, email },
      { username: member.username, email: member.email },
    ];
    const fresh = { username: 'made-unconfirmed', email: 'made-unconfirmed@example.com' };
    for (const api_admin of [fresh, existing]) {
      for (const answer of [
        await late.post(APPLICATIONS, registration({ api_admin })),
        await late.patch(`${APPLICATIONS}${id}/`, { api_admin }),
      ])
        expect([answer.status, answer.body.type]).toEqual([401, 'Reauthentication Required']);
    }
    const users = await app.database.query(
      `SELECT username FROM users WHERE username = $1 OR uid = $2 AND 'api_admin' = ANY (roles)`,
      [fresh.username, member.uid],
    );
    expect(users).toEqual([]);
    expect((await late.post(APPLICATIONS, registration({ api_admin: known }))).status).toBe(200);
    expect((await late.patch(`${APPLICATIONS}${id}/`, { api_admin: known })).status).toBe(200);
    expect((await late.patch(`${APPLICATIONS}${id}/`, { api_admin: known, name: 'Other' })).status).toBe(200);
  });

  it('makes another user the API admin', async () => {
    const { id } = await register();
    const { data } = (
      await admin.patch(`${APPLICATIONS}${id}/`, {
        api_admin: { username: 'second-admin', email: 'second@example.com' },
      })
    ).body;
    expect(data.api_admin).toEqual({
      uid: expect.any(Number),
      username: 'second-admin',
      password: expect.stringMatching(/^.{20,}$/),
    });
    expect((await admin.get(`${APPLICATIONS}${id}/`)).body.data.api_admin.username).toBe('second-admin');
  });

  it.each([
    { rate_limit: 0 },
    { rate_limit_total: 0 },
    { rate_limit: 1_000_001 },
    { status: 'deleted' },
    { name: null },
    { access: null },
    { webhook: {} },
  ])('refuses %j', async (change) => {
    const { id } = await register();
    expect((await admin.patch(`${APPLICATIONS}${id}/`, change)).body).toMatchObject({
      status_code: 400,
      type: 'Validation Error',
    });
  });

  it.each(['0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47', 'nonsense', '1'])('answers 404 for %s', async (id) => {
    for (const answer of [
      await admin.get(`${APPLICATIONS}${id}/`),
      await admin.patch(`${APPLICATIONS}${id}/`, { name: 'x' }),
      await admin.delete(`${APPLICATIONS}${id}/`),
      await admin.get(`${APPLICATIONS}${id}/keys/`),
      await admin.post(`${APPLICATIONS}${id}/keys/`, {}),
      await admin.post(`${APPLICATIONS}${id}/explain/`, { ip: '192.0.2.1' }),
    ]) {
      expect(answer.body).toMatchObject({ status_code: 404, type: 'Not Found' });
    }
  });
});

describe('deleting', () => {
  it('ends keys and sessions at once and takes it from the list', async () => {
    const data = await register();
    const member = await app.make.member({ id: data.id, apikey: data.apikey });
    expect((await member.get('commerce/cart-items/')).status).toBe(200);
    expect((await admin.delete(`${APPLICATIONS}${data.id}/`)).body.data).toEqual({});
    expect(await works(data.apikey)).toBe(false);
    expect((await admin.get(`${APPLICATIONS}${data.id}/`)).status).toBe(404);
    expect((await admin.delete(`${APPLICATIONS}${data.id}/`)).status).toBe(404);
    const sessions = await app.database.query('SELECT end_reason FROM sessions WHERE application_id = $1', [data.id]);
    expect(sessions).toEqual([{ end_reason: 'application_deleted' }]);
    expect(await lastAudit('application.delete')).toMatchObject({
      entity_id: data.id,
      before: { name: data.name },
      after: null,
    });
  });
});

describe('keys', () => {
  it('are listed without their text', async () => {
    const { id, apikey } = await register();
    const { data } = (await admin.get(`${APPLICATIONS}${id}/keys/`)).body;
    expect(data).toMatchObject({ count: 1, next: null, previous: null });
    expect(data.results).toEqual([
      {
        key_id: claims(apikey).jti,
        issued_at: expect.any(String),
        last_used_at: null,
        expires_at: null,
        revoked_at: null,
      },
    ]);
  });

  it('rotate: the old one works until it is revoked', async () => {
    const { id, apikey } = await register();
    const { data } = (await admin.post(`${APPLICATIONS}${id}/keys/`, {})).body;
    expect(claims(data.apikey).jti).toBe(data.key_id);
    expect([await works(apikey), await works(data.apikey)]).toEqual([true, true]);
    const old = String(claims(apikey).jti);
    const revoked = await admin.delete(`${APPLICATIONS}${id}/keys/${old}/`);
    expect(revoked.body.data).toMatchObject({ key_id: old, revoked_at: expect.any(String) });
    expect((await admin.delete(`${APPLICATIONS}${id}/keys/${old}/`)).body.data).toEqual(revoked.body.data);
    await until(async () => expect(await works(apikey)).toBe(false));
    expect(await works(data.apikey)).toBe(true);
  });

  it('rotate with an overlap: the old ones end after it', async () => {
    const { id, apikey } = await register();
    const hour = await admin.post(`${APPLICATIONS}${id}/keys/`, { overlap_seconds: 3600 });
    expect(await works(apikey)).toBe(true);
    const now = await admin.post(`${APPLICATIONS}${id}/keys/`, { overlap_seconds: 0 });
    await until(async () => expect(await works(apikey)).toBe(false));
    expect([await works(hour.body.data.apikey), await works(now.body.data.apikey)]).toEqual([false, true]);
    expect((await admin.post(`${APPLICATIONS}${id}/keys/`, { overlap_seconds: -1 })).body.errors).toHaveProperty(
      'overlap_seconds',
    );
    expect((await admin.post(`${APPLICATIONS}${id}/keys/`, { overlap_seconds: 31_536_001 })).status).toBe(400);
  });

  it('are revealed once more, which is audited; not when revoked', async () => {
    const { id, apikey } = await register();
    const keyId = String(claims(apikey).jti);
    const path = `${APPLICATIONS}${id}/keys/${keyId}/`;
    expect((await admin.post(`${path}reveal/`)).body.data).toEqual({ apikey });
    expect(await lastAudit('application_key.reveal')).toMatchObject({ entity_id: keyId, actor_uid: admin.user.uid });
    await admin.delete(path);
    expect((await admin.post(`${path}reveal/`)).body).toMatchObject({ status_code: 409, type: 'Conflict' });
  });

  it('are rotated under an Idempotency-Key as well', async () => {
    const answer = await admin.post(
      '/admin/api/signing-keys/rotate/',
      {},
      { headers: { 'idempotency-key': 'rotate' } },
    );
    expect(answer).toMatchObject({ status: 200, body: { data: { signs: true } } });
    const { apikey } = await app.make.application();
    expect(JSON.parse(Buffer.from(apikey.split('.')[0]!, 'base64url').toString()).kid).toBe(answer.body.data.kid);
    expect((await (await app.make.member()).get('commerce/cart-items/')).status).toBe(200);
  });

  it('outlive a rotation of the signing key', async () => {
    const { id, apikey } = await register();
    expect((await admin.post('/admin/api/signing-keys/rotate/')).body.data.signs).toBe(true);
    expect(await works(apikey)).toBe(true);
    const path = `${APPLICATIONS}${id}/keys/${String(claims(apikey).jti)}/reveal/`;
    expect((await admin.post(path)).body.data).toEqual({ apikey });
    const { results } = (await admin.get('/admin/api/signing-keys/')).body.data;
    const [first, ...others] = results.map(({ signs }: { signs: boolean }) => signs);
    expect(first).toBe(true);
    expect(new Set(others)).toEqual(new Set([false]));
  });

  it('are signed by ES256, and by the newest key once it was rotated', async () => {
    await admin.post('/admin/api/signing-keys/rotate/');
    const { results } = (await admin.get('/admin/api/signing-keys/')).body.data;
    const [head = ''] = (await register()).apikey.split('.');
    expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
      alg: 'ES256',
      typ: 'apikey+jwt',
      kid: results[0].kid,
    });
  });

  it('of another application answer 404', async () => {
    const [one, other] = [await register(), await register()];
    const path = `${APPLICATIONS}${one.id}/keys/${String(claims(other.apikey).jti)}/`;
    expect([(await admin.delete(path)).status, (await admin.post(`${path}reveal/`)).status]).toEqual([404, 404]);
  });
});

describe('explain', () => {
  it('names the rule that refuses, and what each rule says, in order', async () => {
    const { id } = await register({
      access: { hosts: { allow: ['*.example.com'], block: ['bad.example.com'] }, ips: { block: ['192.0.2.0/24'] } },
    });
    const explain = async (body: object): Promise<Record<string, unknown>> =>
      (await admin.post(`${APPLICATIONS}${id}/explain/`, body)).body.data;
    const bad = await explain({ origin: 'https://bad.example.com', ip: '192.0.2.7' });
    expect(bad).toMatchObject({
      admitted: false,
      status_code: 403,
      type: 'Host Blocked',
      rule: 'host_block',
      entry: 'bad.example.com',
    });
    expect(bad.checks).toEqual([
      { rule: 'key', passed: true, entry: null },
      { rule: 'status', passed: true, entry: null },
      { rule: 'maintenance', passed: true, entry: null },
      { rule: 'version', passed: true, entry: null },
      { rule: 'host_block', passed: false, entry: 'bad.example.com' },
      { rule: 'host_allow', passed: true, entry: '*.example.com' },
      { rule: 'ip_block', passed: false, entry: '192.0.2.0/24' },
      { rule: 'ip_allow', passed: true, entry: null },
    ]);
    expect(await explain({ referer: 'https://shop.example.com/x', ip: '198.51.100.1' })).toMatchObject({
      admitted: true,
      status_code: 200,
      rule: 'host_allow',
      entry: '*.example.com',
    });
    expect(await explain({ ip: '198.51.100.1' })).toMatchObject({
      rule: 'host_allow',
      type: 'Host Not Whitelisted',
      entry: null,
    });
    expect(await explain({ ip: '198.51.100.1', version: 'v2' })).toMatchObject({
      rule: 'version',
      type: 'Version Not Allowed',
    });
  });

  it('knows when the last key ends', async () => {
    const { id, apikey } = await register();
    await admin.post(`${APPLICATIONS}${id}/keys/`, { overlap_seconds: 0 });
    await app.database.query(
      `UPDATE application_keys SET expires_at = now() + interval '1 hour' WHERE application_id = $1 AND expires_at IS NULL`,
      [id],
    );
    const explain = async (at?: string): Promise<Record<string, unknown>> =>
      (await admin.post(`${APPLICATIONS}${id}/explain/`, { ip: '192.0.2.1', at })).body.data;
    expect(await explain()).toMatchObject({ admitted: true, rule: null });
    expect(await explain(new Date(Date.now() + 7_200_000).toISOString())).toMatchObject({
      admitted: false,
      rule: 'key',
      status_code: 401,
    });
    expect(await works(apikey)).toBe(false);
  });

  it('needs an IP address', async () => {
    const { id } = await register();
    for (const body of [{}, { ip: 'x' }, { ip: '192.0.2.1', at: 'soon' }, { ip: '192.0.2.1', version: 'one' }]) {
      expect((await admin.post(`${APPLICATIONS}${id}/explain/`, body)).status).toBe(400);
    }
  });
});

describe('entries of access lists', () => {
  const check = (body: object): Promise<Answer> => admin.post(`${APPLICATIONS}check-entries/`, body);

  it('are checked one by one, as a registration would, and say how they are stored', async () => {
    const entries = ['Shop.Example.com', '*.example.com', 'https://example.com', '[2001:DB8::1]'];
    const refused = { stored_as: null, problem: 'is not a host name such as shop.example.com or *.example.com' };
    expect((await check({ kind: 'host', entries })).body.data).toEqual([
      { entry: entries[0], stored_as: 'shop.example.com', problem: null },
      { entry: entries[1], stored_as: '*.example.com', problem: null },
      { entry: entries[2], ...refused },
      { entry: entries[3], stored_as: '[2001:db8::1]', problem: null },
    ]);
    const stored = [entries[0], entries[1], entries[3]];
    const { access } = await register({ access: { hosts: { allow: stored } } });
    expect(access.hosts.allow).toEqual(['shop.example.com', '*.example.com', '[2001:db8::1]']);
  });

  it('are addresses and networks for IP lists', async () => {
    const { data } = (await check({ kind: 'ip', entries: ['192.0.2.7', '10.0.0.0/8', '10.0.0.0/33', '1'] })).body;
    expect(data).toMatchObject([
      { problem: null },
      { problem: null },
      { problem: expect.stringContaining('CIDR') },
      { problem: expect.stringContaining('IP address') },
    ]);
  });

  it.each([
    [{ kind: 'name', entries: [] }, 'kind'],
    [{ kind: 'ip' }, 'entries'],
    [{ kind: 'ip', entries: [1] }, 'entries'],
    [{ kind: 'ip', entries: Array.from({ length: 201 }, (_, n) => String(n)) }, 'entries'],
  ])('are not validated when the question is wrong: %#', async (body, field) => {
    const { status, body: answer } = await check(body);
    expect([status, Object.keys(answer.errors as object)]).toEqual([400, [field]]);
  });
});

describe('the service', () => {
  it('says where its API is and which currency it has', async () => {
    expect((await admin.get('/admin/api/service/')).body.data).toEqual({
      public_url: app.config.publicUrl,
      api_prefix: `/${app.config.apiPrefix}`,
      api_versions: ['v1'],
      console_extensions: [],
      extension_events: [],
      permissions: expect.arrayContaining([{ permission: 'payouts.release', roles: ['super_admin', 'finance'] }]),
      extension_permissions: [],
      currency_code: app.config.currency,
    });
  });
});

describe('only super admins', () => {
  it('reach applications', async () => {
    const application = await app.make.application();
    const apiAdmin = await app.make.apiAdmin(application);
    expect((await app.send('GET', APPLICATIONS)).body).toMatchObject({ status_code: 401, type: 'Invalid Token' });
    expect((await apiAdmin.get(APPLICATIONS)).status).toBe(401);
  });
});
