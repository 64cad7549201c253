import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { Housekeeping } from '#common/jobs/index.js';
import { createLogger } from '#common/logging/logger.js';
import type { TestClient } from './support/factories.js';
import { SignOn } from './support/sign-on.js';
import { startTestApp, type Answer } from './support/start-test-app.js';

const LOGIN_URL = 'https://forum.example.com/sso?from=shop#top';
const REFUSED = {
  status: 401,
  body: { type: 'Invalid Token', message: 'the ticket is expired, used or not valid; ask for a new one' },
};

const lines: string[] = [];
const app = await startTestApp({ logger: createLogger('trace', { write: (line: string) => void lines.push(line) }) });
const second = await startTestApp({ sharing: app });
const shop = await app.make.application({ ssoLoginUrl: 'https://shop.example.com/sso' });
const forum = await app.make.application({ name: 'Forum', ssoLoginUrl: LOGIN_URL });
const blog = await app.make.application({ name: 'Blog', ssoLoginUrl: 'https://blog.example.com/' });
const root = await app.make.superAdmin();
const signOn = new SignOn(app, forum);

describe('single sign-on', () => {
  afterAll(async () => {
    await second.stop();
    await app.stop();
  });

  /** What a protected endpoint says. */
  function use(headers: Record<string, string>): Promise<Answer> {
    return app.send('GET', 'commerce/cart-items/', { headers });
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
      await signOn.ticketFor(maria);
      const rows = await app.database.query(
        'SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM sso_tickets WHERE uid = $1',
        [maria.user.uid],
      );
      expect(rows).toEqual([{ seconds: 60 }]);
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
        const message = 'no application with this id can be entered by single sign-on';
        expect(answer).toMatchObject({ status: 404, body: { type: 'Not Found', message } });
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

    it('lets API admins in as themselves, also when they name themselves', async () => {
      const admin = await app.make.apiAdmin(shop);
      const answer = await admin.post(`sso/ticket/?uid=${admin.user.uid}`, { application_id: forum.id });
      expect((await signOn.exchange(answer.body.data.ticket as string)).body.data.uid).toBe(admin.user.uid);
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
    it('[6 configuration per application: single sign-on] gives the target application tokens of its own, for the same user', async () => {
      const maria = await app.make.member(shop);
      const answer = await signOn.exchange(await signOn.ticketFor(maria));
      expect(answer).toMatchObject({
        status: 200,
        body: { data: { token_type: 'Bearer', expires_in: 900, refresh_expires_in: 2_592_000, uid: maria.user.uid } },
        headers: { 'cache-control': 'no-store' },
      });
      const tokens = answer.body.data as { access_token: string; refresh_token: string };
      const authorization = `Bearer ${tokens.access_token}`;
      expect((await use({ apikey: forum.apikey, authorization })).status).toBe(200);
      expect((await use({ apikey: shop.apikey, authorization })).status).toBe(401);
      expect((await use(maria.headers)).status).toBe(200);
      const renew = (apikey: string): Promise<Answer> =>
        app.send('POST', 'token/', { headers: { apikey }, payload: { refresh_token: tokens.refresh_token } });
      expect((await renew(shop.apikey)).status).toBe(401);
      expect((await renew(forum.apikey)).status).toBe(200);
    });

    it('begins a session that shares the sign-on; a login of its own has one of its own', async () => {
      const maria = await app.make.member(shop);
      await signOn.enter(maria);
      await app.make.client(['member'], forum, maria.user);
      const sessions = await signOn.sessionsOf(maria);
      expect(sessions.map(({ application_id: id }) => id)).toEqual([shop.id, forum.id, forum.id]);
      expect(sessions[1]!.sign_on_id).toBe(sessions[0]!.id);
      expect(sessions[2]!.sign_on_id).toBe(sessions[2]!.id);
    });

    it('goes on from application to application, in one sign-on', async () => {
      const maria = await app.make.member(shop);
      await signOn.enter(await signOn.enter(maria), blog);
      const sessions = await signOn.sessionsOf(maria);
      expect(sessions.map(({ sign_on_id: id }) => id)).toEqual(Array(3).fill(sessions[0]!.id));
    });

    it.each([1, 2, 3, 4, 5])('is won by exactly one of 20 at the same time on two instances, in round %i', async () => {
      const maria = await app.make.member(shop);
      const ticket = await signOn.ticketFor(maria);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => signOn.exchange(ticket, forum, n % 2 === 0 ? app : second)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(REFUSED);
      expect(await signOn.alive(maria)).toBe(2);
    });

    it('works once', async () => {
      const ticket = await signOn.ticketFor(await app.make.member(shop));
      expect((await signOn.exchange(ticket)).status).toBe(200);
      expect(await signOn.exchange(ticket)).toMatchObject(REFUSED);
    });

    it('is refused to another application, which does not use the ticket up', async () => {
      const ticket = await signOn.ticketFor(await app.make.member(shop));
      for (const other of [blog, shop]) expect(await signOn.exchange(ticket, other)).toMatchObject(REFUSED);
      expect((await signOn.exchange(ticket)).status).toBe(200);
    });

    it('does not tell what is wrong: unknown, malformed, expired, used and another application’s tickets are one 401', async () => {
      const maria = await app.make.member(shop);
      const [expired, used, others] = [
        await signOn.ticketFor(maria),
        await signOn.ticketFor(maria),
        await signOn.ticketFor(maria, blog),
      ];
      await signOn.exchange(used);
      await app.database.query(
        `UPDATE sso_tickets SET expires_at = now() - interval '1 ms' WHERE token_hash = sha256($1::bytea)`,
        [expired],
      );
      const tickets = [`st_${'A'.repeat(43)}`, 'anything', expired, used, others];
      const answers = await Promise.all(tickets.map((ticket) => signOn.exchange(ticket)));
      for (const answer of answers) {
        expect(answer).toMatchObject(REFUSED);
        expect({ ...answer.body, request_id: '' }).toEqual({ ...answers[0]!.body, request_id: '' });
        expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(answers[0]!.headers).sort());
      }
    });

    it('asks the database nothing about a text that was never a ticket', async () => {
      const query = jest.spyOn(app.db.manager, 'findOneBy');
      const asked = (): unknown[] =>
        query.mock.calls.filter(([entity]) => (entity as { name: string }).name === 'SsoTicket');
      await signOn.exchange('st_short');
      expect(asked()).toHaveLength(0);
      await signOn.exchange(`st_${'A'.repeat(43)}`);
      expect(asked()).toHaveLength(1);
      query.mockRestore();
    });

    it('is refused once single sign-on was taken from the application', async () => {
      const target = await app.make.application({ ssoLoginUrl: LOGIN_URL });
      const ticket = await signOn.ticketFor(await app.make.member(shop), target);
      expect((await root.patch(`/admin/api/applications/${target.id}/`, { sso: null })).status).toBe(200);
      expect(await signOn.exchange(ticket, target)).toMatchObject(REFUSED);
    });

    it.each([
      ['a logout', (maria: TestClient) => maria.post('logout/')],
      ['a logout everywhere', (maria: TestClient) => maria.post('logout/', { everywhere: true })],
      [
        'a new password',
        ({ user }: TestClient) => root.patch(`/admin/api/users/${user.uid}/`, { reset_password: true }),
      ],
      ['deactivation', ({ user }: TestClient) => root.patch(`/admin/api/users/${user.uid}/`, { status: 'inactive' })],
    ])('is refused after %s of its user', async (_, end) => {
      const maria = await app.make.member(shop);
      const ticket = await signOn.ticketFor(maria);
      expect((await end(maria)).status).toBe(200);
      expect(await signOn.exchange(ticket)).toMatchObject(REFUSED);
      expect(await signOn.alive(maria)).toBe(0);
    });

    it('is refused to a user who was deactivated past the sessions', async () => {
      const maria = await app.make.member(shop);
      const ticket = await signOn.ticketFor(maria);
      await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [maria.user.uid]);
      expect(await signOn.exchange(ticket)).toMatchObject(REFUSED);
    });

    it('is refused after the origin session expired, or its application was deleted', async () => {
      const origin = await app.make.application();
      const [one, two] = [await app.make.member(origin), await app.make.member(origin)];
      const tickets = [await signOn.ticketFor(one), await signOn.ticketFor(two)];
      await app.database.query(`UPDATE sessions SET expires_at = now() WHERE uid = $1`, [one.user.uid]);
      expect(await signOn.exchange(tickets[0]!)).toMatchObject(REFUSED);
      expect((await root.delete(`/admin/api/applications/${origin.id}/`)).status).toBe(200);
      expect(await signOn.exchange(tickets[1]!)).toMatchObject(REFUSED);
    });

    it.each([
      [{ username: 'maria' }, ['ticket', 'username']],
      [{ password: 'secret' }, ['password', 'ticket']],
      [{ refresh_token: 'rt_1' }, ['refresh_token', 'ticket']],
      [{ refresh_token: 'rt_1', username: 'm', password: 'p' }, ['password', 'refresh_token', 'ticket', 'username']],
    ])('is refused together with %j, and every field is named', async (more, fields) => {
      const ticket = await signOn.ticketFor(await app.make.member(shop));
      const payload = { ticket, ...more };
      const answer = await app.send('POST', 'token/', { headers: { apikey: forum.apikey }, payload });
      expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
      expect(Object.keys(answer.body.errors).sort()).toEqual(fields);
      expect(answer.text).not.toContain(ticket);
      expect((await signOn.exchange(ticket)).status).toBe(200);
    });

    it.each([7, null, '', 'x'.repeat(257)])('is refused for the ticket %j, which is named', async (ticket) => {
      const answer = await app.send('POST', 'token/', { headers: { apikey: forum.apikey }, payload: { ticket } });
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toHaveProperty('ticket');
    });

    it('is open to OAuth 2.0 clients as an extension grant', async () => {
      const ticket = await signOn.ticketFor(await app.make.member(shop));
      const oauth = (fields: Record<string, string>): Promise<Answer> =>
        app.send('POST', 'token/', {
          headers: { apikey: forum.apikey, 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ grant_type: 'urn:commerce-api:sso-ticket', ...fields }).toString(),
        });
      expect(await oauth({})).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
      expect(await oauth({ ticket })).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 900 } });
      expect(await oauth({ ticket })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });

    it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
      'takes the ticket in a form, %s, once: a repeated field is no ticket',
      async (type) => {
        const ticket = await signOn.ticketFor(await app.make.member(shop));
        const form = (times: number): string =>
          type.startsWith('multipart')
            ? `${`--x\r\nContent-Disposition: form-data; name="ticket"\r\n\r\n${ticket}\r\n`.repeat(times)}--x--\r\n`
            : Array<string>(times).fill(`ticket=${ticket}`).join('&');
        const send = (times: number): Promise<Answer> =>
          app.send('POST', 'token/', { headers: { apikey: forum.apikey, 'content-type': type }, payload: form(times) });
        const twice = await send(2);
        expect(twice).toMatchObject({ status: 400, body: { errors: { ticket: [expect.anything()] } } });
        expect(twice.text).not.toContain(ticket);
        expect((await send(1)).status).toBe(200);
      },
    );

    describe('under an Idempotency-Key', () => {
      it('gives the first answer again, and begins no second session', async () => {
        const maria = await app.make.member(shop);
        const ticket = await signOn.ticketFor(maria);
        const key = { 'idempotency-key': 'enter' };
        const answers = [
          await signOn.exchange(ticket, forum, app, key),
          await signOn.exchange(ticket, forum, second, key),
        ];
        expect(answers[0]!.status).toBe(200);
        expect(answers[1]!.text).toBe(answers[0]!.text);
        expect(await signOn.alive(maria)).toBe(2);
      });

      it('gives it to nobody else: not with another key, without one, with another ticket, or to another application', async () => {
        const maria = await app.make.member(shop);
        const ticket = await signOn.ticketFor(maria);
        const key = { 'idempotency-key': 'enter once' };
        expect((await signOn.exchange(ticket, forum, app, key)).status).toBe(200);
        expect(await signOn.exchange(ticket, forum, app, { 'idempotency-key': 'another' })).toMatchObject(REFUSED);
        expect(await signOn.exchange(ticket)).toMatchObject(REFUSED);
        expect(await signOn.exchange(ticket, blog, app, key)).toMatchObject(REFUSED);
        expect((await signOn.exchange(await signOn.ticketFor(maria), forum, app, key)).status).toBe(422);
      });

      it('is won once by 10 at the same time under keys of their own, on two instances', async () => {
        const maria = await app.make.member(shop);
        const ticket = await signOn.ticketFor(maria);
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, n) =>
            signOn.exchange(ticket, forum, n % 2 === 0 ? app : second, { 'idempotency-key': `${ticket}${n}` }),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(401)]);
        expect(await signOn.alive(maria)).toBe(2);
      });
    });
  });

  it('leaves no ticket in the log, the metrics, or any table', async () => {
    const maria = await app.make.member(shop);
    const issued = await maria.post(
      'sso/ticket/',
      { application_id: forum.id },
      { headers: { 'idempotency-key': 'leak' } },
    );
    const { ticket, login_url: loginUrl } = issued.body.data as { ticket: string; login_url: string };
    const headers = { apikey: forum.apikey, referer: loginUrl, 'idempotency-key': 'leak' };
    const everywhere = [
      await app.send('POST', `token/?ticket=${ticket}`, {
        headers: { ...headers, apikey: 'none' },
        payload: { ticket },
      }),
      await app.send('POST', `token/${ticket}`, { headers, payload: { ticket } }),
      await app.send('POST', 'token/', { headers, payload: { ticket, username: 'maria' } }),
      await app.send('POST', 'token/', {
        headers: { ...headers, 'content-type': 'application/json' },
        payload: ticket,
      }),
      await app.send('POST', `token/?ticket=${ticket}`, {
        headers: { ...headers, 'idempotency-key': 'two' },
        payload: { ticket },
      }),
      await signOn.exchange(ticket, forum, app, { referer: loginUrl }),
      await app.send('GET', '/metrics'),
    ];
    expect(everywhere.map(({ status }) => status)).toEqual([401, 404, 400, 400, 200, 401, 200]);
    for (const { text, headers: sent } of everywhere) expect(text + JSON.stringify(sent)).not.toContain(ticket);
    expect(lines.length).toBeGreaterThan(everywhere.length);
    expect(lines.filter((line) => line.includes(ticket))).toEqual([]);
    const tables = await app.database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.map(({ name }) => name)).toContain('public.sso_tickets');
    for (const { name } of tables) {
      const found = await app.database.query(
        `SELECT 1 FROM ${name} AS t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0`,
        [ticket, Buffer.from(ticket).toString('hex')],
      );
      expect([name, found]).toEqual([name, []]);
    }
  });

  it('forgets tickets that have expired, used or not, and keeps the others', async () => {
    const maria = await app.make.member(shop);
    const [used, unused, good] = [
      await signOn.ticketFor(maria),
      await signOn.ticketFor(maria),
      await signOn.ticketFor(maria),
    ];
    await signOn.exchange(used);
    const expired = `UPDATE sso_tickets SET expires_at = now() - interval '1 ms' WHERE token_hash = sha256($1::bytea)`;
    for (const ticket of [used, unused]) await app.database.query(expired, [ticket]);
    await app.nest.get(Housekeeping, { strict: false }).round();
    const left = await app.database.query('SELECT 1 FROM sso_tickets WHERE uid = $1', [maria.user.uid]);
    expect(left).toHaveLength(1);
    expect((await signOn.exchange(good)).status).toBe(200);
  });
});
