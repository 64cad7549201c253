import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fakeOnly } from './support/clock.js';
import { PASSWORD, type TestClient } from './support/factories.js';
import { age, challengeOf, codeOf, enter, FACTORS, SESSION, typeOf, withApp } from './support/second-factor.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

const WRONG = '401 Authentication Failed';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

// The code of an authenticator app is that of one instant.
beforeEach(() => fakeOnly(['Date']));
afterEach(() => void jest.useRealTimers());

const send = (payload: object, to = app): Promise<Answer> => to.send('POST', SESSION, { payload });
const failures = ({ user }: TestClient): Promise<object[]> =>
  app.database.query(`SELECT FROM audit_entries WHERE after->>'reason' = 'wrong second factor' AND entity_id = $1`, [
    String(user.uid),
  ]);
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status).sort();

describe('logging in with an authenticator app', () => {
  it('asks for a code after the password, and takes each code once', async () => {
    const { client, secret } = await withApp(app);
    const asked = await enter(app, client.user);
    expect(typeOf(asked)).toBe('401 Second Factor Required');
    expect(asked.headers['set-cookie']).toBeUndefined();
    const { challenge, kinds, set_up } = asked.body.data;
    expect({ kinds, set_up }).toEqual({ kinds: ['totp', 'recovery_code'], set_up: false });
    expect(typeOf(await send({ challenge, code: codeOf(secret) }))).toBe(WRONG);
    const code = codeOf(secret, 1);
    const entered = await send({ challenge, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(entered.body.data).toMatchObject({ access_token: expect.any(String), roles: ['finance'] });
    expect(String(entered.headers['set-cookie'])).toContain(entered.body.data.access_token);
    expect(typeOf(await send({ challenge, code }))).toBe(WRONG);
    expect(typeOf(await send({ challenge: await challengeOf(app, client.user), code }))).toBe(WRONG);
  });

  it('takes one code, sent eight times at once with challenges of their own, once', async () => {
    const { client, secret } = await withApp(app);
    const challenges = await Promise.all(Array.from({ length: 8 }, () => challengeOf(app, client.user)));
    const answers = await Promise.all(challenges.map((challenge) => send({ challenge, code: codeOf(secret, 1) })));
    expect(statuses(answers)).toEqual([200, ...Array<number>(7).fill(401)]);
  });

  it('takes one challenge once, also when right codes come at once', async () => {
    const { client, codes } = await withApp(app);
    const challenge = await challengeOf(app, client.user);
    const answers = await Promise.all(codes.slice(0, 4).map((code) => send({ challenge, code })));
    expect(statuses(answers)).toEqual([200, 401, 401, 401]);
    expect((await client.get(FACTORS)).body.data.recovery_codes_left).toBe(9);
  });

  it('takes each of ten recovery codes once, also when it is sent twice at once', async () => {
    const { client, codes } = await withApp(app);
    expect(new Set(codes).size).toBe(10);
    const one = async (): Promise<Answer> =>
      send({ challenge: await challengeOf(app, client.user), code: codes[0]!.toUpperCase() });
    expect(statuses(await Promise.all([one(), one(), one()]))).toEqual([200, 401, 401]);
    expect(typeOf(await one())).toBe(WRONG);
    const stored = await app.database.query('SELECT code_hash::text AS hash FROM recovery_codes');
    expect(JSON.stringify(stored)).not.toContain(codes[1]!.replaceAll('-', ''));
  });

  it('lets nobody in with a challenge of their own and the code of another, or the other way round', async () => {
    const [thief, victim] = [await withApp(app), await withApp(app)];
    const own = await challengeOf(app, thief.client.user);
    expect(typeOf(await send({ challenge: own, code: codeOf(victim.secret, 1) }))).toBe(WRONG);
    expect(typeOf(await send({ challenge: own, code: victim.codes[0] }))).toBe(WRONG);
    const theirs = await challengeOf(app, victim.client.user);
    expect(typeOf(await send({ challenge: theirs, code: codeOf(thief.secret, 1) }))).toBe(WRONG);
    const confirm = { challenge: (await thief.client.post(`${SESSION}challenge/`)).body.data.challenge };
    expect(typeOf(await send({ ...confirm, code: codeOf(thief.secret, 1) }))).toBe(WRONG);
  });

  it('lets a challenge be answered wrongly five times, and a user ten times in a quarter of an hour, from anywhere', async () => {
    const { client, secret } = await withApp(app);
    const fail = async (challenge: string): Promise<void> => {
      for (let i = 0; i < 5; i += 1) expect(typeOf(await send({ challenge, code: '000000' }))).toBe(WRONG);
    };
    const challenge = await challengeOf(app, client.user);
    await fail(challenge);
    expect(typeOf(await send({ challenge, code: codeOf(secret, 1) }))).toBe(WRONG);
    await fail(await challengeOf(app, client.user));
    const last = { challenge: await challengeOf(app, client.user), code: codeOf(secret, 1) };
    const limited = await app.send('POST', SESSION, { payload: last, remoteAddress: '192.0.2.77' });
    expect(typeOf(limited)).toBe('429 Too Many Requests');
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    const confirmed = await client.post(`${SESSION}confirm/`, { code: codeOf(secret, 1) });
    expect(typeOf(confirmed)).toBe('429 Too Many Requests');
    expect((await failures(client)).length).toBeGreaterThan(0);
  });

  it('voids a challenge when the password changes or the account is deactivated', async () => {
    const { client, secret } = await withApp(app);
    const challenge = await challengeOf(app, client.user);
    await client.post('/admin/api/account/password/', { current_password: PASSWORD, password: 'a new one, also long' });
    expect(typeOf(await send({ challenge, code: codeOf(secret, 1) }))).toBe(WRONG);
    const other = await withApp(app);
    const open = await challengeOf(app, other.client.user);
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [other.client.user.uid]);
    expect(typeOf(await send({ challenge: open, code: codeOf(other.secret, 1) }))).toBe(WRONG);
  });
});

describe('a role that requires a second factor', () => {
  let strict: TestApp;

  beforeAll(async () => {
    strict = await startTestApp({ sharing: app, config: { requireSecondFactor: true } });
  });
  afterAll(() => strict.stop());

  it('leads through setting one up, and no other way in', async () => {
    const user = await app.make.user({ roles: ['finance'] });
    const asked = await enter(strict, user);
    expect(typeOf(asked)).toBe('401 Second Factor Required');
    const { challenge, set_up } = asked.body.data;
    expect(set_up).toBe(true);
    expect(typeOf(await send({ challenge, code: '000000' }, strict))).toBe(WRONG);
    const setUp = (): Promise<Answer> => strict.send('POST', `${SESSION}set-up/`, { payload: { challenge } });
    const { secret, uri } = (await setUp()).body.data;
    expect(uri).toContain(`secret=${secret}`);
    expect(typeOf(await send({ challenge, code: '000000' }, strict))).toBe(WRONG);
    const entered = await send({ challenge, code: codeOf(secret) }, strict);
    expect(entered.body.data.recovery_codes).toHaveLength(10);
    const headers = { authorization: `Bearer ${entered.body.data.access_token}` };
    const [factor] = (await strict.send('GET', FACTORS, { headers })).body.data.factors;
    expect(typeOf(await strict.send('DELETE', `${FACTORS}${factor.id}/`, { headers }))).toBe('409 Conflict');
    expect(typeOf(await setUp())).toBe(WRONG);
    const clerk = await app.make.user({ roles: ['support'] });
    expect((await enter(strict, clerk)).status).toBe(200);
  });

  it('gives nobody who knows the password alone another app once one is set up', async () => {
    const user = await app.make.user({ roles: ['finance'] });
    const [thiefs, owners] = [await challengeOf(strict, user), await challengeOf(strict, user)];
    const setUp = (challenge: string): Promise<Answer> =>
      strict.send('POST', `${SESSION}set-up/`, { payload: { challenge } });
    const stale = (await setUp(thiefs)).body.data.secret;
    const { secret } = (await setUp(owners)).body.data;
    expect(typeOf(await send({ challenge: thiefs, code: codeOf(stale) }, strict))).toBe(WRONG);
    expect((await send({ challenge: owners, code: codeOf(secret) }, strict)).status).toBe(200);
    expect(typeOf(await send({ challenge: thiefs, code: codeOf(secret, 1) }, strict))).toBe(WRONG);
    expect(typeOf(await setUp(thiefs))).toBe(WRONG);
  });

  it('does not go on in a session that began without one, before the setting or the role', async () => {
    const { headers, user } = await app.make.admin(['support']);
    const read = (): Promise<Answer> => strict.send('GET', SESSION, { headers });
    expect((await read()).status).toBe(200);
    const root = await app.make.superAdmin();
    await root.patch(`/admin/api/users/${user.uid}/`, { roles: ['support', 'finance'] });
    await until(async () => typeOf(await read()) === '401 Invalid Token');
    expect(typeOf(await enter(strict, user))).toBe('401 Second Factor Required');
  });
});

describe('what needs a fresh proof', () => {
  it('is refused after ten minutes, until a code is given', async () => {
    const { client, secret } = await withApp(app);
    await age(app, client);
    const add = (): Promise<Answer> => client.post(FACTORS, { kind: 'totp', name: 'Another' });
    expect(typeOf(await add())).toBe('401 Reauthentication Required');
    expect((await client.post(`${SESSION}confirm/`, { password: PASSWORD })).body.errors).toHaveProperty('password');
    expect(typeOf(await add())).toBe('401 Reauthentication Required');
    expect((await client.post(`${SESSION}challenge/`, {})).body.data.kinds).toContain('totp');
    expect(typeOf(await client.post(`${SESSION}confirm/`, { code: codeOf(secret) }))).toBe(WRONG);
    await until(async () => (await failures(client)).length === 1);
    const given = await client.post(`${SESSION}confirm/`, { code: codeOf(secret, 1) });
    expect(given.body.data).toEqual({ expires_in: 600 });
    expect((await add()).status).toBe(200);
  });

  it('takes the password of who has no factor', async () => {
    const client = await app.make.superAdmin();
    await age(app, client);
    const confirm = (password: string): Promise<Answer> => client.post(`${SESSION}confirm/`, { password });
    expect((await client.post(`${SESSION}challenge/`, {})).body.data.kinds).toEqual(['password']);
    expect(typeOf(await confirm('wrong password'))).toBe(WRONG);
    expect((await confirm(PASSWORD)).status).toBe(200);
  });

  it('is confirmed in one session, and in no other of the same user', async () => {
    const { client, secret } = await withApp(app);
    const other = await app.make.admin(['finance'], client.user);
    await age(app, client);
    await client.post(`${SESSION}confirm/`, { code: codeOf(secret, 1) });
    expect((await client.post(`${FACTORS}recovery-codes/`)).status).toBe(200);
    expect(typeOf(await other.post(`${FACTORS}recovery-codes/`))).toBe('401 Reauthentication Required');
  });

  it('is a role: given with an account, to one that is there, or by activating it', async () => {
    const client = await app.make.superAdmin();
    const [member, former] = [await app.make.user(), await app.make.user({ roles: ['support'] })];
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [former.uid]);
    const created = { username: 'new-clerk', email: 'new-clerk@example.com', roles: ['support'] };
    const actions = [
      () => client.post('/admin/api/users/', created),
      () => client.patch(`/admin/api/users/${member.uid}/`, { roles: ['member', 'support'] }),
      () => client.patch(`/admin/api/users/${former.uid}/`, { status: 'active' }),
      () => client.post(`/admin/api/users/${member.uid}/password-reset/`),
    ];
    await age(app, client);
    for (const action of actions) expect(typeOf(await action())).toBe('401 Reauthentication Required');
    expect((await client.patch(`/admin/api/users/${member.uid}/`, { first_name: 'Ann' })).status).toBe(200);
    await client.post(`${SESSION}confirm/`, { password: PASSWORD });
    for (const action of actions) expect((await action()).status).toBe(200);
  });

  it.each([
    ['/admin/api/applications/1/keys/1/reveal/'],
    ['/admin/api/approvals/1/approve/'],
    ['/admin/api/commission-runs/1/approve/'],
    ['/admin/api/commission-corrections/1/approve/'],
    ['/admin/api/payouts/1/release/'],
  ])('is %s', async (address) => {
    const client = await app.make.superAdmin();
    expect(typeOf(await client.post(address, {}))).not.toContain('Reauthentication');
    await age(app, client);
    expect(typeOf(await client.post(address, {}))).toBe('401 Reauthentication Required');
  });

  it('is not refused for ever under its Idempotency-Key', async () => {
    const client = await app.make.superAdmin();
    await age(app, client);
    const headers = { 'idempotency-key': 'one clerk' };
    const payload = { username: 'one-clerk', email: 'one-clerk@example.com', roles: ['support'] };
    const make = (): Promise<Answer> => client.post('/admin/api/users/', payload, { headers });
    expect(typeOf(await make())).toBe('401 Reauthentication Required');
    await client.post(`${SESSION}confirm/`, { password: PASSWORD });
    expect((await make()).status).toBe(200);
  });
});
