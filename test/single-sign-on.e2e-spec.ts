import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Housekeeping } from '../src/modules/housekeeping/housekeeping.js';
import { SessionsService } from '../src/modules/sessions/index.js';
import type { TestApplication, TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { expectSoon } from './support/expect-soon.js';

const LOGIN_URL = 'https://forum.example.com/sso?from=shop#top';
const LOGOUT_URL = 'https://forum.example.com/sso/logout';
const REFUSED = {
  status: 401,
  body: { type: 'Invalid Token', message: 'the ticket is expired, used or not valid; ask for a new one' },
};

interface Tokens {
  access_token: string;
  refresh_token: string;
  uid: number;
}

describe('single sign-on', () => {
  let app: TestApp;
  let second: TestApp;
  let shop: TestApplication;
  let forum: TestApplication;
  let blog: TestApplication;
  let root: TestClient;

  beforeAll(async () => {
    app = await startTestApp();
    second = await startTestApp({ sharing: app });
    shop = await app.make.application({ ssoLoginUrl: 'https://shop.example.com/sso' });
    forum = await app.make.application({ name: 'Forum', ssoLoginUrl: LOGIN_URL, ssoLogoutUrl: LOGOUT_URL });
    blog = await app.make.application({ name: 'Blog', ssoLoginUrl: 'https://blog.example.com/' });
    root = await app.make.superAdmin();
  });
  afterAll(async () => {
    await second.stop();
    await app.stop();
  });

  /** A ticket into an application, for whoever is signed in at another. */
  async function ticketFor(client: TestClient, target = forum): Promise<string> {
    const answer = await client.post('sso/ticket/', { application_id: target.id });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body.data.ticket as string;
  }

  function exchange(
    ticket: string,
    { apikey } = forum,
    on = app,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    return on.send('POST', 'token/', { headers: { apikey, ...headers }, payload: { ticket } });
  }

  /** Enters an application; gives the tokens there. */
  async function enter(client: TestClient, target = forum): Promise<Tokens> {
    const answer = await exchange(await ticketFor(client, target), target);
    expect(answer.status).toBe(200);
    return answer.body.data as Tokens;
  }

  function bearer({ access_token: token }: Pick<Tokens, 'access_token'>, { apikey } = forum): Record<string, string> {
    return { apikey, authorization: `Bearer ${token}` };
  }

  /** What a protected endpoint says. */
  function use(headers: Record<string, string>, on = app): Promise<Answer> {
    return on.send('GET', 'commerce/cart-items/', { headers });
  }

  function logOut(headers: Record<string, string>, payload?: object, on = app): Promise<Answer> {
    return on.send('POST', 'logout/', { headers, ...(payload === undefined ? {} : { payload }) });
  }

  interface SessionFacts {
    id: string;
    application_id: string | null;
    sign_on_id: string;
    alive: boolean;
    end_reason: string | null;
  }

  /** All sessions of a user, the eldest first. */
  function sessionsOf({ user }: TestClient): Promise<SessionFacts[]> {
    return app.database.query<SessionFacts>(
      'SELECT id, application_id, sign_on_id, ended_at IS NULL AS alive, end_reason FROM sessions WHERE uid = $1 ORDER BY created_at',
      [user.uid],
    );
  }

  async function alive(client: TestClient): Promise<number> {
    return (await sessionsOf(client)).filter((session) => session.alive).length;
  }

  /** What was told of the ends of a user's sessions. */
  function told({ user }: TestClient): Promise<{ aggregate_id: string; data: object }[]> {
    return app.database.query(
      `SELECT aggregate_id, data FROM events WHERE type = 'session.ended' AND data ->> 'uid' = $1 ORDER BY sequence`,
      [String(user.uid)],
    );
  }

  describe('a ticket', () => {
    it('is given to a logged-in user, with the address at which to enter', async () => {
      const maria = await app.make.member(shop);
      const answer = await maria.post('sso/ticket/', { application_id: forum.id });
      expect(answer.body.data).toEqual({
        ticket: expect.stringMatching(/^st_[A-Za-z0-9_-]{43}$/),
        login_url: `https://forum.example.com/sso?from=shop&ticket=${answer.body.data.ticket}#top`,
        expires_in: 60,
      });
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    it('lasts 60 seconds', async () => {
      const maria = await app.make.member(shop);
      await ticketFor(maria);
      const rows = await app.database.query(
        'SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM sso_tickets WHERE uid = $1',
        [maria.user.uid],
      );
      expect(rows).toEqual([{ seconds: 60 }]);
    });

    it('is stored in no form that could be used', async () => {
      const ticket = await ticketFor(await app.make.member(shop));
      const [rows] = await app.database.query<{ all: string }>(
        "SELECT string_agg(t::text, E'\\n') AS all FROM sso_tickets t",
      );
      expect(rows!.all).not.toContain(ticket.slice(3, 20));
    });

    it.each(['deleted', 'registered without single sign-on', 'unknown', 'no id at all'])(
      'into an application that is %s is the same 404',
      async (what) => {
        const { id } = await app.make.application(
          what === 'deleted' ? { ssoLoginUrl: LOGIN_URL, deletedAt: new Date() } : {},
        );
        const ids: Record<string, string> = {
          unknown: 'c1f1f2d4-8f4f-4a3e-9d0a-1d2f3c4b5a69',
          'no id at all': 'forum',
        };
        const maria = await app.make.member(shop);
        const answer = await maria.post('sso/ticket/', { application_id: ids[what] ?? id });
        expect(answer).toMatchObject({ status: 404, body: { type: 'Not Found', message: 'application not found' } });
      },
    );

    it.each([
      ['inactive', null, 'application_id: the application is inactive'],
      ['maintenance', null, 'application_id: the application is in maintenance mode'],
      ['maintenance', 'Back at noon.', 'application_id: the application is in maintenance mode: Back at noon.'],
    ] as const)('into an application whose status is %s (%s) is 409', async (status, maintenanceMessage, message) => {
      const { id } = await app.make.application({ ssoLoginUrl: LOGIN_URL, status, maintenanceMessage });
      const maria = await app.make.member(shop);
      expect(await maria.post('sso/ticket/', { application_id: id })).toMatchObject({
        status: 409,
        body: { type: 'Conflict', message, errors: { application_id: [expect.anything()] } },
      });
    });

    it('into the application that asks is refused', async () => {
      const maria = await app.make.member(shop);
      const answer = await maria.post('sso/ticket/', { application_id: shop.id.toUpperCase() });
      expect(answer).toMatchObject({ status: 400, body: { errors: { application_id: [expect.anything()] } } });
    });

    it.each([{}, { application_id: 7 }, { application_id: '' }, { application_id: 'x'.repeat(37) }])(
      'needs an application_id: %j is refused',
      async (payload) => {
        const answer = await (await app.make.member(shop)).post('sso/ticket/', payload);
        expect(answer).toMatchObject({ status: 400, body: { errors: { application_id: [expect.anything()] } } });
      },
    );

    it('needs a user: an application alone, and a token of another application, are refused', async () => {
      const maria = await app.make.member(shop);
      const payload = { application_id: blog.id };
      for (const headers of [{ apikey: shop.apikey }, { ...maria.headers, apikey: forum.apikey }]) {
        expect(await app.send('POST', 'sso/ticket/', { headers, payload })).toMatchObject({
          status: 401,
          body: { type: 'Invalid Token' },
        });
      }
    });

    it('is never for somebody else: an API admin who names another user gets none, and neither does a member', async () => {
      const maria = await app.make.member(shop);
      for (const other of [await app.make.apiAdmin(shop), await app.make.member(shop)]) {
        const answer = await other.post(`sso/ticket/?uid=${maria.user.uid}`, { application_id: forum.id });
        expect(answer).toMatchObject({ status: 403, body: { type: 'Permission Denied' } });
      }
      expect(await app.database.query('SELECT 1 FROM sso_tickets WHERE uid = $1', [maria.user.uid])).toEqual([]);
    });

    it('lets an API admin in as himself, also when he names himself', async () => {
      const admin = await app.make.apiAdmin(shop);
      const answer = await admin.post(`sso/ticket/?uid=${admin.user.uid}`, { application_id: forum.id });
      expect((await exchange(answer.body.data.ticket as string)).body.data.uid).toBe(admin.user.uid);
    });

    it('is not given for a session of the admin module', async () => {
      const headers = { ...root.headers, apikey: shop.apikey };
      expect((await app.send('POST', 'sso/ticket/', { headers, payload: { application_id: forum.id } })).status).toBe(
        401,
      );
    });

    it('is not given for a session that has just ended elsewhere', async () => {
      const maria = await app.make.member(shop);
      expect((await use(maria.headers)).status).toBe(200);
      await app.database.query('UPDATE sessions SET ended_at = now() WHERE uid = $1', [maria.user.uid]);
      expect(await maria.post('sso/ticket/', { application_id: forum.id })).toMatchObject({
        status: 401,
        body: { type: 'Invalid Token' },
      });
    });
  });

  describe('the exchange', () => {
    it('gives the target application tokens of its own, for the same user', async () => {
      const maria = await app.make.member(shop);
      const answer = await exchange(await ticketFor(maria));
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { token_type: 'Bearer', expires_in: 900, refresh_expires_in: 2_592_000, uid: maria.user.uid } },
        headers: { 'cache-control': 'no-store' },
      });
      const tokens = answer.body.data as Tokens;
      expect((await use(bearer(tokens))).status).toBe(200);
      expect((await use(bearer(tokens, shop))).status).toBe(401);
      expect((await use(maria.headers)).status).toBe(200);
      const renew = (apikey: string): Promise<Answer> =>
        app.send('POST', 'token/', { headers: { apikey }, payload: { refresh_token: tokens.refresh_token } });
      expect((await renew(shop.apikey)).status).toBe(401);
      expect((await renew(forum.apikey)).status).toBe(200);
    });

    it('begins a session that shares the sign-on; a login of its own has one of its own', async () => {
      const maria = await app.make.member(shop);
      await enter(maria);
      await app.make.client(['member'], forum, maria.user);
      const sessions = await sessionsOf(maria);
      expect(sessions.map(({ application_id: id }) => id)).toEqual([shop.id, forum.id, forum.id]);
      expect(sessions[1]!.sign_on_id).toBe(sessions[0]!.id);
      expect(sessions[2]!.sign_on_id).toBe(sessions[2]!.id);
    });

    it('goes on from application to application, in one sign-on', async () => {
      const maria = await app.make.member(shop);
      const tokens = await enter(maria);
      const payload = { application_id: blog.id };
      const next = await app.send('POST', 'sso/ticket/', { headers: bearer(tokens), payload });
      expect((await exchange(next.body.data.ticket as string, blog)).status).toBe(200);
      const sessions = await sessionsOf(maria);
      expect(new Set(sessions.map(({ sign_on_id: id }) => id))).toEqual(new Set([sessions[0]!.id]));
    });

    it.each([1, 2, 3, 4, 5])('is won by exactly one of 20 at the same time on two instances, in round %i', async () => {
      const maria = await app.make.member(shop);
      const ticket = await ticketFor(maria);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => exchange(ticket, forum, n % 2 === 0 ? app : second)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(REFUSED);
      expect(await alive(maria)).toBe(2);
    });

    it('works once', async () => {
      const ticket = await ticketFor(await app.make.member(shop));
      expect((await exchange(ticket)).status).toBe(200);
      expect(await exchange(ticket)).toMatchObject(REFUSED);
    });

    it('is refused to another application, which does not use the ticket up', async () => {
      const ticket = await ticketFor(await app.make.member(shop));
      for (const other of [blog, shop]) expect(await exchange(ticket, other)).toMatchObject(REFUSED);
      expect((await exchange(ticket)).status).toBe(200);
    });

    it('does not tell what is wrong: unknown, malformed, expired, used and another application’s tickets are one 401', async () => {
      const maria = await app.make.member(shop);
      const [expired, used, others] = [await ticketFor(maria), await ticketFor(maria), await ticketFor(maria, blog)];
      await exchange(used);
      await app.database.query(
        `UPDATE sso_tickets SET expires_at = now() - interval '1 ms' WHERE token_hash = sha256($1::bytea)`,
        [expired],
      );
      const tickets = [`st_${'A'.repeat(43)}`, 'anything', expired, used, others];
      const answers = await Promise.all(tickets.map((ticket) => exchange(ticket)));
      for (const answer of answers) {
        expect(answer).toMatchObject(REFUSED);
        expect({ ...answer.body, request_id: '' }).toEqual({ ...answers[0]!.body, request_id: '' });
        expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(answers[0]!.headers).sort());
      }
    });

    it('asks the database nothing about a text that was never a ticket', async () => {
      const query = jest.spyOn(app.db, 'queryOne');
      const asked = (): unknown[] => query.mock.calls.filter(([, { name }]) => name.startsWith('sso-tickets'));
      await exchange('st_short');
      expect(asked()).toHaveLength(0);
      await exchange(`st_${'A'.repeat(43)}`);
      expect(asked()).toHaveLength(1);
      query.mockRestore();
    });

    it('is refused once single sign-on was taken from the application', async () => {
      const target = await app.make.application({ ssoLoginUrl: LOGIN_URL });
      const ticket = await ticketFor(await app.make.member(shop), target);
      expect((await root.patch(`/admin/api/applications/${target.id}/`, { sso: null })).status).toBe(200);
      expect(await exchange(ticket, target)).toMatchObject(REFUSED);
    });

    it.each([
      ['a logout', (maria: TestClient) => logOut(maria.headers)],
      ['a logout everywhere', (maria: TestClient) => logOut(maria.headers, { everywhere: true })],
      [
        'a new password',
        ({ user }: TestClient) => root.patch(`/admin/api/users/${user.uid}/`, { reset_password: true }),
      ],
      ['deactivation', ({ user }: TestClient) => root.patch(`/admin/api/users/${user.uid}/`, { status: 'inactive' })],
    ])('is refused after %s of its user', async (_, end) => {
      const maria = await app.make.member(shop);
      const ticket = await ticketFor(maria);
      expect((await end(maria)).status).toBe(200);
      expect(await exchange(ticket)).toMatchObject(REFUSED);
      expect(await alive(maria)).toBe(0);
    });

    it('is refused to a user who was deactivated past the sessions', async () => {
      const maria = await app.make.member(shop);
      const ticket = await ticketFor(maria);
      await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [maria.user.uid]);
      expect(await exchange(ticket)).toMatchObject(REFUSED);
    });

    it('is refused after the origin session expired, or its application was deleted', async () => {
      const origin = await app.make.application();
      const [one, two] = [await app.make.member(origin), await app.make.member(origin)];
      const tickets = [await ticketFor(one), await ticketFor(two)];
      await app.database.query(`UPDATE sessions SET expires_at = now() WHERE uid = $1`, [one.user.uid]);
      expect(await exchange(tickets[0]!)).toMatchObject(REFUSED);
      expect((await root.delete(`/admin/api/applications/${origin.id}/`)).status).toBe(200);
      expect(await exchange(tickets[1]!)).toMatchObject(REFUSED);
    });

    it.each([
      [{ username: 'maria' }, ['ticket', 'username']],
      [{ password: 'secret' }, ['password', 'ticket']],
      [{ refresh_token: 'rt_1' }, ['refresh_token', 'ticket']],
      [{ refresh_token: 'rt_1', username: 'm', password: 'p' }, ['password', 'refresh_token', 'ticket', 'username']],
    ])('is refused together with %j, and every field is named', async (more, fields) => {
      const ticket = await ticketFor(await app.make.member(shop));
      const payload = { ticket, ...more };
      const answer = await app.send('POST', 'token/', { headers: { apikey: forum.apikey }, payload });
      expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
      expect(Object.keys(answer.body.errors).sort()).toEqual(fields);
      expect(answer.text).not.toContain(ticket);
      expect((await exchange(ticket)).status).toBe(200);
    });

    it.each([7, null, '', 'x'.repeat(257)])('is refused for the ticket %j, which is named', async (ticket) => {
      const answer = await app.send('POST', 'token/', { headers: { apikey: forum.apikey }, payload: { ticket } });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveProperty('ticket');
    });

    it('is open to OAuth 2.0 clients as an extension grant', async () => {
      const ticket = await ticketFor(await app.make.member(shop));
      const oauth = (): Promise<Answer> =>
        app.send('POST', 'token/', {
          headers: { apikey: forum.apikey, 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ grant_type: 'urn:commerce-api:sso-ticket', ticket }).toString(),
        });
      expect(await oauth()).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 900 } });
      expect(await oauth()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });

    describe('under an Idempotency-Key', () => {
      it('gives the first answer again, and begins no second session', async () => {
        const maria = await app.make.member(shop);
        const ticket = await ticketFor(maria);
        const key = { 'idempotency-key': 'enter' };
        const answers = [await exchange(ticket, forum, app, key), await exchange(ticket, forum, second, key)];
        expect(answers[0]!.status).toBe(200);
        expect(answers[1]!.text).toBe(answers[0]!.text);
        expect(await alive(maria)).toBe(2);
      });

      it('gives it to nobody else: not with another key, without one, with another ticket, or to another application', async () => {
        const maria = await app.make.member(shop);
        const ticket = await ticketFor(maria);
        const key = { 'idempotency-key': 'enter once' };
        expect((await exchange(ticket, forum, app, key)).status).toBe(200);
        expect(await exchange(ticket, forum, app, { 'idempotency-key': 'another' })).toMatchObject(REFUSED);
        expect(await exchange(ticket)).toMatchObject(REFUSED);
        expect(await exchange(ticket, blog, app, key)).toMatchObject(REFUSED);
        expect((await exchange(await ticketFor(maria), forum, app, key)).status).toBe(422);
      });

      it('is won once by 10 at the same time under keys of their own, on two instances', async () => {
        const maria = await app.make.member(shop);
        const ticket = await ticketFor(maria);
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, n) =>
            exchange(ticket, forum, n % 2 === 0 ? app : second, { 'idempotency-key': `${ticket}${n}` }),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(401)]);
        expect(await alive(maria)).toBe(2);
      });
    });
  });

  describe('logging out', () => {
    it('ends the one session alone', async () => {
      const maria = await app.make.member(shop);
      const tokens = await enter(maria);
      for (const payload of [{}, { everywhere: false }]) {
        const one = await enter(maria);
        expect(await logOut(bearer(one), payload)).toMatchObject({ status: 200, body: { data: {} } });
        expect((await use(bearer(one))).status).toBe(401);
      }
      expect((await logOut(maria.headers)).body.data).toEqual({});
      expect((await use(maria.headers)).status).toBe(401);
      expect((await use(bearer(tokens))).status).toBe(200);
      expect((await told(maria)).map(({ data }) => data)).toEqual([
        expect.objectContaining({ application_id: forum.id, reason: 'logout' }),
        expect.objectContaining({ application_id: forum.id, reason: 'logout' }),
        expect.objectContaining({ application_id: shop.id, reason: 'logout' }),
      ]);
    });

    it('everywhere ends every session of the sign-on, at whichever application it is said, on both instances within 2 seconds', async () => {
      const maria = await app.make.member(shop);
      const all = [
        maria.headers,
        bearer(await enter(maria)),
        bearer(await enter(maria)),
        bearer(await enter(maria, blog), blog),
      ];
      for (const headers of all) expect((await use(headers, second)).status).toBe(200);
      expect((await logOut(all[1]!, { everywhere: true })).status).toBe(200);
      expect(await alive(maria)).toBe(0);
      await expectSoon(async () => {
        for (const on of [app, second]) for (const headers of all) expect((await use(headers, on)).status).toBe(401);
      });
    });

    it('everywhere kills the refresh tokens, too', async () => {
      const maria = await app.make.member(shop);
      const { refresh_token } = await enter(maria);
      await logOut(maria.headers, { everywhere: true });
      expect(
        (await app.send('POST', 'token/', { headers: { apikey: forum.apikey }, payload: { refresh_token } })).status,
      ).toBe(401);
    });

    it('everywhere tells each application once for each of its sessions, with the reason', async () => {
      const maria = await app.make.member(shop);
      for (const target of [forum, forum, blog]) await enter(maria, target);
      await logOut(maria.headers, { everywhere: true });
      await logOut(maria.headers, { everywhere: true });
      const sessions = await sessionsOf(maria);
      const events = await told(maria);
      expect(events).toHaveLength(4);
      expect(events.map(({ data }) => data)).toEqual(
        expect.arrayContaining(
          sessions.map(({ id, application_id }) => {
            return { session_id: id, uid: maria.user.uid, application_id, reason: 'logout_everywhere' };
          }),
        ),
      );
      expect(events.map(({ aggregate_id: id }) => id).sort()).toEqual(sessions.map(({ id }) => id).sort());
    });

    it('everywhere leaves other sign-ons of the user, other users, and the admin module alone', async () => {
      const maria = await app.make.client(['member', 'super_admin'], shop);
      await enter(maria);
      const own = await app.make.client(['member', 'super_admin'], forum, maria.user);
      const other = await app.make.member(shop);
      const others = await enter(other);
      await app.database.query(`UPDATE users SET roles = '{member,super_admin}' WHERE uid = $1`, [maria.user.uid]);
      const sessions = app.nest.get(SessionsService, { strict: false });
      await app.db.transaction((tx) => sessions.beginAdmin(tx, { ...maria.user, roles: ['super_admin'] }, '127.0.0.1'));
      await logOut(maria.headers, { everywhere: true });
      expect((await use(own.headers)).status).toBe(200);
      expect((await use(bearer(others))).status).toBe(200);
      expect((await sessionsOf(maria)).map((session) => session.alive)).toEqual([false, false, true, true]);
    });

    it('everywhere of an API admin who names another user ends the admin’s own sign-on, never the other’s', async () => {
      const admin = await app.make.apiAdmin(shop);
      const maria = await app.make.member(shop);
      await app.send('POST', `logout/?uid=${maria.user.uid}`, {
        headers: admin.headers,
        payload: { everywhere: true },
      });
      expect([await alive(maria), await alive(admin)]).toEqual([1, 0]);
    });

    it('everywhere answers with the logout addresses of the other applications concerned, each once', async () => {
      const maria = await app.make.member(shop);
      for (const target of [forum, forum, blog]) await enter(maria, target);
      expect((await logOut(maria.headers, { everywhere: true })).body.data).toEqual({ logout_urls: [LOGOUT_URL] });
      const paul = await app.make.member(shop);
      const headers = bearer(await enter(paul));
      expect((await logOut(headers, { everywhere: true })).body.data).toEqual({ logout_urls: [] });
    });

    it('takes everywhere in a form as well, and refuses what is neither true nor false', async () => {
      const maria = await app.make.member(shop);
      await enter(maria);
      const wrong = await logOut(maria.headers, { everywhere: 'true' });
      expect(wrong).toMatchObject({ status: 400, body: { errors: { everywhere: [expect.anything()] } } });
      expect(await alive(maria)).toBe(2);
      const form = { ...maria.headers, 'content-type': 'application/x-www-form-urlencoded' };
      expect((await app.send('POST', 'logout/', { headers: form, payload: 'everywhere=true' })).status).toBe(200);
      expect(await alive(maria)).toBe(0);
    });

    it('of the admin module ends that session alone', async () => {
      const admin = await app.make.superAdmin();
      const there = await app.make.client(['super_admin'], shop, admin.user);
      expect((await admin.delete('/admin/api/session/')).status).toBe(200);
      expect((await use(there.headers)).status).toBe(200);
    });
  });

  it('ends the whole sign-on when a refresh token of one of its sessions turns out to be stolen', async () => {
    const maria = await app.make.member(shop);
    const first = await enter(maria);
    const renew = async (refresh_token: string): Promise<Answer> =>
      app.send('POST', 'token/', { headers: { apikey: forum.apikey }, payload: { refresh_token } });
    const next = (await renew(first.refresh_token)).body.data as Tokens;
    await renew(next.refresh_token);
    const payload = { application_id: blog.id };
    const thief = await app.send('POST', 'sso/ticket/', { headers: bearer(first), payload });
    expect((await exchange(thief.body.data.ticket as string, blog)).status).toBe(200);
    expect((await renew(first.refresh_token)).status).toBe(401);
    expect((await sessionsOf(maria)).map(({ end_reason: reason }) => reason)).toEqual(
      Array(3).fill('refresh_token_reused'),
    );
  });

  it('forgets tickets that have expired, used or not, and keeps the others', async () => {
    const maria = await app.make.member(shop);
    const [used, unused, good] = [await ticketFor(maria), await ticketFor(maria), await ticketFor(maria)];
    await exchange(used);
    const expired = `UPDATE sso_tickets SET expires_at = now() - interval '1 ms' WHERE token_hash = sha256($1::bytea)`;
    for (const ticket of [used, unused]) await app.database.query(expired, [ticket]);
    await app.nest.get(Housekeeping, { strict: false }).round();
    const left = await app.database.query('SELECT 1 FROM sso_tickets WHERE uid = $1', [maria.user.uid]);
    expect(left).toHaveLength(1);
    expect((await exchange(good)).status).toBe(200);
  });
});
