import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { SessionEndings, SessionsService } from '#people/sessions/index.js';
import { UsersService } from '#people/users/index.js';
import { PASSWORD, type TestApplication, type TestClient } from './support/factories.js';
import { SignOn } from './support/sign-on.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

const ROUNDS = 24;

const app = await startTestApp();
const second = await startTestApp({ sharing: app });
const shop = await app.make.application();
const forum = await app.make.application({ ssoLoginUrl: 'https://forum.example.com/sso' });
const blog = await app.make.application({ ssoLoginUrl: 'https://blog.example.com/' });
const root = await app.make.superAdmin();
const signOn = new SignOn(app, forum);

/** A session that begins and an act that ends it, at the same time on two instances, in every order. */
describe('races of single sign-on', () => {
  afterAll(async () => {
    await second.stop();
    await app.stop();
  });

  /** What ends sessions, and where it does so, inside its transaction. */
  interface Ending {
    what: string;
    method: 'endSignOn' | 'endOfUser' | 'endOfApplication';
    run: (who: TestClient, target: TestApplication) => Promise<Answer>;
  }

  const administer = (method: 'PATCH' | 'DELETE', path: string, payload?: object): Promise<Answer> =>
    second.send(method, `/admin/api/${path}`, { headers: root.headers, ...(payload === undefined ? {} : { payload }) });

  const LOG_OUT: Ending = {
    what: 'a logout everywhere',
    method: 'endSignOn',
    run: ({ headers }) => second.send('POST', 'logout/', { headers, payload: { everywhere: true } }),
  };
  const NEW_PASSWORD: Ending = {
    what: 'a new password',
    method: 'endOfUser',
    run: ({ user }) => administer('PATCH', `users/${user.uid}/`, { reset_password: true }),
  };
  const DEACTIVATION: Ending = {
    what: 'deactivation',
    method: 'endOfUser',
    run: ({ user }) => administer('PATCH', `users/${user.uid}/`, { status: 'inactive' }),
  };
  const DELETION: Ending = {
    what: 'deletion of the application',
    method: 'endOfApplication',
    run: (_, { id }) => administer('DELETE', `applications/${id}/`),
  };
  const ENDINGS = [LOG_OUT, NEW_PASSWORD, DEACTIVATION, DELETION];

  /** Stops a method of an instance just after it has done its work, in the middle of its transaction. */
  function hold(on: TestApp, method: 'begin' | Ending['method']): { reached: Promise<void>; release: () => void } {
    const sessions = on.nest.get<Record<typeof method, (...args: unknown[]) => Promise<unknown>>>(
      method === 'begin' ? SessionsService : SessionEndings,
      { strict: false },
    );
    const reached = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const original = sessions[method].bind(sessions);
    const spy = jest.spyOn(sessions, method);
    spy.mockImplementationOnce(async (...args) => {
      const result = await original(...args);
      spy.mockRestore();
      reached.resolve();
      await released.promise;
      return result;
    });
    return { reached: reached.promise, release: released.resolve };
  }

  /** Waits until an act is over, or waits for a lock of another one. */
  async function overOrWaiting(act: Promise<unknown>): Promise<void> {
    let over = false;
    void act.finally(() => (over = true));
    await until(async () => {
      const waiting = await app.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return over || waiting.length > 0;
    });
  }

  /** An application of a test's own, and somebody who is signed in at the shop. */
  async function scene(): Promise<{ maria: TestClient; target: TestApplication }> {
    const target = await app.make.application({ ssoLoginUrl: 'https://own.example.com/sso' });
    return { maria: await app.make.member(shop), target };
  }

  /** The living sessions of a user, but for those at the shop when it is another application that was deleted. */
  async function left(who: TestClient, { method }: Ending): Promise<unknown[]> {
    const sessions = (await signOn.sessionsOf(who)).filter(({ alive }) => alive);
    return method === 'endOfApplication' ? sessions.filter(({ application_id: id }) => id !== shop.id) : sessions;
  }

  describe.each(ENDINGS)('$what', (ending) => {
    it('ends a session that an exchange is just beginning', async () => {
      const { maria, target } = await scene();
      const ticket = await signOn.ticketFor(maria, target);
      const { reached, release } = hold(app, 'begin');
      const exchanging = signOn.exchange(ticket, target);
      await reached;
      const acting = ending.run(maria, target);
      await overOrWaiting(acting);
      release();
      expect([(await exchanging).status, (await acting).status]).toEqual([200, 200]);
      expect(await left(maria, ending)).toEqual([]);
      const told = await signOn.told(maria);
      expect(told).toHaveLength(ending === DELETION ? 1 : 2);
    });

    it('lets no exchange begin one while it is at work', async () => {
      const { maria, target } = await scene();
      const ticket = await signOn.ticketFor(maria, target);
      const { reached, release } = hold(second, ending.method);
      const acting = ending.run(maria, target);
      await reached;
      const exchanging = signOn.exchange(ticket, target);
      await overOrWaiting(exchanging);
      release();
      expect([(await exchanging).status, (await acting).status]).toEqual([401, 200]);
      expect(await left(maria, ending)).toEqual([]);
    });
  });

  it('lets no login begin a session at an application that is just being deleted', async () => {
    const { maria, target } = await scene();
    const { reached, release } = hold(second, 'endOfApplication');
    const deleting = DELETION.run(maria, target);
    await reached;
    const loggingIn = app.send('POST', 'token/', {
      headers: { apikey: target.apikey },
      payload: { username: maria.user.username, password: PASSWORD },
    });
    await overOrWaiting(loggingIn);
    release();
    expect(await loggingIn).toMatchObject({ status: 401, body: { type: 'Request Failed' } });
    expect((await deleting).status).toBe(200);
    expect(await left(maria, DELETION)).toEqual([]);
  });

  it('ends a session that a login is just beginning at an application that is deleted', async () => {
    const { maria, target } = await scene();
    const { reached, release } = hold(app, 'begin');
    const loggingIn = app.send('POST', 'token/', {
      headers: { apikey: target.apikey },
      payload: { username: maria.user.username, password: PASSWORD },
    });
    await reached;
    const deleting = DELETION.run(maria, target);
    await overOrWaiting(deleting);
    release();
    expect([(await loggingIn).status, (await deleting).status]).toEqual([200, 200]);
    expect(await left(maria, DELETION)).toEqual([]);
  });

  it.each(['an exchange', 'a login'])(
    'lets %s hold no user while it waits for the application: whoever changes both takes the application first',
    async (what) => {
      const { maria, target } = await scene();
      const { uid, username, email } = maria.user;
      const ticket = await signOn.ticketFor(maria, target);
      const users = second.nest.get(UsersService, { strict: false });
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const lock = users.lock.bind(users);
      const spy = jest.spyOn(users, 'lock').mockImplementationOnce(async (tx, one) => {
        reached.resolve();
        await released.promise;
        return lock(tx, one);
      });
      const naming = administer('PATCH', `applications/${target.id}/`, { api_admin: { username, email } });
      await reached.promise;
      const payload = { username, password: PASSWORD };
      const beginning =
        what === 'a login'
          ? app.send('POST', 'token/', { headers: { apikey: target.apikey }, payload })
          : signOn.exchange(ticket, target);
      await overOrWaiting(beginning);
      const free = await app.database.query('SELECT 1 FROM users WHERE uid = $1 FOR UPDATE SKIP LOCKED', [uid]);
      released.resolve();
      spy.mockRestore();
      expect(free).toHaveLength(1);
      expect([(await beginning).status, (await naming).status]).toEqual([200, 200]);
    },
  );

  it('leaves nothing of a stolen family alive that is just entering another application', async () => {
    const { maria, target } = await scene();
    const first = (await signOn.exchange(await signOn.ticketFor(maria))).body.data;
    const renew = (refresh_token: unknown): Promise<Answer> =>
      second.send('POST', 'token/', { headers: { apikey: forum.apikey }, payload: { refresh_token } });
    await renew((await renew(first.refresh_token)).body.data.refresh_token);
    const ticket = await signOn.ticketFor(maria, target);
    const { reached, release } = hold(app, 'begin');
    const exchanging = signOn.exchange(ticket, target);
    await reached;
    const renewing = renew(first.refresh_token);
    await overOrWaiting(renewing);
    release();
    expect([(await exchanging).status, (await renewing).status]).toEqual([200, 401]);
    expect(await signOn.alive(maria)).toBe(0);
  });

  it(`leaves no session alive in ${ROUNDS} rounds of exchanges, renewals and logouts everywhere at once`, async () => {
    const { user } = await app.make.member(shop);
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const maria = await app.make.client(['member'], shop, user);
      const there = (await signOn.exchange(await signOn.ticketFor(maria))).body.data;
      const tickets = [
        await signOn.ticketFor(maria, blog),
        await signOn.ticketFor(maria),
        await signOn.ticketFor(maria, blog),
      ];
      const { refresh_token } = there as { refresh_token: string };
      const acts = [
        () => signOn.exchange(tickets[0]!, blog, app),
        () => signOn.exchange(tickets[1]!, forum, second),
        () => LOG_OUT.run(maria, forum),
        () => signOn.exchange(tickets[2]!, blog, second),
        () => app.send('POST', 'token/', { headers: { apikey: forum.apikey }, payload: { refresh_token } }),
        () => app.send('POST', 'logout/', { headers: maria.headers, payload: { everywhere: true } }),
      ];
      const turn = round % acts.length;
      const [first, ...others] = [...acts.slice(turn), ...acts.slice(0, turn)];
      const begun = first!();
      // Every second time round the first is over before the others begin, on however quick or slow a machine.
      if (Math.floor(round / acts.length) % 2 === 1) await begun;
      const answers = await Promise.all([begun, ...others.map((act) => act())]);
      for (const { status } of answers) expect([200, 401]).toContain(status);
      const sessions = await app.database.query<{ alive: boolean; told: number }>(
        `SELECT s.ended_at IS NULL AS alive,
                (SELECT count(*) FROM events e WHERE e.type = 'session.ended' AND e.aggregate_id = s.id::text) AS told
           FROM sessions s WHERE s.sign_on_id = (SELECT sign_on_id FROM sso_tickets t JOIN sessions o ON o.id = t.session_id
                                                  WHERE t.token_hash = sha256($1::bytea))`,
        [tickets[0]],
      );
      expect(sessions.every(({ alive, told }) => !alive && told === 1)).toBe(true);
      seen.add(sessions.length);
    }
    // The rounds are worth something only if some exchanges come before the end and some after.
    expect(seen.size).toBeGreaterThan(1);
  });
});
