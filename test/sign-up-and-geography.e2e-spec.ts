import { Injectable, Module } from '@nestjs/common';
import { describe, expect, it, jest } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import {
  ExistingSponsor,
  Passwords,
  SponsorPolicy,
  type SponsorRequest,
  type SponsorVerdict,
} from '#people/users/index.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

let count = 0;

const app = await useTestApp();
const apiAdmin = await app.make.apiAdmin();

function form(fields: object = {}): Record<string, unknown> {
  count += 1;
  return {
    username: `new-${count}`,
    email: `new-${count}@example.com`,
    password: 'a good password',
    first_name: 'Maria',
    last_name: 'Schmidt',
    country_code: 'DE',
    ...fields,
  };
}

function signUp(fields: object = {}, as: TestClient = apiAdmin): Promise<Answer> {
  return as.post('user/signup/', form(fields));
}

async function row(uid: number): Promise<Record<string, unknown>> {
  return (await app.database.query('SELECT * FROM users WHERE uid = $1', [uid]))[0]!;
}

describe('signing up', () => {
  it('makes a member with a sponsor, who can log in', async () => {
    const sponsor = await app.make.user();
    const body = form({ sponsor: sponsor.username.toUpperCase(), country_code: 'de' });
    const answer = await apiAdmin.post('user/signup/', body);
    expect(answer.body).toEqual({ status_code: 200, errors: {}, data: { uid: expect.any(Number) } });
    const { uid } = answer.body.data;
    expect(await row(uid)).toMatchObject({
      username: body.username,
      first_name: 'Maria',
      last_name: 'Schmidt',
      country_code: 'DE',
      sponsor_uid: sponsor.uid,
      roles: ['member'],
      status: 'active',
    });
    const { username, password } = body;
    const { apikey } = apiAdmin.application!;
    const login = await app.send('POST', 'token/', { headers: { apikey }, payload: { username, password } });
    expect(login.body.data.uid).toBe(uid);
  });

  it('needs no sponsor, and takes a form', async () => {
    const payload = new URLSearchParams(form({ sponsor: '' }) as Record<string, string>).toString();
    const answer = await apiAdmin.post('user/signup/', payload, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect((await row(answer.body.data.uid)).sponsor_uid).toBeNull();
  });

  it('reports all missing fields at once', async () => {
    const answer = await apiAdmin.post('user/signup/', {});
    expect(answer.body).toMatchObject({ status_code: 400, type: 'Validation Error' });
    expect(Object.keys(answer.body.errors)).toEqual([
      'username',
      'email',
      'password',
      'first_name',
      'last_name',
      'country_code',
    ]);
  });

  it.each([
    ['username', 'a'],
    ['username', 'with blank'],
    ['username', 'at@sign'],
    ['email', 'nobody'],
    ['email', `${'a'.repeat(250)}@example.com`],
    ['password', '1234567'],
    ['password', '          '],
    ['password', 'x'.repeat(129)],
    ['first_name', ' '],
    ['last_name', 'x'.repeat(101)],
    ['country_code', 'XX'],
    ['country_code', 'DEU'],
    ['sponsor', 'nobody-at-all'],
  ])('refuses %s %j', async (field, value) => {
    const { body } = await signUp({ [field]: value });
    expect([body.status_code, body.type, Object.keys(body.errors)]).toEqual([400, 'Validation Error', [field]]);
  });

  it('reports what is taken in any case, and the sponsor, at once', async () => {
    const user = await app.make.user();
    const { body } = await signUp({
      username: user.username.toUpperCase(),
      email: user.email.toUpperCase(),
      sponsor: 'nobody-at-all',
    });
    expect(body.errors).toEqual({
      username: [{ message: 'is already taken' }],
      email: [{ message: 'is already taken' }],
      sponsor: [{ message: 'is not the username of an active member' }],
    });
  });

  it('reports what is taken, the sponsor and the parent with all that is wrong with the form, and hashes nothing', async () => {
    const { username, email } = await app.make.user();
    const hash = jest.spyOn(app.nest.get(Passwords, { strict: false }), 'hash');
    const wrong = { password: 'short', first_name: '', country_code: 'QQ' };
    const placement = { parent: 'nobody-at-all', leg: 1 };
    const { status, body } = await signUp({ ...wrong, username, email, sponsor: 'nobody-at-all', placement });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      password: [expect.anything()],
      first_name: [expect.anything()],
      country_code: [expect.anything()],
      username: [{ message: 'is already taken' }],
      email: [{ message: 'is already taken' }],
      sponsor: [{ message: 'is not the username of an active member' }],
      placement: [{ message: 'is not the username of a member', path: 'placement.parent' }],
    });
    expect(hash).not.toHaveBeenCalled();
    hash.mockRestore();
  });

  it('reports each wrong field once, and looks none of them up', async () => {
    const { body } = await signUp({
      username: 7,
      email: ['x'],
      sponsor: {},
      placement: { parent: 'nobody' },
      kind: 'boss',
    });
    const fields = ['username', 'email', 'sponsor', 'placement', 'kind'];
    expect(Object.keys(body.errors).sort()).toEqual(fields.sort());
    for (const problems of Object.values(body.errors)) expect(problems).toHaveLength(1);
    expect((await apiAdmin.post('user/signup/', [])).body.errors).toEqual({ detail: [expect.anything()] });
  });

  it('does not take a sponsor who is inactive or no member', async () => {
    const [inactive, noMember] = [await app.make.user(), await app.make.user({ roles: ['api_admin'] })];
    await app.database.query(`UPDATE users SET status = 'inactive' WHERE uid = $1`, [inactive.uid]);
    for (const { username } of [inactive, noMember]) {
      expect((await signUp({ sponsor: username })).body.errors).toHaveProperty('sponsor');
    }
  });

  it('gives a username to one of those who ask at the same moment', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, i) => signUp({ username: 'wanted', email: `w${i}@example.com` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    for (const { status, body } of answers)
      if (status === 400) expect(body.errors).toEqual({ username: [{ message: 'is already taken' }] });
  });

  it('is done once with an idempotency key', async () => {
    const body = form();
    const headers = { 'idempotency-key': 'sign-up-1' };
    const [first, again] = [
      await apiAdmin.post('user/signup/', body, { headers }),
      await apiAdmin.post('user/signup/', body, { headers }),
    ];
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
  });

  it('is audited and recorded as user.created, without the password', async () => {
    const { uid } = (await signUp()).body.data;
    const [event] = await app.database.query(
      `SELECT type, data FROM events WHERE aggregate_type = 'user' AND aggregate_id = $1`,
      [String(uid)],
    );
    expect(event).toEqual({
      type: 'user.created',
      data: {
        uid,
        username: expect.any(String),
        sponsor_uid: null,
        country_code: 'DE',
        roles: ['member'],
        application_id: apiAdmin.application!.id,
      },
    });
    const [entry] = await app.database.query(
      `SELECT * FROM audit_entries WHERE action = 'user.signup' AND entity_id = $1`,
      [String(uid)],
    );
    expect(entry).toMatchObject({ actor_uid: apiAdmin.user.uid, application_id: apiAdmin.application!.id });
    expect(JSON.stringify(entry)).not.toMatch(/a good password|argon2/);
  });

  it('needs an API admin', async () => {
    const member = await app.make.member();
    expect((await signUp({}, member)).body).toMatchObject({ status_code: 403, type: 'Permission Denied' });
    const { apikey } = apiAdmin.application!;
    expect((await app.send('POST', 'user/signup/', { headers: { apikey }, payload: form() })).status).toBe(401);
  });
});

/** An extension that refuses one e-mail domain, and gives everybody the same sponsor. */
@Injectable()
class NoThrowaways {
  @Hook('user.signup')
  refuse(_tx: EntityManager, { email, sponsor_uid, country_code }: HookPoints['user.signup']): void {
    if (email.endsWith('@throwaway.test'))
      throw new AppError('CONFLICT', `no throwaways: ${country_code} ${sponsor_uid}`);
  }
}

@Injectable()
class HouseSponsor extends ExistingSponsor {
  override sponsorOf(tx: EntityManager, request: SponsorRequest): Promise<SponsorVerdict> {
    return super.sponsorOf(tx, { ...request, sponsor: request.sponsor ?? 'house' });
  }
}

@Module({ providers: [NoThrowaways] })
class SignUpExtension {}

const extension = { module: SignUpExtension, replaces: [{ provide: SponsorPolicy, useClass: HouseSponsor }] };

describe('geography', () => {
  it('[5.4 API admin: is needed for endpoints not tied to a user] lists countries by name', async () => {
    const { body } = await apiAdmin.get('get/countries/');
    expect(body.data.countries).toHaveLength(249);
    expect(body.data.countries[0]).toEqual({ code: 'AF', name: 'Afghanistan' });
    const member = await app.make.member();
    for (const path of ['get/countries/', 'get/states/US/']) {
      expect((await member.get(path)).body).toMatchObject({ status_code: 403, type: 'Permission Denied' });
    }
  });

  it('lists the states of a country, its code in any case', async () => {
    for (const code of ['US', 'us']) {
      const { data } = (await apiAdmin.get(`get/states/${code}/`)).body;
      expect(data.states).toContainEqual({ code: 'US-CA', name: 'California' });
    }
    expect((await apiAdmin.get('get/states/AQ/')).body.data).toEqual({ states: [] });
  });

  it.each(['XX', 'USA', '1', '%20', '__proto__'])('answers 404 for the country %s', async (code) => {
    expect((await apiAdmin.get(`get/states/${code}/`)).body).toMatchObject({ status_code: 404, type: 'Not Found' });
  });
});

describe('an extension', () => {
  it('refuses a sign-up by a hook, and decides who the sponsor is', async () => {
    const extended = await startTestApp({ sharing: app, extensions: [extension] });
    try {
      const post = (fields: object): Promise<Answer> =>
        extended.send('POST', 'user/signup/', { headers: apiAdmin.headers, payload: form(fields) });
      expect((await post({})).body.errors).toHaveProperty('sponsor');
      const house = await app.make.user({ username: 'house' });
      expect((await row((await post({})).body.data.uid)).sponsor_uid).toBe(house.uid);
      const refused = await post({ email: 'x@throwaway.test' });
      expect(refused.body).toMatchObject({ status_code: 409, message: `no throwaways: DE ${house.uid}` });
      expect(await app.database.query(`SELECT 1 FROM users WHERE email = 'x@throwaway.test'`)).toEqual([]);
    } finally {
      await extended.stop();
    }
  });
});
