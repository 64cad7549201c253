import { Injectable, Module } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { AppError, Hook, type HookPoints } from '../src/index.js';
import { SelfSignUp } from '#people/account/sign-up/self-sign-up.service.js';
import { mailsTo, mailTo, settledMail } from './support/account-mail.js';
import { PASSWORD, type TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

@Injectable()
class NoThrowaways {
  @Hook('user.signup')
  refuse(_tx: EntityManager, { caller, application_id, email }: HookPoints['user.signup']): void {
    if (email.endsWith('@throwaway.example.com'))
      throw new AppError('CONFLICT', `${caller === null} ${application_id}`);
  }
}

@Module({ providers: [NoThrowaways] })
class SignUpExtension {}

const app = await useTestApp({ config: { jobConcurrency: 2 }, extensions: [{ module: SignUpExtension }] });
const shop = await app.make.application({ selfService: true });
const root = await app.make.superAdmin();
const sponsor = await app.make.member(shop);
const settings = { placement: 'binary', spill: 'left', holding_days: 14 };
expect((await root.patch('/admin/api/network/settings/', settings)).status).toBe(200);

let count = 0;
let address = 0;

function form(more: object = {}): { username: string; email: string } & Record<string, unknown> {
  count += 1;
  const username = `new-${count}`;
  return {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    first_name: 'Maria',
    last_name: 'Schmidt',
    country_code: 'de',
    ...more,
  };
}

const post = (at: string, payload: object, apikey = shop.apikey): Promise<Answer> =>
  app.send('POST', at, { payload, headers: { apikey }, remoteAddress: `192.0.2.${(address += 1) % 250}` });
const signUp = (body: object, apikey?: string): Promise<Answer> => post('account/sign-up/', body, apikey);
const confirm = (body: object, apikey?: string): Promise<Answer> => post('account/confirm/', body, apikey);

/** Signs up, and takes the token out of the mail. */
async function signedUp(body: { email: string }): Promise<string> {
  expect((await signUp(body)).body).toMatchObject({ status_code: 200, data: { status: 'confirmation_sent' } });
  return (await mailTo(app, body.email)).token!;
}

/** The open edges of a member: below whom they stand in each tree, and on which leg. */
async function edgesOf(uid: number): Promise<object[]> {
  return app.database.query(
    'SELECT tree, parent_uid::float8, leg FROM network_edges WHERE uid = $1 AND to_at IS NULL ORDER BY tree DESC',
    [uid],
  );
}

describe('signing up by oneself', () => {
  it('makes a member once the e-mail address is confirmed, who logs in with the password of the sign-up', async () => {
    const body = form({ sponsor: sponsor.user.username.toUpperCase() });
    const token = await signedUp(body);
    expect(await mailsTo(app, body.email)).toMatchObject([
      { type: 'account.confirmation_requested', application_id: shop.id },
    ]);
    const logIn = { username: body.username, password: PASSWORD };
    expect((await post('token/', logIn)).status).toBe(401);
    const confirmed = await confirm({ token });
    expect([confirmed.status, Object.keys(confirmed.body.data)]).toEqual([200, ['uid']]);
    const { uid } = confirmed.body.data;
    expect((await post('token/', logIn)).body.data.uid).toBe(uid);
    const { body: user } = await root.get(`/admin/api/users/${uid}/`);
    expect(user.data).toMatchObject({ sponsor_uid: sponsor.user.uid, country_code: 'DE', roles: ['member'] });
    expect((await confirm({ token })).body.errors).toHaveProperty('token');
    const [event] = await app.database.query(
      `SELECT data FROM events WHERE type = 'user.created' AND aggregate_id = $1`,
      [String(uid)],
    );
    expect(event).toMatchObject({ data: { application_id: shop.id } });
  });

  it('keeps the password and the token as hashes only, and for a day', async () => {
    const body = form();
    const token = await signedUp(body);
    const rows = JSON.stringify(
      await app.database.query('SELECT * FROM pending_sign_ups WHERE email = $1', [body.email]),
    );
    expect(rows).toContain('argon2id');
    for (const secret of [token, PASSWORD]) expect(rows).not.toContain(secret);
    await app.database.query(`UPDATE pending_sign_ups SET expires_at = now() WHERE email = $1`, [body.email]);
    expect((await confirm({ token })).status).toBe(400);
    await app.nest.get(SelfSignUp, { strict: false }).deleteOld();
    expect(await app.database.query('SELECT FROM pending_sign_ups WHERE email = $1', [body.email])).toEqual([]);
  });

  it('answers the same for what is taken and what is none; only the owner of the address is told', async () => {
    const taken = await app.make.user();
    const bodies = [
      form(),
      form({ email: taken.email.toUpperCase() }),
      form({ username: taken.username }),
      form({ sponsor: 'nobody-at-all' }),
    ];
    const answers = [];
    for (const body of bodies) answers.push((await signUp(body)).body);
    expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1);
    await settledMail(app);
    const types = [];
    for (const { email } of bodies) types.push((await mailsTo(app, email)).map(({ type }) => type));
    const asked = ['account.confirmation_requested'];
    expect(types).toEqual([asked, ['account.already_exists'], asked, asked]);
  });

  it('tells who has the token what is taken or none, and takes another one with it', async () => {
    const body = form({ username: sponsor.user.username, sponsor: 'nobody-at-all' });
    const token = await signedUp(body);
    expect(Object.keys((await confirm({ token })).body.errors).sort()).toEqual(['sponsor', 'username']);
    const other = `new-name-${count}`;
    expect(Object.keys((await confirm({ token, username: other })).body.errors)).toEqual(['sponsor']);
    const { body: made } = await confirm({ token, username: other, sponsor: sponsor.user.username });
    expect(await edgesOf(made.data.uid)).toContainEqual({ tree: 'sponsor', parent_uid: sponsor.user.uid, leg: null });
  });

  it('lets nobody try all names with one token', async () => {
    const token = await signedUp(form({ username: sponsor.user.username }));
    const statuses = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await confirm({ token })).status);
    expect(statuses).toEqual([...Array<number>(5).fill(400), 429]);
  });

  it('lets nobody try names with many tokens from one address', async () => {
    const web = await app.make.application({ clientType: 'web', selfService: true });
    const remoteAddress = '198.51.100.7';
    const attempt = (): Promise<Answer> =>
      app.send('POST', 'account/confirm/', {
        payload: { token: 'none' },
        headers: { apikey: web.apikey },
        remoteAddress,
      });
    expect((await attempt()).status).toBe(400);
    const key = `account-confirmation-origin:${remoteAddress}`;
    await app.database.query('UPDATE rate_limits SET points = 300 WHERE key = $1', [key]);
    expect((await attempt()).status).toBe(429);
  });

  it('is confirmed only at the application where it was begun', async () => {
    const other = await app.make.application({ selfService: true });
    const token = await signedUp(form());
    expect((await confirm({ token }, other.apikey)).body.errors).toHaveProperty('token');
    expect((await confirm({ token })).status).toBe(200);
  });

  it('makes one member of one token, though it is sent many times at once', async () => {
    const token = await signedUp(form());
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm({ token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  it('forgets other sign-ups with the same address', async () => {
    const body = form();
    const first = await signedUp(body);
    expect((await signUp({ ...body, username: `${body.username}-b` })).status).toBe(200);
    const second = (await mailTo(app, body.email, 2)).token!;
    expect((await confirm({ token: second })).status).toBe(200);
    expect((await confirm({ token: first })).body.errors).toHaveProperty('token');
  });

  it('is not possible through an application that does not let people', async () => {
    const closed = await app.make.application();
    expect((await signUp(form(), closed.apikey)).status).toBe(403);
    expect((await signUp({}, closed.apikey)).status).toBe(403);
    const token = await signedUp(form());
    expect((await confirm({ token }, closed.apikey)).status).toBe(403);
    const at = `/admin/api/applications/${closed.id}/`;
    expect((await root.patch(at, { self_service: true })).body.data.self_service).toBe(true);
    expect((await signUp(form(), closed.apikey)).status).toBe(200);
  });

  it('runs the hooks of a sign-up, without a caller', async () => {
    const token = await signedUp(form({ email: 'x@throwaway.example.com' }));
    const { status, body } = await confirm({ token });
    expect([status, body.message]).toEqual([409, `true ${shop.id}`]);
  });

  it('reports all that is wrong with the form', async () => {
    const { status, body } = await signUp({ username: 'x', email: 'none', password: 'short', country_code: 'XX' });
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual(
      ['country_code', 'email', 'first_name', 'last_name', 'password', 'username'].sort(),
    );
  });
});

/** A member who is a root of the placement tree. */
async function placed(): Promise<{ client: TestClient; uid: number }> {
  const body = form();
  const { uid } = (await confirm({ token: await signedUp(body) })).body.data;
  return { client: await app.make.client(['member'], shop, { ...body, uid }), uid };
}

describe('a member’s link', () => {
  const linkOf = async (client: TestClient, query = ''): Promise<string> =>
    (await client.get(`account/referral-link/${query}`)).body.data.ref;

  it('names the sponsor, and the leg where it is free', async () => {
    const { client: upline, uid: parent_uid } = await placed();
    const ref = await linkOf(upline, '?leg=2');
    const legs = [];
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await confirm({ token: await signedUp(form({ ref })) });
      expect(status).toBe(200);
      legs.push(await edgesOf(body.data.uid));
    }
    const inSponsorTree = { tree: 'sponsor', parent_uid, leg: null };
    expect(legs[0]).toEqual([inSponsorTree, { tree: 'placement', parent_uid, leg: 2 }]);
    expect(legs[1]).toEqual([inSponsorTree, { tree: 'placement', parent_uid, leg: 1 }]);
  });

  it('is good for a sign-up by an API admin, too', async () => {
    const { client: upline, uid: parent_uid } = await placed();
    const ref = await linkOf(upline, '?leg=2');
    const admin = await app.make.apiAdmin(shop);
    const { body } = await admin.post('user/signup/', form({ ref }));
    expect(await edgesOf(body.data.uid)).toEqual([
      { tree: 'sponsor', parent_uid, leg: null },
      { tree: 'placement', parent_uid, leg: 2 },
    ]);
    for (const wrong of [{ ref: 'none' }, { ref, sponsor: 'alice' }])
      expect(Object.keys((await admin.post('user/signup/', form(wrong))).body.errors)).toEqual(['ref']);
    const placement = { parent: upline.user.username, leg: 1 };
    for (const [wrong, names] of [
      [{ ref, email: 'x' }, ['email']],
      [{ ref: 'none' }, ['ref']],
    ] as const) {
      const answer = await admin.post('user/signup/', form({ ...wrong, placement }));
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, names]);
    }
    const { uid } = (await admin.post('user/signup/', form({ ref, placement }))).body.data;
    expect(await edgesOf(uid)).toContainEqual({ tree: 'placement', parent_uid, leg: 1 });
  });

  it('is refused for a leg that the member does not have', async () => {
    const { client: upline } = await placed();
    expect((await upline.get('account/referral-link/?leg=3')).body.errors).toEqual({
      leg: [{ message: 'must be between 1 and 2' }],
    });
  });

  it('cannot be made for another, nor from another token, and goes without a sponsor’s name', async () => {
    const ref = await linkOf(sponsor);
    const [head, body] = ref.split('.') as [string, string];
    const claims = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), sub: '1' };
    const forged = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${ref.split('.')[2]}`;
    const unsigned = `${Buffer.from('{"alg":"none","typ":"ref+jwt"}').toString('base64url')}.${body}.`;
    for (const wrong of [forged, unsigned, sponsor.token, shop.apikey, 'none'])
      expect((await signUp(form({ ref: wrong }))).body.errors).toHaveProperty('ref');
    expect((await signUp(form({ ref, sponsor: 'alice' }))).body.errors).toHaveProperty('ref');
    const asToken = { apikey: shop.apikey, authorization: `Bearer ${ref}` };
    expect((await app.send('GET', 'account/referral-link/', { headers: asToken })).status).toBe(401);
    const admin = await app.make.apiAdmin(shop);
    expect((await admin.get(`account/referral-link/?uid=${sponsor.user.uid}`)).status).toBe(403);
  });

  it('is reported with all else that is wrong with the form', async () => {
    const wrong = { password: 'short', country_code: 'XX', ref: 'none' };
    expect(Object.keys((await signUp(form(wrong))).body.errors)).toEqual(['password', 'country_code', 'ref']);
    const both = form({ ...wrong, sponsor: 'alice', username: sponsor.user.username, email: sponsor.user.email });
    expect((await signUp(both)).body.errors).toEqual({
      password: [expect.anything()],
      country_code: [expect.anything()],
      ref: [{ message: 'cannot be sent together with sponsor' }],
    });
    expect((await signUp([])).body.errors).toEqual({ detail: [expect.anything()] });
  });

  it('is good for nothing once its member is no active one', async () => {
    const leaver = await app.make.member(shop);
    const token = await signedUp(form({ ref: await linkOf(leaver) }));
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [leaver.user.uid]);
    expect((await confirm({ token })).body.errors).toHaveProperty('sponsor');
    expect((await confirm({ token, sponsor: '' })).status).toBe(200);
  });
});

describe('a network with a holding tank', () => {
  it('has new members wait there', async () => {
    const { client, uid: parent_uid } = await placed();
    expect((await root.patch('/admin/api/network/settings/', { spill: 'manual' })).status).toBe(200);
    const { ref } = (await client.get('account/referral-link/?leg=1')).body.data;
    for (const by of [{ ref }, { sponsor: client.user.username }]) {
      const { uid } = (await confirm({ token: await signedUp(form(by)) })).body.data;
      expect(await edgesOf(uid)).toEqual([{ tree: 'sponsor', parent_uid, leg: null }]);
    }
  });
});
