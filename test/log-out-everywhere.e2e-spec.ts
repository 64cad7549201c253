import { describe, expect, it } from '@jest/globals';
import { SessionsService } from '#people/sessions/index.js';
import { until } from './support/until.js';
import type { TestApplication, TestClient } from './support/factories.js';
import { SignOn } from './support/sign-on.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';
import { WebhookReceiver } from './support/webhook-receiver.js';

const LOGOUT_URL = 'https://forum.example.com/sso/logout';

const app = await useTestApp();
const shop = await app.make.application();
const forum = await app.make.application({ ssoLoginUrl: 'https://forum.example.com/sso', ssoLogoutUrl: LOGOUT_URL });
const blog = await app.make.application({ ssoLoginUrl: 'https://blog.example.com/' });
const signOn = new SignOn(app, forum);

describe('logging out of a sign-on', () => {
  /** What a protected endpoint says. */
  function use({ headers }: TestClient, on = app): Promise<Answer> {
    return on.send('GET', 'commerce/cart-items/', { headers });
  }

  function renew(refreshToken: string): Promise<Answer> {
    return app.send('POST', 'token/', { headers: { apikey: forum.apikey }, payload: { refresh_token: refreshToken } });
  }

  it.each([[undefined], [{}], [{ everywhere: false }]])('ends the one session alone with the body %j', async (body) => {
    const maria = await app.make.member(shop);
    const there = await signOn.enter(maria);
    expect(await maria.post('logout/', body)).toMatchObject({ status: 200, body: { data: {} } });
    expect((await use(maria)).status).toBe(401);
    expect((await use(there)).status).toBe(200);
    expect(await signOn.told(maria)).toMatchObject([{ data: { application_id: shop.id, reason: 'logout' } }]);
  });

  it('everywhere ends every session of the sign-on, said at any application, on both instances', async () => {
    const second = await startTestApp({ sharing: app });
    const maria = await app.make.member(shop);
    const there = await signOn.enter(maria);
    const all = [maria, there, await signOn.enter(maria), await signOn.enter(there, blog)];
    for (const one of all) expect((await use(one, second)).status).toBe(200);
    expect((await there.post('logout/', { everywhere: true })).status).toBe(200);
    expect(await signOn.alive(maria)).toBe(0);
    await until(async () => {
      for (const on of [app, second]) for (const one of all) expect((await use(one, on)).status).toBe(401);
    });
    await second.stop();
  });

  it('everywhere kills the refresh tokens, too', async () => {
    const maria = await app.make.member(shop);
    const { refresh_token } = (await signOn.exchange(await signOn.ticketFor(maria))).body.data;
    await maria.post('logout/', { everywhere: true });
    expect((await renew(refresh_token as string)).status).toBe(401);
  });

  it('everywhere tells each application once of each of its sessions, with the reason', async () => {
    const maria = await app.make.member(shop);
    for (const target of [forum, forum, blog]) await signOn.enter(maria, target);
    await Promise.all([1, 2, 3].map(() => maria.post('logout/', { everywhere: true })));
    const sessions = await signOn.sessionsOf(maria);
    const told = await signOn.told(maria);
    expect(told).toHaveLength(4);
    for (const { id, application_id } of sessions) {
      const data = { session_id: id, uid: maria.user.uid, application_id, reason: 'logout_everywhere' };
      expect(told).toContainEqual({ aggregate_id: id, data });
    }
  });

  it('[6 configuration per application: webhook] everywhere is heard by the webhook of each application, and by none but those concerned', async () => {
    const listening = await startTestApp({ config: { webhookAllowPrivate: true, webhookConcurrency: 4 } });
    const receiver = await WebhookReceiver.start();
    const at = (path: string): Promise<TestApplication> =>
      listening.make.application({
        ssoLoginUrl: 'https://own.example.com/sso',
        webhookUrl: receiver.url(path),
        webhookEvents: ['session.ended'],
      });
    const [origin, entered, twice] = [await at('/origin'), await at('/entered'), await at('/twice')];
    await at('/stranger');
    const there = new SignOn(listening, entered);
    const maria = await listening.make.member(origin);
    for (const target of [entered, twice, twice]) await there.enter(maria, target);
    await maria.post('logout/', { everywhere: true });
    await receiver.count(4);
    const told = receiver.received.map(({ path, body: { type, data } }) => [
      path,
      type,
      data.application_id,
      data.reason,
    ]);
    expect(told.sort()).toEqual([
      ['/entered', 'session.ended', entered.id, 'logout_everywhere'],
      ['/origin', 'session.ended', origin.id, 'logout_everywhere'],
      ['/twice', 'session.ended', twice.id, 'logout_everywhere'],
      ['/twice', 'session.ended', twice.id, 'logout_everywhere'],
    ]);
    const sessions = (await there.sessionsOf(maria)).map(({ id }) => id).sort();
    expect(receiver.received.map(({ body }) => body.data.session_id).sort()).toEqual(sessions);
    await listening.stop();
    await receiver.stop();
  });

  it('everywhere leaves other sign-ons of the user, other users, and the admin module alone', async () => {
    const maria = await app.make.client(['member', 'super_admin'], shop);
    await signOn.enter(maria);
    const own = await app.make.client(['member', 'super_admin'], forum, maria.user);
    const sessions = app.nest.get(SessionsService, { strict: false });
    await app.db.transaction((tx) =>
      sessions.beginAdmin(tx, { ...maria.user, roles: ['super_admin'] }, { ip: '127.0.0.1' }),
    );
    const other = await signOn.enter(await app.make.member(shop));
    await maria.post('logout/', { everywhere: true });
    for (const one of [own, other]) expect((await use(one)).status).toBe(200);
    const left = (await signOn.sessionsOf(maria)).filter(({ alive }) => alive);
    expect(left.map(({ application_id: id }) => id)).toEqual([forum.id, null]);
    for (const { id, sign_on_id } of left) expect(sign_on_id).toBe(id);
  });

  it('is for the caller alone: an API admin who names another user ends no session', async () => {
    const admin = await app.make.apiAdmin(shop);
    const maria = await app.make.member(shop);
    expect((await admin.post(`logout/?uid=${maria.user.uid}`, { everywhere: true })).status).toBe(403);
    expect([await signOn.alive(maria), await signOn.alive(admin)]).toEqual([1, 1]);
  });

  it('is refused with another application’s key', async () => {
    const maria = await app.make.member(shop);
    const headers = { ...maria.headers, apikey: forum.apikey };
    expect((await app.send('POST', 'logout/', { headers, payload: { everywhere: true } })).status).toBe(401);
    expect(await signOn.alive(maria)).toBe(1);
  });

  it('everywhere answers with the logout addresses of the other applications concerned, each once', async () => {
    const maria = await app.make.member(shop);
    for (const target of [forum, forum, blog]) await signOn.enter(maria, target);
    expect((await maria.post('logout/', { everywhere: true })).body.data).toEqual({ logout_urls: [LOGOUT_URL] });
    const there = await signOn.enter(await app.make.member(shop));
    expect((await there.post('logout/', { everywhere: true })).body.data).toEqual({ logout_urls: [] });
  });

  it('takes everywhere in a form as well, and refuses what is neither true nor false', async () => {
    const maria = await app.make.member(shop);
    await signOn.enter(maria);
    const wrong = await maria.post('logout/', { everywhere: 'true' });
    expect(wrong).toMatchObject({ status: 400, body: { errors: { everywhere: [expect.anything()] } } });
    expect(await signOn.alive(maria)).toBe(2);
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect((await maria.post('logout/', 'everywhere=true', form)).status).toBe(200);
    expect(await signOn.alive(maria)).toBe(0);
  });

  it('of the admin module ends that session alone', async () => {
    const admin = await app.make.superAdmin();
    const there = await app.make.client(['super_admin'], shop, admin.user);
    expect((await admin.delete('/admin/api/session/')).status).toBe(200);
    expect((await use(there)).status).toBe(200);
  });

  it('is done for the user when a refresh token turns out to be stolen: whatever was entered with it ends', async () => {
    const maria = await app.make.member(shop);
    const first = (await signOn.exchange(await signOn.ticketFor(maria))).body.data;
    const next = (await renew(first.refresh_token as string)).body.data;
    await renew(next.refresh_token as string);
    const headers = { apikey: forum.apikey, authorization: `Bearer ${first.access_token}` };
    const stolen = await app.send('POST', 'sso/ticket/', { headers, payload: { application_id: blog.id } });
    expect((await signOn.exchange(stolen.body.data.ticket as string, blog)).status).toBe(200);
    expect((await renew(first.refresh_token as string)).status).toBe(401);
    const reasons = (await signOn.sessionsOf(maria)).map(({ end_reason: reason }) => reason);
    expect(reasons).toEqual(Array(3).fill('refresh_token_reused'));
  });
});
