import { describe, expect, it, jest } from '@jest/globals';
import { Passwords } from '#people/users/index.js';
import { LoginDelay } from '#platform/auth/login/login-delay.js';
import { until } from './support/until.js';
import { PASSWORD, type TestApplication, type TestUser } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const WRONG = 'wrong password';
const SESSION = '/admin/api/session/';

const app = await useTestApp();
const backEnd = await app.make.application();
const mobile = await app.make.application({ clientType: 'mobile' });

let addresses = 0;

/** An address that nobody has come from. */
function freshAddress(): string {
  addresses += 1;
  return `198.51.${100 + Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}

interface From {
  ip?: string;
  endUserIp?: string;
  at?: TestApplication;
  headers?: Record<string, string>;
}

function logIn(
  username: string,
  password: string,
  { ip, endUserIp, at = backEnd, headers }: From = {},
): Promise<Answer> {
  return app.send('POST', 'token/', {
    headers: { apikey: at.apikey, ...(endUserIp === undefined ? {} : { 'x-end-user-ip': endUserIp }), ...headers },
    payload: { username, password },
    remoteAddress: ip ?? '192.0.2.1',
  });
}

async function failTimes(times: number, username: string, from: From): Promise<void> {
  for (let i = 0; i < times; i += 1) expect((await logIn(username, WRONG, from)).status).toBe(401);
}

/** Failures that have been counted, so that a test need not make them. */
async function counted(key: string, points: number): Promise<void> {
  await app.database.query('INSERT INTO rate_limits (key, points, expire) VALUES ($1, $2, $3)', [
    key,
    points,
    Date.now() + 600_000,
  ]);
}

/** How often failures of each kind were counted for an account. */
async function countsOf({ uid }: TestUser): Promise<number> {
  return (await app.database.query(`SELECT 1 FROM rate_limits WHERE key LIKE $1`, [`%uid ${uid}`])).length;
}

describe('the address of the end user, named by a back end', () => {
  it('is limited instead of the back end’s own: strangers lock out neither the user nor the others', async () => {
    const user = await app.make.user();
    const stranger = { endUserIp: freshAddress() };
    await failTimes(10, user.username, stranger);
    const refused = await logIn(user.username, PASSWORD, stranger);
    expect(refused).toMatchObject({ status: 429, body: { type: 'Too Many Requests' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await logIn(user.username, PASSWORD, { endUserIp: freshAddress() })).status).toBe(200);
    expect((await logIn(user.username, PASSWORD)).status).toBe(200);
  });

  it('is limited as a whole after 100 failures', async () => {
    const user = await app.make.user();
    const endUserIp = freshAddress();
    await counted(`login-address:${backEnd.id} ${endUserIp}`, 99);
    await failTimes(1, 'nobody-at-all', { endUserIp });
    expect((await logIn(user.username, PASSWORD, { endUserIp })).status).toBe(429);
    expect((await logIn(user.username, PASSWORD, { endUserIp: freshAddress() })).status).toBe(200);
  });

  it.each([
    ['2001:db8:7:1::1', '2001:DB8:7:1:FFFF::9', '2001:0db8:0007:0001:0000:0000:0000:0002%eth0', '2001:db8:7:2::1'],
    ['192.0.2.200', '::ffff:192.0.2.200', '::FFFF:c000:2c8', '192.0.2.201'],
  ])('is one however it is written, an IPv6 address with its whole /64: %s', async (one, other, third, elsewhere) => {
    const user = await app.make.user();
    for (const [times, endUserIp] of [[4, one], [3, other], [3, third]] as const) {
      await failTimes(times, user.username, { endUserIp });
    } // prettier-ignore
    expect((await logIn(user.username, PASSWORD, { endUserIp: one })).status).toBe(429);
    expect((await logIn(user.username, PASSWORD, { endUserIp: elsewhere })).status).toBe(200);
  });

  it.each(['', '203.0.113.7, 203.0.113.8'])(
    'must be an address: "%s" is a Validation Error that names the header, and counts nothing',
    async (endUserIp) => {
      const user = await app.make.user();
      for (const password of [PASSWORD, WRONG]) {
        const answer = await logIn(user.username, password, { endUserIp });
        expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
        expect(Object.keys(answer.body.errors)).toEqual(['X-End-User-IP']);
      }
      expect(await countsOf(user)).toBe(0);
    },
  );

  it('is refused in the words of OAuth where those are asked for', async () => {
    const form = new URLSearchParams({ grant_type: 'password', username: 'x', password: 'x' }).toString();
    const headers = {
      apikey: backEnd.apikey,
      'x-end-user-ip': 'x',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const answer = await app.send('POST', 'token/', { headers, payload: form });
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(answer.body.error_description).toContain('X-End-User-IP');
  });

  it('counts at oauth/token/ as well, whichever way the application shows its key', async () => {
    const user = await app.make.user();
    const endUserIp = freshAddress();
    const atOAuth = (password: string, headers: Record<string, string>, client = {}): Promise<Answer> =>
      app.send('POST', 'oauth/token/', {
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams({
          grant_type: 'password',
          username: user.username,
          password,
          ...client,
        }).toString(),
      });
    const inForm = { client_id: backEnd.id, client_secret: backEnd.apikey };
    await failTimes(9, user.username, { endUserIp });
    expect((await atOAuth(WRONG, { 'x-end-user-ip': endUserIp }, inForm)).status).toBe(400);
    const basic = `Basic ${Buffer.from(`${backEnd.id}:${backEnd.apikey}`).toString('base64')}`;
    const refused = await atOAuth(PASSWORD, { 'x-end-user-ip': endUserIp, authorization: basic });
    expect(refused).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await atOAuth(PASSWORD, { 'x-end-user-ip': freshAddress() }, inForm)).status).toBe(200);
    const malformed = await atOAuth(PASSWORD, { 'x-end-user-ip': 'x' }, inForm);
    expect(malformed).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(malformed.body.error_description).toContain('X-End-User-IP');
  });

  it('is ignored from an application whose key anybody can have', async () => {
    const user = await app.make.user();
    const ip = freshAddress();
    for (let i = 0; i < 10; i += 1) {
      expect((await logIn(user.username, WRONG, { at: mobile, ip, endUserIp: freshAddress() })).status).toBe(401);
    }
    expect((await logIn(user.username, WRONG, { at: mobile, ip, endUserIp: freshAddress() })).status).toBe(429);
    expect((await logIn(user.username, PASSWORD, { at: mobile, ip: freshAddress(), endUserIp: 'x' })).status).toBe(200);
  });

  it('counts for the application that names it alone: none shuts out the users of another', async () => {
    const user = await app.make.user();
    const address = freshAddress();
    await failTimes(10, user.username, { endUserIp: address });
    const another = await app.make.application();
    expect((await logIn(user.username, PASSWORD, { endUserIp: address, at: another })).status).toBe(200);
    expect((await logIn(user.username, PASSWORD, { ip: address, at: mobile })).status).toBe(200);
  });

  it('is no address for access rules, and sessions keep that of the back end', async () => {
    const user = await app.make.user();
    const blocked = await app.make.application({ ipsBlock: ['203.0.113.50'] });
    expect((await logIn(user.username, PASSWORD, { at: blocked, endUserIp: '203.0.113.50' })).status).toBe(200);
    const closed = await app.make.application({ ipsAllow: ['203.0.113.50'] });
    expect((await logIn(user.username, PASSWORD, { at: closed, endUserIp: '203.0.113.50' })).status).toBe(403);
    const sessions = await app.database.query<{ ip: string }>('SELECT ip FROM sessions WHERE uid = $1', [user.uid]);
    expect(sessions).toEqual([{ ip: '192.0.2.1' }]);
  });
});

describe('a back end that names nobody', () => {
  it('is not closed by a hundred failures: its users get in, and guesses are told that there were too many', async () => {
    const user = await app.make.user();
    const ip = freshAddress();
    await counted(`login-address:${ip}`, 100);
    expect((await logIn(user.username, PASSWORD, { ip })).status).toBe(200);
    const guess = await logIn(user.username, WRONG, { ip });
    expect(guess).toMatchObject({ status: 429, body: { type: 'Too Many Requests' } });
    expect(Number(guess.headers['retry-after'])).toBeGreaterThan(0);
    expect((await logIn(user.username, PASSWORD, { ip })).status).toBe(200);
  });

  it('is slowed down beyond, whoever is asked for', async () => {
    const ip = freshAddress();
    await counted(`login-address:${ip}`, 106);
    const begun = performance.now();
    await logIn('nobody-in-particular', WRONG, { ip });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(295);
  });
});

describe('passwords', () => {
  it('are compared in turns of addresses, or of accounts where an address is of many users', async () => {
    const user = await app.make.user();
    const [ip, endUserIp] = [freshAddress(), freshAddress()];
    const matches = jest.spyOn(app.nest.get(Passwords, { strict: false }), 'matches');
    for (const from of [{ ip, at: mobile }, { endUserIp }, { ip }]) await logIn(user.username, PASSWORD, from);
    const turns = matches.mock.calls.map(([, , of]) => of);
    matches.mockRestore();
    expect(turns).toEqual([ip, `${backEnd.id} ${endUserIp}`, `uid ${user.uid}`]);
  });
});

describe('an account that is guessed at from many addresses', () => {
  it.each(['known', 'unknown'])('is slowed down, not locked: %s', async (kind) => {
    const user = await app.make.user();
    const username = kind === 'known' ? user.username : `nobody-${user.uid}`;
    for (let i = 0; i < 20; i += 1)
      expect((await logIn(username, WRONG, { endUserIp: freshAddress() })).status).toBe(401);
    await app.database.query(`UPDATE rate_limits SET points = 26 WHERE key LIKE 'login-everywhere:%' AND points = 20`);
    const begun = performance.now();
    expect((await logIn(username, WRONG, { endUserIp: freshAddress() })).status).toBe(401);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(295);
  });

  it('lets the owner in, while 40 others guess', async () => {
    const user = await app.make.user();
    await counted(`login-everywhere:client uid ${user.uid}`, 40);
    const guesses = Array.from({ length: 40 }, () => logIn(user.username, WRONG, { endUserIp: freshAddress() }));
    const owner = logIn(user.username, PASSWORD, { endUserIp: freshAddress() });
    expect((await owner).status).toBe(200);
    expect((await Promise.all(guesses)).map(({ status }) => status)).toEqual(Array(40).fill(401));
  });

  it('lets the owner in at once from where the account has logged in before', async () => {
    const user = await app.make.user();
    const home = { endUserIp: freshAddress() };
    expect((await logIn(user.username, PASSWORD, home)).status).toBe(200);
    await counted(`login-everywhere:client uid ${user.uid}`, 1_000);
    const wait = jest.spyOn(app.nest.get(LoginDelay, { strict: false }), 'wait');
    expect((await logIn(user.username, PASSWORD, home)).status).toBe(200);
    expect(wait.mock.calls.map(([ms]) => ms)).toEqual([0]);
    wait.mockRestore();
  });

  it('lets the owner in from where the account has logged in before, also forty times at once while 200 addresses guess', async () => {
    const owner = await app.make.user({ roles: ['super_admin'] });
    const home = freshAddress();
    const enter = (password: string, remoteAddress: string): Promise<Answer> =>
      app.send('POST', SESSION, { payload: { username: owner.username, password }, remoteAddress });
    expect((await enter(PASSWORD, home)).status).toBe(200);
    const guesses = Array.from({ length: 200 }, () => enter(WRONG, freshAddress()));
    const entered = await Promise.all(Array.from({ length: 40 }, () => enter(PASSWORD, home)));
    expect(entered.map(({ status }) => status)).toEqual(Array(40).fill(200));
    await Promise.all(guesses);
  });

  it('does not wait in a transaction: under an Idempotency-Key it is to come again', async () => {
    const user = await app.make.user();
    await counted(`login-everywhere:client uid ${user.uid}`, 30);
    const headers = { 'idempotency-key': 'slowed' };
    expect((await logIn(user.username, PASSWORD, { endUserIp: freshAddress(), headers })).status).toBe(429);
    expect((await logIn(user.username, PASSWORD, { endUserIp: freshAddress() })).status).toBe(200);
  });
});

describe('the admin module', () => {
  const enter = (username: string, password: string, remoteAddress: string): Promise<Answer> =>
    app.send('POST', SESSION, { payload: { username, password }, remoteAddress });

  it('counts apart: failures at a shop lock nobody out of it, and the other way round', async () => {
    const [one, other] = [
      await app.make.user({ roles: ['super_admin'] }),
      await app.make.user({ roles: ['super_admin'] }),
    ];
    const ip = freshAddress();
    await failTimes(10, one.username, { ip, at: mobile });
    expect((await logIn(one.username, PASSWORD, { ip, at: mobile })).status).toBe(429);
    expect((await enter(one.username, PASSWORD, ip)).status).toBe(200);
    await counted(`login-address:${freshAddress()}`, 100);
    for (let i = 0; i < 10; i += 1) expect((await enter(other.username, WRONG, ip)).status).toBe(401);
    expect((await enter(other.username, PASSWORD, ip)).status).toBe(429);
    expect((await logIn(other.username, PASSWORD, { ip, at: mobile })).status).toBe(200);
  });

  it('limits a member’s right password like a wrong one', async () => {
    const member = await app.make.user();
    const ip = freshAddress();
    for (let i = 0; i < 10; i += 1) expect((await enter(member.username, PASSWORD, ip)).status).toBe(401);
    expect((await enter(member.username, PASSWORD, ip)).status).toBe(429);
  });
});

describe('failed logins of super admins', () => {
  const entriesOf = async (user: TestUser): Promise<Record<string, unknown>[]> =>
    app.database.query(
      `SELECT actor_uid, actor_username, application_id, entity_type, entity_id, ip, after - 'last_at' AS after
         FROM audit_entries WHERE action = 'login.failed' AND entity_id = $1 ORDER BY id`,
      [String(user.uid)],
    );

  it('are in the audit log: once for each address, with their number, who was tried and from where', async () => {
    const boss = await app.make.user({ roles: ['super_admin'] });
    const [ip, endUserIp] = [freshAddress(), freshAddress()];
    await Promise.all(
      Array.from({ length: 4 }, () =>
        app.send('POST', SESSION, { payload: { username: boss.email, password: WRONG }, remoteAddress: ip }),
      ),
    );
    await failTimes(2, boss.username, { ip, endUserIp });
    const common = { actor_username: boss.username, entity_type: 'user', entity_id: String(boss.uid), ip };
    await until(async () =>
      expect(await entriesOf(boss)).toMatchObject([
        { ...common, application_id: null, after: { reason: 'wrong password', times: 4 } },
        {
          ...common,
          application_id: backEnd.id,
          after: { reason: 'wrong password', times: 2, end_user_ip: endUserIp },
        },
      ]),
    );
    const admin = await app.make.superAdmin();
    const { results } = (await admin.get(`/admin/api/audit/?action=login.failed&search=${boss.username}`)).body.data;
    expect(results).toHaveLength(2);
    expect(JSON.stringify(results)).not.toContain(WRONG.repeat(2));
  });

  it('are summed up when they come from many addresses', async () => {
    const boss = await app.make.user({ roles: ['super_admin'] });
    const delay = jest.spyOn(app.nest.get(LoginDelay, { strict: false }), 'wait').mockResolvedValue();
    for (let i = 0; i < 25; i += 1) await failTimes(1, boss.username, { endUserIp: freshAddress() });
    delay.mockRestore();
    await until(async () => {
      const entries = await entriesOf(boss);
      expect(entries).toHaveLength(21);
      expect(entries[20]).toMatchObject({ ip: 'other addresses', after: { reason: 'wrong password', times: 5 } });
    });
  });

  it('tell a right password that may not enter, and an inactive account, as they are; members are not named', async () => {
    const [member, gone] = [await app.make.user(), await app.make.user({ roles: ['super_admin'] })];
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [gone.uid]);
    await failTimes(1, member.username, { endUserIp: freshAddress() });
    for (const { username } of [member, gone]) {
      const answer = await app.send('POST', SESSION, { payload: { username, password: PASSWORD } });
      expect(answer.status).toBe(401);
    }
    await until(async () => {
      expect(await entriesOf(member)).toMatchObject([{ after: { reason: 'no admin role', times: 1 } }]);
      expect(await entriesOf(gone)).toMatchObject([{ after: { reason: 'inactive account', times: 1 } }]);
    });
  });
});
