import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { stepAt, totpOf } from '../src/modules/platform/second-factor/totp.rules.js';
import { PASSWORD, type TestClient, type TestUser } from './support/factories.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';

const SESSION = '/admin/api/session/';
const FACTORS = '/admin/api/account/factors/';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.stop());

const send = (payload: object, at = SESSION): Promise<Answer> => app.send('POST', at, { payload });
const enter = ({ username }: TestUser): Promise<Answer> => send({ username, password: PASSWORD });

/** What an authenticator app shows, `later` steps from now. */
function codeOf(secret: string, later = 0): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((eight) => parseInt(eight, 2));
  return totpOf(Buffer.from(bytes), stepAt(Date.now()) + later);
}

/** Somebody with an authenticator app; the code of this step is used up by setting it up. */
async function withApp(): Promise<{ client: TestClient; secret: string; codes: string[] }> {
  const client = await app.make.admin(['finance']);
  const { id, totp } = (await client.post(FACTORS, { kind: 'totp', name: 'Phone' })).body.data;
  const confirmed = await client.post(`${FACTORS}${id}/confirm/`, { code: codeOf(totp.secret) });
  return { client, secret: totp.secret, codes: confirmed.body.data.recovery_codes };
}

/** As if a session were confirmed long ago. */
async function age({ user }: TestClient): Promise<void> {
  await app.database.query(`UPDATE sessions SET confirmed_at = now() - interval '11 minutes' WHERE uid = $1`, [
    user.uid,
  ]);
}

const typeOf = ({ status, body }: Answer): string => `${status} ${body.type}`;

describe('logging in with an authenticator app', () => {
  it('asks for a code after the password, and takes each code once', async () => {
    const { client, secret } = await withApp();
    const asked = await enter(client.user);
    expect(typeOf(asked)).toBe('401 Second Factor Required');
    const { challenge, kinds, set_up } = asked.body.data;
    expect({ kinds, set_up }).toEqual({ kinds: ['totp', 'recovery_code'], set_up: false });
    expect(typeOf(await send({ challenge, code: codeOf(secret) }))).toBe('401 Authentication Failed');
    const code = codeOf(secret, 1);
    const entered = await send({ challenge, code });
    expect(entered.body.data).toMatchObject({ access_token: expect.any(String), roles: ['finance'] });
    expect(String(entered.headers['set-cookie'])).toContain(entered.body.data.access_token);
    expect(typeOf(await send({ challenge, code }))).toBe('401 Authentication Failed');
    const again = (await enter(client.user)).body.data.challenge;
    expect(typeOf(await send({ challenge: again, code }))).toBe('401 Authentication Failed');
  });

  it('takes each of ten recovery codes once', async () => {
    const { client, codes } = await withApp();
    expect(new Set(codes).size).toBe(10);
    const one = async (): Promise<Answer> => {
      const { challenge } = (await enter(client.user)).body.data;
      return send({ challenge, code: codes[0]!.toUpperCase() });
    };
    expect((await one()).status).toBe(200);
    expect(typeOf(await one())).toBe('401 Authentication Failed');
    expect((await client.get(FACTORS)).body.data.recovery_codes_left).toBe(9);
    const stored = await app.database.query('SELECT code_hash::text AS hash FROM recovery_codes');
    expect(JSON.stringify(stored)).not.toContain(codes[1]!.replaceAll('-', ''));
  });

  it('lets a challenge be answered five times, and a user twenty times in a while', async () => {
    const { client, secret } = await withApp();
    const { challenge } = (await enter(client.user)).body.data;
    for (let i = 0; i < 5; i += 1) expect((await send({ challenge, code: 'none' })).status).toBe(401);
    expect(typeOf(await send({ challenge, code: codeOf(secret, 1) }))).toBe('401 Authentication Failed');
    for (let i = 0; i < 3; i += 1) {
      const next = (await enter(client.user)).body.data.challenge;
      for (let j = 0; j < 5; j += 1) await send({ challenge: next, code: 'none' });
    }
    const last = (await enter(client.user)).body.data.challenge;
    expect(typeOf(await send({ challenge: last, code: codeOf(secret, 1) }))).toBe('429 Too Many Requests');
  });

  it('voids a challenge when the password changes', async () => {
    const { client, secret } = await withApp();
    const { challenge } = (await enter(client.user)).body.data;
    await client.post('/admin/api/account/password/', { current_password: PASSWORD, password: 'a new one, also long' });
    expect(typeOf(await send({ challenge, code: codeOf(secret, 1) }))).toBe('401 Authentication Failed');
  });
});

describe('a role that requires a second factor', () => {
  it('leads through setting one up, and no other way in', async () => {
    const strict = await startTestApp({ sharing: app, config: { requireSecondFactor: true } });
    try {
      const user = await app.make.user({ roles: ['finance'] });
      const post = (at: string, payload: object): Promise<Answer> => strict.send('POST', at, { payload });
      const asked = await post(SESSION, { username: user.username, password: PASSWORD });
      expect(typeOf(asked)).toBe('401 Second Factor Required');
      const { challenge, set_up } = asked.body.data;
      expect(set_up).toBe(true);
      const { secret, uri } = (await post(`${SESSION}set-up/`, { challenge })).body.data;
      expect(uri).toContain(`secret=${secret}`);
      expect((await post(SESSION, { challenge, code: '000000' })).status).toBe(401);
      const entered = await post(SESSION, { challenge, code: codeOf(secret) });
      expect(entered.body.data.recovery_codes).toHaveLength(10);
      const headers = { authorization: `Bearer ${entered.body.data.access_token}` };
      const [factor] = (await strict.send('GET', FACTORS, { headers })).body.data.factors;
      expect(typeOf(await strict.send('DELETE', `${FACTORS}${factor.id}/`, { headers }))).toBe('409 Conflict');
      const clerk = await app.make.user({ roles: ['support'] });
      expect((await post(SESSION, { username: clerk.username, password: PASSWORD })).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});

describe('what needs a fresh proof', () => {
  it('is refused after ten minutes, until a code is given', async () => {
    const { client, secret } = await withApp();
    await age(client);
    const add = (): Promise<Answer> => client.post(FACTORS, { kind: 'totp', name: 'Another' });
    expect(typeOf(await add())).toBe('401 Reauthentication Required');
    expect((await client.post(`${SESSION}confirm/`, { password: PASSWORD })).body.errors).toHaveProperty('password');
    expect((await client.post(`${SESSION}challenge/`, {})).body.data.kinds).toContain('totp');
    expect((await client.post(`${SESSION}confirm/`, { code: codeOf(secret, 1) })).body.data).toEqual({
      expires_in: 600,
    });
    expect((await add()).status).toBe(200);
  });

  it('takes the password of who has no factor', async () => {
    const client = await app.make.superAdmin();
    const member = await app.make.user();
    await age(client);
    const give = (): Promise<Answer> =>
      client.patch(`/admin/api/users/${member.uid}/`, { roles: ['member', 'support'] });
    expect(typeOf(await give())).toBe('401 Reauthentication Required');
    expect(typeOf(await client.post(`${SESSION}confirm/`, { password: 'wrong password' }))).toBe(
      '401 Authentication Failed',
    );
    expect((await client.post(`${SESSION}confirm/`, { password: PASSWORD })).status).toBe(200);
    expect((await give()).status).toBe(200);
  });

  it.each([
    ['/admin/api/applications/1/keys/1/reveal/'],
    ['/admin/api/commission-runs/1/approve/'],
    ['/admin/api/commission-corrections/1/approve/'],
    ['/admin/api/payouts/1/release/'],
  ])('is %s', async (address) => {
    const client = await app.make.superAdmin();
    expect(typeOf(await client.post(address, {}))).not.toContain('Reauthentication');
    await age(client);
    expect(typeOf(await client.post(address, {}))).toBe('401 Reauthentication Required');
  });
});

describe('a password', () => {
  it('of another admin is set by nobody else, but by a link, once, that ends their sessions', async () => {
    const root = await app.make.superAdmin();
    const colleague = await app.make.admin(['finance']);
    const at = `/admin/api/users/${colleague.user.uid}/`;
    expect((await root.patch(at, { password: 'known to me, and long' })).status).toBe(403);
    expect((await root.patch(at, { reset_password: true })).status).toBe(403);
    const made = await root.post(`${at}password-reset/`, {});
    expect(Object.keys(made.body.data).sort()).toEqual(['expires_at', 'link']);
    const token = new URL(made.body.data.link).hash.slice(1);
    const set = (password: string): Promise<Answer> => send({ token, password }, '/admin/api/set-password/');
    expect((await set('chosen by themselves')).status).toBe(200);
    expect((await set('chosen by a thief')).body.errors).toHaveProperty('token');
    const { username } = colleague.user;
    expect((await send({ username, password: 'chosen by themselves' })).status).toBe(200);
    expect((await send({ username, password: PASSWORD })).status).toBe(401);
  });

  it('is not set by a link that is older than 30 minutes, or that a later one replaced', async () => {
    const root = await app.make.superAdmin();
    const { uid } = await app.make.user();
    const make = async (): Promise<string> =>
      new URL((await root.post(`/admin/api/users/${uid}/password-reset/`, {})).body.data.link).hash.slice(1);
    const [first, second] = [await make(), await make()];
    const set = (token: string): Promise<Answer> =>
      send({ token, password: 'chosen by themselves' }, '/admin/api/set-password/');
    expect((await set(first)).status).toBe(400);
    await app.database.query(`UPDATE password_resets SET expires_at = now() WHERE uid = $1`, [uid]);
    expect((await set(second)).status).toBe(400);
  });
});

describe('one’s own sessions', () => {
  it('are listed with device and address, and ended one by one or all; another’s are not found', async () => {
    const user = await app.make.user({ roles: ['auditor'] });
    const [first, second, third] = [
      await app.make.admin(['auditor'], user),
      await app.make.admin(['auditor'], user),
      await app.make.admin(['auditor'], user),
    ];
    const stranger = await app.make.admin(['auditor']);
    const { results } = (await first.get('/admin/api/sessions/')).body.data;
    expect(results).toHaveLength(3);
    expect(results.filter((one: { is_current: boolean }) => one.is_current)).toMatchObject([{ ip: '127.0.0.1' }]);
    const other = results.find((one: { is_current: boolean }) => !one.is_current).id;
    expect((await stranger.delete(`/admin/api/sessions/${other}/`)).status).toBe(404);
    expect((await first.delete(`/admin/api/sessions/${other}/`)).status).toBe(200);
    expect((await first.delete('/admin/api/sessions/')).status).toBe(200);
    expect((await first.get('/admin/api/sessions/')).body.data.count).toBe(1);
    expect((await Promise.all([second, third].map((one) => one.get(SESSION)))).map(({ status }) => status)).toEqual([
      401, 401,
    ]);
  });
});
