import { describe, expect, it } from '@jest/globals';
import { mailsTo, mailTo, settledMail } from './support/account-mail.js';
import { PASSWORD, type TestApplication, type TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';
import { whileHeld } from './support/while-held.js';

const CHOSEN = 'chosen by themselves';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const app = await useTestApp({ config: { jobConcurrency: 2 } });
const shop = await app.make.application({ selfService: true });

const post = (at: string, payload: object, remoteAddress = '192.0.2.1', { apikey } = shop): Promise<Answer> =>
  app.send('POST', at, { payload, headers: { apikey }, remoteAddress });
const askReset = (login: string, remoteAddress?: string): Promise<Answer> =>
  post('account/password-reset/', { login }, remoteAddress);
const set = (token: string, password = CHOSEN): Promise<Answer> => post('account/set-password/', { token, password });
const logIn = (username: string, password: string): Promise<Answer> => post('token/', { username, password });

describe('a password that is known', () => {
  it('is changed, which ends all other sessions of the user', async () => {
    const client = await app.make.member(shop);
    const other = await app.make.client(['member'], shop, client.user);
    const change = (current_password: string): Promise<Answer> =>
      client.post('account/password/', { current_password, password: CHOSEN });
    expect((await change('a guess')).body.errors).toHaveProperty('current_password');
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await other.get('account/sessions/')).status).toBe(401);
    expect((await client.get('account/sessions/')).body.data.count).toBe(1);
    expect((await logIn(client.user.username, PASSWORD)).status).toBe(401);
    expect((await logIn(client.user.username, CHOSEN)).status).toBe(200);
  });

  it('is changed by one of two who both send the former one at once', async () => {
    const client = await app.make.member(shop);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    const locked = `SELECT FROM users WHERE uid = ${client.user.uid} FOR UPDATE`;
    const { both } = await whileHeld(app.database, locked, async () => {
      const changes = ['chosen by the one', 'chosen by the other'].map((password) =>
        client.post('account/password/', { current_password: PASSWORD, password }),
      );
      await until(async () => (await app.database.query(waiting)).length > 1);
      return { both: changes };
    });
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('cannot be guessed with a token that was stolen', async () => {
    const client = await app.make.member(shop);
    const change = (current_password: string): Promise<Answer> =>
      client.post('account/password/', { current_password, password: CHOSEN });
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => change(`a guess ${i}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(400), 429, 429]);
    const refused = await change(PASSWORD);
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('is not changed by an API admin for others, nor at an application by users of the admin module', async () => {
    const admin = await app.make.apiAdmin(shop);
    const member = await app.make.member(shop);
    const body = { current_password: PASSWORD, password: CHOSEN };
    expect((await admin.post(`account/password/?uid=${member.user.uid}`, body)).status).toBe(403);
    const clerk = await app.make.client(['member', 'finance'], shop);
    await app.database.query(`UPDATE users SET roles = '{member,finance}' WHERE uid = $1`, [clerk.user.uid]);
    expect((await clerk.post('account/password/', body)).status).toBe(403);
  });
});

describe('a password that was forgotten', () => {
  it('is set by a token, which goes to the application that asked, once, and ends all sessions', async () => {
    const client = await app.make.member(shop);
    const { email, uid } = client.user;
    expect((await askReset(email.toUpperCase())).body.data).toEqual({ status: 'confirmation_sent' });
    const { token, ...mail } = await mailTo(app, email);
    expect(mail).toMatchObject({ type: 'account.password_reset_requested', application_id: shop.id });
    expect(new Date(mail.expires_at!).getTime() - Date.now()).toBeGreaterThan(29 * 60_000);
    expect(JSON.stringify(await app.database.query('SELECT * FROM password_resets'))).not.toContain(token);
    expect((await set(token!)).status).toBe(200);
    expect((await set(token!)).body.errors).toHaveProperty('token');
    expect((await client.get('account/sessions/')).status).toBe(401);
    expect((await logIn(client.user.username, CHOSEN)).status).toBe(200);
    const [entry] = await app.database.query<{ actor_uid: number; application_id: string }>(
      `SELECT actor_uid::float8, application_id FROM audit_entries WHERE action = 'user.update' AND entity_id = $1`,
      [String(uid)],
    );
    expect(entry).toEqual({ actor_uid: uid, application_id: shop.id });
  });

  it('is set only at applications with self-service, and at the one that asked', async () => {
    const [closed, other] = [await app.make.application(), await app.make.application({ selfService: true })];
    const { email } = await app.make.user();
    const statuses = [];
    for (const login of [email, 'nobody@example.com'])
      statuses.push((await post('account/password-reset/', { login }, '192.0.2.4', closed)).status);
    expect(statuses).toEqual([403, 403]);
    await askReset(email, '192.0.2.4');
    const { token } = await mailTo(app, email);
    const setAt = (application: TestApplication): Promise<Answer> =>
      post('account/set-password/', { token, password: CHOSEN }, '192.0.2.4', application);
    expect((await setAt(closed)).status).toBe(403);
    expect((await setAt(other)).body.errors).toHaveProperty('token');
    const atConsole = { payload: { token, password: CHOSEN } };
    expect((await app.send('POST', '/admin/api/set-password/', atConsole)).status).toBe(400);
    expect((await set(token!)).status).toBe(200);
  });

  it('is asked for with one answer, whoever exists; nobody hears of inactive users, API admins and those of the admin module', async () => {
    const [idle, clerk] = [await app.make.user(), await app.make.user({ roles: ['support', 'member'] })];
    const keeper = (await app.make.apiAdmin(shop)).user;
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [idle.uid]);
    const known = await app.make.user();
    const answers = [];
    for (const login of [known.username, idle.email, clerk.email, keeper.email, 'nobody@example.com', 'x'])
      answers.push(await askReset(login, '192.0.2.2'));
    const bodies = answers.map(({ status, body }) => JSON.stringify([status, body]));
    expect(new Set(bodies).size).toBe(1);
    await mailTo(app, known.email);
    for (const { email } of [idle, clerk, keeper]) expect(await mailsTo(app, email)).toEqual([]);
  });

  it.each(['finance', 'api_admin'])('is not set once the user has the role %s', async (role) => {
    const user = await app.make.user();
    await askReset(user.email, '192.0.2.3');
    const { token } = await mailTo(app, user.email);
    await app.database.query(`UPDATE users SET roles = $2 WHERE uid = $1`, [user.uid, ['member', role]]);
    expect((await set(token!)).status).toBe(400);
  });

  it('can be asked for by strangers without voiding what the owner asked for; five tokens of an application are good at a time', async () => {
    const { email, username } = await app.make.user();
    const logins = [...Array<string>(4).fill(email), ...Array<string>(3).fill(username)];
    for (const login of logins) expect((await askReset(login, '192.0.2.10')).status).toBe(200);
    await settledMail(app);
    const mails = await mailsTo(app, email);
    expect(mails).toHaveLength(5);
    const other = await app.make.application({ selfService: true });
    await post('account/password-reset/', { login: email }, '192.0.2.10', other);
    expect(await mailTo(app, email, 6)).toMatchObject({ application_id: other.id });
    expect((await set(mails[0]!.token!)).status).toBe(200);
    for (const { token } of mails) expect((await set(token!)).status).toBe(400);
  });

  it('is asked for five times in 30 minutes for one mailbox, which exists or not, and 300 times an hour from one address', async () => {
    const { email } = await app.make.user();
    for (const login of [email, 'nobody-else@example.com']) {
      const statuses = [];
      for (let time = 0; time < 6; time += 1) statuses.push((await askReset(login, `192.0.2.${30 + time}`)).status);
      expect(statuses).toEqual([...Array<number>(5).fill(200), 429]);
    }
    const limit = 'SELECT max(expire)::float8 AS until FROM rate_limits WHERE key LIKE $1';
    const [counted] = await app.database.query<{ until: number }>(limit, [`account-mailbox:reset:${shop.id}:%`]);
    expect(counted!.until - Date.now()).toBeLessThanOrEqual(30 * 60_000);
    const web = await app.make.application({ clientType: 'web', selfService: true });
    const ask = (login: string): Promise<Answer> =>
      app.send('POST', 'account/password-reset/', {
        payload: { login },
        headers: { apikey: web.apikey },
        remoteAddress: '192.0.2.99',
      });
    expect((await ask('nobody-1@example.com')).status).toBe(200);
    await app.database.query(`UPDATE rate_limits SET points = 299 WHERE key = 'account-mail-origin:192.0.2.99'`);
    expect((await ask('nobody-2@example.com')).status).toBe(200);
    expect((await ask('nobody-3@example.com')).status).toBe(429);
  });

  it('counts for the application once an e-mail is sent, which waits for its turn; strangers who ask for nobody use nothing up', async () => {
    const { email } = await app.make.user();
    const other = await app.make.application({ selfService: true });
    const key = `account-application:reset:${other.id}`;
    const ask = (login: string): Promise<Answer> => post('account/password-reset/', { login }, '192.0.2.60', other);
    const points = (): Promise<object[]> => app.database.query('SELECT points FROM rate_limits WHERE key = $1', [key]);
    expect((await ask('nobody-4@example.com')).status).toBe(200);
    await settledMail(app);
    expect(await points()).toEqual([]);
    await ask(email);
    await mailTo(app, email);
    expect(await points()).toEqual([{ points: 1 }]);
    await app.database.query('UPDATE rate_limits SET points = 5000 WHERE key = $1', [key]);
    expect((await ask(email)).status).toBe(200);
    const later = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'account.send-password-reset' AND run_at > now() + interval '50 minutes'`;
    await until(async () => (await app.database.query(later)).length === 1);
    expect(await mailsTo(app, email)).toHaveLength(1);
    await app.database.query('UPDATE rate_limits SET points = 0 WHERE key = $1', [key]);
    await app.database.query(
      `UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at > now() + interval '50 minutes'`,
    );
    expect(await mailTo(app, email, 2)).toMatchObject({ application_id: other.id });
  });

  it('is asked for 1,500 times an hour from all networks of one IPv6 site together', async () => {
    const web = await app.make.application({ clientType: 'web', selfService: true });
    const ask = (login: string, remoteAddress: string): Promise<Answer> =>
      app.send('POST', 'account/password-reset/', {
        payload: { login },
        headers: { apikey: web.apikey },
        remoteAddress,
      });
    expect((await ask('nobody-5@example.com', '2001:db8:1:1::1')).status).toBe(200);
    await app.database.query(`UPDATE rate_limits SET points = 1500 WHERE key = 'account-mail-site:2001:db8:1::'`);
    expect((await ask('nobody-6@example.com', '2001:db8:1:2::1')).status).toBe(429);
    expect((await ask('nobody-6@example.com', '2001:db8:2:2::1')).status).toBe(200);
  });

  it('is asked for by its owner, whatever strangers ask for elsewhere or else', async () => {
    const other = await app.make.application({ selfService: true });
    const { email } = await app.make.user();
    const form = { username: 'stranger', email, password: CHOSEN, first_name: 'A', last_name: 'B', country_code: 'DE' };
    for (let time = 0; time < 6; time += 1) {
      await post('account/password-reset/', { login: email }, '192.0.2.5', other);
      await post('account/sign-up/', form, '192.0.2.5');
    }
    expect((await post('account/sign-up/', form, '192.0.2.5')).status).toBe(429);
    expect((await askReset(email, '192.0.2.5')).status).toBe(200);
  });
});

describe('one’s own sessions', () => {
  const enter = (client: TestClient): Promise<TestClient> => app.make.client(['member'], shop, client.user);

  it('are listed with device and address', async () => {
    const { username } = await app.make.user();
    const headers = { apikey: shop.apikey, 'user-agent': FIREFOX };
    const payload = { username, password: PASSWORD };
    const { body } = await app.send('POST', 'token/', { payload, headers, remoteAddress: '192.0.2.9' });
    const authorization = `Bearer ${body.data.access_token}`;
    const { results } = (await app.send('GET', 'account/sessions/', { headers: { ...headers, authorization } })).body
      .data;
    expect(results).toMatchObject([
      { is_current: true, device: 'Firefox on Windows', ip: '192.0.2.9', application_id: shop.id },
    ]);
  });

  it('are ended one by one or all, but not those of others or of the admin module', async () => {
    const first = await app.make.member(shop);
    const [second, third] = [await enter(first), await enter(first)];
    const inside = await app.make.admin(['member'], first.user);
    const stranger = await app.make.member(shop);
    const list = async () => (await first.get('account/sessions/')).body.data;
    const { results, count, next } = await list();
    expect([count, next]).toEqual([3, null]);
    const other = results.find((one: { is_current: boolean }) => !one.is_current).id;
    expect((await stranger.delete(`account/sessions/${other}/`)).status).toBe(404);
    expect((await first.delete(`account/sessions/${other}/`)).status).toBe(200);
    expect((await first.delete(`account/sessions/${other}/`)).status).toBe(404);
    expect((await first.delete('account/sessions/')).status).toBe(200);
    expect((await list()).count).toBe(1);
    for (const one of [second, third]) expect((await one.get('account/sessions/')).status).toBe(401);
    const live = `SELECT count(*)::int AS count FROM sessions WHERE uid = $1 AND application_id IS NULL AND ended_at IS NULL`;
    expect(await app.database.query(live, [inside.user.uid])).toEqual([{ count: 1 }]);
  });

  it('are nobody else’s to see', async () => {
    const [admin, member] = [await app.make.apiAdmin(shop), await app.make.member(shop)];
    expect((await admin.get(`account/sessions/?uid=${member.user.uid}`)).status).toBe(403);
    expect((await admin.delete(`account/sessions/?uid=${member.user.uid}`)).status).toBe(403);
  });
});
